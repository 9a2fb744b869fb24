#include "host/track/memory.h"

#include <map>
#include <mutex>

#include "host/api/hooks.h"
#include "host/driver/query.h"
#include "host/track/content.h"
#include "host/track/handle_numbers.h"
#include "host/track/host_stack.h"

namespace lockstep::host {
namespace {

struct Objects {
  HandleNumbers<cl_mem> numbers;  // of buffers, images, SVM allocations and all else
  HandleNumbers<cl_mem> parts;    // of sub-buffers, which reports call by their buffers' numbers
  std::mutex mutex;
  std::map<uint64_t, SvmAllocation> svm;  // by address
};

Objects& GetObjects() {
  static Objects* objects = new Objects;
  return *objects;
}

}  // namespace

ObjectId NewObject() { return ObjectId{GetObjects().numbers.Next()}; }

ObjectId NoteBuffer(cl_mem mem) {
  const ObjectId number{GetObjects().numbers.Give(mem)};
  NoteCreated(number);
  return number;
}

uint64_t KnownNumberOf(cl_mem mem) { return GetObjects().numbers.Known(mem); }

bool IsKnownMemory(cl_mem mem) {
  return mem != nullptr && (KnownNumberOf(mem) != 0 || GetObjects().parts.Known(mem) != 0);
}

ObjectId NumberOf(cl_mem mem) { return ObjectId{GetObjects().numbers.Of(mem)}; }

std::optional<BufferFacts> BufferBehind(cl_mem mem) {
  const auto info = Next().clGetMemObjectInfo;
  if (QueryValue<cl_mem_object_type>(Of(info, mem, CL_MEM_TYPE)) != CL_MEM_OBJECT_BUFFER) {
    return std::nullopt;
  }
  BufferFacts facts;
  facts.object = mem;
  facts.size = QueryValue<size_t>(Of(info, mem, CL_MEM_SIZE));
  facts.object_size = facts.size;
  if (const auto parent = QueryValue<cl_mem>(Of(info, mem, CL_MEM_ASSOCIATED_MEMOBJECT))) {
    facts.object = parent;
    facts.origin = QueryValue<size_t>(Of(info, mem, CL_MEM_OFFSET));
    facts.object_size = QueryValue<size_t>(Of(info, parent, CL_MEM_SIZE));
  }
  // A buffer over SVM is that memory under another name (OpenCL 3.0, 5.2.1: CL_MEM_USE_HOST_PTR).
  if (QueryValue<cl_mem_flags>(Of(info, facts.object, CL_MEM_FLAGS)) & CL_MEM_USE_HOST_PTR) {
    const uint64_t host = reinterpret_cast<uint64_t>(
        QueryValue<void*>(Of(info, facts.object, CL_MEM_HOST_PTR)));
    const std::optional<SvmAllocation> svm = SvmAt(host);
    if (svm && svm->size - (host - svm->address) >= facts.object_size) {
      facts.number = svm->object;
      facts.svm = svm->address;
      facts.origin += host - svm->address;
      facts.object_size = svm->size;
      return facts;
    }
    facts.host = host;
  }
  facts.number = NumberOf(facts.object);
  return facts;
}

void NoteSvm(cl_context context, void* address, uint64_t size, bool fine) {
  Objects& objects = GetObjects();
  const uint64_t key = reinterpret_cast<uint64_t>(address);
  const ObjectId number{objects.numbers.Next()};
  {
    std::lock_guard<std::mutex> lock(objects.mutex);
    objects.svm[key] = SvmAllocation{context, key, size, number, fine};
  }
  NoteCreated(number);
}

void ForgetSvm(void* address) {
  Objects& objects = GetObjects();
  std::lock_guard<std::mutex> lock(objects.mutex);
  objects.svm.erase(reinterpret_cast<uint64_t>(address));
}

std::optional<SvmAllocation> SvmAt(uint64_t address) {
  Objects& objects = GetObjects();
  std::lock_guard<std::mutex> lock(objects.mutex);
  auto next = objects.svm.upper_bound(address);
  if (next == objects.svm.begin()) return std::nullopt;
  const SvmAllocation& allocation = std::prev(next)->second;
  if (address - allocation.address >= allocation.size) return std::nullopt;
  return allocation;
}

std::vector<SvmAllocation> SvmOf(cl_context context) {
  Objects& objects = GetObjects();
  std::lock_guard<std::mutex> lock(objects.mutex);
  std::vector<SvmAllocation> found;
  for (const auto& [address, allocation] : objects.svm) {
    if (allocation.context == context) found.push_back(allocation);
  }
  return found;
}

cl_mem Hook_clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void* host,
                           cl_int* error) {
  cl_mem mem = Next().clCreateBuffer(context, flags, size, host, error);
  Guard("clCreateBuffer", [&] {
    if (mem != nullptr) NoteContentMade(NoteBuffer(mem).value, flags);
  });
  return mem;
}

cl_mem Hook_clCreateBufferWithProperties(cl_context context, const cl_mem_properties* properties,
                                         cl_mem_flags flags, size_t size, void* host,
                                         cl_int* error) {
  cl_mem mem =
      Next().clCreateBufferWithProperties(context, properties, flags, size, host, error);
  Guard("clCreateBufferWithProperties", [&] {
    if (mem == nullptr) return;
    const ObjectId number = NoteBuffer(mem);
    const bool plain = properties == nullptr || *properties == 0;
    if (plain) NoteContentMade(number.value, flags);
  });
  return mem;
}

cl_mem Hook_clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void* region,
                              cl_int* error) {
  cl_mem part = Next().clCreateSubBuffer(buffer, flags, type, region, error);
  Guard("clCreateSubBuffer", [&] {
    if (part != nullptr) GetObjects().parts.Give(part);
  });
  return part;
}

void* Hook_clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size,
                      unsigned alignment) {
  void* address = Next().clSVMAlloc(context, flags, size, alignment);
  Guard("clSVMAlloc", [&] {
    if (address != nullptr) NoteSvm(context, address, size, (flags & CL_MEM_SVM_FINE_GRAIN_BUFFER) != 0);
  });
  return address;
}

void Hook_clSVMFree(cl_context context, void* address) {
  Guard("clSVMFree", [&] { ForgetSvm(address); });
  Next().clSVMFree(context, address);
}

cl_int Hook_clEnqueueSVMFree(cl_command_queue queue, cl_uint count, void** addresses,
                             void(CL_CALLBACK* callback)(cl_command_queue, cl_uint, void**, void*),
                             void* user, cl_uint waits, const cl_event* wait_list,
                             cl_event* event) {
  // Launches enqueued before keep what they were planned with; later ones may not use it.
  Guard("clEnqueueSVMFree", [&] {
    for (cl_uint i = 0; addresses != nullptr && i < count; ++i) ForgetSvm(addresses[i]);
  });
  return Next().clEnqueueSVMFree(queue, count, addresses, callback, user, waits, wait_list, event);
}

}  // namespace lockstep::host
