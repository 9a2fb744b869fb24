#include "host/track/kernel.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "host/api/extension_function.h"
#include "host/api/hooks.h"
#include "host/driver/query.h"
#include "runtime/session/session.h"

namespace lockstep::host {
namespace {

struct Kernels {
  std::mutex mutex;
  std::map<cl_kernel, std::shared_ptr<Kernel>> by_handle;
};

Kernels& GetKernels() {
  static Kernels* kernels = new Kernels;
  return *kernels;
}

std::shared_ptr<Kernel> NoteKernel(cl_kernel handle, std::shared_ptr<Program> program) {
  if (!program) return nullptr;
  auto kernel = std::make_shared<Kernel>();
  const auto info = Next().clGetKernelInfo;
  kernel->handle = handle;
  kernel->name = QueryText(Of(info, handle, CL_KERNEL_FUNCTION_NAME));
  kernel->arguments.resize(QueryValue<cl_uint>(Of(info, handle, CL_KERNEL_NUM_ARGS)));
  kernel->builds = program->builds();
  AddKernelTo(*program);
  kernel->program = std::move(program);
  Kernels& kernels = GetKernels();
  std::lock_guard<std::mutex> lock(kernels.mutex);
  kernels.by_handle[handle] = kernel;
  return kernel;
}

// Changes an argument under the kernel's lock; does nothing for unknown kernels and indices.
template <typename Change>
void ChangeArgument(cl_kernel handle, cl_uint index, Change&& change) {
  std::shared_ptr<Kernel> kernel = FindKernel(handle);
  if (!kernel || index >= kernel->arguments.size()) return;
  std::lock_guard<std::recursive_mutex> lock(kernel->mutex);
  kernel->arguments[index].lost = true;
  change(kernel->arguments[index]);
  kernel->arguments[index].lost = false;
  kernel->arguments[index].version = ++kernel->version;
}

std::atomic<bool> g_set_at_once{false};  // of any kernel object

// Names this process and thread, and in the last bits a call; never 0.
uint64_t TokenOf(unsigned call) {
  static std::atomic<uint32_t> threads{0};
  thread_local const uint32_t thread = ++threads;
  return uint64_t{static_cast<uint32_t>(getpid())} << 32 | uint64_t{thread} << 1 | call;
}

// A call that sets an argument, for --commands: from its begin to its end no other thread may be in one for the same
// kernel object. Threads that the application keeps apart are never seen there together.
class Setting {
 public:
  enum Call : unsigned { kArg, kSvmPointer };

  Setting(cl_kernel handle, Call call) {
    Guard(NameOf(call), [&] {
      static const bool follows = Session::Get().options().FollowsCommands();
      if (follows) kernel_ = FindKernel(handle);
      if (kernel_ == nullptr) return;
      token_ = TokenOf(call);
      const uint64_t other = kernel_->setter.exchange(token_);
      // A fork may have left one behind that nobody ends.
      if (other == 0 || other >> 32 != token_ >> 32 || other >> 1 == token_ >> 1) return;
      std::lock_guard<std::recursive_mutex> lock(kernel_->mutex);
      kernel_->set_at_once = {NameOf(static_cast<Call>(other & 1)), NameOf(call)};
      g_set_at_once = true;
    });
  }
  ~Setting() {
    if (kernel_ != nullptr) kernel_->setter.compare_exchange_strong(token_, 0);
  }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;

 private:
  static const char* NameOf(Call call) { return call == kArg ? "clSetKernelArg" : "clSetKernelArgSVMPointer"; }

