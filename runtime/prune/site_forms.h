// The accesses of a site program with a launch's numbers put in: where each goes, as an affine form of
// digits of the ids, loop counters and values of which only bounds are known.
//
// A form is exact: each operation is taken as one on integers only where the launch's bounds show that it
// does not wrap in its type, read as signed; any other result is a new variable that may have any value of
// its type. Masks, shifts, remainders, quotients and exclusive ors by numbers known now are affine in the
// digits of a mixed radix: an id i < n is written r * high + low with 0 <= low < r, 0 <= high < ceil(n / r),
// whenever an operation asks for the radix r, and again finer, as long as the radices divide each other.
// (Different ids have different digits, so nothing is lost but that the highest digit may reach too far.)
// What is no affine form may still be tied to others by inequalities: a remainder of several digits, (x + y) % 2 say,
// with its quotient makes up the number; one of two values, as a select or a minimum has it, is at most so far from
// each of them as a switch, which is 0 or 1, allows, and the condition is tied to the same switch.
#ifndef LOCKSTEP_RUNTIME_PRUNE_SITE_FORMS_H_
#define LOCKSTEP_RUNTIME_PRUNE_SITE_FORMS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "runtime/prune/affine.h"
#include "runtime/prune/launch_numbers.h"
#include "runtime/prune/site_program.h"

namespace lockstep {

// What holds where an access is made: each of `at_most` is at most 0, and none of `unequal` is 0.
struct SiteConditions {
  std::vector<Affine> at_most, unequal;

  bool operator==(const SiteConditions& other) const { return at_most == other.at_most && unequal == other.unequal; }
};

// One access in one launch: made only where its guards hold, of variables of which each of `ties` is at most 0.
struct SiteForm {
  SiteAccess::Kind kind = SiteAccess::Kind::kRead;
  int root = -1;
  uint64_t bytes = 0;
  bool texel = false;
  unsigned line = 0;
  Affine offset;             // of a texel, its first coordinate
  std::vector<Affine> more;  // ... and the others
  SiteConditions guards;
  std::vector<Affine> ties;
};

class SiteForms {
 public:
  // All must outlive it. `sizes`: of the roots (SiteSizeOf) through which alone their memory is come to.
  SiteForms(const SiteProgram& program, const LaunchNumbers& launch, const std::map<int, uint64_t>& sizes);

  // Makes the forms, without accesses that this launch does not make. False: they could not be made.
  bool Make();

  const std::vector<SiteForm>& forms() const { return forms_; }
  // All that the forms are made of, and all digits of ids, used or not.
  const std::vector<AffineVariable>& variables() const { return variables_; }
  // Roots in whose memory counters are that nobody adds to any more once they are reset, if the atomic operations of
  // the launch are such as the forms take them to be: which its event log shows.
  const std::set<int>& counters() const { return counters_that_end_; }

 private:
  struct Split {
    Affine quotient, rest;
  };
  // A value, and what holds where it is the one.
  struct Choice {
    Affine value;
    SiteConditions guards;
  };
  // What a counter is, and `more`.
  struct Trail {
    const SiteLoop* counter;
    int64_t more;
  };
  static constexpr size_t kMaxTies = 16;
  // When a number of several bits counts as true.
  enum class Truth { kNotZero, kLowestBit };

