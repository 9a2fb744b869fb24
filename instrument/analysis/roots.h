// Which arguments and variables a pointer can lead to.
#ifndef LOCKSTEP_INSTRUMENT_ANALYSIS_ROOTS_H_
#define LOCKSTEP_INSTRUMENT_ANALYSIS_ROOTS_H_

#include <map>
#include <vector>

namespace llvm {
class AllocaInst;
class Value;
}  // namespace llvm

namespace lockstep::instrument {

// Where a pointer may point. `roots`: pointer arguments and global variables of any address space,
// without duplicates, in the order found. `complete`: the pointer leads to one of `roots` or to
// a private variable, for certain; false is the safe default and means anything is possible.
struct PointerRoots {
  std::vector<const llvm::Value*> roots;
  bool is_private = false;  // also to a variable of the work-item's own
  bool complete = true;

  // The only place the pointer can lead to; nullptr if there are several or it is unknown.
  const llvm::Value* Single() const {
    return complete && !is_private && roots.size() == 1 ? roots.front() : nullptr;
  }
};

// Follows pointers through arithmetic, casts, phi, select and private variables that hold
// pointers. Answers hold until the function changes; an instance serves one function.
class RootAnalysis {
 public:
  // Where `pointer` may lead. The reference stays valid as long as the analysis.
  const PointerRoots& RootsOf(const llvm::Value* pointer);

 private:
  // Adds what was ever stored into `variable` to `work`; false if that cannot be told.
  static bool StoredPointers(const llvm::AllocaInst* variable,
                             std::vector<const llvm::Value*>& work);

  std::map<const llvm::Value*, PointerRoots> known_;
};

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_ANALYSIS_ROOTS_H_
