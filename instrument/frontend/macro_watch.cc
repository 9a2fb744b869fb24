// In a module: !lockstep.macros = !{!{!"key of the text", !"line", !"column", !"name", !"file", !"line"}, ...}
#include "instrument/frontend/macro_watch.h"

#include <array>
#include <utility>

#include "clang/Basic/IdentifierTable.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Token.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "runtime/base/text.h"

namespace lockstep::instrument {
namespace {

constexpr char kMacros[] = "lockstep.macros";
constexpr unsigned kFields = 6;

std::string Field(const llvm::MDNode& node, unsigned i) {
  const auto* text = llvm::dyn_cast_or_null<llvm::MDString>(node.getOperand(i).get());
  return text == nullptr ? "" : text->getString().str();
}

class MacroWatch : public clang::PPCallbacks {
 public:
  MacroWatch(clang::SourceManager& sources, std::function<std::string(clang::FileID)> text_of, MacroUses& uses)
      : sources_(sources), text_of_(std::move(text_of)), uses_(uses) {}

  void MacroExpands(const clang::Token& name, const clang::MacroDefinition& definition, clang::SourceRange,
                    const clang::MacroArgs*) override {
    const clang::SourceLocation place = name.getLocation();
    const clang::MacroInfo* macro = definition.getMacroInfo();
    if (!place.isFileID() || macro == nullptr) return;  // of another macro, whose use is the place
    const std::string text = text_of_(sources_.getFileID(place));
    if (text.empty()) return;
    MacroUse use;
    use.name = name.getIdentifierInfo()->getName().str();
    const clang::PresumedLoc used = sources_.getPresumedLoc(place);
    const clang::PresumedLoc defined = sources_.getPresumedLoc(macro->getDefinitionLoc());
    // Neither what an option defines nor OpenCL C's own, such as as_int, is in a file of the program.
    const bool in_file = defined.isValid() && !sources_.isInSystemHeader(macro->getDefinitionLoc()) &&
                         !sources_.isWrittenInCommandLineFile(macro->getDefinitionLoc()) &&
                         !sources_.isWrittenInBuiltinFile(macro->getDefinitionLoc());
    if (used.isValid() && in_file) {
      use.definition.line = defined.getLine();
      if (llvm::StringRef(used.getFilename()) != defined.getFilename()) use.definition.file = defined.getFilename();
    }
    uses_.Add(text, sources_.getSpellingLineNumber(place), sources_.getSpellingColumnNumber(place), std::move(use));
  }

 private:
  clang::SourceManager& sources_;
  const std::function<std::string(clang::FileID)> text_of_;
  MacroUses& uses_;
};

}  // namespace

std::unique_ptr<clang::PPCallbacks> WatchMacros(clang::SourceManager& sources,
                                                std::function<std::string(clang::FileID)> text_of,
                                                MacroUses& uses) {
  return std::make_unique<MacroWatch>(sources, std::move(text_of), uses);
}

void WriteMacroUses(const MacroUses& uses, llvm::Module& module) {
  llvm::LLVMContext& context = module.getContext();
  for (const auto& [place, use] : uses.all()) {
    const auto& [text, line, column] = place;
    const std::array<std::string, kFields> fields = {
        text, StrCat(line), StrCat(column), use.name, use.definition.file, StrCat(use.definition.line)};
    std::array<llvm::Metadata*, kFields> operands;
    for (unsigned i = 0; i < kFields; ++i) operands[i] = llvm::MDString::get(context, fields[i]);
    module.getOrInsertNamedMetadata(kMacros)->addOperand(llvm::MDNode::get(context, operands));
  }
}

MacroUses TakeMacroUses(llvm::Module& module) {
  MacroUses uses;
  llvm::NamedMDNode* list = module.getNamedMetadata(kMacros);
  if (list == nullptr) return uses;
  for (const llvm::MDNode* node : list->operands()) {
    if (node->getNumOperands() != kFields) continue;
    MacroUse use;
    use.name = Field(*node, 3);
    use.definition.file = Field(*node, 4);
    use.definition.line = static_cast<unsigned>(ParseUnsigned(Field(*node, 5)).value_or(0));
    uses.Add(Field(*node, 0), ParseSigned(Field(*node, 1)).value_or(0),
             static_cast<unsigned>(ParseUnsigned(Field(*node, 2)).value_or(0)), std::move(use));
  }
  list->eraseFromParent();
  return uses;
}

}  // namespace lockstep::instrument