  void MakeIds();
  Affine MakeBase(int base, int64_t extent, bool item);
  bool MakeForm(const SiteAccess& access);
  const Affine& ValueOf(int number);
  Affine Compute(int number);
  Affine ComputeBinary(const GroupValue& value, const Affine& a, const Affine& b, int number);
  Affine Id(const GroupValue& value, int number);
  Affine Counter(const SiteLoop& loop, int number);
  void TieCounter(const SiteLoop& loop, const Affine& round, const Affine& counter);
  std::optional<int64_t> MostIterations(const SiteLoop& loop);
  std::optional<int64_t> MostIterations(int loop);
  std::optional<Trail> TrailOf(int number, int loop) const;
  std::optional<int64_t> UntilTheyMeet(const SiteLoop& loop, int64_t step, const SiteLoopTest& test,
                                       const Trail& trail);
  std::vector<int> LimitsOf(int number, bool least);
  Affine Merged(const SiteMerge& merge, int number);
  std::optional<Range> Inducted(const SiteMerge& merge);
  std::optional<Range> Induct(const SiteMerge& merge);
  std::optional<Range> NextOf(const SiteMerge& merge, const std::set<int>& family, std::optional<Range> now);
  std::set<int> FamilyOf(const SiteMerge& merge) const;
  void Reach(int number, std::set<int>& reached) const;
  std::vector<int64_t> EndsOf(const SiteMerge& merge);
  Affine Selected(int condition, const Affine& if_true, const Affine& if_false, int number);
  Affine Extreme(const Affine& a, const Affine& b, bool least, Range range, int number);
  Affine Chosen(const Choice& one, const Choice& other, Range range, int number);
  std::optional<Affine> Masked(const Affine& a, uint64_t mask);
  std::optional<Affine> Xored(const Affine& a, uint64_t mask, unsigned bits);
  std::optional<Split> SplitBy(const Affine& a, int64_t divisor);
  std::optional<Affine> QuotientOf(const std::optional<Affine>& a, int64_t divisor);
  std::optional<Affine> RestOf(const std::optional<Affine>& a, int64_t divisor);
  std::optional<Affine> MaskedBy(const Affine& a, int64_t mask, unsigned bits);
  Split SplitOff(Split split, int64_t divisor);
  std::optional<Affine> ParityOf(const Affine& a, const Affine& b);
  void AskForCut(int variable, int64_t radix);
  Affine Opaque(int number, Range range);
  // The work-items that may make an access: so many, and the digits of their ids that are 0.
  struct Makers {
    uint64_t items = 0;
    std::set<int> zero;
  };
  Affine Ticket(const SiteAccess& access, int number);
  int64_t AddedBy(const SiteAccess& access);
  Makers MayMake(const SiteAccess& access);
  bool IsWhole(int root) const;
  bool ComesLast(const SiteAccess& reset);
  bool AsksForAll(const SiteAccess& reset, uint64_t items);
  int Uncast(int number) const;
  Affine HandedOn(const SiteHandedOn& handed_on, int number);
  std::optional<Affine> WithoutSign(const Affine& a, unsigned bits);
  std::optional<Affine> AsUnsigned(const Affine& ticket, unsigned bits);
  std::optional<Affine> Wrapped(const Affine& result, unsigned bits, bool is_signed);
  void AddTies(SiteForm& form) const;
  Affine Fitting(std::optional<Affine> result, unsigned bits, int number, Range otherwise);
  Range Bounds(const Affine& a) const;
  Range BoundsBehind(const Affine& a, const SiteConditions& guards) const;
  // Adds what `condition` being `holds` says; false: that cannot be.
  bool AddGuard(int condition, bool holds, SiteConditions& guards, int depth);
  // ... of all of them.
  bool AddGuards(const std::vector<SiteGuard>& all, SiteConditions& guards, int depth = 0);
  bool AddTruth(int number, bool holds, Truth truth, SiteConditions& guards, int depth);
  bool AddChosen(int number, bool holds, Truth truth, SiteConditions& guards, int depth);
  std::optional<bool> TruthOf(int number, Truth truth) const;
  bool AddAtMost(const Affine& a, const Affine& b, int64_t more, SiteConditions& guards);

  // What `find` finds, of which nothing stays but for that. It works on copies, while what they are of only changes
  // hands: who asked may hold references into that.
  template <typename Find>
  auto Tried(Find find) {
    auto state = std::tie(values_, under_way_, variables_, unsigned_, ties_, iterations_, rounds_, reaches_);
    auto before =
        std::make_tuple(std::move(values_), std::move(under_way_), std::move(variables_), std::move(unsigned_),
                        std::move(ties_), std::move(iterations_), std::move(rounds_), std::move(reaches_));
    state = before;
    auto found = find();
    state = std::move(before);
    return found;
  }

  const SiteProgram& program_;
  const LaunchNumbers& launch_;
  const std::map<int, uint64_t>& sizes_;
  bool split_ids_[3] = {};                    // group and local id apart
  std::map<int, std::vector<int64_t>> cuts_;  // base -> its radices, rising
  bool cut_ = false;                          // there is a new one: begin again
  std::vector<AffineVariable> variables_;
  Affine global_[3], local_[3], group_[3];
  std::vector<std::optional<Affine>> values_;
  std::vector<bool> under_way_;
  std::map<int, size_t> counters_;   // phi -> its counter
  std::map<int, size_t> merges_;     // phi -> its merge
  std::map<int, size_t> found_;      // what an atomic addition found -> the access
  std::map<int, size_t> handed_on_;  // what a work-item found for its group -> which
  std::map<int, int> unsigned_;      // a ticket's variable -> that of it as an unsigned number
  // What else is known of some variables, as of guards. Older ones know nothing of newer variables.
  struct Tie {
    std::vector<int> of;
    std::vector<Affine> at_most;
  };
  std::vector<Tie> ties_;
  std::map<int, std::optional<int64_t>> iterations_;  // of loops, behind the first
  std::map<int, Affine> rounds_;                      // of loops: which iteration it is
  std::map<int, Range> reaches_;                      // of counters: what their tests leave them
  std::map<int, std::optional<Range>> inducted_;      // of merges: what holds whatever the digits are
  int inductions_ = 0;
  std::set<int> counters_that_end_;
  bool asks_for_end_ = false;  // ComesLast() is under way
  std::vector<SiteForm> forms_;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PRUNE_SITE_FORMS_H_
