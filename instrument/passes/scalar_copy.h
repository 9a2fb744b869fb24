// A copy of a kernel in which numbers that it keeps in vectors and private arrays stand by themselves, for analyses
// that follow scalars.
#ifndef LOCKSTEP_INSTRUMENT_PASSES_SCALAR_COPY_H_
#define LOCKSTEP_INSTRUMENT_PASSES_SCALAR_COPY_H_

namespace llvm {
class Function;
}

namespace lockstep::instrument {

// The kernel itself if no integer is taken out of a vector there, it has no small array and no branch to shorten, or if
// the copy would be too large or lack an access. In the copy, which lives as long as this, loops that go through an
// array are unrolled; each access to shared memory is as in the kernel, at the same place of the source, and some more
// than once.
class ScalarCopy {
 public:
  // `branches`: ways that lead over a branch whose side is known by then go there directly.
  explicit ScalarCopy(llvm::Function& kernel, bool branches = false);
  ~ScalarCopy();
  ScalarCopy(const ScalarCopy&) = delete;
  ScalarCopy& operator=(const ScalarCopy&) = delete;

  llvm::Function& function() const { return *function_; }

 private:
  void Copy(llvm::Function& kernel);
  void Drop(llvm::Function& kernel);

  llvm::Function* function_;
  bool copied_ = false;
};

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_SCALAR_COPY_H_
