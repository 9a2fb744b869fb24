// The accesses that a kernel makes to memory other than its work-items' own: those of access.h, and of constant memory.
#ifndef LOCKSTEP_INSTRUMENT_IR_ALL_ACCESSES_H_
#define LOCKSTEP_INSTRUMENT_IR_ALL_ACCESSES_H_

#include <vector>

#include "instrument/ir/access.h"

namespace lockstep::instrument {

// As CollectAccesses, and those through constant pointers, which may race if their buffer is written through another
// argument, and may leave it.
std::vector<Access> CollectAllAccesses(llvm::Function& kernel);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_IR_ALL_ACCESSES_H_
