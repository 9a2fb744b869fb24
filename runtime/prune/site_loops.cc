// Site forms of what differs from iteration to iteration, and from way to way: counters, merges, choices.
#include <algorithm>
#include <cstdlib>

#include "runtime/prune/site_forms.h"

namespace lockstep {
namespace {

using Relation = SiteLoopTest::Relation;

}  // namespace

// The number of iterations that may follow the first one, as the tests of one of its counters show. The counter in
// iteration t, t = 0, 1, ..., is start + step * t, as long as it does not wrap. It does not,
// since another iteration follows only where a test held: say, counting up, that of `counter < bound` in
// iteration t - 1, so that the counter in iteration t is below bound + step, which fits into the type.
std::optional<int64_t> SiteForms::MostIterations(const SiteLoop& loop) {
  const unsigned bits = program_.values[loop.phi].bits;
  const Range full = Range::Full(bits);
  if (loop.tests.empty() || bits < 8) return std::nullopt;
  const Affine start = ValueOf(loop.start), stepping = ValueOf(loop.step);
  if (!stepping.known()) return std::nullopt;
  const int64_t move = Cut(static_cast<uint64_t>(stepping.constant), bits);
  const bool down = loop.down != (move < 0);
  const Range first = Bounds(start);
  if (move == 0 || move > (int64_t{1} << 40) || move < -(int64_t{1} << 40)) return std::nullopt;
  if (first.low < -kAffineLimit || first.high > kAffineLimit) return std::nullopt;
  const int64_t step = std::abs(move);
  std::optional<int64_t> most;
  for (const SiteLoopTest& test : loop.tests) {
    const bool upward = test.relation == Relation::kLess || test.relation == Relation::kLessEqual;
    const bool other_than = test.relation == Relation::kNotEqual;
    if (!other_than && upward == down) continue;
    const Affine end = ValueOf(test.bound);
    const Range bound = Bounds(end);
    // Unsigned tests are signed ones where nothing is negative.
    const int64_t floor = test.is_signed ? full.low : 0;
    if (!test.is_signed && (first.low < 0 || bound.low < 0)) continue;
    if (bound.high > kAffineLimit || bound.low < -kAffineLimit) continue;
    // How far it is from the start to the bound in the direction of the steps.
    const std::optional<Affine> apart = AddScaled(down ? start : end, down ? end : start, -1);
    Range distance = down ? Range{first.low - bound.high, first.high - bound.low}
                          : Range{bound.low - first.high, bound.high - first.low};
    if (const auto range = apart ? RangeOf(*apart, variables_) : std::nullopt) {
      distance = {std::max(distance.low, range->low), std::min(distance.high, range->high)};
    }
    const bool or_equal = test.relation == Relation::kLessEqual || test.relation == Relation::kGreaterEqual;
    const int64_t strict = or_equal ? 0 : 1;
    if (other_than) {  // as `less`, if the counter is not beyond the bound at first, and comes to it
      if (distance.low < (test.of_next ? step : 0)) continue;
      if (step != 1 && !(distance.known() && distance.low % step == 0)) continue;
    }
    if (!down) {
      const int64_t last = bound.high - strict;  // of the counters that the test lets pass
      if (std::max(last, test.of_next ? first.high : last) + step > full.high) continue;
    } else {
      const int64_t last = bound.low + strict;
      if (std::min(last, test.of_next ? first.low : last) - step < floor) continue;
    }
    const int64_t way = distance.high - strict + (test.of_next ? 0 : step);  // what t steps may cover
    const int64_t trips = std::max<int64_t>(0, FloorDiv(way, step));
    most = most ? std::min(*most, trips) : trips;
  }
  return most;
}

// ... as those of all of its counters do.
std::optional<int64_t> SiteForms::MostIterations(int loop) {
  const auto known = iterations_.find(loop);
  if (known != iterations_.end()) return known->second;
  iterations_[loop] = std::nullopt;  // for counters whose bounds are made of it
  std::optional<int64_t> most;
  for (const SiteLoop& counter : program_.loops) {
    if (counter.loop != loop) continue;
    const std::optional<int64_t> one = MostIterations(counter);
    if (one) most = most ? std::min(*most, *one) : *one;
  }
  return iterations_[loop] = most;
}

// start + step * t, if that fits in all iterations t; counters of one loop have one t.
Affine SiteForms::Counter(const SiteLoop& loop, int number) {
  const unsigned bits = program_.values[number].bits;
  const Range full = Range::Full(bits);
  const Affine start = ValueOf(loop.start), stepping = ValueOf(loop.step);
  if (!stepping.known() || bits < 8) return Opaque(number, full);
  const std::optional<int64_t> most = MostIterations(loop.loop);
  if (!most || *most > (int64_t{1} << 40)) return Opaque(number, full);
  const int64_t move = Cut(static_cast<uint64_t>(stepping.constant), bits);
  if (move > (int64_t{1} << 40) || move < -(int64_t{1} << 40)) return Opaque(number, full);
  auto t = rounds_.find(loop.loop);
  if (t == rounds_.end()) t = rounds_.emplace(loop.loop, MakeBase(6 + loop.loop, *most + 1, false)).first;
  return Fitting(AddScaled(start, t->second, loop.down ? -move : move), bits, number, full);
}

// One of several values: between the least and the most of them.
Affine SiteForms::Merged(const SiteMerge& merge, int number) {
  const Range full = Range::Full(program_.values[number].bits);
  std::optional<Range> hull;
  bool shrinks = false;
  for (const SiteSource& source : merge.sources) {
    shrinks |= source.shrinks;
    if (source.shrinks) continue;
    std::vector<Affine> guards;
    bool made = true;
    for (const SiteGuard& guard : source.guards) made = made && AddGuard(guard.condition, guard.holds, guards, 0);
    if (!made) continue;  // not in this launch
    const Range range = BoundsBehind(ValueOf(source.value), guards);
    if (range.low > range.high) continue;
    hull = hull ? Range::Hull(*hull, range) : range;
  }
  if (!hull || (shrinks && hull->low < 0)) return Opaque(number, full);
  return Opaque(number, shrinks ? Range{0, hull->high} : *hull);
}

// One of two values, each where the condition is so.
Affine SiteForms::Selected(const GroupValue& value, int number) {
  const Affine condition = ValueOf(value.operands[0]);
  if (condition.known()) return ValueOf(value.operands[condition.constant != 0 ? 1 : 2]);
  const Affine sides[2] = {ValueOf(value.operands[1]), ValueOf(value.operands[2])};
  if (sides[0] == sides[1]) return sides[0];
  Range ranges[2];
  for (const int side : {0, 1}) {
    std::vector<Affine> guards;
    const bool made = AddGuard(value.operands[0], side == 0, guards, 0);
    if (made) ranges[side] = BoundsBehind(sides[side], guards);
    if (!made || ranges[side].low > ranges[side].high) return sides[1 - side];
  }
  return Opaque(number, Range::Hull(ranges[0], ranges[1]));
}

}  // namespace lockstep
