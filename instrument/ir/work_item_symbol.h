// Work-item functions by one letter each.
#ifndef LOCKSTEP_INSTRUMENT_IR_WORK_ITEM_SYMBOL_H_
#define LOCKSTEP_INSTRUMENT_IR_WORK_ITEM_SYMBOL_H_

#include "llvm/ADT/StringRef.h"

namespace lockstep::instrument {

// The symbol letter (runtime/base/polynomial.h) of a work-item function with a dimension as its argument, by
// its mangled name; 0 if it is none of these.
char WorkItemSymbol(llvm::StringRef name);

// Likewise of one without arguments: 'n' and 'N', the linear ids in the group and in the launch; 0 if it is neither.
char LinearIdSymbol(llvm::StringRef name);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_IR_WORK_ITEM_SYMBOL_H_
