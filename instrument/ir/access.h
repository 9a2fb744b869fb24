// The accesses to shared memory that a kernel's instructions make.
#ifndef LOCKSTEP_INSTRUMENT_IR_ACCESS_H_
#define LOCKSTEP_INSTRUMENT_IR_ACCESS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "llvm/Support/Alignment.h"
#include "runtime/program/program.h"

namespace llvm {
class Function;
class Instruction;
class Value;
}  // namespace llvm

namespace lockstep::instrument {

enum class AccessKind { kRead, kWrite, kReadModifyWrite, kCompareExchange };

// One access: the bytes [pointer, pointer + size). A copy makes two of its instruction, an
// asynchronous copy too.
struct Access {
  llvm::Instruction* instruction = nullptr;
  llvm::Value* pointer = nullptr;
  uint64_t size = 0;
  llvm::Align align;
  AccessKind kind = AccessKind::kRead;
  llvm::Value* value = nullptr;  // plain store: what is stored; else nullptr
  bool copy = false;  // by an asynchronous copy: one of its elements stands for all
  bool atomic = false;
  std::string order;  // as the source has them; empty if not atomic
  std::string scope;
  bool remote = false;  // by remote-scope promotion (lockstep/rsp.clh)

  bool writes() const { return kind != AccessKind::kRead; }
  bool reads() const { return kind != AccessKind::kWrite; }
};

// Sets `access` to be the atomic `instruction`, or fence, with the order and scope that the source
// gives it. One that lower-builtins has not noted came from elsewhere and is taken at its word.
void SetQualifiers(const llvm::Instruction& instruction, Access& access);

// The order or scope that a word of an Access stands for; the strongest for words that no pass of ours writes.
MemoryOrder OrderCalled(const std::string& word);
MemoryScope ScopeCalled(const std::string& word);

// Whether atomic operations of this scope reach all work-items of a launch.
bool ReachesDevice(const std::string& scope);

// All accesses through global, local and generic pointers, in the order of the instructions.
// A size of 0 makes no access.
std::vector<Access> CollectAccesses(llvm::Function& kernel);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_IR_ACCESS_H_
