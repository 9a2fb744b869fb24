// What we keep per context: our own objects in it, and how many references the application holds.
#ifndef LOCKSTEP_HOST_DRIVER_CONTEXT_H_
#define LOCKSTEP_HOST_DRIVER_CONTEXT_H_

#include <atomic>
#include <memory>
#include <mutex>

#include "host/api/cl.h"

namespace lockstep::host {

// Our objects in a context that outlive one launch. Kept only while the application holds the
// context, since each of them keeps the context alive.
class ContextResources {
 public:
  virtual ~ContextResources() = default;
};

// Every member function may be called by any thread.
class Context {
 public:
  explicit Context(cl_context handle) : handle_(handle) {}
  cl_context handle() const { return handle_; }

  // The resources, made by `make` if there are none.
  template <typename Make>
  std::shared_ptr<ContextResources> Resources(Make&& make) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (abandoned_) return make();  // for this launch alone
    if (!resources_) resources_ = make();
    return resources_;
  }

  // References that our own objects hold on the context, hidden from the application.
  std::atomic<int> own_references{0};

  // The application's references, as counted by our hooks.
  void Retain();
  // True if it was the last: the resources are dropped, as soon as no launch uses them.
  bool Release();

 private:
  const cl_context handle_;
  std::mutex mutex_;
  int references_ = 1;
  bool abandoned_ = false;
  std::shared_ptr<ContextResources> resources_;
};

// A new handle of the driver's: whatever was known under it is gone.
void NoteContext(cl_context handle);

// The context's state; null if it was not seen yet.
std::shared_ptr<Context> FindContext(cl_context handle);

// The same; made at first sight, so that contexts created unseen work too.
std::shared_ptr<Context> ContextOf(cl_context handle);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_DRIVER_CONTEXT_H_
