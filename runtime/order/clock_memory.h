// Where clocks have what they share: set for a thread while a replay lasts, else the heap.
#ifndef LOCKSTEP_RUNTIME_ORDER_CLOCK_MEMORY_H_
#define LOCKSTEP_RUNTIME_ORDER_CLOCK_MEMORY_H_

#include <memory_resource>
#include <new>
#include <utility>

namespace lockstep {

// While it lives the clocks of this thread are in `memory`, which they may be used, copied and ended only with.
class ClockMemory {
 public:
  explicit ClockMemory(std::pmr::memory_resource* memory) : before_(std::exchange(in_use_, memory)) {}
  ~ClockMemory() { in_use_ = before_; }
  ClockMemory(const ClockMemory&) = delete;
  ClockMemory& operator=(const ClockMemory&) = delete;

  // A new T, which End ends with the same memory in use.
  template <typename T, typename... Args>
  static T* Make(const Args&... args) {
    return new (InUse().allocate(sizeof(T), alignof(T))) T(args...);
  }
  template <typename T>
  static void End(T* made) {
    made->~T();
    InUse().deallocate(made, sizeof(T), alignof(T));
  }

 private:
  static std::pmr::memory_resource& InUse() {
    return *(in_use_ != nullptr ? in_use_ : std::pmr::new_delete_resource());
  }

  static inline thread_local std::pmr::memory_resource* in_use_ = nullptr;
  std::pmr::memory_resource* const before_;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_ORDER_CLOCK_MEMORY_H_
