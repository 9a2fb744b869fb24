// Running a kernel to its end, or to the first thing that hardware would not forgive.
#ifndef LOCKSTEP_TESTS_PTX_MACHINE_LAUNCH_H_
#define LOCKSTEP_TESTS_PTX_MACHINE_LAUNCH_H_

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/ptx/machine/image.h"

namespace lockstep::ptx_machine {

// Which of the threads that can go on does.
enum class Policy {
  kLockstep,     // a warp's lanes at the earliest place of the code, all at once: they meet again after branches
  kIndependent,  // any of the lanes, any warp, at any time
  kAdversarial,  // one lane as long as it can, the last first; who waited longest comes last
};

std::optional<Policy> PolicyOf(std::string_view name);

struct Options {
  Policy policy = Policy::kLockstep;
  uint64_t seed = 1;
  uint64_t budget = 400'000'000;     // warp instructions, after which a launch counts as one without end
  bool buffered_stores = false;      // others may see a thread's stores later, and in another order (store_buffers.h)
  unsigned resident_threads = 4096;  // of how many threads blocks are under way at a time, one block at least
  bool profile = false;              // counts for each line, too: Outcome::lines
};

struct Launch {
  const Image* image = nullptr;
  const Function* entry = nullptr;
  std::array<unsigned, 3> grid = {1, 1, 1}, block = {1, 1, 1};
  uint64_t dynamic_shared = 0;
  std::vector<std::vector<uint8_t>> parameters;
};

// What a launch did; a sector is 32 bytes, counted once for all lanes of a warp that touch it in one instruction.
struct Counters {
  uint64_t warp_instructions = 0, thread_instructions = 0, barriers = 0;
  uint64_t global_loads = 0, global_load_sectors = 0, global_stores = 0, global_store_sectors = 0;
  uint64_t local_sectors = 0, shared_accesses = 0, shared_sectors = 0, atomics = 0, fences = 0;

  void Add(const Counters& other);
  uint64_t Sectors() const { return global_load_sectors + global_store_sectors + local_sectors + shared_sectors; }
  std::string Text() const;
};

// What one line of the PTX did.
struct LineCounters {
  std::string function, text;  // in which it stands; the instruction with its modifiers
  uint64_t warp_instructions = 0, sectors = 0, atomics = 0;
};

enum class Fault { kNone, kBadLaunch, kAddress, kMisaligned, kInstruction, kBarrier, kEndless, kTrap };

struct Outcome {
  Fault fault = Fault::kNone;
  std::string message;  // with the line of the PTX
  Counters counters;
  std::map<int, LineCounters> lines;  // by their numbers, if they are asked for
  std::string printed;                // what vprintf was told, call after call in the order of the schedule
};

Outcome Run(const Launch& launch, const Options& options, const GlobalMemory& memory);

}  // namespace lockstep::ptx_machine

#endif  // LOCKSTEP_TESTS_PTX_MACHINE_LAUNCH_H_
