// Site forms of what differs from iteration to iteration, and from way to way: counters, merges, choices.
#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "runtime/prune/site_forms.h"

namespace lockstep {
namespace {

using Relation = SiteLoopTest::Relation;

constexpr size_t kMaxTied = 48;  // variables, of which the later ones are not tied

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
    if (const std::optional<Trail> trail = TrailOf(test.bound, loop.loop)) {
      const auto trips = upward && !down ? UntilTheyMeet(loop, step, test, *trail) : std::nullopt;
      if (trips) most = most ? std::min(*most, *trips) : *trips;
      continue;
    }
    if (!other_than && upward == down) continue;
    const Affine end = ValueOf(test.bound);
    const Range bound = Bounds(end);
    // Unsigned tests are signed ones where nothing is negative.
    const int64_t floor = test.is_signed ? full.low : 0;
    if (!test.is_signed && (first.low < 0 || bound.low < 0)) continue;
    if (bound.high > kAffineLimit || bound.low < -kAffineLimit) continue;
    // How far it is from the start to the bound in the direction of the steps, and to each of those of which the bound
    // is the least one, or on the way down the largest one.
    const auto way_to = [&](const Affine& bound) {
      const std::optional<Affine> apart = AddScaled(down ? start : bound, down ? bound : start, -1);
      return apart ? RangeOf(*apart, variables_) : std::nullopt;
    };
    Range distance = down ? Range{first.low - bound.high, first.high - bound.low}
                          : Range{bound.low - first.high, bound.high - first.low};
    if (const auto range = way_to(end)) {
      distance = {std::max(distance.low, range->low), std::min(distance.high, range->high)};
    }
    for (const int further : LimitsOf(test.bound, /*least=*/!down)) {
      if (const auto range = way_to(ValueOf(further))) distance.high = std::min(distance.high, range->high);
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
    Range& reach = reaches_.try_emplace(loop.phi, full).first->second;
    const int64_t further = test.of_next ? 0 : step;
    if (down) {
      reach.low = std::max(reach.low, std::min(first.low, bound.low + strict - further));
    } else {
      reach.high = std::min(reach.high, std::max(first.high, bound.high - strict + further));
    }
    const int64_t way = distance.high - strict + (test.of_next ? 0 : step);  // what t steps may cover
    const int64_t trips = std::max<int64_t>(0, FloorDiv(way, step));
    most = most ? std::min(*most, trips) : trips;
  }
  return most;
}

// A counter of `loop`, and by how much value `number` is more than that.
std::optional<SiteForms::Trail> SiteForms::TrailOf(int number, int loop) const {
  int64_t more = 0;
  for (int left = 8; left > 0; --left) {
    const GroupValue& value = program_.values[number];
    if (value.op == GroupOp::kPhi) {
      const auto counter = counters_.find(number);
      if (counter == counters_.end() || program_.loops[counter->second].loop != loop) return std::nullopt;
      return Trail{&program_.loops[counter->second], more};
    }
    const bool adds = value.op == GroupOp::kAdd, takes = value.op == GroupOp::kSub;
    if (adds || takes) {
      const GroupValue& by = program_.values[value.operands[1]];
      if (by.op != GroupOp::kConstant) return std::nullopt;
      const int64_t change = Cut(static_cast<uint64_t>(by.immediate), by.bits);
      if (std::abs(change / 2) > kAffineLimit / 4) return std::nullopt;
      more += adds ? change : -change;
    } else if (value.op != GroupOp::kSExt) {
      return std::nullopt;
    }
    number = value.operands[0];
  }
  return std::nullopt;
}

// The same, where a counter that goes up has to stay below one of the same loop that comes down, or below `trail`.
// In iteration t they are start + step * t and far - move * t as long as neither wraps, which the test of iteration
// t - 1 sees to: what it leaves between them is what both may go in one iteration.
std::optional<int64_t> SiteForms::UntilTheyMeet(const SiteLoop& loop, int64_t step, const SiteLoopTest& test,
                                                const Trail& trail) {
  const SiteLoop& other = *trail.counter;
  const unsigned bits = program_.values[other.phi].bits;
  const Range full = Range::Full(program_.values[loop.phi].bits), others_full = Range::Full(bits);
  const Affine start = ValueOf(loop.start), far = ValueOf(other.start), moving = ValueOf(other.step);
  if (!moving.known() || bits < 8) return std::nullopt;
  const int64_t sum = Cut(static_cast<uint64_t>(moving.constant), bits);
  const int64_t move = other.down ? sum : -sum;
  const Range first = Bounds(start), last = Bounds(far);
  const auto small = [](int64_t number, int64_t limit) { return number >= -limit && number <= limit; };
  for (const int64_t end : {first.low, first.high, last.low, last.high}) {
    if (!small(end, kAffineLimit)) return std::nullopt;
  }
  if (move <= 0 || move > (int64_t{1} << 40)) return std::nullopt;
  if (!test.is_signed && (first.low < 0 || last.low < 0)) return std::nullopt;
  const int64_t strict = test.relation == Relation::kLess ? 1 : 0, ahead = test.of_next ? step : 0;
  const int64_t room = strict + ahead - trail.more;  // that a test which holds sees between the two
  const int64_t high = std::max(first.high, last.high - room + step), low = std::min(last.low, first.low + room - move);
  if (high + ahead > full.high || last.high + std::max<int64_t>(0, trail.more) > others_full.high) return std::nullopt;
  if (low + std::min<int64_t>(0, trail.more) < (test.is_signed ? others_full.low : 0)) return std::nullopt;
  int64_t distance = last.high - first.low;
  if (const std::optional<Affine> apart = AddScaled(far, start, -1)) {
    if (const auto range = RangeOf(*apart, variables_)) distance = std::min(distance, range->high);
  }
  Range& mine = reaches_.try_emplace(loop.phi, full).first->second;
  mine.high = std::min(mine.high, high);
  Range& others = reaches_.try_emplace(other.phi, others_full).first->second;
  others.low = std::max(others.low, low);
  return std::max<int64_t>(0, FloorDiv(distance - room, step + move) + 1);
}

// The values of which value `number` is the least one, or the largest one.
std::vector<int> SiteForms::LimitsOf(int number, bool least) {
  std::vector<int> limits, work = {number};
  while (!work.empty() && limits.size() < 4) {
    const GroupValue& value = program_.values[work.back()];
    work.pop_back();
    const bool is_unsigned = value.op == (least ? GroupOp::kUMin : GroupOp::kUMax);
    if (!is_unsigned && value.op != (least ? GroupOp::kSMin : GroupOp::kSMax)) continue;
    const auto negative = [&](int side) { return Bounds(ValueOf(value.operands[side])).low < 0; };
    if (is_unsigned && (negative(0) || negative(1))) continue;
    for (const int side : {0, 1}) {
      limits.push_back(value.operands[side]);
      work.push_back(value.operands[side]);
    }
  }
  return limits;
}

// The number of iterations of a loop that may follow the first one, as the tests of all of its counters show.
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
  const Affine counter = Fitting(AddScaled(start, t->second, loop.down ? -move : move), bits, number, full);
  TieCounter(loop, t->second, counter);
  return counter;
}

