// The loader's OpenCL objects. Each begins with the dispatch table, by which the ICD loader finds our
// functions (cl_khr_icd), so none of them has virtual functions.
#ifndef LOCKSTEP_TESTS_HARDWARE_CUDA_ICD_OBJECTS_H_
#define LOCKSTEP_TESTS_HARDWARE_CUDA_ICD_OBJECTS_H_

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl.h>
#include <CL/cl_icd.h>

#include <array>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "tests/hardware/cuda_icd/cuda_driver.h"

namespace lockstep::cuda_icd {

// dispatch.cc: our functions for the ICD loader.
const cl_icd_dispatch* Dispatch();

struct Object {
  const cl_icd_dispatch* dispatch = Dispatch();
  std::atomic<cl_uint> references{1};
};

// One argument of a kernel, as the PTX's comment has it (instrument/backends/ptx/cuda.h).
struct ArgumentForm {
  std::string space, type, name, qualifiers;
  size_t size = 0;
};

struct KernelForm {
  std::string name;
  std::array<size_t, 3> group{};  // demanded by the source; zeros: none
  std::vector<ArgumentForm> args;
};

// Code that was built, and what the CUDA driver made of it. Kernels keep it when a program is built anew.
struct Built {
  std::string ptx;
  std::vector<KernelForm> kernels;
  CuContext context = nullptr;
  CuModule module = nullptr;
  // The same with so few registers that the largest group fits; loaded when one first needs it.
  CuModule thrifty = nullptr;
  std::mutex mutex;

  ~Built();
};

// A reference that ends with this.
template <typename T>
class Ref {
 public:
  Ref() = default;
  explicit Ref(T* object) : object_(object) {
    if (object_ != nullptr) ++object_->references;
  }
  Ref(const Ref& other) : Ref(other.object_) {}
  Ref(Ref&& other) noexcept : object_(other.object_) { other.object_ = nullptr; }
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref();
  T* get() const { return object_; }
  T* operator->() const { return object_; }

 private:
  T* object_ = nullptr;
};

template <typename T>
void Drop(T* object) {
  if (--object->references == 0) delete object;
}

template <typename T>
Ref<T>::~Ref() {
  if (object_ != nullptr) Drop(object_);
}

struct Worker;  // queue.h

}  // namespace lockstep::cuda_icd

struct _cl_platform_id : lockstep::cuda_icd::Object {
  std::vector<cl_device_id> devices;
};

struct _cl_device_id : lockstep::cuda_icd::Object {
  cl_platform_id platform = nullptr;
  lockstep::cuda_icd::CuDevice device = 0;
  lockstep::cuda_icd::CuContext context = nullptr;  // the primary one, kept till the process ends
  int Attribute(int attribute) const;
};

struct _cl_context : lockstep::cuda_icd::Object {
  cl_device_id device = nullptr;
  std::vector<cl_context_properties> properties;
  // Held while a kernel runs: what its launch is told lies in memory of its module (work_items.cl).
  std::mutex launching;
};

struct _cl_command_queue : lockstep::cuda_icd::Object {
  lockstep::cuda_icd::Ref<_cl_context> context;
  cl_command_queue_properties properties = 0;
  std::shared_ptr<lockstep::cuda_icd::Worker> worker;
  ~_cl_command_queue();
};

struct _cl_event : lockstep::cuda_icd::Object {
  lockstep::cuda_icd::Ref<_cl_context> context;
  lockstep::cuda_icd::Ref<_cl_command_queue> queue;  // none: a user event
  cl_command_type type = CL_COMMAND_USER;
  std::mutex mutex;
  std::condition_variable changed;
  cl_int status = CL_QUEUED;
  std::array<cl_ulong, 4> times{};  // ns; queued, submitted, started, ended
  struct Callback {
    cl_int status;
    void(CL_CALLBACK* function)(cl_event, cl_int, void*);
    void* data;
  };
  std::vector<Callback> callbacks;
};

struct _cl_mem : lockstep::cuda_icd::Object {
  lockstep::cuda_icd::Ref<_cl_context> context;
  lockstep::cuda_icd::Ref<_cl_mem> parent;  // of a sub-buffer
  size_t origin = 0, size = 0;
  cl_mem_flags flags = 0;
  char* host_pointer = nullptr;  // the application's, of CL_MEM_USE_HOST_PTR
  lockstep::cuda_icd::CuPointer memory = 0;
  struct Mapping {
    size_t offset, size;
    cl_map_flags flags;
  };
  std::mutex mutex;
  std::multimap<void*, Mapping> mappings;
  std::vector<std::pair<void(CL_CALLBACK*)(cl_mem, void*), void*>> destructors;
  ~_cl_mem();
};

struct _cl_program : lockstep::cuda_icd::Object {
  lockstep::cuda_icd::Ref<_cl_context> context;
  std::string source, binary;  // one of them
  std::mutex mutex;
  cl_build_status status = CL_BUILD_NONE;
  std::string options, log;
  std::shared_ptr<lockstep::cuda_icd::Built> built;
  std::atomic<int> kernels{0};
};

struct _cl_kernel : lockstep::cuda_icd::Object {
  lockstep::cuda_icd::Ref<_cl_program> program;
  std::shared_ptr<lockstep::cuda_icd::Built> built;
  const lockstep::cuda_icd::KernelForm* form = nullptr;  // in `built`
  lockstep::cuda_icd::CuFunction function = nullptr;
  struct Argument {
    bool set = false;
    std::string bytes;                        // a private argument
    lockstep::cuda_icd::Ref<_cl_mem> memory;  // a buffer, or none
    size_t local = 0;                         // bytes of local memory
  };
  std::vector<Argument> args;
  ~_cl_kernel();
};

#endif  // LOCKSTEP_TESTS_HARDWARE_CUDA_ICD_OBJECTS_H_
