// The calls that stand for asynchronous copies and waits between lower-async-copies, which makes
// them of the built-ins, and insert-checks, which makes them calls of the device library.
#ifndef LOCKSTEP_INSTRUMENT_IR_ASYNC_COPIES_H_
#define LOCKSTEP_INSTRUMENT_IR_ASYNC_COPIES_H_

#include <string_view>
#include <vector>

namespace llvm {
class CallInst;
class Function;
class Instruction;
class Value;
}  // namespace llvm

namespace lockstep::instrument {

// Counter of the calls of wait_group_events that a work-item has passed: an alloca of the entry
// block, like those of barriers.h.
inline constexpr char kWaits[] = "lockstep.waits";

// What the stand-ins are called, and metadata on the barrier in front of a copy.
inline constexpr char kCopyToLocal[] = "lockstep.copy.to_local";
inline constexpr char kCopyToGlobal[] = "lockstep.copy.to_global";
inline constexpr char kWait[] = "lockstep.wait";
inline constexpr char kCopyMarker[] = "lockstep.copy_marker";

// Whether the built-in named `base` (without mangling) is one of the three.
bool IsAsyncCopyBuiltin(std::string_view base);

// A call of lockstep.copy.to_local or lockstep.copy.to_global, its operands by name.
struct CopyCall {
  llvm::CallInst* call = nullptr;
  bool to_global = false;
  llvm::Value* to = nullptr;      // i8 pointers, one global, one local
  llvm::Value* from = nullptr;
  llvm::Value* count = nullptr;   // i64 elements
  llvm::Value* stride = nullptr;  // i64 elements, of the side in global memory
  llvm::Value* event = nullptr;   // i32, not 0
  unsigned element = 0;           // bytes
};

// `call` is nullptr in the answer if `instruction` is none.
CopyCall AsCopyCall(llvm::Instruction& instruction);

// A call of lockstep.wait(i32 count, i64* private events).
bool IsWaitCall(const llvm::Instruction& instruction);

std::vector<CopyCall> CopiesOf(llvm::Function& kernel);
std::vector<llvm::CallInst*> WaitsOf(llvm::Function& kernel);

// The barriers that stand before copies only so that the group can be seen to meet there; taken
// away where it provably does.
void RemoveCopyMarkers(llvm::Function& kernel);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_IR_ASYNC_COPIES_H_
