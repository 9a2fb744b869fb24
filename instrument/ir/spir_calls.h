// Calls that our passes make of built-in functions and of the device library.
#ifndef LOCKSTEP_INSTRUMENT_IR_SPIR_CALLS_H_
#define LOCKSTEP_INSTRUMENT_IR_SPIR_CALLS_H_

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"

namespace lockstep::instrument {

// Calls the function `name` (mangled, for built-ins) at the builder's place, as SPIR calls functions. It is declared
// with that result and the arguments' types if the builder's module does not have it.
llvm::CallInst* CallSpirFunction(llvm::IRBuilder<>& builder, llvm::StringRef name, llvm::Type* result,
                                 llvm::ArrayRef<llvm::Value*> arguments);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_IR_SPIR_CALLS_H_
