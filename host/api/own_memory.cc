// A reserve in the library's own data, of which pages that are never touched take no memory; handed out from one end
// to the other, and all free again when its last block is.
#include "host/api/own_memory.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace lockstep::host {
namespace {

constexpr size_t kReserve = size_t{4} << 20;
constexpr size_t kLargestBlock = size_t{256} << 10;
constexpr size_t kAlignment = alignof(std::max_align_t);
// As much must be had again before memory counts as there.
constexpr size_t kEnough = size_t{1} << 20;

alignas(kAlignment) char reserve[kReserve];
size_t used = 0, blocks = 0;
std::atomic_flag busy = ATOMIC_FLAG_INIT;  // guards both
std::atomic<bool> in_use{false};

class Hold {
 public:
  Hold() {
    while (busy.test_and_set(std::memory_order_acquire)) {
    }
  }
  ~Hold() { busy.clear(std::memory_order_release); }
  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;
};

void* FromReserve(size_t size) {
  if (size > kLargestBlock) return nullptr;
  size = (size + kAlignment - 1) / kAlignment * kAlignment;
  const Hold hold;
  if (size > kReserve - used) return nullptr;
  void* block = reserve + used;
  used += size;
  ++blocks;
  in_use.store(true, std::memory_order_relaxed);
  return block;
}

bool IsReserve(const void* block) {
  const auto at = reinterpret_cast<uintptr_t>(block), first = reinterpret_cast<uintptr_t>(reserve);
  return at >= first && at < first + kReserve;
}

void GiveBack() {
  const Hold hold;
  if (--blocks == 0) used = 0;
}

}  // namespace

bool MemoryIsShort() {
  if (!in_use.load(std::memory_order_relaxed)) return false;
  void* probe = std::malloc(kEnough);
  std::free(probe);
  if (probe == nullptr) return true;
  const Hold hold;
  if (blocks == 0) in_use.store(false, std::memory_order_relaxed);
  return false;
}

}  // namespace lockstep::host

void* operator new(size_t size) {
  if (size == 0) size = 1;
  if (void* block = std::malloc(size)) return block;
  if (void* block = lockstep::host::FromReserve(size)) return block;
  throw std::bad_alloc();
}

void operator delete(void* block) noexcept {
  if (!lockstep::host::IsReserve(block)) return std::free(block);
  lockstep::host::GiveBack();
}

void* operator new[](size_t size) { return operator new(size); }
void operator delete[](void* block) noexcept { operator delete(block); }
void operator delete(void* block, size_t) noexcept { operator delete(block); }
void operator delete[](void* block, size_t) noexcept { operator delete(block); }
