// How fast and in how much memory the replay judges long event logs: synthesised ones of a histogram
// under locks, ticket locks, a stack, a decoupled look-back scan and a barrier of the grid.
#include <benchmark/benchmark.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <random>
#include <vector>

#include "runtime/replay/event_fields.h"
#include "runtime/replay/replay.h"

namespace lockstep {
namespace {

constexpr uint64_t kGroup = 256;

// Resident memory of this process now, in MiB.
double ResidentMib() {
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  long pages = 0, resident = 0;
  if (file == nullptr) return 0;
  const int got = std::fscanf(file, "%ld %ld", &pages, &resident);
  std::fclose(file);
  return got == 2 ? static_cast<double>(resident) * sysconf(_SC_PAGESIZE) / (1 << 20) : 0;
}

// A log, in the order of its events.
class Log {
 public:
  explicit Log(uint64_t items) : events_(items, 0), segments_(items / kGroup + 1, 0) {}

  // All of the group pass a barrier.
  void Barrier(uint64_t group) { ++segments_[group]; }

  void Plain(uint64_t actor, uint32_t site, uint64_t cell, bool write, uint64_t value = 0) {
    Add(actor, site, cell, write ? LS_CLASS_W : LS_CLASS_R, value);
  }
  void Atomic(uint64_t actor, uint32_t site, uint64_t cell, bool reads, bool writes, uint32_t order) {
    Add(actor, site, cell,
        (writes ? LS_CLASS_AW | LS_EVENT_WRITES : LS_CLASS_AR) | (reads ? LS_EVENT_READS : 0u) |
            order << LS_EVENT_ORDER_SHIFT | LS_EVENT_SCOPE_DEVICE << LS_EVENT_SCOPE_SHIFT, 0);
    ++events_[actor];
  }
  void Judge(benchmark::State& state, bool racy) const {
    double most = 0;
    for ([[maybe_unused]] auto _ : state) {
      ReplayOptions options;
      options.group_size = options.group_items = kGroup;
      options.fences = false;
      const double before = ResidentMib();
      Replay replay(options);
      constexpr size_t kPiece = 1 << 16;
      for (size_t at = 0; at < log_.size(); at += kPiece) {
        replay.Add(log_.data() + at, std::min(kPiece, log_.size() - at));
        most = std::max(most, ResidentMib() - before);
      }
      const ReplayResult result = replay.Finish();
      if (result.nonsense != 0 || result.races.empty() == racy) state.SkipWithError("wrong verdict");
    }
    state.counters["events"] = static_cast<double>(log_.size());
    state.counters["MiB"] = most;
    state.counters["events/s"] = benchmark::Counter(static_cast<double>(log_.size()),
                                                    benchmark::Counter::kIsIterationInvariantRate);
  }

