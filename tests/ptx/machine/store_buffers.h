// Stores that others do not see yet. A thread's go to its block before they come to memory, each on its own and later
// ones perhaps first, but for those of one place. A fence of scope .cta, or a barrier, brings a thread's own to the
// block; one of .gpu or .sys brings all of the block's to memory. It is what a GPU with a cache for each block does at
// worst; loads are not made early.
#ifndef LOCKSTEP_TESTS_PTX_MACHINE_STORE_BUFFERS_H_
#define LOCKSTEP_TESTS_PTX_MACHINE_STORE_BUFFERS_H_

#include <cstdint>
#include <random>
#include <vector>

#include "tests/ptx/machine/instruction.h"

namespace lockstep::ptx_machine {

struct Thread;
struct Block;

// One that waits; shared memory is the block's, so that there is nothing behind it.
struct PendingStore {
  uint8_t* at = nullptr;
  unsigned bytes = 0;
  uint64_t value = 0;
  bool is_shared = false;
};

class StoreBuffers {
 public:
  StoreBuffers(bool on, uint64_t seed) : on_(on), random_(seed) {}

  // What `thread` sees at `at`.
  uint64_t Load(const Thread& thread, const Block& block, const uint8_t* at, unsigned bytes) const;
  void Store(Thread& thread, Block& block, const PendingStore& store);
  // Brings what an operation of this order and scope must not overtake to where its scope sees it.
  void Order(Thread& thread, Block& block, Scope scope);
  // Brings all that waits at these bytes to memory, since an atomic operation is made there.
  void Settle(Thread& thread, Block& block, const uint8_t* at, unsigned bytes);
  // Some time passes.
  void Pass(Thread& thread, Block& block);
  // `thread` leaves, which orders nothing: what waits goes on to do so. `last`: so does the block.
  void Leave(Thread& thread, Block& block, bool last);
  // The launch ends.
  void Finish();

 private:
  void ToMemory(std::vector<PendingStore>& from, size_t index);
  void ToBlock(Block& block, const PendingStore& store);
  // Takes one out of `from`: that at `index`, or an earlier one at the same place.
  static PendingStore Take(std::vector<PendingStore>& from, size_t index);

  bool on_;
  std::vector<PendingStore> left_behind_;  // by blocks that have ended
  std::mt19937_64 random_;
};

// The bytes at `at`, and there, as one access each; the host reads and writes the same memory meanwhile.
uint64_t LoadBytes(const uint8_t* at, unsigned bytes);
void StoreBytes(uint8_t* at, unsigned bytes, uint64_t value);

}  // namespace lockstep::ptx_machine

#endif  // LOCKSTEP_TESTS_PTX_MACHINE_STORE_BUFFERS_H_
