// The number that tells a driver's lanes apart, at a function's beginning.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_OWN_LANE_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_OWN_LANE_H_

#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"

namespace lockstep::instrument {

// get_local_id(0) and get_local_size(0), 64 bits each: a lane that fills up a vector has an id of at least the size.
struct OwnLane {
  llvm::Value* id;
  llvm::Value* size;
};

// Asks for them at the beginning of `function`, which is where `builder` is left.
OwnLane AskForOwnLane(llvm::Function& function, llvm::IRBuilder<>& builder);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_OWN_LANE_H_
