// Dimensions beyond the third, which OpenCL C may ask for.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_FURTHER_DIMENSIONS_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_FURTHER_DIMENSIONS_H_

namespace llvm {
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// Answers get_global_size(3) and its like, or get_global_size(n) where n may be so large, without asking for an element
// that a vector of three does not have: 1 for sizes and the number of groups, else 0 (OpenCL C, work-item functions);
// always 0 with `zeros`.
void AnswerForFurtherDimensions(llvm::Module& module, bool zeros);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_FURTHER_DIMENSIONS_H_
