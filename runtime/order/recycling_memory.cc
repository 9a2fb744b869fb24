#include "runtime/order/recycling_memory.h"

#include <algorithm>

namespace lockstep {
namespace {

constexpr size_t kFirstBlock = size_t{64} << 10, kMostBlock = size_t{1} << 20;

}  // namespace

RecyclingMemory::~RecyclingMemory() {
  for (const auto& [block, bytes] : blocks_) ReusedBlocks::Get()->deallocate(block, bytes);
  for (const auto& [block, extent] : large_) ReusedBlocks::Get()->deallocate(block, extent.bytes, extent.alignment);
}

void* RecyclingMemory::Fresh(size_t bytes) {
  if (static_cast<size_t>(end_ - next_) < bytes) {
    const size_t size = blocks_.empty() ? kFirstBlock : std::min(kMostBlock, 2 * blocks_.back().second);
    blocks_.reserve(blocks_.size() + 1);
    next_ = static_cast<std::byte*>(ReusedBlocks::Get()->AllocateForAll(size));
    end_ = next_ + size;
    blocks_.emplace_back(next_, size);
  }
  return std::exchange(next_, next_ + bytes);
}

void* RecyclingMemory::do_allocate(size_t bytes, size_t alignment) {
  if (!IsSmall(bytes, alignment)) {
    void* const block = ReusedBlocks::Get()->allocate(bytes, alignment);
    try {
      large_.emplace(block, Extent{bytes, alignment});
    } catch (...) {
      ReusedBlocks::Get()->deallocate(block, bytes, alignment);
      throw;
    }
    return block;
  }
  const size_t of = Class(bytes);
  if (free_[of] == nullptr) return Fresh((of + 1) * kStep);
  Free* block = free_[of];
  free_[of] = block->next;
  return block;
}

void RecyclingMemory::do_deallocate(void* block, size_t bytes, size_t alignment) {
  if (!IsSmall(bytes, alignment)) {
    large_.erase(block);
    return ReusedBlocks::Get()->deallocate(block, bytes, alignment);
  }
  auto* free = static_cast<Free*>(block);
  free->next = free_[Class(bytes)];
  free_[Class(bytes)] = free;
}

}  // namespace lockstep
