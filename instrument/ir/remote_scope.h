// Remote-scope promotion [R Sect. 3] in the IR: the mark that lockstep/rsp.clh leaves on a remote
// operation's order, and how far scopes widen so that the device does what the source means.
#ifndef LOCKSTEP_INSTRUMENT_IR_REMOTE_SCOPE_H_
#define LOCKSTEP_INSTRUMENT_IR_REMOTE_SCOPE_H_

#include <cstdint>
#include <optional>
#include <string>

namespace llvm {
class Module;
class Value;
}  // namespace llvm

namespace lockstep::instrument {

// An atomic built-in's order argument: memory_order, and whether it is marked as remote.
struct MarkedOrder {
  std::optional<uint64_t> value;  // nullopt: not known at compile time
  bool remote = false;
};
MarkedOrder SplitOrder(const llvm::Value* order);

// Makes a module whose atomic built-ins are still calls sound on devices that know no remote
// operations: notes how far the scopes of atomics and fences must reach, which is the widest scope of
// any remote operation and at least the device, and puts fences of that scope around barriers. Leaves
// a module without remote operations alone and answers false.
bool WidenScopes(llvm::Module& module);

// The scope that was noted, "device" or "all_svm_devices"; "" if nothing is to be widened.
std::string Widening(const llvm::Module& module);

// Takes that note off; drivers need not see it.
void DropWidening(llvm::Module& module);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_IR_REMOTE_SCOPE_H_
