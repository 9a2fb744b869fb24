// Memory that host and device both see: anonymous pages given to the driver in place; or, for devices
// that do not work in place, a buffer of the device's with pages of the host's beside it.
#ifndef LOCKSTEP_HOST_MEMORY_SHARED_BUFFER_H_
#define LOCKSTEP_HOST_MEMORY_SHARED_BUFFER_H_

#include <cstdint>
#include <memory>

#include "host/driver/context.h"
#include "runtime/base/status.h"
#include "runtime/session/black_box.h"

namespace lockstep::host {

// Where a launch's records lie.
enum class Place {
  kInPlace,  // in the host's pages
  kDevice,   // in the device's memory; host/launch/transfers.h moves what both sides need
};

// Pages count only once they are written, so a big buffer of which little is used is cheap. The
// driver's buffer object exists only while a launch uses it (Attach to Detach): drivers let memory
// objects hold events, and events queues, and the application would see those references.
class SharedBuffer {
 public:
  // At least `bytes`, zero. kUnavailable if they cannot be had. `dense`: most of it will be written,
  // so that big pages waste nothing.
  static StatusOr<std::unique_ptr<SharedBuffer>> Make(uint64_t bytes, bool dense);
  // The same over the pages of `region`, which must be page-aligned.
  static std::unique_ptr<SharedBuffer> Over(std::unique_ptr<BoxRegion> region);
  ~SharedBuffer();
  SharedBuffer(const SharedBuffer&) = delete;
  SharedBuffer& operator=(const SharedBuffer&) = delete;

  void* data() const;
  uint64_t size() const;
  cl_mem handle() const { return handle_; }  // null when not attached
  uint64_t attached_size() const { return attached_size_; }
  // The region that it was made over, null if none.
  BoxRegion* region() const;

  // Makes a buffer object in `context`. `max_allocation`: the device's limit for one buffer; the
  // object covers no more than that, the pages all. Does nothing if attached. In the device's memory
  // it begins with what the pages hold, or undefined if `copied` is false.
  Status Attach(std::shared_ptr<Context> context, uint64_t max_allocation,
                Place place = Place::kInPlace, bool copied = true);
  void Detach();

  // Buffer objects of this process that were detached, but that the driver has not destroyed yet.
  static int LingeringObjects();

  // Makes the first `bytes` zero again. No launch may be using the buffer.
  void Clear(uint64_t bytes);

 private:
  struct Pages;
  explicit SharedBuffer(std::shared_ptr<Pages> pages) : pages_(std::move(pages)) {}

  const std::shared_ptr<Pages> pages_;  // shared with buffer objects that the driver still holds
  std::shared_ptr<Context> context_;
  cl_mem handle_ = nullptr;
  uint64_t attached_size_ = 0;
};

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_MEMORY_SHARED_BUFFER_H_
