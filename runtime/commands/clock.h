// Vector clocks of commands: which are ordered before a point, as one number for each chain.
//
// A chain is a row of commands each of which is ordered behind the one before: an in-order queue, or commands of an
// out-of-order queue that happen to follow one another. (Mattern 1989, with chains in place of processes.)
#ifndef LOCKSTEP_RUNTIME_COMMANDS_CLOCK_H_
#define LOCKSTEP_RUNTIME_COMMANDS_CLOCK_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep {

class CommandClock {
 public:
  // Whether the command with that number (from 1) of `chain` is ordered before.
  bool Knows(size_t chain, uint64_t number) const { return chain < known_.size() && known_[chain] >= number; }

  // Whether all that `other` knows is known here.
  bool KnowsAll(const CommandClock& other) const {
    for (size_t i = 0; i < other.known_.size(); ++i) {
      if (other.known_[i] != 0 && !Knows(i, other.known_[i])) return false;
    }
    return true;
  }

  void Set(size_t chain, uint64_t number) {
    if (chain >= known_.size()) known_.resize(chain + 1);
    known_[chain] = std::max(known_[chain], number);
  }

  // Whatever `other` knows is known here, too.
  void Join(const CommandClock& other) {
    if (other.known_.size() > known_.size()) known_.resize(other.known_.size());
    for (size_t i = 0; i < other.known_.size(); ++i) known_[i] = std::max(known_[i], other.known_[i]);
  }

 private:
  std::vector<uint64_t> known_;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_COMMANDS_CLOCK_H_
