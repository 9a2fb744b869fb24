// Which components of a vector that a kernel puts together are never given a value.
#ifndef LOCKSTEP_INSTRUMENT_ANALYSIS_UNDEFINED_LANES_H_
#define LOCKSTEP_INSTRUMENT_ANALYSIS_UNDEFINED_LANES_H_

namespace llvm {
class Instruction;
}  // namespace llvm

namespace lockstep::instrument {

// Whether the result of `instruction` may be undefined although its operands, so far as they are
// results of instructions, are not: it has an undefined operand, or takes a vector component that
// nothing was put into. Building a vector up from an undefined one is no such case as long as
// only instructions that pick components see it. Answers for all that follows are the caller's:
// data flow from here on.
bool MayBeUndefined(const llvm::Instruction& instruction);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_ANALYSIS_UNDEFINED_LANES_H_
