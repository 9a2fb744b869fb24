// One run of a group program: group_proof.h says what for.
#ifndef LOCKSTEP_RUNTIME_PRUNE_GROUP_RUN_H_
#define LOCKSTEP_RUNTIME_PRUNE_GROUP_RUN_H_

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "runtime/prune/group_liveness.h"
#include "runtime/prune/group_program.h"
#include "runtime/prune/launch_numbers.h"
#include "runtime/prune/range.h"
#include "runtime/prune/touched_bytes.h"

namespace lockstep {

class GroupRun {
 public:
  // `everything`: also compute what only decides how often loops with barriers go round; else the group
  // may leave them at any time. `group`: the group's number; none: any group of the launch.
  GroupRun(const GroupProgram& program, const LaunchNumbers& launch,
           const std::map<int, uint64_t>& sizes, bool everything,
           std::optional<std::array<uint64_t, 3>> group, uint64_t* budget);

  // True if all that the group may do was followed; then `touched` has listed it.
  bool Run();
  const TouchedBytes& touched() const { return touched_; }
  // ... and everything was followed to its end, so that the group meets each of its barriers.
  bool complete() const { return complete_; }
  // Why Run() gave up.
  const std::string& why_not() const { return why_not_; }

 private:
  using Values = std::vector<Range>;  // one for each value of the program

  // Where a work-item's way ended.
  enum class End {
    kStopped,  // at the block it was to be followed to
    kLeft,     // it has left the kernel
    kBarrier,  // at a barrier
    kNowhere,  // in a loop whose further iterations are the same for us
    kFailed,
  };
  struct Place {
    int block = 0;
    size_t step = 0;
    bool operator==(const Place& other) const { return block == other.block && step == other.step; }
  };
  // The group behind a barrier: what its work-items still need to know, one after the other.
  struct State {
    Place place;
    std::vector<Range> live;
    bool operator<(const State& other) const;
  };
  // A branch that the group takes together without our knowing where: its block, how often this interval
  // has come there, and the way that is being followed.
  struct Choice {
    int block;
    uint32_t time;
    size_t way;
  };

  End Fail(std::string why);
  bool Counts(int value) const;
  Range Leaf(const GroupValue& value, const std::array<uint64_t, 3>& item) const;
  Range Symbol(char letter, unsigned dimension, const std::array<uint64_t, 3>& item) const;
  void MakeLeaves();
  bool FollowAll();
  bool Follow(const State& state);
  bool FollowOnce(const State& state);
  bool NextChoice();
  End Walk(int block, size_t step, int stop, Values& values, Place* place);
  bool Enter(int from, int to, Values& values);
  End BothWays(int block, int stop, Values& values, int* next);
  std::optional<size_t> Chosen(int block);
  bool Widen(int block);
  bool LiesIn(int block, int loop) const;

  const GroupProgram& program_;
  const LaunchNumbers& launch_;
  const bool everything_;
  const std::optional<std::array<uint64_t, 3>> group_;
  uint64_t& budget_;
  GroupLiveness liveness_;
  TouchedBytes touched_;
  std::vector<bool> with_barrier_;  // loop -> whether a barrier lies in it
  std::vector<bool> widened_;       // loop -> its header's phis may have any value
  bool again_ = false;              // a loop was widened: begin again
  bool complete_ = false;
  // Headers of loops with barriers that the work-item has come to in this interval: equal for all work-items
  // that meet a barrier, or it would be one in different iterations.
  std::vector<int> passed_;
  bool unsure_ = false;             // ... on a way that may not be its own
  std::string why_not_;
  std::vector<Values> leaves_;      // of each work-item
  std::set<State> seen_;
  std::vector<State> waiting_;
  std::vector<Choice> choices_;
  std::vector<uint32_t> times_;     // block -> how often this work-item chose there in this interval
  uint32_t item_ = 0;
  int depth_ = 0;                   // of branches that are followed both ways
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PRUNE_GROUP_RUN_H_
