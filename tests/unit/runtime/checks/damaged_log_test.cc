// Logs that a kernel's wild writes have been in: nothing that they hold ends the reader, and no such launch looks
// clean. Random bytes from fixed seeds.
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "runtime/checks/checks.h"
#include "runtime/replay/replay.h"
#include "tests/unit/runtime/fake_launch.h"

namespace lockstep {
namespace {

constexpr uint64_t kMark = 0x1234567890abcdef;

std::shared_ptr<Launch> MarkedLaunch() {
  auto launch = FakeLaunch();
  launch->log_mark = kMark;
  return launch;
}

// The log of a launch in which two work-items raced.
FakeLog RacyLog() {
  FakeLog log;
  log.header().mark = kMark;
  log.AddRace(LS_FINDING_RACE, LS_KEY_INTER_GROUP, Record(2, 0, 1, LS_CLASS_W), Record(33, 0, 1, LS_CLASS_W), 0, 64);
  return log;
}

bool SaysDamaged(const CheckResult& result) {
  for (const Incomplete& item : result.incomplete) {
    if (item.what.find("records are damaged") != std::string::npos) return true;
  }
  return false;
}

void Fill(std::mt19937_64& random, void* at, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) static_cast<char*>(at)[i] = static_cast<char>(random());
}

TEST(DamagedLogTest, AWholeLogIsNotDamaged) {
  const FakeLog log = RacyLog();
  const CheckResult result = CheckLog(MarkedLaunch(), log.data(), log.size());
  EXPECT_EQ(result.findings.size(), 1u);
  EXPECT_TRUE(result.incomplete.empty());
}

TEST(DamagedLogTest, ALogThatWasClearedIsNoCleanOne) {
  const std::string zeros(RacyLog().size(), '\0');
  const CheckResult result = CheckLog(MarkedLaunch(), zeros.data(), zeros.size());
  EXPECT_TRUE(result.findings.empty());
  EXPECT_TRUE(SaysDamaged(result));
}

TEST(DamagedLogTest, ASlotThatIsGoneIsMissed) {
  FakeLog log = RacyLog();
  std::memset(&log.slot(0), 0, sizeof(ls_slot));
  EXPECT_TRUE(SaysDamaged(CheckLog(MarkedLaunch(), log.data(), log.size())));
}

TEST(DamagedLogTest, ACountThatIsGoneHidesNoSlot) {
  FakeLog log = RacyLog();
  log.header() = {};
  const CheckResult result = CheckLog(MarkedLaunch(), log.data(), log.size());
  EXPECT_EQ(result.findings.size(), 1u);
  EXPECT_TRUE(SaysDamaged(result));
}

TEST(DamagedLogTest, RandomBytesAreNoFindings) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937_64 random(seed);
    FakeLog log;
    Fill(random, &log.header(), log.size());
    const CheckResult result = CheckLog(MarkedLaunch(), log.data(), log.size());
    EXPECT_TRUE(result.findings.empty()) << seed;
    EXPECT_TRUE(SaysDamaged(result)) << seed;
    for (const Incomplete& item : result.incomplete) EXPECT_LE(item.count, 64u) << item.what;
  }
}

// Slots with sensible keys, of which everything else is random.
TEST(DamagedLogTest, WhatRaceCouldNotBeIsNotReported) {
  uint64_t reported = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937_64 random(seed);
    FakeLog log;
    log.header().mark = kMark;
    for (int i = 0; i < 8; ++i) {
      const auto record = [&] { return Record(random() % 256, random() % 4, random() % 10, random() % 8); };
      ls_slot& slot = log.AddRace(1 + random() % 5, (random() % 2) * LS_KEY_LOCAL, record(), record(),
                                  static_cast<uint32_t>(random() % 6), random() % 1024);
      slot.bytes = static_cast<uint32_t>(random() % 2 != 0 ? random() : 4);
      Fill(random, slot.extra, sizeof(slot.extra));
    }
    const CheckResult result = CheckLog(MarkedLaunch(), log.data(), log.size());
    for (const Finding& finding : result.findings) {
      if (!finding.memory) continue;
      ++reported;
      EXPECT_LT(finding.memory->offset, finding.memory->size);
      EXPECT_LE(finding.memory->offset + finding.memory->bytes, finding.memory->size);
      EXPECT_TRUE(finding.accesses[0].group && finding.accesses[1].group);
    }
  }
  EXPECT_GT(reported, 0u);
}

TEST(DamagedLogTest, RandomEventsCostNoMoreThanTheLaunchHasCells) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    std::mt19937_64 random(seed);
    ReplayOptions options;
    options.group_size = 36;
    options.group_items = 32;
    options.actors = 144;
    options.cells = 128;
    Replay replay(options);
    std::vector<ls_event> events(1000);
    Fill(random, events.data(), events.size() * sizeof(ls_event));
    for (size_t i = 0; i < events.size(); ++i) {
      // Half of them nearly make sense.
      if (i % 2 == 0) continue;
      events[i].actor %= 160;
      events[i].cell %= 160;
      events[i].cells = static_cast<uint32_t>(random() % 8);
      events[i].what &= 0x3fffff;
    }
    events[0].actor = UINT64_MAX;
    events[0].what = LS_EVENT_COPY;
    events[0].cell = UINT64_MAX - 3;  // whose sum with the group's items is small
    replay.Add(events.data(), events.size());
    const ReplayResult so_far = replay.SoFar();
    const ReplayResult result = replay.Finish();
    EXPECT_EQ(so_far.races.size(), result.races.size());
    EXPECT_GE(result.nonsense, events.size() / 2);
    for (const ReplayRace& race : result.races) {
      EXPECT_LT(race.a.actor, 144u);
      EXPECT_LT(race.b.actor, 144u);
      if (race.region != LS_REGION_LOCAL) {
        EXPECT_LT(race.cell, 128u);
      }
    }
    // And what is made of them in the end.
    const CheckResult checked = CheckReplay(MarkedLaunch(), result);
    for (const Finding& finding : checked.findings) {
      ASSERT_TRUE(finding.memory);
      EXPECT_LE(finding.memory->offset + finding.memory->bytes, finding.memory->size);
    }
  }
}

}  // namespace
}  // namespace lockstep