 private:
  void Add(uint64_t actor, uint32_t site, uint64_t cell, uint32_t what, uint64_t value) {
    ls_event event{};
    event.ticket = log_.size() + 1;
    event.actor = actor;
    event.cell = cell;
    event.value = value;
    event.what = what;
    event.site = site;
    event.events = events_[actor];
    event.segment = event.global_from = segments_[actor / kGroup];
    event.cells = 1;
    log_.push_back(event);
  }
  std::vector<uint32_t> events_, segments_;
  std::vector<ls_event> log_;
};

// 256 bins, a lock each: compare-exchange, read, write, store, three times by every work-item; 64
// work-items at a time. `order` of the store.
Log Histogram(uint64_t items, uint32_t order) {
  Log log(items);
  std::mt19937_64 random(1);
  uint64_t value = 0;
  std::vector<std::pair<uint64_t, int>> flying;  // work-item, rounds to go
  uint64_t next = 0;
  while (next < items || !flying.empty()) {
    while (flying.size() < 64 && next < items) flying.push_back({next++, 3});
    const size_t at = random() % flying.size();
    const uint64_t actor = flying[at].first, bin = random() % 256;
    log.Atomic(actor, 1, bin, true, true, LS_ORDER_ACQUIRE);
    log.Plain(actor, 2, 1000 + bin, false);
    log.Plain(actor, 3, 1000 + bin, true, ++value);
    log.Atomic(actor, 4, bin, false, true, order);
    if (--flying[at].second == 0) {
      flying[at] = flying.back();
      flying.pop_back();
    }
  }
  return log;
}

// One lock for all: a ticket taken relaxed, the turn awaited by two loads, handed on by a store.
Log TicketLock(uint64_t items, uint64_t rounds) {
  Log log(items);
  uint64_t value = 0;
  for (uint64_t round = 0; round < rounds; ++round) {
    for (uint64_t actor = 0; actor < items; ++actor) {
      log.Atomic(actor, 1, 0, true, true, LS_ORDER_RELAXED);
      log.Atomic(actor, 2, 1, true, false, LS_ORDER_ACQUIRE);
      log.Plain(actor, 3, 1000, false);
      log.Plain(actor, 4, 1000, true, ++value);
      log.Atomic(actor, 5, 1, false, true, LS_ORDER_RELEASE);
    }
  }
  return log;
}

// Every work-item writes its sum and raises its flag, then looks back at up to eight before it.
Log LookBack(uint64_t items) {
  Log log(items);
  std::mt19937_64 random(2);
  for (uint64_t actor = 0; actor < items; ++actor) {
    log.Plain(actor, 1, 1000000 + actor, true, actor + 1);
    log.Atomic(actor, 2, actor, false, true, LS_ORDER_RELEASE);
    const uint64_t back = 1 + random() % 8;
    for (uint64_t k = 1; k <= back && k <= actor; ++k) {
      log.Atomic(actor, 3, actor - k, true, false, LS_ORDER_ACQUIRE);
      log.Plain(actor, 4, 1000000 + actor - k, false);
    }
    log.Plain(actor, 5, 2000000 + actor, true, actor + 1);
    log.Atomic(actor, 6, actor, false, true, LS_ORDER_RELEASE);
  }
  return log;
}

// All count in one place, then read what all wrote: after a barrier of the whole grid.
Log GridBarrier(uint64_t items) {
  Log log(items);
  for (uint64_t actor = 0; actor < items; ++actor) {
    log.Plain(actor, 1, 1000 + actor % 512, false);
    log.Atomic(actor, 2, 1, true, true, LS_ORDER_RELAXED);
    log.Atomic(actor, 3, 0, true, true, LS_ORDER_ACQ_REL);
  }
  for (uint64_t actor = 0; actor < items; ++actor) {
    log.Atomic(actor, 4, 0, true, false, LS_ORDER_ACQUIRE);
    log.Plain(actor, 5, 1, false);
  }
  return log;
}

// Treiber's: every work-item pushes its node and pops one, most often another's; each exchange fails once.
Log Stack(uint64_t items) {
  Log log(items);
  std::mt19937_64 random(3);
  std::vector<uint64_t> nodes;
  std::vector<uint64_t> flying;  // those who have pushed
  uint64_t next = 0;
  while (next < items || !flying.empty()) {
    if (next < items && (flying.size() < 2 || (flying.size() < 64 && random() % 2 != 0))) {
      log.Plain(next, 1, 1000 + next, true, next + 1);
      log.Atomic(next, 2, 0, true, false, LS_ORDER_RELAXED);
      for (int twice = 0; twice < 2; ++twice) {
        log.Plain(next, 3, 1000 + items + next, true, nodes.empty() ? 0 : nodes.back() + 1);
        log.Atomic(next, 4, 0, true, twice != 0, twice != 0 ? LS_ORDER_RELEASE : LS_ORDER_RELAXED);
      }
      nodes.push_back(next);
      flying.push_back(next++);
      continue;
    }
    const size_t at = random() % flying.size();
    const uint64_t actor = flying[at], node = nodes.back();
    log.Atomic(actor, 5, 0, true, false, LS_ORDER_ACQUIRE);
    log.Plain(actor, 6, 1000 + items + node, false);
    log.Atomic(actor, 7, 0, true, false, LS_ORDER_ACQUIRE);
    log.Atomic(actor, 7, 0, true, true, LS_ORDER_ACQUIRE);
    log.Plain(actor, 8, 1000 + node, false);
    nodes.pop_back();
    flying[at] = flying.back();
    flying.pop_back();
  }
  return log;
}

// Groups take turns at 256 totals, which their work-items each add to, between barriers.
Log Totals(uint64_t groups) {
  Log log(groups * kGroup);
  for (uint64_t group = 0; group < groups; ++group) {
    const uint64_t first = group * kGroup;
    log.Atomic(first, 1, 0, true, true, LS_ORDER_RELAXED);
    log.Atomic(first, 2, 1, true, false, LS_ORDER_ACQUIRE);
    log.Barrier(group);
    for (uint64_t i = 0; i < kGroup; ++i) {
      log.Plain(first + i, 3, 1000 + i, false);
      log.Plain(first + i, 4, 1000 + i, true, group * 7 + i);
    }
    log.Barrier(group);
    log.Atomic(first, 5, 1, false, true, LS_ORDER_RELEASE);
  }
  return log;
}

void HistogramUnderLocks(benchmark::State& state) { Histogram(100000, LS_ORDER_RELEASE).Judge(state, false); }
void HistogramRelaxed(benchmark::State& state) { Histogram(100000, LS_ORDER_RELAXED).Judge(state, true); }
void TicketLocked(benchmark::State& state) { TicketLock(100000, 2).Judge(state, false); }
void LookBackScan(benchmark::State& state) { LookBack(100000).Judge(state, false); }
void TreiberStack(benchmark::State& state) { Stack(262144).Judge(state, false); }
void TotalsInTurns(benchmark::State& state) { Totals(2000).Judge(state, false); }
void BarrierOfTheGrid(benchmark::State& state) { GridBarrier(100000).Judge(state, false); }
BENCHMARK(HistogramUnderLocks)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK(HistogramRelaxed)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK(TicketLocked)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK(LookBackScan)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK(TreiberStack)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK(TotalsInTurns)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK(BarrierOfTheGrid)->Unit(benchmark::kMillisecond)->Iterations(1);

}  // namespace
}  // namespace lockstep

BENCHMARK_MAIN();
