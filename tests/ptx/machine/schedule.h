// Who runs next.
#ifndef LOCKSTEP_TESTS_PTX_MACHINE_SCHEDULE_H_
#define LOCKSTEP_TESTS_PTX_MACHINE_SCHEDULE_H_

#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "tests/ptx/machine/launch.h"
#include "tests/ptx/machine/thread.h"

namespace lockstep::ptx_machine {

// GPUs of compute capability 7.0 and above let every thread come on at some time: a lane that was passed over for long
// is preferred for a while, and so is a warp.
class Schedule {
 public:
  explicit Schedule(const Options& options) : policy_(options.policy), random_(options.seed) {}

  void Add(Warp* warp) { warps_.insert(warps_.begin(), warp); }
  void Remove(const Block& block);
  // How many warps can go on.
  size_t Ready() const;
  // The warp that goes on, and for how many steps; null if none can.
  Warp* NextWarp(unsigned* steps);
  // Which of the ready lanes of `warp` execute the instruction at which all of them stand; 0: none is ready.
  uint32_t NextLanes(Warp& warp);

 private:
  static uint32_t Beside(const Warp& warp, uint32_t ready, unsigned lane);
  unsigned Earliest(const Warp& warp, uint32_t ready) const;
  unsigned Below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  // A lane that has waited for longer than is fair; kWarpSize if there is none.
  unsigned Starving(Warp& warp, uint32_t ready, uint64_t patience) const;

  Policy policy_;
  std::mt19937_64 random_;
  std::vector<Warp*> warps_;  // the last is the next one of Policy::kAdversarial, the first waits longest
  size_t next_ = 0;
};

}  // namespace lockstep::ptx_machine

#endif  // LOCKSTEP_TESTS_PTX_MACHINE_SCHEDULE_H_
