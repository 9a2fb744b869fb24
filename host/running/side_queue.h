// A command queue of ours beside the application's: reads and writes the buffers of a launch while its
// kernel runs, on devices that do not work in place on the host's memory. OpenCL promises nothing of the
// kind, so it is used only where a probe (side_probe.h) saw it work.
#ifndef LOCKSTEP_HOST_RUNNING_SIDE_QUEUE_H_
#define LOCKSTEP_HOST_RUNNING_SIDE_QUEUE_H_

#include <cstdint>
#include <memory>

#include "host/api/cl.h"
#include "host/driver/context.h"

namespace lockstep::host {

// A read or write under way. The host's end of it stays valid until State() says that it has ended.
class Transfer {
 public:
  enum class State { kUnderWay, kDone, kFailed };
  explicit Transfer(cl_event event) : event_(event) {}
  ~Transfer();
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;
  State state() const;

 private:
  const cl_event event_;
};

// Every member function may be called by any thread; none waits for the device.
class SideQueue {
 public:
  // A queue for `device` of `context`; null if the driver makes none. `looks_per_second`: see below.
  static std::shared_ptr<SideQueue> Open(std::shared_ptr<Context> context, cl_device_id device,
                                         uint64_t looks_per_second);
  ~SideQueue();
  SideQueue(const SideQueue&) = delete;
  SideQueue& operator=(const SideQueue&) = delete;

  // `bytes` from `offset` of `buffer`, to or from the host. Null if the driver refuses.
  std::unique_ptr<Transfer> Read(cl_mem buffer, uint64_t offset, uint64_t bytes, void* to) const;
  std::unique_ptr<Transfer> Write(cl_mem buffer, uint64_t offset, uint64_t bytes, const void* from) const;

  // How often a work-item that waits for a word to change looks at it in a second, roughly.
  uint64_t looks_per_second() const { return looks_per_second_; }

 private:
  SideQueue(std::shared_ptr<Context> context, cl_command_queue queue, uint64_t looks_per_second)
      : context_(std::move(context)), queue_(queue), looks_per_second_(looks_per_second) {}
  const std::shared_ptr<Context> context_;  // not to see the queue's reference on it
  const cl_command_queue queue_;
  const uint64_t looks_per_second_;
};

// Opens one for a launch of `groups` work-groups on `device`, asking the device at the first time whether
// its commands run beside such a kernel; null if they do not.
std::shared_ptr<SideQueue> SideQueueFor(const std::shared_ptr<Context>& context, cl_device_id device,
                                        uint64_t groups);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_RUNNING_SIDE_QUEUE_H_
