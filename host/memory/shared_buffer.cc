#include "host/memory/shared_buffer.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>

#include "host/api/cl_error.h"
#include "host/api/table.h"
#include "runtime/base/page.h"
#include "runtime/base/text.h"

namespace lockstep::host {
namespace {

constexpr uint64_t kWorthBigPages = uint64_t{8} << 20;

std::atomic<int> g_lingering{0};

}  // namespace

struct SharedBuffer::Pages {
  void* data;
  uint64_t size;
  const std::unique_ptr<BoxRegion> region;  // whose pages they are; null: our own
  const pid_t process = getpid();
  Pages(void* data, uint64_t size) : data(data), size(size) {}
  explicit Pages(std::unique_ptr<BoxRegion> box)
      : data(box->log()), size(box->log_bytes()), region(std::move(box)) {}
  ~Pages() {
    // A child that was forked has not got them, and may have others there.
    if (!region && process == getpid()) munmap(static_cast<char*>(data) - kPage, size + 2 * kPage);
  }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  static void CL_CALLBACK Drop(cl_mem, void* user) {
    delete static_cast<std::shared_ptr<Pages>*>(user);
    --g_lingering;
  }
};

StatusOr<std::unique_ptr<SharedBuffer>> SharedBuffer::Make(uint64_t bytes, bool dense) {
  const uint64_t size = RoundUpToPages(std::max<uint64_t>(bytes, 1));
  if (size < bytes) return UnavailableError(StrCat("a buffer of ", bytes, " bytes is too big"));
  // Between pages that nobody may touch: what a kernel writes beyond the application's memory does not run into ours.
  void* all = mmap(nullptr, size + 2 * kPage, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (all == MAP_FAILED) {
    return UnavailableError(StrCat("no room for ", size, " bytes: ", std::strerror(errno)));
  }
  void* data = static_cast<char*>(all) + kPage;
  if (mprotect(data, size, PROT_READ | PROT_WRITE) != 0) {
    const int error = errno;
    munmap(all, size + 2 * kPage);
    return UnavailableError(StrCat("no room for ", size, " bytes: ", std::strerror(error)));
  }
  // A fork would copy the pages only to lose them.
  madvise(data, size, MADV_DONTFORK);
  if (dense && size >= kWorthBigPages) madvise(data, size, MADV_HUGEPAGE);
  return std::unique_ptr<SharedBuffer>(new SharedBuffer(std::make_shared<Pages>(data, size)));
}

std::unique_ptr<SharedBuffer> SharedBuffer::Over(std::unique_ptr<BoxRegion> region) {
  return std::unique_ptr<SharedBuffer>(new SharedBuffer(std::make_shared<Pages>(std::move(region))));
}

SharedBuffer::~SharedBuffer() { Detach(); }

BoxRegion* SharedBuffer::region() const { return pages_->region.get(); }

void* SharedBuffer::data() const { return pages_->data; }

uint64_t SharedBuffer::size() const { return pages_->size; }

Status SharedBuffer::Attach(std::shared_ptr<Context> context, uint64_t max_allocation, Place place,
                            bool copied) {
  if (handle_ != nullptr) return OkStatus();
  const uint64_t named = max_allocation != 0 ? std::min(size(), max_allocation) : size();
  if (place == Place::kDevice && named < size()) {
    return UnavailableError(StrCat("its shadow memory needs a buffer of ", size(),
                                   " bytes, the device's largest has ", max_allocation));
  }
  cl_int error = CL_SUCCESS;
  const cl_mem_flags pages = place == Place::kInPlace ? CL_MEM_USE_HOST_PTR
                             : copied                 ? CL_MEM_COPY_HOST_PTR
                                                      : 0;
  handle_ = Next().clCreateBuffer(context->handle(), CL_MEM_READ_WRITE | pages, named,
                                  pages != 0 ? data() : nullptr, &error);
  if (handle_ == nullptr) {
    return UnavailableError(StrCat("no buffer of ", named, " bytes: ", ClErrorName(error)));
  }
  attached_size_ = named;
  context_ = std::move(context);
  ++context_->own_references;
  // The driver may hold the object for longer than we do, and then the pages too.
  auto* held = new std::shared_ptr<Pages>(pages_);
  if (Next().clSetMemObjectDestructorCallback(handle_, Pages::Drop, held) != CL_SUCCESS) {
    delete held;
    --g_lingering;  // never announced
  }
  return OkStatus();
}

int SharedBuffer::LingeringObjects() { return g_lingering.load(); }

void SharedBuffer::Detach() {
  if (handle_ == nullptr) return;
  ++g_lingering;
  Next().clReleaseMemObject(handle_);
  handle_ = nullptr;
  --context_->own_references;
  context_.reset();
}

void SharedBuffer::Clear(uint64_t bytes) {
  constexpr uint64_t kWorthTheFaults = uint64_t{1} << 20;
  bytes = std::min(bytes, size());
  if (region() != nullptr && bytes == size() && region()->Clear()) return;
  if (region() != nullptr || bytes <= kWorthTheFaults || madvise(data(), bytes & ~(kPage - 1), MADV_DONTNEED) != 0) {
    std::memset(data(), 0, bytes);
  } else {
    const uint64_t rest = bytes & (kPage - 1);
    std::memset(static_cast<char*>(data()) + bytes - rest, 0, rest);
  }
}

}  // namespace lockstep::host
