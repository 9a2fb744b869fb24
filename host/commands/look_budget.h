// Which launches are worth the cost of being looked at for what they touch, for --commands=auto.
//
// Looking costs every check of a launch, also those that proofs make needless. Most programs order what their queues
// do, and nothing comes of it: so it is done for the first launches of each kernel, and from then on for kernels that
// did meet an unordered command where perhaps both touch the same. The first such meeting of a later launch is counted
// as one that may be a race, the next one is known.
#ifndef LOCKSTEP_HOST_COMMANDS_LOOK_BUDGET_H_
#define LOCKSTEP_HOST_COMMANDS_LOOK_BUDGET_H_

#include <cstdint>
#include <map>
#include <string>

namespace lockstep::host {

// Kernels go by their names. Not thread-safe.
class LookBudget {
 public:
  static constexpr uint64_t kLooks = 32;  // of each kernel

  bool Covers(const std::string& kernel) const {
    const auto known = kernels_.find(kernel);
    return known == kernels_.end() || known->second.met || known->second.looks < kLooks;
  }
  void Spend(const std::string& kernel) { ++kernels_[kernel].looks; }
  void NoteMeeting(const std::string& kernel) { kernels_[kernel].met = true; }

 private:
  struct Spent {
    uint64_t looks = 0;
    bool met = false;
  };
  std::map<std::string, Spent> kernels_;
};

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_COMMANDS_LOOK_BUDGET_H_
