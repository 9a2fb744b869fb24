// Our passes as a plugin: opt-15 -load-pass-plugin LockstepPasses.so -passes=lockstep-prepare,...
// and -passes=lockstep for all of them in order. The passes of one pipeline share their state.
#include <cstdlib>
#include <memory>
#include <string>

#include "instrument/passes/passes.h"
#include "instrument/passes/pipeline.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Support/ErrorHandling.h"

namespace lockstep::instrument {
namespace {

class RowPass : public llvm::PassInfoMixin<RowPass> {
 public:
  RowPass(PassFunction run, std::shared_ptr<PipelineState> state)
      : run_(run), state_(std::move(state)) {}

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    const bool changed = run_(module, *state_);
    if (!state_->status.ok()) llvm::report_fatal_error(llvm::StringRef(std::string(state_->status.message())));
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }

  static bool isRequired() { return true; }

 private:
  PassFunction run_;
  std::shared_ptr<PipelineState> state_;
};

void Register(llvm::PassBuilder& builder) {
  auto state = std::make_shared<PipelineState>();
  builder.registerPipelineParsingCallback(
      [state](llvm::StringRef name, llvm::ModulePassManager& manager,
              llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
        if (!name.consume_front("lockstep")) return false;
        if (name.empty()) {
          for (const PassRow& row : AllPasses()) manager.addPass(RowPass(row.run, state));
          return true;
        }
        if (!name.consume_front("-")) return false;
        const PassRow* row = FindPass(std::string_view(name.data(), name.size()));
        if (row == nullptr) return false;
        manager.addPass(RowPass(row->run, state));
        return true;
      });
}

}  // namespace
}  // namespace lockstep::instrument

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "lockstep", "1", lockstep::instrument::Register};
}
