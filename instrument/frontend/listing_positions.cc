// Prints the module once to learn the line of each instruction, then writes those lines as debug
// info.
#include "instrument/frontend/listing_positions.h"

#include <map>

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/AssemblyAnnotationWriter.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormattedStream.h"
#include "llvm/Support/raw_ostream.h"

namespace lockstep::instrument {
namespace {

// Notes where the printer stands when it comes to a function or an instruction.
class LineNotes : public llvm::AssemblyAnnotationWriter {
 public:
  void emitFunctionAnnot(const llvm::Function* function,
                         llvm::formatted_raw_ostream& stream) override {
    functions[function] = stream.getLine() + 1;
  }
  void emitInstructionAnnot(const llvm::Instruction* instruction,
                            llvm::formatted_raw_ostream& stream) override {
    instructions[instruction] = stream.getLine() + 1;
  }
  std::map<const llvm::Function*, unsigned> functions;
  std::map<const llvm::Instruction*, unsigned> instructions;
};

}  // namespace

void AddListingPositions(llvm::Module& module, const std::string& name) {
  std::vector<llvm::Function*> bare;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && function.getSubprogram() == nullptr) bare.push_back(&function);
  }
  if (bare.empty()) return;
  LineNotes lines;
  llvm::raw_null_ostream nowhere;
  module.print(nowhere, &lines);

  llvm::DIBuilder builder(module);
  llvm::DIFile* file = builder.createFile(name, "");
  builder.createCompileUnit(llvm::dwarf::DW_LANG_OpenCL, file, "lockstep", false, "", 0);
  auto* type = builder.createSubroutineType(builder.getOrCreateTypeArray({}));
  for (llvm::Function* function : bare) {
    const unsigned line = lines.functions[function];
    llvm::DISubprogram* subprogram = builder.createFunction(
        file, function->getName(), function->getName(), file, line, type, line,
        llvm::DINode::FlagZero, llvm::DISubprogram::SPFlagDefinition);
    function->setSubprogram(subprogram);
    for (llvm::BasicBlock& block : *function) {
      for (llvm::Instruction& instruction : block) {
        instruction.setDebugLoc(llvm::DILocation::get(
            module.getContext(), lines.instructions[&instruction], 0, subprogram));
      }
    }
  }
  builder.finalize();
  if (module.getModuleFlag("Debug Info Version") == nullptr) {
    module.addModuleFlag(llvm::Module::Warning, "Debug Info Version",
                         llvm::DEBUG_METADATA_VERSION);
  }
}

}  // namespace lockstep::instrument
