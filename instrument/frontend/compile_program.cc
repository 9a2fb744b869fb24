// Compiles or reads each unit and links the modules.
//
// The driver gets one module, because PoCL 3.1 misreads all binaries but the first that it is
// given to link.
#include "instrument/frontend/compile_program.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "instrument/frontend/build_options.h"
#include "instrument/frontend/read_ir.h"
#include "instrument/frontend/recorded_files.h"
#include "instrument/ir/llvm_versions.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/raw_ostream.h"

namespace lockstep::instrument {
namespace {

// Gathers what the linker has to complain about; otherwise LLVM prints it and ends the process.
struct GatherErrors : llvm::DiagnosticHandler {
  explicit GatherErrors(std::vector<std::string>& messages) : messages(messages) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    if (info.getSeverity() != llvm::DS_Error) return true;
    std::string text;
    llvm::raw_string_ostream stream(text);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    messages.push_back(stream.str());
    return true;
  }
  std::vector<std::string>& messages;
};

absl::StatusOr<Compiled> CompileUnit(const Request& request, const Unit& unit,
                                     llvm::LLVMContext& context) {
  return unit.code.empty() ? CompileOpenCl(unit, request.device, context) : ReadIr(unit, context);
}

void AddDependencies(std::vector<Dependency> more, std::vector<Dependency>& all) {
  all.insert(all.end(), more.begin(), more.end());
  const auto key = [](const Dependency& one) { return std::tie(one.path, one.sha256); };
  std::sort(all.begin(), all.end(),
            [&](const Dependency& a, const Dependency& b) { return key(a) < key(b); });
  all.erase(std::unique(all.begin(), all.end(),
                        [&](const Dependency& a, const Dependency& b) { return key(a) == key(b); }),
            all.end());
}

}  // namespace

absl::StatusOr<Compiled> CompileProgram(const Request& request, llvm::LLVMContext& context) {
  PrepareContext(context);
  Compiled program;
  std::vector<std::string> errors;
  for (const auto& pointer : request.recipe.units) {
    const Unit& unit = *pointer;
    absl::StatusOr<Compiled> compiled = CompileUnit(request, unit, context);
    if (!compiled.ok()) return compiled.status();
    AddDependencies(std::move(compiled->dependencies), program.dependencies);
    if (!compiled->build_options.empty()) program.build_options = compiled->build_options;
    program.optimize = program.optimize && compiled->optimize;
    if (!program.module) {
      program.module = std::move(compiled->module);
      continue;
    }
    auto handler = context.getDiagnosticHandler();
    context.setDiagnosticHandler(std::make_unique<GatherErrors>(errors));
    const bool failed =
        llvm::Linker::linkModules(*program.module, std::move(compiled->module));
    context.setDiagnosticHandler(std::move(handler));
    if (failed) {
      return absl::InvalidArgumentError(absl::StrCat(
          "error: ", unit.name, " cannot be linked: ", absl::StrJoin(errors, "; "), "\n"));
    }
  }
  NameSameFiles(program.dependencies);
  if (ParseBuildOptions(request.recipe.link_options).denorms_are_zero) {
    program.build_options = kDenormsAreZero;
  }
  return program;
}

}  // namespace lockstep::instrument
