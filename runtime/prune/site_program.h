// A site program: of each access to global memory where it goes and under which conditions, as values that
// are made of ids, arguments and loop counters. The pass summarise-sites makes it; site_proof.h puts a
// launch's numbers in.
#ifndef LOCKSTEP_RUNTIME_PRUNE_SITE_PROGRAM_H_
#define LOCKSTEP_RUNTIME_PRUNE_SITE_PROGRAM_H_

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/prune/group_program.h"

namespace lockstep {

// Whenever the access is made, value number `condition`, of 1 bit, was `holds` when it was last computed,
// and it was computed since each value was that it shares with the access.
struct SiteGuard {
  int condition = -1;
  bool holds = true;
  bool operator==(const SiteGuard& other) const {
    return condition == other.condition && holds == other.holds;
  }
};

// No iteration follows one in which this does not hold: counter < bound, and so on.
struct SiteLoopTest {
  enum class Relation : uint8_t { kLess, kLessEqual, kGreater, kGreaterEqual, kNotEqual };
  Relation relation = Relation::kLess;
  bool is_signed = true;
  bool of_next = false;  // of the counter of the next iteration, else of this one
  int bound = -1;        // a value
};

// A loop counter: value number `phi` is `start` in the first iteration, and in each further one what it was
// in the one before, plus `step` (a value that must turn out to be one number), or minus it. `loop`: the number of the
// loop, which counters of one share; the tests of each are about the iterations of all.
struct SiteLoop {
  int phi = -1;
  int loop = -1;
  int start = -1;
  int step = -1;
  bool down = false;
  std::vector<SiteLoopTest> tests;
};

// One of the values that a merge has.
struct SiteSource {
  int value = -1;
  // It is what the merge was before, divided by something or shifted to the right: between that and 0 if that was not
  // negative. Then `value` is not set.
  bool shrinks = false;
  std::vector<SiteGuard> guards;  // that held when it became the merge's
};

// A value that is always one of these: of a variable that is set on some ways, and in some iterations.
struct SiteMerge {
  int phi = -1;
  // Each way on which it is set leads to it at once: nothing is carried round a loop, so that what is known of a source
  // is known of the values of now.
  bool now = false;
  std::vector<SiteSource> sources;
};

struct SiteAccess {
  enum class Kind : uint8_t { kRead, kWrite, kAtomic };
  Kind kind = Kind::kRead;
  // kAtomic: of a scope that reaches all work-items of the launch. Others count as writes.
  int root = -1;       // a root number of docs/abi.md, section 2
  int value = -1;      // its offset from the root in bytes; of a texel, the first coordinate
  uint64_t bytes = 0;  // of a texel, 1: what it takes is for the driver to know
  unsigned line = 0;   // of the source; 0: unknown
  std::vector<SiteGuard> guards;
  // kAtomic, or kWrite where those count as writes: if all that it does is to add a number, once for all work-items of
  // the launch, this value; and the one that it found there, if others are made of that.
  int added = -1;
  int found = -1;
  bool repeats = false;  // a work-item may make it more than once
  // An atomic store that its work-item comes to only behind an addition that acquires and releases, with no addition to
  // this root in between or later: what that one found, as `found` has it.
  int behind = -1;
  // A texel of an image: the second and the third coordinate or layer, as far as it has them.
  bool texel = false;
  std::array<int, 2> more{-1, -1};
};

// A value that work-items read from their group's local memory, where there is nothing but what some work-item of the
// group found by one of these additions (SiteAccess::found).
struct SiteHandedOn {
  int value = -1;
  std::vector<int> found;
  // There is one, which was made where whoever reads would make it: values that say where are the same for both.
  bool alike = false;
};

// Sizes of what belongs to roots in a launch, by number: of an image the texels of its first dimension there, those of
// the second and third (1 where it has none) at SiteSizeOf(root, 1) and (root, 2).
inline constexpr int kMaxSiteRoot = 1 << 20;
inline int SiteSizeOf(int root, int dimension) { return root + dimension * kMaxSiteRoot; }

struct SiteProgram {
  std::vector<GroupValue> values;  // kPhi: a counter of `loops`, or of `merges`, else any value of its type
  std::vector<SiteLoop> loops;
  std::vector<SiteMerge> merges;
  std::vector<SiteAccess> accesses;
  std::vector<SiteHandedOn> handed_on;
  std::vector<int> roots;  // global roots all of whose accesses are here, in rising order

  // Where the launch's sizes of what the accesses go to are looked up.
  std::vector<int> SizesAsked() const;

  // As numbers, for the description; and back, nullopt if they make no program.
  std::vector<int64_t> Encode() const;
  static std::optional<SiteProgram> Decode(const std::vector<int64_t>& numbers);
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PRUNE_SITE_PROGRAM_H_
