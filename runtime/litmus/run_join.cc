// Combinations of runs, one per thread, in which every value read is written by someone.
#include "runtime/litmus/run_join.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lockstep::litmus {

bool RunJoin::Covers(const Pairs& needs, const Pairs& a, const Pairs& b) {
  for (size_t i = 0; i < needs.size(); ++i) {
    if (needs[i] & ~(a[i] | b[i])) return false;
  }
  return true;
}

void RunJoin::Include(Pairs& into, const Pairs& from) {
  for (size_t i = 0; i < into.size(); ++i) into[i] |= from[i];
}

RunJoin::RunJoin(const Test& test, const Runs& runs, bool forward) {
  std::map<std::pair<int, int64_t>, size_t> ids;
  for (size_t l = 0; l < runs.values.size(); ++l) {
    for (int64_t value : runs.values[l])
      ids.emplace(std::make_pair(static_cast<int>(l), value), ids.size());
  }
  for (const auto& of_thread : runs.of_thread) {
    for (const Run& run : of_thread) {
      for (const Event& e : run.events) {
        if (e.Writes()) ids.emplace(std::make_pair(e.location, e.write_value), ids.size());
      }
    }
  }
  words_ = ids.size() / 64 + 1;
  const auto add = [&](Pairs& into, int location, int64_t value) {
    const size_t id = ids.at({location, value});
    into[id / 64] |= uint64_t{1} << (id % 64);
  };
  for (const auto& of_thread : runs.of_thread) {
    std::vector<Item> items;
    for (const Run& run : of_thread) {
      Item item{&run, Pairs(words_), Pairs(words_)};
      for (size_t i = 0; i < run.events.size(); ++i) {
        const Event& e = run.events[i];
        if (e.Writes()) add(item.provides, e.location, e.write_value);
        if (!e.Reads() || e.read_value == test.locations[e.location].initial) continue;
        bool own = false;
        for (size_t w = 0; w < run.events.size() && !own; ++w) {
          const Event& write = run.events[w];
          own = w != i && write.Writes() && write.location == e.location &&
                write.write_value == e.read_value && !(((run.before[w] >> i) & 1) && forward);
        }
        if (!own) add(item.needs, e.location, e.read_value);
      }
      items.push_back(std::move(item));
    }
    items_.push_back(std::move(items));
  }
  DropUnmatched();
  chosen_.assign(items_.size(), nullptr);
}

void RunJoin::DropUnmatched() {
  // Drop runs that need what no remaining run of another thread writes, until nothing changes.
  const size_t count = items_.size();
  while (true) {
    std::vector<Pairs> offers(count, Pairs(words_));
    for (size_t t = 0; t < count; ++t) {
      for (const Item& item : items_[t]) Include(offers[t], item.provides);
    }
    bool changed = false;
    for (size_t t = 0; t < count; ++t) {
      Pairs others(words_);
      for (size_t o = 0; o < count; ++o) {
        if (o != t) Include(others, offers[o]);
      }
      const auto dead = std::remove_if(items_[t].begin(), items_[t].end(), [&](const Item& item) {
        return !Covers(item.needs, others, others);
      });
      changed = changed || dead != items_[t].end();
      items_[t].erase(dead, items_[t].end());
    }
    if (!changed) break;
  }
  later_.assign(count + 1, Pairs(words_));
  for (size_t t = count; t-- > 0;) {
    later_[t] = later_[t + 1];
    for (const Item& item : items_[t]) Include(later_[t], item.provides);
  }
}

Status RunJoin::ForEach(const Visit& visit) {
  return Join(0, Pairs(words_), Pairs(words_), visit);
}

Status RunJoin::Join(size_t t, const Pairs& needs, const Pairs& provides,
                           const Visit& visit) {
  if (t == items_.size()) return visit(chosen_);
  for (const Item& item : items_[t]) {
    Pairs all_needs = needs, all_provides = provides;
    Include(all_needs, item.needs);
    Include(all_provides, item.provides);
    if (!Covers(all_needs, all_provides, later_[t + 1])) continue;
    chosen_[t] = item.run;
    if (auto status = Join(t + 1, all_needs, all_provides, visit); !status.ok()) return status;
  }
  return OkStatus();
}

}  // namespace lockstep::litmus
