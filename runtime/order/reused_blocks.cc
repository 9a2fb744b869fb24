#include "runtime/order/reused_blocks.h"

#include <sys/mman.h>

#include <new>

namespace lockstep {
namespace {

// From here on blocks are mapped by themselves. In big pages they were slower: the first launch waited for the system
// to find memory that hangs together.
constexpr size_t kLarge = size_t{256} << 10;
// Bytes of all blocks that wait for the next of their size.
constexpr size_t kMostSpare = size_t{512} << 20;

}  // namespace

ReusedBlocks* ReusedBlocks::Get() {
  static auto* blocks = new ReusedBlocks;  // used by threads that outlive main
  return blocks;
}

void* ReusedBlocks::TakeSpare(size_t bytes) {
  const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
  if (!lock) return nullptr;
  const auto spare = spare_.find(bytes);
  if (spare == spare_.end()) return nullptr;
  void* const block = spare->second;
  spare_.erase(spare);
  spare_bytes_ -= bytes;
  return block;
}

bool ReusedBlocks::KeepSpare(void* block, size_t bytes) {
  const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
  if (!lock || spare_bytes_ + bytes > kMostSpare || madvise(block, bytes, MADV_FREE) != 0) return false;
  try {
    spare_.emplace(bytes, block);
  } catch (const std::bad_alloc&) {
    return false;
  }
  spare_bytes_ += bytes;
  return true;
}

void* ReusedBlocks::Large(size_t bytes, bool for_all) {
  if (void* const spare = TakeSpare(bytes)) return spare;
  void* const block = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED) throw std::bad_alloc();
#ifdef MADV_POPULATE_WRITE
  if (for_all) madvise(block, bytes, MADV_POPULATE_WRITE);  // an older system does not know it: then page by page
#endif
  return block;
}

void* ReusedBlocks::do_allocate(size_t bytes, size_t alignment) {
  if (bytes < kLarge) return std::pmr::new_delete_resource()->allocate(bytes, alignment);
  return Large(bytes, /*for_all=*/false);
}

void* ReusedBlocks::AllocateForAll(size_t bytes) {
  return bytes < kLarge ? allocate(bytes) : Large(bytes, /*for_all=*/true);
}

void ReusedBlocks::do_deallocate(void* block, size_t bytes, size_t alignment) {
  if (bytes < kLarge) return std::pmr::new_delete_resource()->deallocate(block, bytes, alignment);
  if (!KeepSpare(block, bytes)) munmap(block, bytes);
}

}  // namespace lockstep
