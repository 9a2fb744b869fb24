// Kernels and the arguments the application has set on them, for setting them again on the twin.
#ifndef LOCKSTEP_HOST_TRACK_KERNEL_H_
#define LOCKSTEP_HOST_TRACK_KERNEL_H_

#include <atomic>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "host/api/cl.h"
#include "host/track/program.h"

namespace lockstep::host {

struct Argument {
  enum class Kind { kUnset, kValue, kNull, kSvm, kForeign };  // kForeign: by a function of an extension
  Kind kind = Kind::kUnset;
  size_t size = 0;                   // as given to clSetKernelArg; local arguments: their bytes
  std::vector<unsigned char> bytes;  // kValue: what the pointer pointed to
  const void* svm = nullptr;         // kSvm
  uint64_t version = 0;              // grows with every call that sets it
  bool lost = false;                 // there was no memory to keep what it was last set to
};

// The handle that the argument was set to; null if it is none.
template <typename Handle>
Handle HandleIn(const Argument& argument) {
  Handle handle = nullptr;
  if (argument.kind == Argument::Kind::kValue && argument.bytes.size() == sizeof(handle)) {
    std::memcpy(&handle, argument.bytes.data(), sizeof(handle));
  }
  return handle;
}

// A clSetKernelExecInfo call.
struct ExecInfo {
  std::vector<unsigned char> bytes;
  uint64_t version = 0;
};

// The instrumented kernel that stands in for an application's kernel object.
class TwinKernel {
 public:
  TwinKernel(std::shared_ptr<const Twin> twin, cl_kernel handle)
      : twin_(std::move(twin)), handle_(handle) {}
  ~TwinKernel();
  TwinKernel(const TwinKernel&) = delete;
  TwinKernel& operator=(const TwinKernel&) = delete;

  cl_kernel handle() const { return handle_; }
  const Twin& twin() const { return *twin_; }
  uint64_t mirrored = 0;  // version up to which arguments and exec infos have been handed on

 private:
  const std::shared_ptr<const Twin> twin_;
  const cl_kernel handle_;
};

// Calls of two threads that set arguments of one kernel object at once.
struct SetAtOnce {
  const char* first = "";
  const char* second = "";
};

struct Kernel {
  cl_kernel handle = nullptr;
  std::string name;
  std::shared_ptr<Program> program;
  Builds builds;  // the program's when the kernel was made
  int references = 1;  // guarded by the registry's lock

  // Held while arguments change, and from the twin's arguments to its enqueue. Recursive: a driver
  // may run the application's callbacks in an enqueue.
  std::recursive_mutex mutex;
  uint64_t version = 0;
  std::vector<Argument> arguments;
  std::map<cl_kernel_exec_info, ExecInfo> exec_infos;
  bool infos_lost = false;  // there was no memory to keep one of these
  std::map<const Twin*, std::unique_ptr<TwinKernel>> twins;

  // For --commands: who is in a call that sets an argument, 0: nobody; and what was seen of two such.
  std::atomic<uint64_t> setter{0};
  std::optional<SetAtOnce> set_at_once;

  ~Kernel();
};

// The kernel behind `handle`; null if we never saw it.
std::shared_ptr<Kernel> FindKernel(cl_kernel handle);

// What the application gets instead of `found`, the driver's function of that name; null if it is none that sets an
// argument.
void* ArgumentHook(const char* name, void* found);

// What was seen of two threads that set arguments of this kernel object at once, since it was last asked for; only with
// --commands.
std::optional<SetAtOnce> TakeSetAtOnce(cl_kernel handle);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_TRACK_KERNEL_H_
