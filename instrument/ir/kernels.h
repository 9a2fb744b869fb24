// The kernels of a module as our passes see them: which there are, what is described of each,
// and where the hidden arguments are.
#ifndef LOCKSTEP_INSTRUMENT_IR_KERNELS_H_
#define LOCKSTEP_INSTRUMENT_IR_KERNELS_H_

#include <string>
#include <vector>

#include "instrument/pipeline_state.h"
#include "llvm/IR/DebugLoc.h"

namespace llvm {
class Argument;
class Function;
class GlobalVariable;
class IRBuilderBase;
class Module;
class Value;
}  // namespace llvm

namespace lockstep::instrument {

// Address spaces of spir64 IR.
enum AddressSpace : unsigned {
  kPrivate = 0,
  kGlobal = 1,
  kConstant = 2,
  kLocal = 3,
  kGeneric = 4,
};

// Whether what `pointer` leads to may be local memory, by its type.
bool MayBeLocal(const llvm::Value& pointer);

// Function attribute of a twin: the number of its first hidden argument.
inline constexpr char kHiddenArgumentsAttribute[] = "lockstep-hidden-arguments";

// All kernels with a body, in module order, whatever `state` says of them.
std::vector<llvm::Function*> AllKernels(llvm::Module& module);

// The kernels that are still to be instrumented. Creates the description (name, arguments)
// of kernels that `state` does not know yet, so that each pass can also run alone.
std::vector<llvm::Function*> KernelsToInstrument(llvm::Module& module, PipelineState& state);

// The description of `kernel`, created if missing.
KernelDescription& InfoOf(const llvm::Function& kernel, PipelineState& state);

// What clang says of argument `index` of `kernel` in the metadata node `name` ("kernel_arg_base_type"); "" if nothing.
std::string ArgumentText(const llvm::Function& kernel, const char* name, unsigned index);

// Takes `kernel` out of instrumentation; the first reason stays.
void GiveUp(KernelDescription& kernel, const std::string& reason);

// Adds `note` to the kernel's notes unless it is there.
void AddNote(KernelDescription& kernel, const std::string& note);

// How many arguments the application's kernel has (hidden ones not counted).
unsigned NumSourceArguments(const llvm::Function& kernel);

// Hidden argument number `hidden` (LS_HIDDEN_*) of a twin; nullptr before add-hidden-args.
llvm::Argument* HiddenArgument(llvm::Function& kernel, unsigned hidden);

// Line 0 of the kernel, which is nobody's code: calls in a function with debug information need a place. None if it has
// no such information.
llvm::DebugLoc NobodysLine(const llvm::Function& kernel);

// Has `builder` insert where the kernel begins, behind its private variables, as code of nobody's line.
void GoBehindVariables(llvm::IRBuilderBase& builder, llvm::Function& kernel);

// Kernel-scope local variables that `kernel` uses, in module order: the description's `locals` and
// (after the arguments) the roots of docs/abi.md, section 2.
std::vector<llvm::GlobalVariable*> LocalVariables(const llvm::Function& kernel);

// Program-scope variables in global memory that `kernel` can reach, in module order: those that it
// mentions, and those that their initial values point to. Constants are left out.
std::vector<llvm::GlobalVariable*> ProgramVariables(const llvm::Function& kernel);

// The variable's name as the source has it: `<kernel>.` in front of it taken off.
std::string LocalVariableName(const llvm::GlobalVariable& variable, const llvm::Function& kernel);

// Fills in the kernel's `locals` and `variables`, by which their roots are numbered: names, sizes, positions. Roots
// that irregular loops name already are numbered anew if a pass has changed what the kernel uses.
void DescribeVariables(const llvm::Function& kernel, KernelDescription& info);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_IR_KERNELS_H_
