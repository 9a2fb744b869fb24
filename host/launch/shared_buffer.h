// Memory that host and device both see: anonymous pages given to the driver in place.
#ifndef LOCKSTEP_HOST_LAUNCH_SHARED_BUFFER_H_
#define LOCKSTEP_HOST_LAUNCH_SHARED_BUFFER_H_

#include <cstdint>
#include <memory>

#include "host/track/context.h"
#include "runtime/base/status.h"

namespace lockstep::host {

// Pages count only once they are written, so a big buffer of which little is used is cheap. The
// pages go when the driver has let go of the buffer.
class SharedBuffer {
 public:
  // At least `bytes`, zero. kUnavailable if pages or buffer cannot be had. `max_allocation`: the
  // device's limit for one buffer; the buffer object covers no more than that, the pages all.
  static StatusOr<std::unique_ptr<SharedBuffer>> Make(std::shared_ptr<Context> context,
                                                      uint64_t bytes, uint64_t max_allocation);
  ~SharedBuffer();
  SharedBuffer(const SharedBuffer&) = delete;
  SharedBuffer& operator=(const SharedBuffer&) = delete;

  void* data() const { return data_; }
  uint64_t size() const { return size_; }
  cl_mem handle() const { return handle_; }

  // Makes the first `bytes` zero again. No launch may be using the buffer.
  void Clear(uint64_t bytes);

 private:
  SharedBuffer(std::shared_ptr<Context> context, void* data, uint64_t size)
      : context_(std::move(context)), data_(data), size_(size) {}

  const std::shared_ptr<Context> context_;
  void* const data_;
  const uint64_t size_;
  cl_mem handle_ = nullptr;
};

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_LAUNCH_SHARED_BUFFER_H_
