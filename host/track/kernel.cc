#include "host/track/kernel.h"

#include <algorithm>
#include <utility>

#include "host/api/hooks.h"
#include "host/driver/query.h"

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

cl_int Hook_clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void* value) {
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
