// The heap, but large blocks that are given back serve again for the next of their size, unless the system has taken
// their pages: to have hundreds of MiB mapped and cleared for each launch takes longer than to use them.
#ifndef LOCKSTEP_RUNTIME_ORDER_REUSED_BLOCKS_H_
#define LOCKSTEP_RUNTIME_ORDER_REUSED_BLOCKS_H_

#include <cstddef>
#include <map>
#include <memory_resource>
#include <mutex>

namespace lockstep {

// Of the whole process; from any thread.
class ReusedBlocks : public std::pmr::memory_resource {
 public:
  static ReusedBlocks* Get();

  // Of which all will soon be written to: the system is asked for its pages at once, which takes half the time of what
  // they take one by one.
  void* AllocateForAll(size_t bytes);

 private:
  void* do_allocate(size_t bytes, size_t alignment) override;
  void do_deallocate(void* block, size_t bytes, size_t alignment) override;
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override { return this == &other; }

  void* Large(size_t bytes, bool for_all);
  void* TakeSpare(size_t bytes);
  bool KeepSpare(void* block, size_t bytes);

  // Never waited for: in a forked child it may be locked for good.
  std::mutex mutex_;
  std::multimap<size_t, void*> spare_;  // by size
  size_t spare_bytes_ = 0;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_ORDER_REUSED_BLOCKS_H_
