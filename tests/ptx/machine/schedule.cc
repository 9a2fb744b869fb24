#include "tests/ptx/machine/schedule.h"

#include <algorithm>
#include <tuple>

namespace lockstep::ptx_machine {
namespace {

constexpr unsigned kWarpSteps = 64;  // of a warp, before another one has its turn
constexpr unsigned kAdversarialSteps = 20000;
constexpr uint64_t kLanePatience = 2000, kAdversarialPatience = 3000;  // steps of the warp that a lane is passed over
constexpr uint64_t kBurst = 300;  // steps for which one that was passed over is preferred

}  // namespace

void Schedule::Remove(const Block& block) {
  warps_.erase(std::remove_if(warps_.begin(), warps_.end(), [&](const Warp* warp) { return warp->block == &block; }),
               warps_.end());
}

size_t Schedule::Ready() const {
  return static_cast<size_t>(
      std::count_if(warps_.begin(), warps_.end(), [](const Warp* warp) { return warp->Ready() != 0; }));
}

Warp* Schedule::NextWarp(unsigned* steps) {
  *steps = policy_ == Policy::kIndependent ? 1 + Below(16)
           : policy_ == Policy::kLockstep  ? kWarpSteps
                                           : kAdversarialSteps;
  const size_t count = warps_.size();
  if (policy_ == Policy::kAdversarial) {
    for (size_t i = count; i-- > 0;) {
      Warp* warp = warps_[i];
      if (warp->Ready() == 0) continue;
      // If it is still there after its steps it goes to the end of the queue.
      warps_.erase(warps_.begin() + static_cast<std::ptrdiff_t>(i));
      warps_.insert(warps_.begin(), warp);
      return warp;
    }
    return nullptr;
  }
  if (count == 0) return nullptr;
  next_ = policy_ == Policy::kIndependent ? Below(static_cast<unsigned>(count)) : next_ + 1;
  for (size_t i = 0; i < count; ++i) {
    Warp* warp = warps_[(next_ + i) % count];
    if (warp->Ready() == 0) continue;
    next_ = (next_ + i) % count;
    return warp;
  }
  return nullptr;
}

uint32_t Schedule::Beside(const Warp& warp, uint32_t ready, unsigned lane) {
  uint32_t mask = 0;
  for (const Thread& thread : warp.threads) {
    if ((ready >> thread.lane & 1) != 0 && thread.IsAtTheSamePlace(warp.threads[lane]))
      mask |= uint32_t{1} << thread.lane;
  }
  return mask;
}

// Who is deepest in calls, and then earliest in the code, goes on: the others wait for it where they will meet.
unsigned Schedule::Earliest(const Warp& warp, uint32_t ready) const {
  const Thread* earliest = nullptr;
  const auto place = [](const Thread& thread) {
    return std::make_tuple(-static_cast<int>(thread.callers.size()), thread.frame.function->number, thread.frame.pc);
  };
  for (const Thread& thread : warp.threads) {
    if ((ready >> thread.lane & 1) == 0) continue;
    if (earliest == nullptr || place(thread) < place(*earliest)) earliest = &thread;
  }
  return earliest->lane;
}

unsigned Schedule::Starving(Warp& warp, uint32_t ready, uint64_t patience) const {
  if (warp.burst > 0 && (ready >> warp.favoured & 1) != 0) {
    --warp.burst;
    return warp.favoured;
  }
  warp.burst = 0;
  const Thread* longest = nullptr;
  for (const Thread& thread : warp.threads) {
    if ((ready >> thread.lane & 1) != 0 && (longest == nullptr || thread.last_run < longest->last_run))
      longest = &thread;
  }
  if (longest != nullptr && warp.steps - longest->last_run > patience) {
    warp.favoured = longest->lane;
    warp.burst = kBurst;
    return longest->lane;
  }
  return kWarpSize;
}

uint32_t Schedule::NextLanes(Warp& warp) {
  const uint32_t ready = warp.Ready();
  if (ready == 0) return 0;
  switch (policy_) {
    case Policy::kLockstep: {
      const unsigned starving = Starving(warp, ready, kLanePatience);
      return Beside(warp, ready, starving < kWarpSize ? starving : Earliest(warp, ready));
    }
    case Policy::kAdversarial: {
      const unsigned starving = Starving(warp, ready, kAdversarialPatience);
      const unsigned last = 31 - static_cast<unsigned>(__builtin_clz(ready));
      return uint32_t{1} << (starving < kWarpSize ? starving : last);
    }
    default: {
      unsigned chosen = Below(static_cast<unsigned>(__builtin_popcount(ready)));
      uint32_t rest = ready;
      while (chosen-- > 0) rest &= rest - 1;
      const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
      const uint32_t beside = Beside(warp, ready, lane);
      return Below(2) == 0 ? beside : (beside & static_cast<uint32_t>(random_())) | uint32_t{1} << lane;
    }
  }
}

}  // namespace lockstep::ptx_machine
