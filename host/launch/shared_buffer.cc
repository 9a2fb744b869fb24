#include "host/launch/shared_buffer.h"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "host/api/table.h"
#include "runtime/base/text.h"

namespace lockstep::host {
namespace {

constexpr uint64_t kPage = 4096;

struct Pages {
  void* data;
  uint64_t size;
};

void CL_CALLBACK Unmap(cl_mem, void* user) {
  auto* pages = static_cast<Pages*>(user);
  munmap(pages->data, pages->size);
  delete pages;
}

}  // namespace

StatusOr<std::unique_ptr<SharedBuffer>> SharedBuffer::Make(std::shared_ptr<Context> context,
                                                           uint64_t bytes,
                                                           uint64_t max_allocation) {
  const uint64_t size = (std::max<uint64_t>(bytes, 1) + kPage - 1) & ~(kPage - 1);
  if (size < bytes) return UnavailableError(StrCat("a buffer of ", bytes, " bytes is too big"));
  void* data = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (data == MAP_FAILED) {
    return UnavailableError(StrCat("no room for ", size, " bytes: ", std::strerror(errno)));
  }
  // A fork would copy the pages only to lose them.
  madvise(data, size, MADV_DONTFORK);
  std::unique_ptr<SharedBuffer> buffer(new SharedBuffer(std::move(context), data, size));
  const uint64_t named = max_allocation != 0 ? std::min(size, max_allocation) : size;
  cl_int error = CL_SUCCESS;
  buffer->handle_ = Next().clCreateBuffer(buffer->context_->handle(),
                                          CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, named, data,
                                          &error);
  if (buffer->handle_ == nullptr) {
    return UnavailableError(StrCat("no buffer of ", named, " bytes: error ", error));
  }
  ++buffer->context_->own_references;
  return buffer;
}

SharedBuffer::~SharedBuffer() {
  if (handle_ == nullptr) {
    munmap(data_, size_);
    return;
  }
  auto* pages = new Pages{data_, size_};
  if (Next().clSetMemObjectDestructorCallback(handle_, Unmap, pages) != CL_SUCCESS) delete pages;
  Next().clReleaseMemObject(handle_);
  --context_->own_references;
}

void SharedBuffer::Clear(uint64_t bytes) {
  constexpr uint64_t kWorthTheFaults = uint64_t{1} << 20;
  bytes = std::min(bytes, size_);
  if (bytes <= kWorthTheFaults || madvise(data_, bytes & ~(kPage - 1), MADV_DONTNEED) != 0) {
    std::memset(data_, 0, bytes);
  } else {
    const uint64_t rest = bytes & (kPage - 1);
    std::memset(static_cast<char*>(data_) + bytes - rest, 0, rest);
  }
}

}  // namespace lockstep::host
