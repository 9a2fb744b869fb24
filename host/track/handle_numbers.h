// Numbers for the application's handles, from 1 on in the order in which they came.
#ifndef LOCKSTEP_HOST_TRACK_HANDLE_NUMBERS_H_
#define LOCKSTEP_HOST_TRACK_HANDLE_NUMBERS_H_

#include <cstdint>
#include <map>
#include <mutex>

namespace lockstep::host {

// All functions may be called by any thread. A handle that is used again has the number of its latest holder.
template <typename Handle>
class HandleNumbers {
 public:
  // The next number, for what has no handle.
  uint64_t Next() {
    std::lock_guard<std::mutex> lock(mutex_);
    return ++last_;
  }

  // The next number, which `handle` has from now on.
  uint64_t Give(Handle handle) {
    std::lock_guard<std::mutex> lock(mutex_);
    return numbers_[handle] = ++last_;
  }

  // The number of `handle`. One that came by a call that we do not hook gets it at first sight.
  uint64_t Of(Handle handle) {
    std::lock_guard<std::mutex> lock(mutex_);
    uint64_t& number = numbers_[handle];
    if (number == 0) number = ++last_;
    return number;
  }

  // The same; 0 if it has none.
  uint64_t Known(Handle handle) {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = numbers_.find(handle);
    return found == numbers_.end() ? 0 : found->second;
  }

 private:
  std::mutex mutex_;
  uint64_t last_ = 0;
  std::map<Handle, uint64_t> numbers_;
};

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_TRACK_HANDLE_NUMBERS_H_
