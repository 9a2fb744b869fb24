#include "tests/ptx/machine/store_buffers.h"

#include <algorithm>

#include "tests/ptx/machine/thread.h"

namespace lockstep::ptx_machine {
namespace {

constexpr size_t kMostOfThread = 16, kMostOfBlock = 256;
constexpr unsigned kThreadWaits = 8, kBlockWaits = 16;  // steps of a lane, about, for which a store does

bool Overlap(const PendingStore& store, const uint8_t* at, unsigned bytes) {
  return store.at < at + bytes && at < store.at + store.bytes;
}

// `value`, of the bytes at `at`, as `stores` leave it.
uint64_t Overlaid(uint64_t value, const std::vector<PendingStore>& stores, const uint8_t* at, unsigned bytes) {
  for (const PendingStore& store : stores) {
    if (!Overlap(store, at, bytes)) continue;
    for (unsigned i = 0; i < store.bytes; ++i) {
      const uint8_t* byte = store.at + i;
      if (byte < at || byte >= at + bytes) continue;
      const auto shift = static_cast<unsigned>(8 * (byte - at));
      value = (value & ~(uint64_t{0xff} << shift)) | (store.value >> (8 * i) & 0xff) << shift;
    }
  }
  return value;
}

}  // namespace

uint64_t LoadBytes(const uint8_t* at, unsigned bytes) {
  switch (bytes) {
    case 1: return __atomic_load_n(at, __ATOMIC_ACQUIRE);
    case 2: return __atomic_load_n(reinterpret_cast<const uint16_t*>(at), __ATOMIC_ACQUIRE);
    case 4: return __atomic_load_n(reinterpret_cast<const uint32_t*>(at), __ATOMIC_ACQUIRE);
    default: return __atomic_load_n(reinterpret_cast<const uint64_t*>(at), __ATOMIC_ACQUIRE);
  }
}

void StoreBytes(uint8_t* at, unsigned bytes, uint64_t value) {
  switch (bytes) {
    case 1: return __atomic_store_n(at, static_cast<uint8_t>(value), __ATOMIC_RELEASE);
    case 2: return __atomic_store_n(reinterpret_cast<uint16_t*>(at), static_cast<uint16_t>(value), __ATOMIC_RELEASE);
    case 4: return __atomic_store_n(reinterpret_cast<uint32_t*>(at), static_cast<uint32_t>(value), __ATOMIC_RELEASE);
    default: return __atomic_store_n(reinterpret_cast<uint64_t*>(at), value, __ATOMIC_RELEASE);
  }
}

uint64_t StoreBuffers::Load(const Thread& thread, const Block& block, const uint8_t* at, unsigned bytes) const {
  return Overlaid(Overlaid(LoadBytes(at, bytes), block.pending, at, bytes), thread.pending, at, bytes);
}

void StoreBuffers::Store(Thread& thread, Block& block, const PendingStore& store) {
  if (!on_) return StoreBytes(store.at, store.bytes, store.value);
  thread.pending.push_back(store);
  if (thread.pending.size() > kMostOfThread) ToBlock(block, Take(thread.pending, 0));
}

PendingStore StoreBuffers::Take(std::vector<PendingStore>& from, size_t index) {
  for (size_t earlier = 0; earlier < index; ++earlier) {
    if (Overlap(from[earlier], from[index].at, from[index].bytes)) return Take(from, earlier);
  }
  const PendingStore store = from[index];
  from.erase(from.begin() + static_cast<std::ptrdiff_t>(index));
  return store;
}

void StoreBuffers::ToBlock(Block& block, const PendingStore& store) {
  if (store.is_shared) return StoreBytes(store.at, store.bytes, store.value);
  block.pending.push_back(store);
  if (block.pending.size() <= kMostOfBlock) return;
  ToMemory(block.pending, 0);
}

void StoreBuffers::ToMemory(std::vector<PendingStore>& from, size_t index) {
  const PendingStore store = Take(from, index);
  StoreBytes(store.at, store.bytes, store.value);
}

void StoreBuffers::Order(Thread& thread, Block& block, Scope scope) {
  while (!thread.pending.empty()) ToBlock(block, Take(thread.pending, 0));
  while (scope != Scope::kCta && !block.pending.empty()) ToMemory(block.pending, 0);
}

void StoreBuffers::Settle(Thread& thread, Block& block, const uint8_t* at, unsigned bytes) {
  const auto first = [&](const std::vector<PendingStore>& stores) {
    return std::find_if(stores.begin(), stores.end(),
                        [&](const PendingStore& store) { return Overlap(store, at, bytes); }) -
           stores.begin();
  };
  while (true) {
    const auto index = static_cast<size_t>(first(thread.pending));
    if (index == thread.pending.size()) break;
    ToBlock(block, Take(thread.pending, index));
  }
  while (true) {
    const auto index = static_cast<size_t>(first(block.pending));
    if (index == block.pending.size()) break;
    ToMemory(block.pending, index);
  }
}

void StoreBuffers::Pass(Thread& thread, Block& block) {
  if (!thread.pending.empty() && random_() % kThreadWaits == 0)
    ToBlock(block, Take(thread.pending, random_() % thread.pending.size()));
  for (std::vector<PendingStore>* stores : {&block.pending, &left_behind_}) {
    if (!stores->empty() && random_() % kBlockWaits == 0) ToMemory(*stores, random_() % stores->size());
  }
}

void StoreBuffers::Leave(Thread& thread, Block& block, bool last) {
  while (!thread.pending.empty()) ToBlock(block, Take(thread.pending, random_() % thread.pending.size()));
  if (!last) return;
  left_behind_.insert(left_behind_.end(), block.pending.begin(), block.pending.end());
  block.pending.clear();
}

void StoreBuffers::Finish() {
  while (!left_behind_.empty()) ToMemory(left_behind_, 0);
}

}  // namespace lockstep::ptx_machine
