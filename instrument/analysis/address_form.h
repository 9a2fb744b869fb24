// The byte offset of an access as a polynomial of ids and launch constants, where it is one.
#ifndef LOCKSTEP_INSTRUMENT_ANALYSIS_ADDRESS_FORM_H_
#define LOCKSTEP_INSTRUMENT_ANALYSIS_ADDRESS_FORM_H_

#include <map>
#include <optional>
#include <string>

#include "runtime/prune/injective.h"

namespace llvm {
class BasicBlock;
class DataLayout;
class DominatorTree;
class StringRef;
class Value;
}  // namespace llvm

namespace lockstep::instrument {

// The symbol letter (runtime/base/polynomial.h) of a work-item function with a dimension as its argument, by
// its mangled name; 0 if it is none of these.
char WorkItemSymbol(llvm::StringRef name);

// Finds such forms in one function. A form holds for every execution of the access: no value that
// changes within a work-item (phi, load) takes part. The safe answer is nullopt.
class AddressForms {
 public:
  explicit AddressForms(const llvm::DataLayout& layout) : layout_(layout) {}

  // Offset in bytes of `pointer` from `root`; `bytes` becomes the form's. Symbols as in
  // runtime/base/polynomial.h; narrowing steps appear in `fits`.
  std::optional<AccessForm> OffsetFrom(const llvm::Value* pointer, const llvm::Value* root,
                                       uint64_t bytes);

  // Which ids branches around `block` hold to one value, the same for all work-items, and to which.
  std::map<std::string, Polynomial> FixedIds(const llvm::BasicBlock& block,
                                             const llvm::DominatorTree& dominators);

  // The texel (or layer) named by the first `dimensions` components of an integer coordinate, as
  // one byte in a space with room for 2^21 texels along x and y: different texels of an image are
  // different bytes there, and more need not be known to tell work-items apart.
  std::optional<AccessForm> TexelOf(llvm::Value* coordinate, unsigned dimensions);

 private:
  std::optional<Polynomial> ValueOf(const llvm::Value* value, AccessForm& form, int depth);
  // A value that is widened from `bits` bits: remembers that it must fit.
  std::optional<Polynomial> Widened(const llvm::Value* value, unsigned bits, bool is_signed,
                                    AccessForm& form, int depth);

  const llvm::DataLayout& layout_;
};

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_ANALYSIS_ADDRESS_FORM_H_
