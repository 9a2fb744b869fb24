// How calls of built-ins that touch memory become plain loads, stores and atomic instructions.
#ifndef LOCKSTEP_INSTRUMENT_PASSES_LOWER_BUILTINS_H_
#define LOCKSTEP_INSTRUMENT_PASSES_LOWER_BUILTINS_H_

#include <string>

#include "instrument/ir/builtin_name.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::instrument {

enum class Lowering {
  kOldRmw,
  kOldCompareExchange,
  kInit,
  kLoad,
  kStore,
  kRmw,
  kCompareExchange,
  kFlagTestAndSet,
  kFlagClear,
  kOldFence,
  kFence,
  kVectorLoad,
  kVectorStore,
  kHalfLoad,
  kHalfStore,
  kResultThroughPointer,
  kDrop,
};

// A call of a built-in of builtins.def.
struct BuiltinCall {
  llvm::CallInst* call;
  BuiltinName name;
  unsigned width;  // of vload and its kin; else 1
  Lowering lowering;
  llvm::AtomicRMWInst::BinOp operation;
};

// The type, in memory, of what argument `index` points to; nullptr if it is no pointer, or one to something else than a
// number or a vector of numbers.
llvm::Type* PointeeOfArgument(const BuiltinCall& builtin, unsigned index);

// Each replaces `builtin.call` by instructions with the call's debug location and erases it.
// False: not a form this knows (nothing was changed).
bool LowerAtomic(const BuiltinCall& builtin);
bool LowerFence(const BuiltinCall& builtin);
bool LowerVectorMemory(const BuiltinCall& builtin);
bool LowerResultThroughPointer(const BuiltinCall& builtin);

// Makes loops of the copies and fills of shared memory whose length is not a constant.
bool LowerUnboundedTransfers(llvm::Function& kernel);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_LOWER_BUILTINS_H_
