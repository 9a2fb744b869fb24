// Threads, warps and blocks while they run.
#ifndef LOCKSTEP_TESTS_PTX_MACHINE_THREAD_H_
#define LOCKSTEP_TESTS_PTX_MACHINE_THREAD_H_

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "tests/ptx/machine/program.h"
#include "tests/ptx/machine/store_buffers.h"

namespace lockstep::ptx_machine {

constexpr unsigned kWarpSize = 32;

// One function of a thread that is under way; where its registers and variables begin.
struct Frame {
  const Function* function = nullptr;
  uint32_t pc = 0;
  uint32_t registers = 0, params = 0, locals = 0;
};

// Byte `at` of a value of `bytes`, at most 8.
constexpr uint8_t StoredByte(unsigned bytes, unsigned at) { return static_cast<uint8_t>(bytes << 4 | at); }

struct Thread {
  enum class State : uint8_t { kReady, kAsleep, kAtBarrier, kAtWarp, kExited };

  const Instruction& Current() const { return frame.function->code[frame.pc]; }
  bool IsAtTheSamePlace(const Thread& other) const {
    return frame.pc == other.frame.pc && frame.function == other.frame.function &&
           callers.size() == other.callers.size();
  }

  std::array<unsigned, 3> id = {0, 0, 0};
  unsigned lane = 0;
  State state = State::kReady;
  bool carry = false;
  uint32_t waits_for = 0;  // the barrier's number, or the mask of lanes
  uint64_t last_run = 0;   // when it ran last, in steps of its warp
  Frame frame;
  std::vector<Frame> callers;
  std::vector<uint64_t> registers;
  std::vector<uint8_t> defined;  // whether a register holds something
  std::vector<uint8_t> params, locals;
  // Of each byte of `locals` which byte of how large a value was stored there last, as StoredByte has it; 0 of none.
  std::vector<uint8_t> stored;
  std::vector<PendingStore> pending;
};

struct Block;

struct Warp {
  uint32_t Ready() const {
    uint32_t mask = 0;
    for (const Thread& thread : threads)
      mask |= static_cast<uint32_t>(thread.state == Thread::State::kReady) << thread.lane;
    return mask;
  }

  Block* block = nullptr;
  unsigned number = 0;
  std::vector<Thread> threads;
  uint64_t steps = 0;
  uint64_t burst = 0;  // steps for which `favoured` is preferred yet
  unsigned favoured = 0;
};

struct Block {
  std::array<unsigned, 3> id = {0, 0, 0};
  std::vector<std::unique_ptr<Warp>> warps;
  std::vector<uint8_t> shared;
  std::vector<PendingStore> pending;
  unsigned threads = 0, waiting = 0, exited = 0;
};

}  // namespace lockstep::ptx_machine

#endif  // LOCKSTEP_TESTS_PTX_MACHINE_THREAD_H_
