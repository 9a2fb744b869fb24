// Where clocks have what they share, and what is kept of them beside them: set for a thread while a replay lasts, else
// the heap.
#ifndef LOCKSTEP_RUNTIME_ORDER_CLOCK_MEMORY_H_
#define LOCKSTEP_RUNTIME_ORDER_CLOCK_MEMORY_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <memory_resource>
#include <new>
#include <unordered_map>
#include <utility>

namespace lockstep {

// While it lives the clocks of this thread, and all else that the functions and types below make, are in `memory`,
// which they may be used, copied and ended only with. What ends with its memory need not be ended before.
class ClockMemory {
 public:
  explicit ClockMemory(std::pmr::memory_resource* memory) : before_(std::exchange(in_use_, memory)) {}
  ~ClockMemory() { in_use_ = before_; }
  ClockMemory(const ClockMemory&) = delete;
  ClockMemory& operator=(const ClockMemory&) = delete;

  // A new T, which End ends with the same memory in use.
  template <typename T, typename... Args>
  static T* Make(const Args&... args) {
    void* const place = InUse().allocate(sizeof(T), alignof(T));
    try {
      return new (place) T(args...);
    } catch (...) {
      InUse().deallocate(place, sizeof(T), alignof(T));
      throw;
    }
  }
  template <typename T>
  static void End(T* made) {
    made->~T();
    InUse().deallocate(made, sizeof(T), alignof(T));
  }

  static std::pmr::memory_resource& InUse() {
    return *(in_use_ != nullptr ? in_use_ : std::pmr::new_delete_resource());
  }

 private:
  static inline thread_local std::pmr::memory_resource* in_use_ = nullptr;
  std::pmr::memory_resource* const before_;
};

// The allocator of containers that are there.
template <typename T>
struct WithClocks {
  using value_type = T;
  WithClocks() = default;
  template <typename U>
  WithClocks(const WithClocks<U>& /*other*/) {}  // as every allocator is made of others

  T* allocate(size_t count) { return static_cast<T*>(ClockMemory::InUse().allocate(count * sizeof(T), alignof(T))); }
  void deallocate(T* block, size_t count) { ClockMemory::InUse().deallocate(block, count * sizeof(T), alignof(T)); }
  friend bool operator==(const WithClocks& /*a*/, const WithClocks& /*b*/) { return true; }
  friend bool operator!=(const WithClocks& /*a*/, const WithClocks& /*b*/) { return false; }
};

template <typename Key, typename Value>
using MapWithClocks =
    std::unordered_map<Key, Value, std::hash<Key>, std::equal_to<Key>, WithClocks<std::pair<const Key, Value>>>;

// The owner of one thing that ClockMemory::Make has made.
struct EndWithClocks {
  template <typename T>
  void operator()(T* made) const {
    ClockMemory::End(made);
  }
};
template <typename T>
using OneWithClocks = std::unique_ptr<T, EndWithClocks>;

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_ORDER_CLOCK_MEMORY_H_