  std::shared_ptr<Kernel> kernel_;
  uint64_t token_ = 0;
};

}  // namespace

TwinKernel::~TwinKernel() { Next().clReleaseKernel(handle_); }

Kernel::~Kernel() {
  twins.clear();
  if (program) RemoveKernelFrom(*program);
}

std::shared_ptr<Kernel> FindKernel(cl_kernel handle) {
  Kernels& kernels = GetKernels();
  std::lock_guard<std::mutex> lock(kernels.mutex);
  auto found = kernels.by_handle.find(handle);
  return found == kernels.by_handle.end() ? nullptr : found->second;
}

cl_kernel Hook_clCreateKernel(cl_program program, const char* name, cl_int* error) {
  cl_kernel kernel = Next().clCreateKernel(program, name, error);
  Guard("clCreateKernel", [&] {
    if (kernel != nullptr) NoteKernel(kernel, FindProgram(program));
  });
  return kernel;
}

cl_int Hook_clCreateKernelsInProgram(cl_program program, cl_uint count, cl_kernel* kernels,
                                     cl_uint* count_ret) {
  cl_uint created = 0;
  const cl_int result = Next().clCreateKernelsInProgram(program, count, kernels, &created);
  if (count_ret != nullptr && result == CL_SUCCESS) *count_ret = created;
  Guard("clCreateKernelsInProgram", [&] {
    if (result != CL_SUCCESS || kernels == nullptr) return;
    for (cl_uint i = 0; i < std::min(count, created); ++i) {
      NoteKernel(kernels[i], FindProgram(program));
    }
  });
  return result;
}

cl_kernel Hook_clCloneKernel(cl_kernel source, cl_int* error) {
  cl_kernel kernel = Next().clCloneKernel(source, error);
  Guard("clCloneKernel", [&] {
    std::shared_ptr<Kernel> original = FindKernel(source);
    if (kernel == nullptr || !original) return;
    std::shared_ptr<Kernel> clone = NoteKernel(kernel, original->program);
    std::scoped_lock lock(original->mutex, clone->mutex);
    clone->builds = original->builds;
    clone->arguments = original->arguments;
    clone->exec_infos = original->exec_infos;
    clone->version = original->version;
  });
  return kernel;
}

cl_int Hook_clRetainKernel(cl_kernel kernel) {
  const cl_int result = Next().clRetainKernel(kernel);
  Guard("clRetainKernel", [&] {
    if (result != CL_SUCCESS) return;
    Kernels& kernels = GetKernels();
    std::lock_guard<std::mutex> lock(kernels.mutex);
    auto found = kernels.by_handle.find(kernel);
    if (found != kernels.by_handle.end()) ++found->second->references;
  });
  return result;
}

cl_int Hook_clReleaseKernel(cl_kernel kernel) {
  // Ours goes first: once the driver has freed the handle, it may come back as another kernel.
  Guard("clReleaseKernel", [&] {
    std::shared_ptr<Kernel> gone;  // destroyed after the lock
    Kernels& kernels = GetKernels();
    std::lock_guard<std::mutex> lock(kernels.mutex);
    auto found = kernels.by_handle.find(kernel);
    if (found == kernels.by_handle.end() || --found->second->references > 0) return;
    gone = std::move(found->second);
    kernels.by_handle.erase(found);
  });
  return Next().clReleaseKernel(kernel);
}

std::optional<SetAtOnce> TakeSetAtOnce(cl_kernel handle) {
  if (!g_set_at_once.load(std::memory_order_relaxed)) return std::nullopt;
  const std::shared_ptr<Kernel> kernel = FindKernel(handle);
  if (kernel == nullptr) return std::nullopt;
  std::lock_guard<std::recursive_mutex> lock(kernel->mutex);
  return std::exchange(kernel->set_at_once, std::nullopt);
}

cl_int Hook_clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void* value) {
  const Setting setting(kernel, Setting::kArg);
  const cl_int result = Next().clSetKernelArg(kernel, index, size, value);
  Guard("clSetKernelArg", [&] {
    if (result != CL_SUCCESS) return;
    ChangeArgument(kernel, index, [&](Argument& argument) {
      argument.kind = value != nullptr ? Argument::Kind::kValue : Argument::Kind::kNull;
      argument.size = size;
      const auto* bytes = static_cast<const unsigned char*>(value);
      argument.bytes.assign(bytes, bytes != nullptr ? bytes + size : bytes);
    });
  });
  return result;
}

cl_int Hook_clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint index, const void* value) {
  const Setting setting(kernel, Setting::kSvmPointer);
  const cl_int result = Next().clSetKernelArgSVMPointer(kernel, index, value);
  Guard("clSetKernelArgSVMPointer", [&] {
    if (result != CL_SUCCESS) return;
    ChangeArgument(kernel, index, [&](Argument& argument) {
      argument.kind = Argument::Kind::kSvm;
      argument.svm = value;
    });
  });
  return result;
}

namespace {

// Functions of extensions that set an argument to a pointer: clSetKernelArgMemPointerINTEL and the like, which all take
// a number or pointer of 64 bits. What lies there lockstep does not know. One for each driver's function.
template <int number>
cl_int CL_API_CALL SetToPointer(cl_kernel kernel, cl_uint index, uint64_t value) {
  const cl_int result = g_driver<&SetToPointer<number>>.load()(kernel, index, value);
  Guard("clSetKernelArg of an extension", [&] {
    if (result != CL_SUCCESS) return;
    ChangeArgument(kernel, index, [&](Argument& argument) { argument.kind = Argument::Kind::kForeign; });
  });
  return result;
}

}  // namespace

void* ArgumentHook(const char* name, void* found) {
  void* ours = nullptr;
  StandIn<&SetToPointer<0>>(name, "clSetKernelArgMemPointerINTEL", found, &ours) ||
      StandIn<&SetToPointer<1>>(name, "clSetKernelArgDevicePointerEXT", found, &ours) ||
      StandIn<&SetToPointer<2>>(name, "clSetKernelArgSVMPointerARM", found, &ours);
  return ours;
}

cl_int Hook_clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info name, size_t size,
                                const void* value) {
  const cl_int result = Next().clSetKernelExecInfo(kernel, name, size, value);
  Guard("clSetKernelExecInfo", [&] {
    std::shared_ptr<Kernel> known = FindKernel(kernel);
    if (result != CL_SUCCESS || !known || value == nullptr) return;
    const auto* bytes = static_cast<const unsigned char*>(value);
    std::lock_guard<std::recursive_mutex> lock(known->mutex);
    const bool lost = std::exchange(known->infos_lost, true);
    known->exec_infos[name] = {{bytes, bytes + size}, ++known->version};
    known->infos_lost = lost;
  });
  return result;
}

}  // namespace lockstep::host