// How far the counter goes does not follow from where it begins, and from how often the loop may go round for others.
void SiteForms::TieCounter(const SiteLoop& loop, const Affine& round, const Affine& counter) {
  const auto reach = reaches_.find(loop.phi);
  if (reach == reaches_.end() || ties_.size() >= kMaxTies || round.known()) return;
  const Range bounds = Bounds(counter);
  const auto [low, high] = reach->second;
  Tie tie;
  for (const auto& digit : round.terms) tie.of.push_back(digit.first);
  if (high < bounds.high) {
    if (std::optional<Affine> above = AddScaled(counter, Number(high), -1)) tie.at_most.push_back(*std::move(above));
  }
  if (low > bounds.low) {
    if (std::optional<Affine> below = AddScaled(Number(low), counter, -1)) tie.at_most.push_back(*std::move(below));
  }
  if (!tie.at_most.empty()) ties_.push_back(std::move(tie));
}

// One of several values: between the least and the most of them.
Affine SiteForms::Merged(const SiteMerge& merge, int number) {
  const Range full = Range::Full(program_.values[number].bits);
  // First: what is made of it is known no better than it is itself by then.
  if (const std::optional<Range> range = merge.now ? std::nullopt : Inducted(merge)) return Opaque(number, *range);
  std::optional<Range> hull;
  std::vector<Choice> choices;
  bool shrinks = false;
  for (const SiteSource& source : merge.sources) {
    shrinks |= source.shrinks;
    if (source.shrinks) continue;
    Choice choice;
    if (!AddGuards(source.guards, choice.guards)) continue;  // not in this launch
    choice.value = ValueOf(source.value);
    const Range range = BoundsBehind(choice.value, choice.guards);
    if (range.low > range.high) continue;
    hull = hull ? Range::Hull(*hull, range) : range;
    choices.push_back(std::move(choice));
  }
  if (!hull || (shrinks && hull->low < 0)) return Opaque(number, full);
  if (shrinks) return Opaque(number, {0, hull->high});
  // Else what was chosen may be what the value was in an earlier iteration.
  if (choices.size() == 2 && merge.now) return Chosen(choices[0], choices[1], *hull, number);
  return Opaque(number, *hull);
}

