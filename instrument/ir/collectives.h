// Work-group and sub-group functions [CL, C spec 6.15.16, 6.15.19]: which they are, and what they make of the values.
#ifndef LOCKSTEP_INSTRUMENT_IR_COLLECTIVES_H_
#define LOCKSTEP_INSTRUMENT_IR_COLLECTIVES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace llvm {
class CallInst;
class Function;
}  // namespace llvm

namespace lockstep::instrument {

// Metadata on a call of the device library that stands for such a function: !{!"name"}, the function's.
inline constexpr char kCollectiveMetadata[] = "lockstep.collective";

struct Collective {
  std::string name;     // "work_group_reduce_add"
  std::string_view of;  // its values as the device library calls them: "int", …, "double", "predicate"; "chosen" of any
  bool broadcast = false;  // gives all the value of one work-item, named by the further arguments
  bool shared = false;     // gives all the same
  bool part = false;       // is met by a sub-group
  uint32_t what = 0;       // LS_COLLECTIVE_* (device-lib/shared/exchange.h)
};

// Whether `name`, without mangling, is that of a function which a group or a sub-group calls together: work_group_…,
// but for work_group_barrier, and sub_group_….
bool IsCollectiveName(std::string_view name);

// What `call` does; nullopt if it is none that the device library knows: another function, or values of another type.
std::optional<Collective> AsCollective(const llvm::CallInst& call);

// The same for sub-groups' functions alone, and with values of any type (then `of` is empty).
std::optional<Collective> AsPartFunction(const llvm::CallInst& call);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_IR_COLLECTIVES_H_
