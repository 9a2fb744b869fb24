// The analyses that LLVM's passes ask for, all that there are.
#ifndef LOCKSTEP_INSTRUMENT_IR_ANALYSES_H_
#define LOCKSTEP_INSTRUMENT_IR_ANALYSES_H_

#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"

namespace lockstep::instrument {

struct Analyses {
  // `machine`: for whose code; nullptr: no machine's.
  explicit Analyses(llvm::TargetMachine* machine = nullptr) : builder(machine) {
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(graph);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, graph, modules);
  }

  llvm::PassBuilder builder;
  // Destroyed from the last one on, each before those whose results it holds.
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graph;
  llvm::ModuleAnalysisManager modules;
};

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_IR_ANALYSES_H_