// One of two values, each where the condition is so.
Affine SiteForms::Selected(int condition, const Affine& if_true, const Affine& if_false, int number) {
  const Affine known = ValueOf(condition);
  if (known.known()) return known.constant != 0 ? if_true : if_false;
  if (if_true == if_false) return if_true;
  Choice choices[2] = {{if_true, {}}, {if_false, {}}};
  Range ranges[2];
  for (const int side : {0, 1}) {
    const bool made = AddGuard(condition, side == 0, choices[side].guards, 0);
    if (made) ranges[side] = BoundsBehind(choices[side].value, choices[side].guards);
    if (!made || ranges[side].low > ranges[side].high) return choices[1 - side].value;
  }
  return Chosen(choices[0], choices[1], Range::Hull(ranges[0], ranges[1]), number);
}

// The smaller one of two values, or the larger one.
Affine SiteForms::Extreme(const Affine& a, const Affine& b, bool least, Range range, int number) {
  const std::optional<Affine> above = AddScaled(a, b, -1), below = AddScaled(b, a, -1);
  if (!above || !below) return Opaque(number, range);
  return Chosen({a, {{least ? *above : *below}, {}}}, {b, {{least ? *below : *above}, {}}}, range, number);
}

// One of two values in `range`, of which each is chosen only where its guards hold. A switch says which: it ties the
// chosen one to each of the two, from which it is no further than the other one is where that is chosen.
Affine SiteForms::Chosen(const Choice& one, const Choice& other, Range range, int number) {
  const Affine chosen = Opaque(number, range);
  if (chosen.known() || ties_.size() >= kMaxTies || variables_.size() > kMaxTied) return chosen;
  const int which = static_cast<int>(variables_.size());  // 0: one, 1: the other
  variables_.push_back({{0, 1}, false, -1, 1});
  variables_.back().is_switch = true;
  Tie tie = {{chosen.terms[0].first, which}, {}};
  // `a` is at most 0 if the switch is at `side`, and at most `most` else.
  const auto add = [&](const std::optional<Affine>& a, int64_t most, int side) {
    if (!a || most > kAffineLimit) return;
    Affine slack = Number(side == 0 ? 0 : most);
    if (most > 0) slack.terms.emplace_back(which, side == 0 ? most : -most);
    if (std::optional<Affine> sum = AddScaled(*a, slack, -1)) tie.at_most.push_back(*std::move(sum));
  };
  for (const int side : {0, 1}) {
    const Choice &mine = side == 0 ? one : other, &others = side == 0 ? other : one;
    if (const std::optional<Affine> apart = AddScaled(others.value, mine.value, -1)) {
      const Range away = BoundsBehind(*apart, others.guards);
      add(AddScaled(chosen, mine.value, -1), std::max<int64_t>(0, away.high), side);
      add(AddScaled(mine.value, chosen, -1), std::max<int64_t>(0, -std::max(away.low, -INT64_MAX)), side);
    }
    for (const Affine& guard : mine.guards.at_most) add(guard, std::max<int64_t>(0, Bounds(guard).high), side);
  }
  ties_.push_back(std::move(tie));
  return chosen;
}

}  // namespace lockstep
