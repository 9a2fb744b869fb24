// Values that are the same for the whole work-group but for their lowest bits, and what does not depend on
// these: a kernel in tiles computes
//
//   x = get_group_id(0) * 32 + get_local_id(0) * 4       // reqd_work_group_size(8, 1, 1)
//
// and asks whether `x < n / 32 * 32`, so that whole work-groups do one thing or the other. Each work-item has
// another x, but the comparison comes out the same for all: x is a multiple of 32, equal for the group, plus
// less than 32. That holds however the multiple wraps around, since its size divides 2 to the width.
#ifndef LOCKSTEP_INSTRUMENT_ANALYSIS_TILES_H_
#define LOCKSTEP_INSTRUMENT_ANALYSIS_TILES_H_

#include <cstdint>
#include <functional>
#include <optional>

namespace llvm {
class DataLayout;
class Instruction;
class Use;
class Value;
}  // namespace llvm

namespace lockstep::instrument {

// How many work-items a group has at most in a dimension; nullopt: not known.
using GroupSize = std::function<std::optional<uint64_t>(uint64_t dimension)>;

// What is known of an operand's differences between the work-items that compute it together.
enum class Sharing {
  kShared,   // the same
  kOwn,      // perhaps not: its operands say more
  kUnknown,  // perhaps not, and nothing says more: undefined, or from different iterations of a loop
};
using SharingOf = std::function<Sharing(const llvm::Use&)>;

// Whether `instruction` (a comparison, or a division that cuts low bits off) has the same result for the whole
// group though its operands may differ, as far as `sharing` goes.
bool SameForGroup(const llvm::Instruction& instruction, const GroupSize& size, const SharingOf& sharing,
                  const llvm::DataLayout& layout);

// Whether SameForGroup can ever hold.
bool CutsLowBits(const llvm::Instruction& instruction);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_ANALYSIS_TILES_H_
