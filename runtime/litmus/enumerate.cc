// Enumerates every consistent execution of a litmus test under the axiomatic model.
//
// One run per thread is chosen such that every value read is written by someone; then a write for
// every read, cut as soon as the happens-before known so far forbids it; then modification orders.
#include "runtime/litmus/enumerate.h"

#include <algorithm>
#include <chrono>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/litmus/condition.h"
#include "runtime/litmus/run_join.h"
#include "runtime/litmus/runs.h"

namespace lockstep::litmus {
namespace {

class Enumerator {
 public:
  Enumerator(const Test& test, const EnumerateOptions& options, Runs runs)
      : test_(test), options_(options), runs_(std::move(runs)) {
    result_.loop_bound_reached = runs_.loop_bound_reached;
    result_.out_of_bounds = runs_.out_of_bounds;
  }

  StatusOr<Result> Go() {
    RunJoin join(test_, runs_, options_.model.Has(kReadFrom));
    const auto status = join.ForEach([this](const std::vector<const Run*>& chosen) {
      chosen_ = chosen;
      return OneCombination();
    });
    if (!status.ok()) return status;
    result_.holds = QuantifierHolds(test_.quantifier, result_.satisfying, result_.refuting);
    return std::move(result_);
  }

 private:
  Status OneCombination() {
    Execution& x = execution_;
    x.events.clear();
    for (size_t l = 0; l < test_.locations.size(); ++l) {
      Event init;
      init.kind = EventKind::kWrite;
      init.location = static_cast<int>(l);
      init.regions = test_.locations[l].regions;
      init.write_value = test_.locations[l].initial;
      x.events.push_back(init);
    }
    size_t total = x.events.size();
    for (const Run* run : chosen_) total += run->events.size();
    if (total > kMaxExecutionEvents) {
      return UnavailableError(absl::StrCat(test_.file, ": an execution has ", total,
                                                       " events, more than ", kMaxExecutionEvents));
    }
    x.sequenced = Relation(static_cast<int>(total));
    for (const Run* run : chosen_) {
      const int base = static_cast<int>(x.events.size());
      for (size_t j = 0; j < run->events.size(); ++j) {
        x.events.push_back(run->events[j]);
        for (size_t i = 0; i < run->events.size(); ++i) {
          if ((run->before[j] >> i) & 1)
            x.sequenced.Add(base + static_cast<int>(i), base + static_cast<int>(j));
        }
      }
    }
    x.sequenced.Close();
    x.reads_from.assign(total, -1);
    x.modification.assign(test_.locations.size(), {});
    reads_.clear();
    sources_.clear();
    for (size_t e = 0; e < total; ++e) {
      const Event& event = x.events[e];
      if (!event.Reads()) continue;
      std::vector<int> sources;
      for (size_t w = 0; w < total; ++w) {
        const Event& write = x.events[w];
        const bool matches = w != e && write.Writes() && write.location == event.location &&
                             write.write_value == event.read_value;
        if (matches) sources.push_back(static_cast<int>(w));
      }
      if (sources.empty()) return OkStatus();
      reads_.push_back(static_cast<int>(e));
      sources_.push_back(std::move(sources));
    }
    Judge judge(test_, options_.model, x);
    // Reads that synchronise come first, of these the read-modify-writes, which exclude each
    // other; then plain reads, which that happens-before decides; then the rest.
    const auto rank = [&](size_t i) {
      const Event& event = x.events[reads_[i]];
      const int kind = judge.Synchronises(reads_[i]) ? 0 : event.IsAtomic() ? 2 : 1;
      return std::make_tuple(kind, event.kind != EventKind::kRmw, sources_[i].size());
    };
    std::vector<size_t> order(reads_.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return rank(a) < rank(b); });
    std::vector<int> reads;
    std::vector<std::vector<int>> sources;
    for (size_t i : order) {
      reads.push_back(reads_[i]);
      sources.push_back(std::move(sources_[i]));
    }
    reads_ = std::move(reads);
    sources_ = std::move(sources);
    judge_ = &judge;
    Relation bound[2] = {Relation(static_cast<int>(total)), Relation(static_cast<int>(total))};
    if (judge.Possible(bound)) ReadsFrom(0, bound);
    judge_ = nullptr;
    return OkStatus();
  }

  void ReadsFrom(size_t i, const Relation (&bound)[2]) {
    if (i < reads_.size() && judge_->Synchronises(reads_[i])) {
      const int read = reads_[i];
      for (int source : sources_[i]) {
        if (!judge_->MayRead(read, source, bound) || Taken(i, source)) continue;
        execution_.reads_from[read] = source;
        Relation next[2];
        if (judge_->Possible(next)) ReadsFrom(i + 1, next);
        execution_.reads_from[read] = -1;
      }
      return;
    }
    // From here on happens-before changes only by release sequences.
    Relation upper[2];
    judge_->UpperBound(upper);
    for (size_t k = 0; k < i; ++k) {
      const int read = reads_[k];
      const bool plain = test_.locations[execution_.events[read].location].plain;
      if (plain && !judge_->MaySee(read, execution_.reads_from[read], upper)) return;
    }
    OtherReadsFrom(i, bound, upper);
  }

