// Equal things of a process as one: for what an application makes again and again, and what we keep of each for as long
// as the process runs.
#ifndef LOCKSTEP_RUNTIME_BASE_SHARED_BY_KEY_H_
#define LOCKSTEP_RUNTIME_BASE_SHARED_BY_KEY_H_

#include <cstddef>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace lockstep {

// Keeps nothing alive by itself. Any thread may ask.
template <typename T>
class SharedByKey {
 public:
  // The object of this key that somebody still holds; else `made`, which is it from now on. The key tells all that
  // differs.
  std::shared_ptr<const T> Of(const std::string& key, std::shared_ptr<const T> made) {
    std::lock_guard<std::mutex> lock(mutex_);
    std::weak_ptr<const T>& known = known_[key];
    if (auto held = known.lock()) return held;
    known = made;
    if (known_.size() >= sweep_at_) Sweep();
    return made;
  }

  // Keys that are kept, of objects that are gone included.
  size_t size() {
    std::lock_guard<std::mutex> lock(mutex_);
    return known_.size();
  }

 private:
  // Each sweep looks at most at twice as many keys as came since the last one.
  void Sweep() {
    for (auto at = known_.begin(); at != known_.end();) {
      at = at->second.expired() ? known_.erase(at) : std::next(at);
    }
    sweep_at_ = known_.size() * 2 + kFew;
  }

  static constexpr size_t kFew = 64;

  std::mutex mutex_;
  std::map<std::string, std::weak_ptr<const T>> known_;
  size_t sweep_at_ = kFew;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_SHARED_BY_KEY_H_
