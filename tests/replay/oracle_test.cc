// The replay against the axiomatic model, on random programs: one concrete execution of each is
// judged by Fig. 2 (runtime/litmus, which knows nothing of clocks) and by the replay of its log.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "device-lib/shared/log.h"
#include "runtime/order/ordering_operations.h"
#include "runtime/replay/event_fields.h"
#include "tests/replay/device_log.h"
#include "tests/replay/random_program.h"

namespace lockstep {
namespace {

using Pairs = std::map<std::pair<int, int>, ReplayKind>;

// The kind of a racing pair of the execution, from its definition (semantics section 3).
ReplayKind KindOf(const Trace& trace, int first, int second) {
  const litmus::Event& a = trace.execution.events[first];
  const litmus::Event& b = trace.execution.events[second];
  const bool plain_writes = a.order == litmus::Order::kPlain && b.order == litmus::Order::kPlain &&
                            a.Writes() && b.Writes();
  if (plain_writes && a.write_value == b.write_value) return ReplayKind::kSameValue;
  const auto barriers = [&](int event, bool of_sub_group) {
    int count = 0;
    for (size_t e = 0; e < trace.execution.events.size(); ++e) {
      count += trace.execution.events[e].kind == litmus::EventKind::kBarrierEntry &&
               trace.execution.events[e].of_sub_group == of_sub_group &&
               trace.execution.sequenced.Has(static_cast<int>(e), event);
    }
    return count;
  };
  const litmus::Thread& thread_a = trace.test.threads[a.thread];
  const litmus::Thread& thread_b = trace.test.threads[b.thread];
  if (thread_a.group == thread_b.group &&
      (barriers(first, false) != barriers(second, false) ||
       (thread_a.sub_group == thread_b.sub_group && barriers(first, true) != barriers(second, true)))) {
    return ReplayKind::kWrongFenceFlag;
  }
  if (a.IsAtomic() && b.IsAtomic()) return ReplayKind::kScope;
  if (a.IsAtomic() || b.IsAtomic()) return ReplayKind::kAtomicPlain;
  return plain_writes ? ReplayKind::kWriteWrite : ReplayKind::kReadWrite;
}

Pairs ByModel(const Trace& trace, bool strict, bool remote) {
  litmus::ModelOptions options;
  options.inclusion =
      strict ? ScopeInclusion::kStrict : ScopeInclusion::kRelaxed;
  options.remote = remote;
  const litmus::Judge judge(trace.test, options, trace.execution);
  litmus::Relation order;
  judge.Consistent(order);  // racy reads may make it inconsistent; the order is what counts
  Pairs out;
  for (const auto& [a, b] : judge.DataRaces(order)) out[{a, b}] = KindOf(trace, a, b);
  return out;
}

Pairs ByReplay(const std::vector<ls_event>& log, const ReplayOptions& options) {
  Replay replay(options);
  replay.Add(log.data(), log.size());
  const ReplayResult result = replay.Finish();
  EXPECT_EQ(result.nonsense, 0u);
  Pairs out;
  for (const ReplayRace& race : result.races) {
    const int a = static_cast<int>(race.a.site), b = static_cast<int>(race.b.site);
    out[{std::min(a, b), std::max(a, b)}] = race.kind;
  }
  return out;
}

std::string PairsText(const Trace& trace, const Pairs& pairs) {
  std::string out;
  for (const auto& [pair, kind] : pairs) {
    for (int event : {pair.first, pair.second}) {
      out += " P" + std::to_string(trace.execution.events[event].thread) + ":" +
             litmus::EventText(trace.test, trace.execution.events[event]);
    }
    out += " kind " + std::to_string(static_cast<int>(kind)) + "\n";
  }
  return out;
}

Pairs Without(const Pairs& pairs, const Pairs& others) {
  Pairs out;
  for (const auto& entry : pairs) {
    const auto it = others.find(entry.first);
    if (it == others.end() || it->second != entry.second) out.insert(entry);
  }
  return out;
}

// The gravest kind at each location: 2 an error, 1 a warning, 0 an excused race.
std::map<int, int> Gravest(const Trace& trace, const Pairs& pairs) {
  std::map<int, int> out;
  for (const auto& [pair, kind] : pairs) {
    const int gravity = kind == ReplayKind::kSameValue ? 0
                        : kind == ReplayKind::kWrongFenceFlag ? 1
                                                              : 2;
    int& at = out.emplace(trace.execution.events[pair.first].location, gravity).first->second;
    at = std::max(at, gravity);
  }
  return out;
}

// What Gravest should say of `found`: a barrier with the wrong flag may stand for further races of its bytes.
std::map<int, int> GravestWanted(const Trace& trace, const Pairs& found, const Pairs& model) {
  const std::map<int, int> gravest = Gravest(trace, found);
  std::map<int, int> wanted = Gravest(trace, model);
  for (auto& [location, gravity] : wanted) {
    const auto it = gravest.find(location);
    if (gravity == 2 && it != gravest.end() && it->second == 1) gravity = 1;
  }
  return wanted;
}

// `found` has only pairs of the model's, and one of the gravest kind at each of its locations.
void ExpectEveryLocation(const Trace& trace, const Pairs& found, const Pairs& model,
                         const std::string& where) {
  for (const auto& [pair, kind] : found) {
    const auto it = model.find(pair);
    EXPECT_TRUE(it != model.end() && it->second == kind) << where << PairsText(trace, found);
  }
  EXPECT_EQ(Gravest(trace, found), GravestWanted(trace, found, model)) << where << "model:\n" << PairsText(trace, model) << "replay:\n"
                             << PairsText(trace, found);
}

// The atomics and fences that the program has, as a device's kernel would show them.
OrderingOperations OperationsOf(const Program& program) {
  OrderingOperations out;
  for (const auto& thread : program.threads) {
    for (const Op& op : thread) {
      const uint32_t scope = ScopeBits(op.scope) | (op.remote ? LS_EVENT_REMOTE : 0u);
      if (op.kind == OpKind::kFence) {
        out.AddFence(OrderBits(op.order) | scope | FlagBits(op.flags));
      } else if (op.kind == OpKind::kBarrier) {
        if (program.has_remote || op.scope > litmus::Scope::kWorkGroup) out.AddFence(FlagBits(op.flags));
      } else if (op.kind > OpKind::kWrite) {
        const uint32_t region = program.home[op.location] < 0 ? LS_REGION_GLOBAL : LS_REGION_LOCAL;
        out.AddAtomic(OrderBits(op.order) | scope, region);
        if (op.kind == OpKind::kCompareExchange) out.AddAtomic(OrderBits(op.failure) | scope, region);
      }
    }
  }
  return out;
}

// What a device finds that logs only the regions that something other than barriers can order. Counts
// the accesses that need no log.
Pairs BySplitDevice(const Trace& trace, const Program& program, const Pairs& model,
                    const ReplayOptions& options, const std::string& where, size_t* unlogged) {
  const OrderingOperations operations = OperationsOf(program);
  std::vector<ls_event> logged, plain[2];
  for (const ls_event& event : trace.log) {
    const uint32_t region = RegionOf(event.what);
    if (!IsFence(event.what) && operations.BarriersAloneOrder(region)) {
      plain[region == LS_REGION_LOCAL].push_back(event);
    } else {
      logged.push_back(event);
    }
  }
  Pairs out = ByReplay(ThroughCells(logged, program.group_size), options);
  for (const auto& region : plain) {
    *unlogged += region.size();
    for (const CellRace& race : RacesOfCells(region, program.group_size)) {
      const int a = static_cast<int>(race.site_a), b = static_cast<int>(race.site_b);
      const std::pair<int, int> pair(std::min(a, b), std::max(a, b));
      const auto it = model.find(pair);
      EXPECT_TRUE(it != model.end()) << where << "not in the model: " << PairsText(trace, {{pair, {}}});
      if (it == model.end()) continue;
      // A write of the same value may stand for one of another value.
      const bool excused = it->second == ReplayKind::kSameValue;
      out[pair] = excused && race.finding == LS_FINDING_RACE         ? ReplayKind::kWriteWrite
                  : excused && race.finding == LS_FINDING_WRONG_FLAG ? ReplayKind::kWrongFenceFlag
                                                                     : it->second;
    }
  }
  return out;
}

// Compares both on the program of `seed`; false after a disagreement. Counts racy executions.
bool Agree(uint32_t seed, bool parts, int* racy, int* synchronised, size_t* dropped, size_t* unlogged) {
  std::mt19937 random(seed);
  const Program program = RandomProgram(random, /*split=*/seed % 2 == 0 && !parts, parts);
  const Trace trace = RunOnce(program, random);
  const bool strict = seed % 4 == 1, remote = seed % 8 != 2;
  const Pairs model = ByModel(trace, strict, remote);
  const std::string where = "seed " + std::to_string(seed) + "\n" + ProgramText(program);
  const Pairs exact = ByReplay(trace.log, OptionsFor(program, strict, remote, true));
  EXPECT_TRUE(exact == model) << where << "only the model:\n" << PairsText(trace, Without(model, exact))
                              << "only the replay:\n" << PairsText(trace, Without(exact, model));
  // What a user gets: fewer pairs, but every location, and no other pair. So too if the device's cells
  // choose what is logged.
  const std::vector<ls_event> chosen = ThroughCells(trace.log, program.group_size);
  *dropped += trace.log.size() - chosen.size();
  const ReplayOptions bounded = OptionsFor(program, strict, remote, false);
  ExpectEveryLocation(trace, ByReplay(trace.log, bounded), model, where);
  ExpectEveryLocation(trace, ByReplay(chosen, bounded), model, where + "through cells\n");
  // A kernel with barriers of sub-groups logs both regions.
  const Pairs split = parts ? exact : BySplitDevice(trace, program, model, bounded, where, unlogged);
  EXPECT_EQ(Gravest(trace, split), GravestWanted(trace, split, model))
      << where << "split by region\nmodel:\n" << PairsText(trace, model) << "device:\n"
      << PairsText(trace, split);
  *racy += !model.empty();
  // Without any synchronisation more would race: the program tests something.
  ReplayOptions none = OptionsFor(program, strict, remote, true);
  none.removed = parts ? 1u << kPartOrder : 1u << kReleaseWrite | 1u << kReleaseFence;
  *synchronised += ByReplay(trace.log, none).size() > exact.size();
  return !testing::Test::HasFailure();
}

// REPLAY_PROGRAMS=N runs N programs, REPLAY_FIRST=SEED begins elsewhere: the long run of docs/oracle.md.
// covers: replay-release-acquire, replay-barriers, sync-regions
TEST(ReplayOracleTest, AgreesWithTheModelOnRandomPrograms) {
  const char* programs = std::getenv("REPLAY_PROGRAMS");
  const char* from = std::getenv("REPLAY_FIRST");
  const uint32_t count = programs != nullptr ? std::strtoul(programs, nullptr, 10) : 2000;
  const uint32_t first = from != nullptr ? std::strtoul(from, nullptr, 10) : 1;
  int racy = 0, synchronised = 0;
  size_t dropped = 0, unlogged = 0;
  for (uint32_t seed = first; seed < first + count; ++seed) {
    if (!Agree(seed, /*parts=*/false, &racy, &synchronised, &dropped, &unlogged)) break;
  }
  std::cout << count << " programs: " << racy << " race, " << synchronised
            << " would race more without releases; " << dropped << " events fewer through cells, " << unlogged
            << " accesses of regions without a log\n";
  EXPECT_GE(racy, static_cast<int>(count / 4));
  EXPECT_LE(racy, static_cast<int>(count - count / 10));
  EXPECT_GE(synchronised, static_cast<int>(count / 10));
  EXPECT_GE(dropped, count / 2);
  EXPECT_GE(unlogged, count / 2);
}

// Fences that only release, or only acquire, order nothing (instrument/ir/idle_fences.h): the cells alone, told of
// barriers only, find what the model does; with fences of the other side here and there they would find more.
// covers: idle-fences
TEST(ReplayOracleTest, FencesOfOneSideOrderNothing) {
  constexpr uint32_t kPrograms = 2000;
  size_t fences = 0, alone = 0, with_others = 0, of_model = 0;
  for (uint32_t seed = 1; seed <= kPrograms && !HasFailure(); ++seed) {
    const auto races = [&](bool kept, size_t* by_cells, size_t* by_model) {
      std::mt19937 random(seed);
      Program program = RandomProgram(random);
      LeaveOneSideOfFences(random, kept, &program);
      const Trace trace = RunOnce(program, random);
      const Pairs model = ByModel(trace, /*strict=*/true, /*remote=*/false);
      std::vector<ls_event> log;
      for (const ls_event& event : trace.log) {
        fences += !kept && IsFence(event.what);
        if (!IsFence(event.what)) log.push_back(event);
      }
      std::set<int> locations, wanted;
      for (const uint32_t region : {LS_REGION_GLOBAL, LS_REGION_LOCAL}) {
        std::vector<ls_event> own;
        for (const ls_event& event : log) {
          if (RegionOf(event.what) == region) own.push_back(event);
        }
        for (const CellRace& race : RacesOfCells(own, program.group_size)) {
          locations.insert(trace.execution.events[race.site_a].location);
        }
      }
      for (const auto& [pair, kind] : model) wanted.insert(trace.execution.events[pair.first].location);
      if (!kept) {
        EXPECT_TRUE(locations == wanted) << "seed " << seed << "\n" << ProgramText(program) << PairsText(trace, model);
      }
      *by_cells += locations.size();
      *by_model += wanted.size();
    };
    races(false, &alone, &of_model);
    size_t ignored = 0;
    races(true, &with_others, &ignored);
    with_others -= ignored;
  }
  std::cout << fences << " fences, " << alone << " racing locations, " << with_others
            << " more than the model's with fences of both sides\n";
  EXPECT_GE(fences, kPrograms);
  EXPECT_GE(alone, kPrograms / 4);
  EXPECT_GE(with_others, kPrograms / 50);
}

// The same with barriers of sub-groups; REPLAY_PARTS=N, REPLAY_FIRST=SEED.
// covers: sub-group-synchronising
TEST(ReplayOracleTest, AgreesWithTheModelOnProgramsWithBarriersOfSubGroups) {
  const char* programs = std::getenv("REPLAY_PARTS");
  const char* from = std::getenv("REPLAY_FIRST");
  const uint32_t count = programs != nullptr ? std::strtoul(programs, nullptr, 10) : 2000;
  const uint32_t first = from != nullptr ? std::strtoul(from, nullptr, 10) : 1;
  int racy = 0, ordered = 0;
  size_t dropped = 0, unlogged = 0;
  for (uint32_t seed = first; seed < first + count; ++seed) {
    if (!Agree(seed, /*parts=*/true, &racy, &ordered, &dropped, &unlogged)) break;
  }
  std::cout << count << " programs: " << racy << " race, " << ordered
            << " would race more without barriers of sub-groups\n";
  EXPECT_GE(racy, static_cast<int>(count / 4));
  EXPECT_LE(racy, static_cast<int>(count - count / 10));
  EXPECT_GE(ordered, static_cast<int>(count / 20));
}

}  // namespace
}  // namespace lockstep
