// Whether a value changes from one iteration of a loop to the next.
#ifndef LOCKSTEP_INSTRUMENT_ANALYSIS_LOOP_VALUES_H_
#define LOCKSTEP_INSTRUMENT_ANALYSIS_LOOP_VALUES_H_

namespace llvm {
class Loop;
class Value;
}  // namespace llvm

namespace lockstep::instrument {

// Whether `value` is the same in all iterations of one execution of `loop`. The safe answer is no.
bool IsLoopInvariant(const llvm::Value& value, const llvm::Loop& loop);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_ANALYSIS_LOOP_VALUES_H_
