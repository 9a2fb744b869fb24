#include "runtime/order/recycling_memory.h"

#include <algorithm>
#include <utility>

namespace lockstep {
namespace {

constexpr size_t kMostBlock = size_t{1} << 20;

}  // namespace

RecyclingMemory::~RecyclingMemory() {
  for (const auto& [block, extent] : blocks_) ReusedBlocks::Get()->deallocate(block, extent.bytes, extent.alignment);
}

// `block` of ReusedBlocks, which is given back at the end.
void* RecyclingMemory::Keep(void* block, size_t bytes, size_t alignment) {
  try {
    blocks_.emplace(block, Extent{bytes, alignment});
  } catch (...) {
    ReusedBlocks::Get()->deallocate(block, bytes, alignment);
    throw;
  }
  return block;
}

void* RecyclingMemory::Fresh(size_t bytes) {
  if (static_cast<size_t>(end_ - next_) < bytes) {
    next_ = static_cast<std::byte*>(Keep(ReusedBlocks::Get()->AllocateForAll(next_block_), next_block_, kStep));
    end_ = next_ + next_block_;
    next_block_ = std::min(kMostBlock, 2 * next_block_);
  }
  return std::exchange(next_, next_ + bytes);
}

void* RecyclingMemory::do_allocate(size_t bytes, size_t alignment) {
  if (!IsSmall(bytes, alignment)) return Keep(ReusedBlocks::Get()->allocate(bytes, alignment), bytes, alignment);
  const size_t of = Class(bytes);
  if (free_[of] == nullptr) return Fresh((of + 1) * kStep);
  Free* block = free_[of];
  free_[of] = block->next;
  return block;
}

void RecyclingMemory::do_deallocate(void* block, size_t bytes, size_t alignment) {
  if (!IsSmall(bytes, alignment)) {
    blocks_.erase(block);
    return ReusedBlocks::Get()->deallocate(block, bytes, alignment);
  }
  auto* free = static_cast<Free*>(block);
  free->next = free_[Class(bytes)];
  free_[Class(bytes)] = free;
}

}  // namespace lockstep