  void OtherReadsFrom(size_t i, const Relation (&bound)[2], const Relation (&upper)[2]) {
    if (i == reads_.size()) {
      Modifications(0, bound);
      return;
    }
    const int read = reads_[i];
    const bool plain = test_.locations[execution_.events[read].location].plain;
    for (int source : sources_[i]) {
      if (!judge_->MayRead(read, source, bound) || Taken(i, source)) continue;
      if (plain && !judge_->MaySee(read, source, upper)) continue;
      execution_.reads_from[read] = source;
      OtherReadsFrom(i + 1, bound, upper);
      execution_.reads_from[read] = -1;
    }
  }

  // True if the i-th read is a read-modify-write and another one already follows `source`.
  bool Taken(size_t i, int source) const {
    const Event& event = execution_.events[reads_[i]];
    if (event.kind != EventKind::kRmw || test_.locations[event.location].plain ||
        !options_.model.Has(kAtomicity))
      return false;
    for (size_t k = 0; k < i; ++k) {
      if (execution_.events[reads_[k]].kind == EventKind::kRmw &&
          execution_.reads_from[reads_[k]] == source)
        return true;
    }
    return false;
  }

  // Orders the writes of location l and of those after it.
  void Modifications(size_t l, const Relation (&bound)[2]) {
    while (l < test_.locations.size() && test_.locations[l].plain) ++l;
    if (l == test_.locations.size()) {
      Complete();
      return;
    }
    std::vector<int> writes;
    for (size_t e = test_.locations.size(); e < execution_.events.size(); ++e) {
      if (execution_.events[e].Writes() && execution_.events[e].location == static_cast<int>(l))
        writes.push_back(static_cast<int>(e));
    }
    auto& order = execution_.modification[l];
    order = {static_cast<int>(l)};  // the initial write
    Extend(l, writes, bound);
    order.clear();
  }

  void Extend(size_t l, std::vector<int>& rest, const Relation (&bound)[2]) {
    auto& order = execution_.modification[l];
    if (rest.empty()) {
      const auto keep = order;
      Modifications(l + 1, bound);
      execution_.modification[l] = keep;
      return;
    }
    int follower = -1;  // the read-modify-write that reads from the last write must come next
    if (options_.model.Has(kAtomicity)) {
      for (int w : rest) {
        if (execution_.events[w].kind == EventKind::kRmw &&
            execution_.reads_from[w] == order.back())
          follower = w;
      }
    }
    for (size_t i = 0; i < rest.size(); ++i) {
      const int w = rest[i];
      if (follower >= 0 && w != follower) continue;
      if (options_.model.Has(kAtomicity) && execution_.events[w].kind == EventKind::kRmw &&
          w != follower)
        continue;
      bool first = true;
      for (int other : rest) {
        first = first && !(options_.model.Has(kCoherence) && other != w &&
                           (bound[0].Has(other, w) || bound[1].Has(other, w)));
      }
      if (!first) continue;
      order.push_back(w);
      rest.erase(rest.begin() + i);
      Extend(l, rest, bound);
      rest.insert(rest.begin() + i, w);
      execution_.modification[l].pop_back();
    }
  }

  void Complete() {
    Relation order(static_cast<int>(execution_.events.size()));
    if (!judge_->Consistent(order)) return;
    // Final values of plain locations: a write that no other happens after. Without a race there
    // is one; with one, each such write is a final state of its own.
    std::vector<int> plain;
    std::vector<std::vector<int64_t>> choices;
    const auto want = [&](const Term& term) {
      if (term.kind != Term::kLocation || !test_.locations[term.index].plain) return;
      if (std::find(plain.begin(), plain.end(), term.index) != plain.end()) return;
      plain.push_back(term.index);
      std::vector<int> writes;
      for (size_t e = 0; e < execution_.events.size(); ++e) {
        if (execution_.events[e].Writes() && execution_.events[e].location == term.index)
          writes.push_back(static_cast<int>(e));
      }
      std::vector<int64_t> values;
      for (int w : writes) {
        const bool last = std::none_of(writes.begin(), writes.end(),
                                       [&](int o) { return o != w && order.Has(w, o); });
        if (last) values.push_back(execution_.events[w].write_value);
      }
      if (values.empty()) values.push_back(execution_.events[writes.back()].write_value);
      choices.push_back(std::move(values));
    };
    for (const Term& term : test_.observed) want(term);
    ForTerms(test_.filter, want);
    std::vector<size_t> pick(plain.size(), 0);
    bool kept = false;
    while (true) {
      kept = OneState(plain, choices, pick, order) || kept;
      size_t k = 0;
      while (k < pick.size() && ++pick[k] == choices[k].size()) pick[k++] = 0;
      if (k == pick.size()) break;
    }
    if (kept) Flags(order);
  }

