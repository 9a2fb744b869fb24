// Which accesses can still race, and which did: Def. 3.1 and 4.1 of ESOP'13, where "no barrier in
// between" is OpenCL's "no barrier in between whose flags name the region"
// (docs: shared/design/semantics.md sections 2-3).
#ifndef LOCKSTEP_TESTS_ORACLE_INTERPRETERS_HISTORY_H_
#define LOCKSTEP_TESTS_ORACLE_INTERPRETERS_HISTORY_H_

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "tests/oracle/language/kernel.h"

namespace lockstep::oracle {

enum class RaceClass {
  kRace = 0,       // nothing stands between
  kSameValue = 1,  // two writes of equal values
  kWrongFlag = 2,  // a barrier stands between, but its flags do not name the region
};

// Two conflicting accesses of different work-items; a is the one with the smaller (statement, write).
struct Race {
  int element = 0;
  int statement_a = 0;
  bool write_a = false;
  int statement_b = 0;
  bool write_b = false;
  RaceClass kind = RaceClass::kRace;
  bool inter_group = false;

  uint64_t Packed() const;
  static Race Unpack(uint64_t packed);
};
bool operator<(const Race& a, const Race& b);
using RaceSet = std::set<Race>;

// The accesses of all work-items of one (partial) reduction, as far as later ones may conflict with
// them, and the races so far. Copyable; part of an interpreter's state.
class History {
 public:
  explicit History(const Geometry& geometry);

  // Work-item `thread` (numbered over all groups) accesses `element` in `statement`.
  // `value`: what a write writes.
  void Access(const Layout& layout, int thread, int element, bool write, int statement, int value);

  // Work-items of `group` pass a synchronisation point. `flags[i]`: the regions that the barrier
  // of its i-th work-item orders. `barrier[i]`: equal for those that execute one barrier together;
  // kNoBarrier for one that executes none, having left the kernel or being elsewhere. Only a barrier that both executed
  // together orders two work-items (semantics.md section 2); what it orders, it orders transitively.
  static constexpr int kNoBarrier = -1;
  void Synchronise(const Layout& layout, int group, const std::vector<unsigned>& flags,
                   const std::vector<int>& barrier);

  // Has the group passed as many synchronisation points as can be counted?
  bool Full(int group) const {
    for (int t = 0; t < threads_per_group_; ++t) {
      if (threads_[group * threads_per_group_ + t].segment == 255) return true;
    }
    return false;
  }

  bool raced() const { return !races_.empty(); }
  RaceSet races() const;
  // Writes everything that matters for the future to `key`.
  void AppendTo(std::string* key) const;

 private:
  struct Thread {
    uint8_t segment = 0;  // barriers that it has passed
    // Of each work-item of the group, by region, and for barriers whatever their flags (kAnyFlags):
    // its first segment that is not ordered before what this one does.
    absl::InlinedVector<std::array<uint8_t, 3>, 3> from;
    absl::InlinedVector<uint64_t, 6> accesses;  // packed, sorted, unique
  };
  static constexpr int kAnyFlags = 2;
  int GroupOf(int thread) const { return thread / threads_per_group_; }

  int threads_per_group_;
  int groups_;
  absl::InlinedVector<Thread, 3> threads_;
  absl::InlinedVector<uint64_t, 4> races_;  // packed, sorted, unique
};

}  // namespace lockstep::oracle

#endif  // LOCKSTEP_TESTS_ORACLE_INTERPRETERS_HISTORY_H_
