// The byte offset of an access as a polynomial of ids and launch constants, where it is one.
#ifndef LOCKSTEP_INSTRUMENT_ANALYSIS_ADDRESS_FORM_H_
#define LOCKSTEP_INSTRUMENT_ANALYSIS_ADDRESS_FORM_H_

#include <map>
#include <optional>

#include "runtime/prune/injective.h"

namespace llvm {
class DataLayout;
class Value;
}  // namespace llvm

namespace lockstep::instrument {

// Finds such forms in one function. A form holds for every execution of the access: no value that
// changes within a work-item (phi, load) takes part. The safe answer is nullopt.
class AddressForms {
 public:
  explicit AddressForms(const llvm::DataLayout& layout) : layout_(layout) {}

  // Offset in bytes of `pointer` from `root`; `bytes` becomes the form's. Symbols as in
  // runtime/base/polynomial.h; narrowing steps appear in `fits`.
  std::optional<AccessForm> OffsetFrom(const llvm::Value* pointer, const llvm::Value* root,
                                       uint64_t bytes);

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
