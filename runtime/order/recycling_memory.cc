#include "runtime/order/recycling_memory.h"

namespace lockstep {

void* RecyclingMemory::do_allocate(size_t bytes, size_t alignment) {
  if (!IsSmall(bytes, alignment)) return ReusedBlocks::Get()->allocate(bytes, alignment);
  const size_t of = Class(bytes);
  if (free_[of] == nullptr) return fresh_.allocate((of + 1) * kStep, kStep);
  Free* block = free_[of];
  free_[of] = block->next;
  return block;
}

void RecyclingMemory::do_deallocate(void* block, size_t bytes, size_t alignment) {
  if (!IsSmall(bytes, alignment)) return ReusedBlocks::Get()->deallocate(block, bytes, alignment);
  auto* free = static_cast<Free*>(block);
  free->next = free_[Class(bytes)];
  free_[Class(bytes)] = free;
}

}  // namespace lockstep
