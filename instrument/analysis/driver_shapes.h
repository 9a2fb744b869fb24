// Control flow around barriers that PoCL 3.1 compiles wrongly although the whole group meets them.
#ifndef LOCKSTEP_INSTRUMENT_ANALYSIS_DRIVER_SHAPES_H_
#define LOCKSTEP_INSTRUMENT_ANALYSIS_DRIVER_SHAPES_H_

#include <string>

namespace llvm {
class Function;
}  // namespace llvm

namespace lockstep::instrument {

// Why `kernel` had better not reach PoCL in its own form, in words; empty if there is no reason.
// `kernel`: reducible, no unreachable blocks, everything inlined.
std::string ShapeMistakenByPocl(llvm::Function& kernel);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_ANALYSIS_DRIVER_SHAPES_H_
