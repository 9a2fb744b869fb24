// Between which numbers a variable stays that loops carry round and change by what it is: counts of what was found,
// heads of rings and stacks.
#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "runtime/prune/site_forms.h"

namespace lockstep {
namespace {

constexpr int kMaxInductions = 24;  // of one launch: each looks at the sources many times
constexpr int kMaxNarrowings = 6;
constexpr size_t kMaxEnds = 24;

bool Within(Range inner, Range outer) { return inner.low >= outer.low && inner.high <= outer.high; }

bool IsSame(const SiteSource& a, const SiteSource& b) {
  const auto same = [](const SiteGuard& one, const SiteGuard& other) {
    return one.condition == other.condition && one.holds == other.holds;
  };
  return a.value == b.value && a.shrinks == b.shrinks &&
         std::equal(a.guards.begin(), a.guards.end(), b.guards.begin(), b.guards.end(), same);
}

}  // namespace

// The merges of one variable, which it is in one place or another: those that are set to the same values under the same
// conditions, so that what holds of all that one of them is set to holds of the others.
std::set<int> SiteForms::FamilyOf(const SiteMerge& merge) const {
  std::set<int> family;
  for (const SiteMerge& other : program_.merges) {
    const bool same = std::is_permutation(other.sources.begin(), other.sources.end(), merge.sources.begin(),
                                          merge.sources.end(), IsSame);
    if (same) family.insert(other.phi);
  }
  return family;
}

// Adds what value `number` is made of to `reached`.
void SiteForms::Reach(int number, std::set<int>& reached) const {
  std::vector<int> work = {number};
  while (!work.empty()) {
    const int at = work.back();
    work.pop_back();
    if (at < 0 || !reached.insert(at).second) continue;
    for (const int operand : program_.values[at].operands) work.push_back(operand);
    if (const auto counter = counters_.find(at); counter != counters_.end()) {
      const SiteLoop& loop = program_.loops[counter->second];
      work.insert(work.end(), {loop.start, loop.step});
    }
    if (const auto merge = merges_.find(at); merge != merges_.end()) {
      for (const SiteSource& source : program_.merges[merge->second].sources) work.push_back(source.value);
    }
  }
}

// Where the variable may be next, if all of `family` are in `now`; without `now`, where it begins. nullopt: nowhere.
std::optional<Range> SiteForms::NextOf(const SiteMerge& merge, const std::set<int>& family, std::optional<Range> now) {
  return Tried([&] {
    values_.assign(program_.values.size(), std::nullopt);
    under_way_.assign(program_.values.size(), false);
    iterations_.clear();
    std::optional<Range> next;
    for (const int one : family) {
      if (now) values_[one] = Opaque(one, *now);
    }
    for (const SiteSource& source : merge.sources) {
      std::set<int> reached;
      Reach(source.value, reached);
      const bool again = std::any_of(family.begin(), family.end(), [&](int one) { return reached.count(one) != 0; });
      if (again != now.has_value()) continue;
      SiteConditions guards;
      if (!AddGuards(source.guards, guards)) continue;
      const Range range = BoundsBehind(ValueOf(source.value), guards);
      if (range.low <= range.high) next = next ? Range::Hull(*next, range) : range;
    }
    return next;
  });
}

// The numbers to which conditions of its sources compare anything.
std::vector<int64_t> SiteForms::EndsOf(const SiteMerge& merge) {
  std::set<int> reached;
  for (const SiteSource& source : merge.sources) {
    Reach(source.value, reached);
    for (const SiteGuard& guard : source.guards) Reach(guard.condition, reached);
  }
  std::set<int64_t> ends;
  for (const int number : reached) {
    const GroupValue& value = program_.values[number];
    const bool compares = value.op == GroupOp::kEq || value.op == GroupOp::kNe || value.op == GroupOp::kSLt ||
                          value.op == GroupOp::kSLe || value.op == GroupOp::kULt || value.op == GroupOp::kULe;
    for (const int operand : value.operands) {
      if (!compares || operand < 0) continue;
      const GroupValue& end = program_.values[operand];
      if (end.op != GroupOp::kConstant && end.op != GroupOp::kArgument) continue;
      const Affine known = Compute(operand);
      if (!known.known()) continue;
      for (const int beside : {-1, 0, 1}) ends.insert(known.constant + beside);
    }
  }
  return {ends.begin(), ends.end()};
}

// A range in which it begins, and which it does not leave: by induction, as nothing that it is set to while it is there
// is outside. nullopt: none was found.
std::optional<Range> SiteForms::Inducted(const SiteMerge& merge) {
  const auto known = inducted_.find(merge.phi);
  if (known != inducted_.end()) return known->second;
  if (++inductions_ > kMaxInductions) return std::nullopt;
  inducted_[merge.phi] = std::nullopt;  // for what it is made of, if that is made of it
  const std::optional<Range> range = Induct(merge);
  if (cut_) {
    inducted_.clear();
  } else {
    inducted_[merge.phi] = range;
  }
  return range;
}

std::optional<Range> SiteForms::Induct(const SiteMerge& merge) {
  const std::set<int> family = FamilyOf(merge);
  std::set<int> reached;
  for (const SiteSource& source : merge.sources) Reach(source.value, reached);
  if (std::none_of(family.begin(), family.end(), [&](int one) { return reached.count(one) != 0; })) return std::nullopt;
  const Range full = Range::Full(program_.values[merge.phi].bits);
  if (std::any_of(merge.sources.begin(), merge.sources.end(), [](const SiteSource& one) { return one.shrinks; }))
    return std::nullopt;
  const std::optional<Range> first = NextOf(merge, family, std::nullopt);
  if (!first || cut_) return std::nullopt;
  const auto stays = [&](Range range) {
    const std::optional<Range> next = NextOf(merge, family, range);
    return !next || Within(*next, range);
  };
  std::vector<Range> tried;
  // Where it may be at all next, from anywhere, from no lower and from no higher than it begins.
  for (const Range from : {Range{first->low, full.high}, Range{full.low, first->high}, full}) {
    const std::optional<Range> next = NextOf(merge, family, from);
    tried.push_back(next ? Range::Hull(*first, *next) : *first);
  }
  for (size_t i = 0; i < 3; ++i) {
    tried.push_back({first->low, tried[i].high});
    tried.push_back({tried[i].low, first->high});
  }
  // As far as something is compared to.
  const std::vector<int64_t> ends = EndsOf(merge);
  for (const int64_t end : ends) {
    if (ends.size() > kMaxEnds) break;
    if (end > first->high) {
      tried.push_back({first->low, end});
      tried.push_back({std::min<int64_t>(first->low, 0), end});
    }
    if (end < first->low) tried.push_back({end, first->high});
  }
  std::sort(tried.begin(), tried.end(), [](Range a, Range b) {
    return static_cast<uint64_t>(a.high) - static_cast<uint64_t>(a.low) <
           static_cast<uint64_t>(b.high) - static_cast<uint64_t>(b.low);
  });
  for (Range range : tried) {
    if (cut_) return std::nullopt;
    if (range.low <= full.low || range.high >= full.high || !stays(range)) continue;
    // All that it can be is where it begins, or next to be from there.
    for (int round = 0; round < kMaxNarrowings; ++round) {
      const std::optional<Range> next = NextOf(merge, family, range);
      const Range narrower = next ? Range::Hull(*first, *next) : *first;
      if (narrower == range || !Within(narrower, range)) break;
      range = narrower;
    }
    return range;
  }
  return std::nullopt;
}

}  // namespace lockstep