  template <typename F>
  void ForTerms(const Prop& prop, F f) {
    f(prop.left);
    f(prop.right);
    for (const Prop& part : prop.parts) ForTerms(part, f);
  }

  bool OneState(const std::vector<int>& plain, const std::vector<std::vector<int64_t>>& choices,
                const std::vector<size_t>& pick, const Relation& order) {
    const auto value = [&](const Term& term) -> int64_t {
      if (term.kind == Term::kRegister) {
        return term.thread < 0 || term.index < 0 ? 0 : chosen_[term.thread]->registers[term.index];
      }
      const auto at = std::find(plain.begin(), plain.end(), term.index);
      if (at != plain.end()) return choices[at - plain.begin()][pick[at - plain.begin()]];
      return execution_.events[execution_.modification[term.index].back()].write_value;
    };
    if (test_.has_filter && !options_.ignore_filter && !Holds(test_.filter, value)) return false;
    std::vector<int64_t> state;
    for (const Term& term : test_.observed) state.push_back(value(term));
    ++result_.states[state];
    const bool satisfies = Holds(test_.condition, value);
    ++(satisfies ? result_.satisfying : result_.refuting);
    // The first that decides the condition; until there is one, the first of all.
    const bool decides = satisfies == (test_.quantifier != Quantifier::kForall);
    if (options_.keep_sample && !result_.sample_races && (!result_.has_sample || (decides && !result_.sample_decides))) {
      Keep(order, {});
      result_.sample_decides = decides;
    }
    return true;
  }

  void Keep(const Relation& order, std::vector<std::pair<int, int>> races) {
    result_.has_sample = true;
    result_.sample_races = !races.empty();
    result_.sample = execution_;
    result_.sample_order = order;
    result_.sample_races_pairs = std::move(races);
  }

  void Flags(const Relation& order) {
    const auto races = judge_->DataRaces(order);
    if (options_.on_execution) options_.on_execution(execution_, order, races);
    for (const auto& [a, b] : races) result_.data_races.insert(PairOf(a, b));
    if (options_.keep_sample && !races.empty() && !result_.sample_races) Keep(order, races);
    for (const auto& [a, b] : judge_->UnsequencedRaces())
      result_.unsequenced_races.insert(PairOf(a, b));
    for (const auto& [a, b] : judge_->Divergences()) result_.divergences.insert(PairOf(a, b));
    if (options_.keep_witnesses) result_.witnesses.insert(WitnessKey(test_, execution_));
  }

  Side SideOf(int e) const {
    Side side;
    if (e < 0) return side;
    const Event& event = execution_.events[e];
    side.thread = test_.threads[event.thread].id;
    side.at = event.at;
    side.event = EventText(test_, event);
    side.event.resize(std::min(side.event.find('='), side.event.size()));
    return side;
  }

  Pair PairOf(int a, int b) const {
    const Event& event = execution_.events[a];
    Pair pair;
    pair.location =
        event.location >= 0 ? test_.locations[event.location].name : runs_.barriers[event.barrier];
    pair.first = SideOf(a);
    pair.second = SideOf(b);
    return pair;
  }

  const Test& test_;
  const EnumerateOptions& options_;
  Runs runs_;
  Result result_;
  std::vector<const Run*> chosen_;
  Execution execution_;
  std::vector<int> reads_;
  std::vector<std::vector<int>> sources_;
  const Judge* judge_ = nullptr;
};

}  // namespace

std::string WitnessKey(const Test& test, const Execution& x) {
  // Fences and barriers do not count: names are per thread the n-th access.
  std::vector<int> next(test.threads.size(), 0);
  std::vector<std::string> names(x.events.size());
  std::string out;
  for (size_t e = 0; e < x.events.size(); ++e) {
    const Event& event = x.events[e];
    if (event.location < 0) continue;
    names[e] = event.thread < 0 ? absl::StrCat("i", event.location)
                                : absl::StrCat(event.thread, ".", next[event.thread]++);
  }
  for (size_t e = 0; e < x.events.size(); ++e) {
    if (x.reads_from[e] >= 0) absl::StrAppend(&out, names[e], "<", names[x.reads_from[e]], " ");
  }
  for (const auto& writes : x.modification) {
    for (size_t i = 1; i < writes.size(); ++i)
      absl::StrAppend(&out, i == 1 ? ";" : ">", names[writes[i]]);
  }
  return out;
}

StatusOr<Result> Enumerate(const Test& test, const EnumerateOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  auto runs = AllRuns(test, options.unroll, /*coherent=*/options.model.removed == 0);
  if (!runs.ok()) return runs.status();
  auto result = Enumerator(test, options, std::move(*runs)).Go();
  if (result.ok()) {
    result->seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  return result;
}

}  // namespace lockstep::litmus
