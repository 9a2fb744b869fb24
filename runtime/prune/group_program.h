// A group program: what is left of a kernel if only that stays which decides where its accesses to local
// memory go, under which conditions, and which barriers the group meets on the way. The pass
// summarise-groups makes it; group_proof.h runs it for all work-items of a group.
#ifndef LOCKSTEP_RUNTIME_PRUNE_GROUP_PROGRAM_H_
#define LOCKSTEP_RUNTIME_PRUNE_GROUP_PROGRAM_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace lockstep {

enum class GroupOp : uint8_t {
#define LOCKSTEP_GROUP_OP(name, text, operands) name,
#include "runtime/prune/group_ops.def"
};

// How many operands `op` has.
unsigned OperandsOf(GroupOp op);

// One integer of the program, computed each time its step is reached.
struct GroupValue {
  GroupOp op = GroupOp::kUnknown;
  unsigned bits = 64;  // 1 to 64
  // Decides where some access goes or whether it is made. Values without it only decide how often the
  // group goes round a loop with barriers; they need not be known, but may have to be, to prove enough.
  bool core = false;
  std::array<int, 3> operands{-1, -1, -1};  // indices into GroupProgram::values
  int64_t immediate = 0;
};

struct GroupStep {
  enum class Kind : uint8_t {
    kCompute,  // value number `value`
    kRead,     // `bytes` bytes of local root `root` at offset value number `value`
    kWrite,
    kAtomic,   // atomic operations do not conflict with each other, at these scopes
    kBarrier,  // the whole group meets here, and it orders local memory
  };
  Kind kind = Kind::kCompute;
  int value = -1;
  int root = -1;        // a root number of docs/abi.md, section 2
  uint64_t bytes = 0;
  unsigned line = 0;    // of the source, for the report; 0: unknown
};

// A value's source on the way into a block from `from`.
struct GroupPhi {
  int value = -1;
  std::vector<std::array<int, 2>> sources;  // block, value
};

struct GroupBlock {
  std::vector<GroupPhi> phis;
  std::vector<GroupStep> steps;
  int condition = -1;           // 1 bit: successors[0] if it is 1, else [1]; -1: any of the successors
  std::vector<int> successors;  // none: the work-item ends
  int join = -1;                // where all ways from here meet again; -1: nowhere
  // The whole group comes here together and leaves for the same successor, and barriers may lie between
  // here and `join`, or in a loop that is left here.
  bool steers = false;
  std::vector<int> loops;       // the loops it lies in, innermost first
};

struct GroupProgram {
  static constexpr size_t kMaxPhis = 64;  // of one block

  std::vector<GroupValue> values;
  std::vector<GroupBlock> blocks;  // the first one is entered first
  std::vector<int> headers;        // loop -> its header's block
  std::vector<int> roots;          // local roots all of whose accesses are here, in rising order
  std::vector<int> others;         // ... and those that have accesses the program cannot name
  // Not every barrier is met by the whole group for reasons known already: a run has to show it.
  bool open_barriers = false;

  // As numbers, for the description; and back, nullopt if they make no program.
  std::vector<int64_t> Encode() const;
  static std::optional<GroupProgram> Decode(const std::vector<int64_t>& numbers);
};

// `program` without the roots that atomic operations go to: those have to be seen where they order what others do.
GroupProgram WithoutAtomics(GroupProgram program);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PRUNE_GROUP_PROGRAM_H_
