// Memory for very many small things of a few sizes that live and end together: what is given back is kept for the next
// of its size, and all of it goes at once.
#ifndef LOCKSTEP_RUNTIME_ORDER_RECYCLING_MEMORY_H_
#define LOCKSTEP_RUNTIME_ORDER_RECYCLING_MEMORY_H_

#include <array>
#include <cstddef>
#include <memory_resource>
#include <unordered_map>

#include "runtime/order/reused_blocks.h"

namespace lockstep {

// Not thread-safe. Blocks of more than kMost bytes are ReusedBlocks' own.
class RecyclingMemory : public std::pmr::memory_resource {
 public:
  static constexpr size_t kMost = 512;

  RecyclingMemory() = default;
  ~RecyclingMemory() override;
  RecyclingMemory(const RecyclingMemory&) = delete;
  RecyclingMemory& operator=(const RecyclingMemory&) = delete;

 private:
  static constexpr size_t kStep = alignof(std::max_align_t);
  struct Free {
    Free* next;
  };
  struct Extent {
    size_t bytes, alignment;
  };

  void* do_allocate(size_t bytes, size_t alignment) override;
  void do_deallocate(void* block, size_t bytes, size_t alignment) override;
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override { return this == &other; }

  void* Keep(void* block, size_t bytes, size_t alignment);
  void* Fresh(size_t bytes);
  static bool IsSmall(size_t bytes, size_t alignment) { return bytes <= kMost && alignment <= kStep; }
  static size_t Class(size_t bytes) { return bytes == 0 ? 0 : (bytes - 1) / kStep; }

  std::unordered_map<void*, Extent> blocks_;    // of ReusedBlocks
  std::byte *next_ = nullptr, *end_ = nullptr;  // of the last one for small things
  size_t next_block_ = size_t{64} << 10;        // bytes: each twice the one before, up to some size
  std::array<Free*, kMost / kStep> free_{};     // by size, in steps
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_ORDER_RECYCLING_MEMORY_H_
