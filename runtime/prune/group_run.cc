#include "runtime/prune/group_run.h"

#include <algorithm>
#include <tuple>

#include "runtime/base/text.h"

namespace lockstep {
namespace {

constexpr size_t kMaxChoices = 12;      // in one barrier interval
constexpr size_t kMaxStates = 1 << 14;  // of the group
constexpr size_t kMaxRanges = 1 << 22;  // remembered of them

std::vector<bool> Counting(const GroupProgram& program, bool everything) {
  std::vector<bool> counts;
  for (const GroupValue& value : program.values) counts.push_back(everything || value.core);
  return counts;
}

}  // namespace

bool GroupRun::State::operator<(const State& other) const {
  const auto place_of = [](const State& state) { return std::tie(state.place.block, state.place.step); };
  if (place_of(*this) != place_of(other)) return place_of(*this) < place_of(other);
  return std::lexicographical_compare(
      live.begin(), live.end(), other.live.begin(), other.live.end(), [](const Range& a, const Range& b) {
        return std::tie(a.low, a.high) < std::tie(b.low, b.high);
      });
}

GroupRun::GroupRun(const GroupProgram& program, const LaunchNumbers& launch,
                   const std::map<int, uint64_t>& sizes, bool everything,
                   std::optional<std::array<uint64_t, 3>> group, uint64_t* budget)
    : program_(program),
      launch_(launch),
      everything_(everything),
      group_(group),
      budget_(*budget),
      liveness_(program, Counting(program, everything)),
      touched_(program, sizes),
      with_barrier_(program.headers.size()),
      widened_(program.headers.size()),
      times_(program.blocks.size()) {
  for (const GroupBlock& block : program.blocks) {
    for (const GroupStep& step : block.steps) {
      if (step.kind != GroupStep::Kind::kBarrier) continue;
      for (const int loop : block.loops) with_barrier_[loop] = true;
    }
  }
}

GroupRun::End GroupRun::Fail(std::string why) {
  if (why_not_.empty()) why_not_ = std::move(why);
  return End::kFailed;
}

bool GroupRun::Counts(int value) const { return everything_ || program_.values[value].core; }

bool GroupRun::LiesIn(int block, int loop) const {
  const std::vector<int>& loops = program_.blocks[block].loops;
  return std::find(loops.begin(), loops.end(), loop) != loops.end();
}

Range GroupRun::Symbol(char letter, unsigned d, const std::array<uint64_t, 3>& item) const {
  if (d > 2) return Range::Full(64);
  const auto number = [](uint64_t value) { return Range::One(static_cast<int64_t>(value)); };
  const uint64_t groups = launch_.global_size[d] / launch_.local_size[d];  // all of them full
  const Range group = group_ ? number((*group_)[d]) : Range{0, static_cast<int64_t>(groups) - 1};
  switch (letter) {
    case 'l': return number(item[d]);
    case 'w': return group;
    case 'g': {
      const auto first = static_cast<int64_t>(launch_.global_offset[d] + item[d]);
      const auto size = static_cast<int64_t>(launch_.local_size[d]);
      return {first + group.low * size, first + group.high * size};
    }
    case 'G': return number(launch_.global_size[d]);
    case 'W': return number(groups);
    case 'o': return number(launch_.global_offset[d]);
    case 'L':
    case 'S': return number(launch_.local_size[d]);
    case 'n':  // the local linear id
      return number(item[0] + launch_.local_size[0] * (item[1] + launch_.local_size[1] * item[2]));
    case 'N': {  // the global linear id
      Range id{0, 0};
      for (int k = 2; k >= 0; --k) {
        const Range at = Symbol('g', static_cast<unsigned>(k), item);
        const auto offset = static_cast<int64_t>(launch_.global_offset[k]);
        const auto size = static_cast<int64_t>(launch_.global_size[k]);
        if (__builtin_mul_overflow(id.low, size, &id.low) || __builtin_mul_overflow(id.high, size, &id.high) ||
            __builtin_add_overflow(id.low, at.low - offset, &id.low) ||
            __builtin_add_overflow(id.high, at.high - offset, &id.high)) {
          return Range::Full(64);
        }
      }
      return id;
    }
    default: return Range::Full(64);
  }
}

Range GroupRun::Leaf(const GroupValue& value, const std::array<uint64_t, 3>& item) const {
  switch (value.op) {
    case GroupOp::kConstant: return Range::One(Cut(static_cast<uint64_t>(value.immediate), value.bits));
    case GroupOp::kArgument: {
      const auto argument = ArgumentValue(launch_, static_cast<unsigned>(value.immediate), value.bits);
      return argument ? Range::One(Cut(static_cast<uint64_t>(*argument), value.bits)) : Range::Full(value.bits);
    }
    case GroupOp::kId: {
      const Range range =
          Symbol(static_cast<char>(value.immediate / 4), static_cast<unsigned>(value.immediate % 4), item);
      const Range full = Range::Full(value.bits);
      return range.low < full.low || range.high > full.high ? full : range;
    }
    default: return Range::Full(value.bits);
  }
}

void GroupRun::MakeLeaves() {
  const uint64_t* size = launch_.local_size;
  for (uint64_t z = 0; z < size[2]; ++z) {
    for (uint64_t y = 0; y < size[1]; ++y) {
      for (uint64_t x = 0; x < size[0]; ++x) {
        Values& values = leaves_.emplace_back();
        values.reserve(program_.values.size());
        for (const GroupValue& value : program_.values) values.push_back(Leaf(value, {x, y, z}));
      }
    }
  }
}

bool GroupRun::Run() {
  MakeLeaves();
  // Each round but the last widens a loop more.
  for (size_t round = 0; round <= program_.headers.size(); ++round) {
    again_ = false;
    why_not_.clear();
    if (FollowAll()) return true;
    if (!again_) return false;
  }
  return false;
}

bool GroupRun::FollowAll() {
  complete_ = false;
  seen_.clear();
  depth_ = 0;
  waiting_ = {State()};
  size_t ranges = 0;
  while (!waiting_.empty()) {
    const State state = std::move(waiting_.back());
    waiting_.pop_back();
    ranges += state.live.size();
    if (seen_.size() > kMaxStates || ranges > kMaxRanges) {
      Fail("it has too many barrier intervals to be followed");
      return false;
    }
    if (!Follow(state)) return false;
    // Nothing is left to prove. (Before anything was given up, so this is an answer.)
    if (touched_.all_in_conflict() && !program_.open_barriers) return true;
  }
  complete_ = true;
  return true;
}

// From one barrier to the next ones, each way that the group may take.
bool GroupRun::Follow(const State& state) {
  choices_.clear();
  do {
    if (!FollowOnce(state)) return false;
  } while (NextChoice());
  return true;
}

bool GroupRun::NextChoice() {
  while (!choices_.empty()) {
    Choice& last = choices_.back();
    if (++last.way < program_.blocks[last.block].successors.size()) return true;
    choices_.pop_back();
  }
  return false;
}

bool GroupRun::FollowOnce(const State& state) {
  touched_.NextInterval();
  const std::vector<int>& live = liveness_.At(state.place.block, state.place.step);
  State next;
  std::optional<Place> met;
  std::optional<End> ended;
  std::vector<int> passed;
  for (item_ = 0; item_ < leaves_.size(); ++item_) {
    Values values = leaves_[item_];
    for (size_t i = 0; i < live.size(); ++i) values[live[i]] = state.live[item_ * live.size() + i];
    std::fill(times_.begin(), times_.end(), 0);
    passed_.clear();
    unsure_ = false;
    Place place;
    const End end = Walk(state.place.block, state.place.step, -1, values, &place);
    if (end == End::kFailed) return false;
    if (item_ == 0) passed = passed_;
    if (program_.open_barriers && end == End::kBarrier && (unsure_ || passed != passed_)) {
      Fail("whether its work-items meet a barrier in one iteration could not be decided");
      return false;
    }
    if ((end != End::kLeft && end != End::kBarrier) || (ended && *ended != end) ||
        (met && !(*met == place))) {
      Fail("its work-items could not be followed to one barrier");
      return false;
    }
    ended = end;
    met = place;
    if (end != End::kBarrier) continue;
    next.place = place;
    for (const int value : liveness_.At(place.block, place.step)) next.live.push_back(values[value]);
  }
  if (ended == End::kBarrier && seen_.insert(next).second) waiting_.push_back(std::move(next));
  return true;
}

// Moves on from `from` to `to`. False: whatever comes there has been followed.
bool GroupRun::Enter(int from, int to, Values& values) {
  const GroupBlock& block = program_.blocks[to];
  for (const int loop : block.loops) {
    if (program_.headers[loop] != to) continue;
    if (with_barrier_[loop]) {
      passed_.push_back(to);
      unsure_ |= depth_ > 0;
    }
    if (!widened_[loop]) continue;
    if (LiesIn(from, loop)) return false;
    for (const GroupPhi& phi : block.phis) values[phi.value] = Range::Full(program_.values[phi.value].bits);
    return true;
  }
  Range fresh[GroupProgram::kMaxPhis];
  size_t count = 0;
  for (const GroupPhi& phi : block.phis) {
    Range range = Range::Full(program_.values[phi.value].bits);
    if (Counts(phi.value)) {
      for (const auto& source : phi.sources) {
        if (source[0] == from) range = values[source[1]];
      }
    }
    fresh[count++] = range;
  }
  for (size_t i = 0; i < count; ++i) values[block.phis[i].value] = fresh[i];
  return true;
}

GroupRun::End GroupRun::Walk(int at, size_t step, int stop, Values& values, Place* place) {
  for (;;) {
    const GroupBlock& block = program_.blocks[at];
    const uint64_t cost = block.steps.size() + block.phis.size() + 1;
    if (budget_ < cost) {
      budget_ = 0;
      return Fail("it takes too long to be followed");
    }
    budget_ -= cost;
    for (; step < block.steps.size(); ++step) {
      const GroupStep& now = block.steps[step];
      if (now.kind == GroupStep::Kind::kBarrier) {
        if (depth_ > 0) return Fail("a barrier stands behind a branch that could not be decided");
        *place = {at, step + 1};
        return End::kBarrier;
      }
      if (now.kind == GroupStep::Kind::kCompute) {
        if (!Counts(now.value)) continue;
        const GroupValue& value = program_.values[now.value];
        const auto operand = [&](int i) {
          return value.operands[i] < 0 ? Range() : values[value.operands[i]];
        };
        values[now.value] = Apply(value, operand(0), operand(1), operand(2));
        continue;
      }
      const uint64_t bytes = touched_.Touch(now, values[now.value], item_);
      budget_ -= std::min(budget_, bytes / 4);
    }
    step = 0;
    if (block.successors.empty()) return End::kLeft;
    int next = block.successors[0];
    if (block.successors.size() > 1) {
      const Range condition =
          block.condition >= 0 && Counts(block.condition) ? values[block.condition] : Range{0, 1};
      if (condition.known()) {
        next = block.successors[condition.low != 0 ? 0 : 1];
      } else if (block.steers) {
        const std::optional<size_t> way = Chosen(at);
        if (!way) return End::kFailed;
        next = block.successors[*way];
      } else {
        const End end = BothWays(at, stop, values, &next);
        if (end != End::kStopped) return end;
        at = next;
        if (at == stop) return End::kStopped;
        continue;
      }
    }
    if (!Enter(at, next, values)) return End::kNowhere;
    at = next;
    if (at == stop) return End::kStopped;
  }
}

// The way that the group takes at the branch of `block`, which nobody knows: one after the other.
std::optional<size_t> GroupRun::Chosen(int block) {
  if (depth_ > 0) {
    Fail("a loop with barriers stands behind a branch that could not be decided");
    return std::nullopt;
  }
  const uint32_t time = times_[block]++;
  for (const Choice& choice : choices_) {
    if (choice.block == block && choice.time == time) return choice.way;
  }
  if (choices_.size() >= kMaxChoices) {
    Fail("it has too many branches that could not be decided");
    return std::nullopt;
  }
  choices_.push_back({block, time, 0});
  return 0;
}

// Of branches that are followed both ways, one behind the other.
constexpr int kMaxDepth = 32;

// Follows all ways from `at` to where they meet again, `*next`, with what holds there after any of them.
GroupRun::End GroupRun::BothWays(int at, int stop, Values& values, int* next) {
  const GroupBlock& block = program_.blocks[at];
  if (!Widen(at)) return End::kFailed;
  if (block.join < 0 && stop >= 0) return Fail("its branches could not be followed");
  // A way that goes round a loop comes to the same branch again before it is done, each time one deeper on
  // the application's stack.
  if (depth_ >= kMaxDepth) return Fail("its branches could not be followed");
  std::optional<Values> joined;
  bool left = false;
  ++depth_;
  for (const int successor : block.successors) {
    Values side = values;
    if (!Enter(at, successor, side)) continue;
    End end = End::kStopped;
    if (successor != block.join) {
      Place place;
      end = Walk(successor, 0, block.join, side, &place);
    }
    if (end == End::kFailed || end == End::kBarrier) return End::kFailed;
    left |= end == End::kLeft;
    if (end != End::kStopped) continue;
    if (!joined) {
      joined = std::move(side);
    } else {
      for (size_t i = 0; i < side.size(); ++i) (*joined)[i] = Range::Hull((*joined)[i], side[i]);
    }
  }
  --depth_;
  if (left) return block.join < 0 ? End::kLeft : Fail("its branches could not be followed");
  if (!joined) return End::kNowhere;
  values = *std::move(joined);
  *next = block.join;
  return End::kStopped;
}

// Who may leave a loop or go on in it may have made any number of iterations: from the header on, with any
// values of its phis, one iteration stands for all. False: the run must begin again, or cannot go on.
bool GroupRun::Widen(int at) {
  const GroupBlock& block = program_.blocks[at];
  for (const int loop : block.loops) {
    const bool leaves = std::any_of(block.successors.begin(), block.successors.end(),
                                    [&](int successor) { return !LiesIn(successor, loop); });
    if (!leaves || widened_[loop]) continue;
    if (with_barrier_[loop]) {
      Fail("how often a loop with barriers goes round could not be decided");
      return false;
    }
    widened_[loop] = true;
    again_ = true;
    Fail("a loop must be widened");
    return false;
  }
  return true;
}

}  // namespace lockstep
