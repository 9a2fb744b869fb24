// Each rule of happens-before on a log written by hand, and the proof that it is needed: without the
// rule the verdict is another one.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "runtime/replay/event_fields.h"

namespace lockstep {
namespace {

constexpr uint32_t kRlx = LS_ORDER_RELAXED, kAcq = LS_ORDER_ACQUIRE, kRel = LS_ORDER_RELEASE,
                   kAcqRel = LS_ORDER_ACQ_REL, kSc = LS_ORDER_SEQ_CST;
constexpr uint32_t kWg = LS_EVENT_SCOPE_WORK_GROUP, kDev = LS_EVENT_SCOPE_DEVICE;
constexpr uint32_t kG = LS_EVENT_FENCE_GLOBAL, kL = LS_EVENT_FENCE_LOCAL, kI = LS_EVENT_FENCE_IMAGE;
constexpr uint64_t kData = 10, kFlag = 20;
constexpr uint32_t kLocal = LS_REGION_LOCAL << LS_EVENT_REGION_SHIFT;
constexpr uint32_t kImage = LS_REGION_IMAGE << LS_EVENT_REGION_SHIFT;

// A log, event by event. Work-items 0-3 are group 0, 4-7 group 1, 8-11 group 2.
class Log {
 public:
  Log& Read(uint64_t actor, uint64_t cell = kData, uint32_t more = 0) {
    return Event(actor, cell, LS_CLASS_R | more);
  }
  Log& Write(uint64_t actor, uint64_t cell = kData, uint32_t more = 0, uint64_t value = 0) {
    return Event(actor, cell, LS_CLASS_W | more, value == 0 ? events_.size() + 1 : value);
  }
  Log& Load(uint64_t actor, uint32_t order, uint32_t scope = kDev, uint32_t more = 0,
            uint64_t cell = kFlag) {
    return Event(actor, cell, LS_CLASS_AR | LS_EVENT_READS | Mode(order, scope) | more);
  }
  Log& Store(uint64_t actor, uint32_t order, uint32_t scope = kDev, uint32_t more = 0,
             uint64_t cell = kFlag) {
    return Event(actor, cell, LS_CLASS_AW | LS_EVENT_WRITES | Mode(order, scope) | more);
  }
  Log& Rmw(uint64_t actor, uint32_t order, uint32_t scope = kDev, uint32_t more = 0,
           uint64_t cell = kFlag) {
    return Event(actor, cell,
                 LS_CLASS_AW | LS_EVENT_READS | LS_EVENT_WRITES | Mode(order, scope) | more);
  }
  Log& Fence(uint64_t actor, uint32_t order, uint32_t flags, uint32_t scope = kDev) {
    return Event(actor, 0, LS_CLASS_NONE | Mode(order, scope) | flags);
  }
  // All of the group pass a barrier with these flags.
  Log& Barrier(uint64_t group, uint32_t flags) {
    for (uint64_t actor = 4 * group; actor < 4 * group + 4; ++actor) {
      Item& item = items_[actor];
      ++item.segment;
      if (flags & kG) item.from[0] = item.segment;
      if (flags & kL) item.from[1] = item.segment;
      if (flags & kI) item.from[2] = item.segment;
    }
    return *this;
  }
  // These come to a barrier of their sub-group, and go on.
  Log& Part(const std::vector<uint64_t>& actors, uint32_t flags, uint64_t name = 1) {
    for (uint64_t actor : actors) PartStep(actor, kRel, flags, name);
    for (uint64_t actor : actors) PartStep(actor, kAcq, flags, name);
    return *this;
  }
  Log& PartStep(uint64_t actor, uint32_t order, uint32_t flags, uint64_t name) {
    return Event(actor, 0, LS_CLASS_NONE | LS_EVENT_PART | Mode(order, 0) | flags, name);
  }
  Log& At(uint32_t site) {  // of the last event; else events are numbered
    events_.back().site = site;
    return *this;
  }
  Log& Late(uint32_t events, uint32_t segment) {  // the last event was one that comes to light late
    ls_event& event = events_.back();
    event.what |= LS_EVENT_LATE;
    event.global_from = event.local_from = event.image_from = 0;
    event.events = events;
    event.segment = segment;
    return *this;
  }
  Log& Cells(uint32_t cells) {
    events_.back().cells = cells;
    return *this;
  }

  ReplayResult Replayed(ReplayOptions options = {}) const {
    options.group_size = options.group_items = 4;
    Replay replay(options);
    replay.Add(events_.data(), events_.size());
    return replay.Finish();
  }
  // "clean", or the kinds of the races, by site.
  std::string Verdict(const ReplayOptions& options = {}) const {
    static const char* const kNames[] = {"write-write", "read-write",       "atomic-plain",
                                         "scope",       "wrong-fence-flag", "same-value"};
    std::string out;
    for (const ReplayRace& race : Replayed(options).races) {
      out += (out.empty() ? "" : " ") + std::string(kNames[static_cast<int>(race.kind)]);
    }
    return out.empty() ? "clean" : out;
  }
  std::string Without(ReplayRule rule) const {
    ReplayOptions options;
    options.removed = uint64_t{1} << rule;
    return Verdict(options);
  }

 private:
  struct Item {
    uint32_t events = 0, segment = 0, from[3] = {};
  };
  static uint32_t Mode(uint32_t order, uint32_t scope) {
    return order << LS_EVENT_ORDER_SHIFT | scope << LS_EVENT_SCOPE_SHIFT;
  }
  Log& Event(uint64_t actor, uint64_t cell, uint32_t what, uint64_t value = 0) {
    Item& item = items_[actor];
    ls_event event{};
    event.ticket = events_.size() + 1;
    event.actor = actor;
    event.cell = cell;
    event.value = value;
    event.what = what;
    event.site = static_cast<uint32_t>(event.ticket);
    event.events = item.events;
    event.segment = item.segment;
    event.global_from = item.from[0];
    event.local_from = item.from[1];
    event.image_from = item.from[2];
    event.cells = ClassOf(what) == LS_CLASS_NONE ? 0 : 1;
    if (ClassOf(what) == LS_CLASS_NONE || IsAtomic(what)) ++item.events;
    events_.push_back(event);
    return *this;
  }

  Item items_[16];
  std::vector<ls_event> events_;
};

#define CLEAN_BUT_WITHOUT(log, rule, kind)       \
  EXPECT_EQ((log).Verdict(), "clean");           \
  EXPECT_EQ((log).Without(rule), kind) << #rule

// covers: replay-release-acquire
TEST(ReplayRulesTest, ReleaseAndAcquireOrder) {
  const Log log = Log().Write(0).Store(0, kRel).Load(4, kAcq).Read(4);
  CLEAN_BUT_WITHOUT(log, kReleaseWrite, "read-write");
  CLEAN_BUT_WITHOUT(log, kAcquireRead, "read-write");
  EXPECT_EQ(Log().Write(0).Store(0, kRlx).Load(4, kAcq).Read(4).Verdict(), "read-write");
  EXPECT_EQ(Log().Write(0).Store(0, kRel).Load(4, kRlx).Read(4).Verdict(), "read-write");
}

TEST(ReplayRulesTest, OnlyWhatStandsBeforeTheReleaseIsReleased) {
  EXPECT_EQ(Log().Store(0, kRel).Write(0).Load(4, kAcq).Read(4).Verdict(), "read-write");
  EXPECT_EQ(Log().Write(0).Store(0, kRel).Read(4).Load(4, kAcq).Verdict(), "read-write");
}

// covers: replay-sequences
TEST(ReplayRulesTest, ReleaseSequencesGoOnThroughReadModifyWrites) {
  const Log log = Log().Write(0).Store(0, kRel).Rmw(4, kRlx).Load(8, kAcq).Read(8);
  CLEAN_BUT_WITHOUT(log, kReleaseSequence, "read-write");
  CLEAN_BUT_WITHOUT(log, kRmwSequence, "read-write");
  EXPECT_EQ(Log().Write(0).Store(0, kRel).Store(4, kRlx).Load(8, kAcq).Read(8).Verdict(),
            "read-write");
}

// covers: replay-sequences
TEST(ReplayRulesTest, ReleaseSequencesGoOnThroughTheSameWorkItem) {
  CLEAN_BUT_WITHOUT(Log().Write(0).Store(0, kRel).Store(0, kRlx).Load(4, kAcq).Read(4),
                    kSameItemSequence, "read-write");
  // Somebody else's store in between ends it for good.
  EXPECT_EQ(Log().Write(0).Store(0, kRel).Store(4, kRlx).Store(0, kRlx).Load(8, kAcq).Read(8).Verdict(),
            "read-write");
  // The heads of several work-items: a store keeps its own.
  EXPECT_EQ(Log().Write(0).Rmw(0, kRel).Rmw(4, kRel).Store(4, kRlx).Load(8, kAcq).Read(8).Verdict(),
            "read-write");
  EXPECT_EQ(Log().Write(4).Rmw(0, kRel).Rmw(4, kRel).Store(4, kRlx).Load(8, kAcq).Read(8).Verdict(),
            "clean");
}

// covers: replay-fences
TEST(ReplayRulesTest, FencesReleaseAndAcquireForTheAtomicsAroundThem) {
  const Log log = Log().Write(0).Fence(0, kRel, kG).Store(0, kRlx).Load(4, kRlx).Fence(4, kAcq, kG).Read(4);
  CLEAN_BUT_WITHOUT(log, kReleaseFence, "read-write");
  CLEAN_BUT_WITHOUT(log, kAcquireFence, "read-write");
  EXPECT_EQ(Log().Write(0).Store(0, kRlx).Fence(0, kRel, kG).Load(4, kAcq).Read(4).Verdict(), "read-write");
  EXPECT_EQ(Log().Write(0).Store(0, kRel).Fence(4, kAcq, kG).Load(4, kRlx).Read(4).Verdict(), "read-write");
  // An earlier fence of wider scope counts behind a later, narrower one.
  EXPECT_EQ(Log().Write(0).Fence(0, kRel, kG, kDev).Fence(0, kRel, kG, kWg).Store(0, kRlx)
                .Load(4, kAcq).Read(4).Verdict(), "clean");
}

// covers: replay-regions
TEST(ReplayRulesTest, RegionsAreApart) {
  const Log flag_in_local = Log().Write(0).Store(0, kRel, kWg, kLocal).Load(1, kAcq, kWg, kLocal).Read(1);
  EXPECT_EQ(flag_in_local.Verdict(), "read-write");
  EXPECT_EQ(flag_in_local.Without(kRegionSplit), "clean");
  EXPECT_EQ(Log().Write(0, kData, kLocal).Store(0, kRel, kWg, kLocal).Load(1, kAcq, kWg, kLocal)
                .Read(1, kData, kLocal).Verdict(), "clean");
  const Log both_seq_cst = Log().Write(0).Store(0, kSc, kWg, kLocal).Load(1, kSc, kWg, kLocal).Read(1);
  CLEAN_BUT_WITHOUT(both_seq_cst, kSeqCstRegions, "read-write");
  EXPECT_EQ(Log().Write(0).Store(0, kSc, kWg, kLocal).Load(1, kAcq, kWg, kLocal).Read(1).Verdict(), "read-write");
  const Log fences = Log().Write(0).Fence(0, kRel, kG | kL).Store(0, kRlx, kWg, kLocal)
                         .Load(1, kRlx, kWg, kLocal).Fence(1, kAcq, kG | kL).Read(1);
  CLEAN_BUT_WITHOUT(fences, kFenceRegions, "read-write");
  EXPECT_EQ(Log().Write(0).Fence(0, kRel, kL).Store(0, kRlx).Load(4, kRlx).Fence(4, kAcq, kG).Read(4).Verdict(),
            "read-write");
}

// covers: sub-group-synchronising
TEST(ReplayRulesTest, ABarrierOfASubGroupOrdersThoseWhoWaitAtIt) {
  CLEAN_BUT_WITHOUT(Log().Write(0).Part({0, 1}, kG).Read(1), kPartOrder, "wrong-fence-flag");
  // Another of the group was at another one.
  EXPECT_EQ(Log().Write(0).Part({0, 1}, kG).Part({2, 3}, kG, 2).Read(2).Verdict(), "read-write");
  // What they do behind it is unordered again.
  EXPECT_EQ(Log().Part({0, 1}, kG).Write(0).Read(1).Verdict(), "read-write");
  // The flags do not name the memory.
  EXPECT_EQ(Log().Write(0).Part({0, 1}, kL).Read(1).Verdict(), "wrong-fence-flag");
  EXPECT_EQ(Log().Write(0, kData, kLocal).Part({0, 1}, kL).Read(1, kData, kLocal).Verdict(), "clean");
  // Two who never meet do not get the milder kind for meetings with others.
  EXPECT_EQ(Log().Write(0).Part({0, 1}, kL).Part({2, 3}, kL, 2).Read(3).Verdict(), "read-write");
  // The next one may have begun before the last has left the one before.
  EXPECT_EQ(Log()
                .Write(1)
                .PartStep(0, kRel, kG, 1)
                .PartStep(1, kRel, kG, 1)
                .PartStep(0, kAcq, kG, 1)
                .Read(0)
                .Write(0, kData + 1)
                .PartStep(0, kRel, kG, 2)
                .PartStep(1, kAcq, kG, 1)
                .PartStep(1, kRel, kG, 2)
                .PartStep(0, kAcq, kG, 2)
                .PartStep(1, kAcq, kG, 2)
                .Read(1, kData + 1)
                .Verdict(),
            "clean");
  EXPECT_EQ(Log()
                .PartStep(0, kRel, kG, 1)
                .PartStep(1, kRel, kG, 1)
                .PartStep(0, kAcq, kG, 1)
                .Write(0)
                .PartStep(0, kRel, kG, 2)
                .PartStep(1, kAcq, kG, 1)
                .Read(1)
                .Verdict(),
            "read-write");
}

// covers: sub-group-synchronising
TEST(ReplayRulesTest, ABarrierOfASubGroupHandsOnWhatWasAcquired) {
  // From another group to one work-item, and by the barrier to its neighbour.
  CLEAN_BUT_WITHOUT(Log().Write(4).Store(4, kRel).Load(0, kAcq).Part({0, 1}, kG).Read(1), kPartOrder, "read-write");
  EXPECT_EQ(Log().Write(4).Store(4, kRel).Load(0, kAcq).Part({0, 1}, kL).Read(1).Verdict(), "read-write");
  // From one to its neighbour, and by that one's release on.
  CLEAN_BUT_WITHOUT(Log().Write(0).Part({0, 1}, kG).Store(1, kRel).Load(4, kAcq).Read(4), kPartOrder, "read-write");
  // ... or by a barrier of the group.
  EXPECT_EQ(Log().Write(4).Store(4, kRel).Load(0, kAcq).Part({0, 1}, kG).Barrier(0, kG).Read(2).Verdict(), "clean");
  // It is no fence: the atomics around it order nothing.
  EXPECT_EQ(Log().Write(0).Part({0, 1}, kG).Store(1, kRlx).Load(4, kRlx).Part({4, 5}, kG).Read(4).Verdict(),
            "read-write");
}

TEST(ReplayRulesTest, LocalMemoryOfTwoGroupsIsTwoMemories) {
  EXPECT_EQ(Log().Write(0, kData, kLocal).Write(4, kData, kLocal).Verdict(), "clean");
}

// covers: replay-images
TEST(ReplayRulesTest, WhatOrdersGlobalMemoryOrdersImages) {
  CLEAN_BUT_WITHOUT(Log().Write(0, kData, kImage).Store(0, kRel).Load(4, kAcq).Read(4, kData, kImage),
                    kImages, "read-write");
  EXPECT_EQ(Log().Write(0, kData, kImage).Fence(0, kRel, kI).Store(0, kRlx).Load(4, kRlx)
                .Fence(4, kAcq, kI).Read(4, kData, kImage).Verdict(), "clean");
  EXPECT_EQ(Log().Write(0).Fence(0, kRel, kI).Store(0, kRlx).Load(4, kRlx).Fence(4, kAcq, kI).Read(4).Verdict(),
            "read-write");
}

// covers: replay-barriers
TEST(ReplayRulesTest, BarriersOrderTheirGroup) {
  CLEAN_BUT_WITHOUT(Log().Write(0).Barrier(0, kG).Read(1), kBarrierOrder, "wrong-fence-flag");
  EXPECT_EQ(Log().Write(0).Barrier(0, kL).Read(1).Verdict(), "wrong-fence-flag");
  EXPECT_EQ(Log().Write(0).Barrier(0, kG).Barrier(1, kG).Read(4).Verdict(), "read-write");
}

// covers: replay-barriers
TEST(ReplayRulesTest, BarriersHandOnWhatTheirWorkItemsKnow) {
  // Work-item 1 releases for the group, work-item 4 acquires for the other one.
  const Log log = Log().Write(0).Barrier(0, kG).Store(1, kRel).Load(4, kAcq).Barrier(1, kG).Read(5);
  CLEAN_BUT_WITHOUT(log, kBarrierJoin, "read-write");
  EXPECT_EQ(Log().Write(0).Barrier(0, kG).Store(1, kRel).Load(4, kAcq).Barrier(1, kL).Read(5).Verdict(),
            "read-write");
  EXPECT_EQ(Log().Write(0).Barrier(0, kL).Store(1, kRel).Load(4, kAcq).Read(4).Verdict(), "read-write");
}

// covers: replay-scopes
TEST(ReplayRulesTest, ScopesMustIncludeEachOther) {
  const Log narrow = Log().Write(0).Store(0, kRel, kWg).Load(4, kAcq, kDev).Read(4);
  EXPECT_EQ(narrow.Verdict(), "read-write scope");
  EXPECT_EQ(narrow.Without(kScopes), "clean");
  EXPECT_EQ(Log().Write(0).Store(0, kRel, kWg).Load(1, kAcq, kDev).Read(1).Verdict(), "clean");
  ReplayOptions strict;
  strict.inclusion = ScopeInclusion::kStrict;
  EXPECT_EQ(Log().Write(0).Store(0, kRel, kWg).Load(1, kAcq, kDev).Read(1).Verdict(strict),
            "read-write scope");
}

// covers: replay-scopes
TEST(ReplayRulesTest, ARemoteOperationReachesForBoth) {
  const Log log = Log().Write(0).Store(0, kRel, kWg).Load(4, kAcq, kDev, LS_EVENT_REMOTE).Read(4);
  EXPECT_EQ(log.Verdict(), "clean");
  EXPECT_EQ(log.Without(kRemote), "read-write scope");
  // Not a plain access: the paper's pop and steal (Sect. 4.3).
  const Log plain = Log().Write(0, kFlag).Load(4, kAcq, kDev, LS_EVENT_REMOTE);
  EXPECT_EQ(plain.Verdict(), "atomic-plain");
  EXPECT_EQ(plain.Without(kAtomicPlain), "clean");
}

// covers: replay-scopes
TEST(ReplayRulesTest, AMergedHeadReachesOnlyWhomItsWriterReaches) {
  // Two work-group releases in one sequence; the reader is in the second one's group.
  const Log log = Log().Write(0).Write(4, kData + 1).Rmw(0, kRel, kWg).Rmw(4, kRel, kWg).Load(5, kAcq, kWg);
  EXPECT_EQ(Log(log).Read(5, kData + 1).Verdict(), "scope scope");
  EXPECT_EQ(Log(log).Read(5, kData).Verdict(), "read-write scope scope");
}

// covers: replay-values
TEST(ReplayRulesTest, EqualValuesAreExcusedUnlessTheyHideOthers) {
  EXPECT_EQ(Log().Write(0, kData, 0, 7).Write(4, kData, 0, 7).Verdict(), "same-value");
  // The first write has another value, and only the second is in the way of the third.
  EXPECT_EQ(Log().Write(0, kData, 0, 6).Write(0, kData, 0, 7).Write(4, kData, 0, 7).Verdict(),
            "write-write same-value");
  EXPECT_EQ(Log().Read(0).Write(0, kData, 0, 7).Write(4, kData, 0, 7).Verdict(), "read-write same-value");
  // Here the first is ordered before the third: an excused race, no other.
  EXPECT_EQ(Log().Write(0, kData, 0, 6).Store(0, kRel).Write(0, kData, 0, 7).Load(4, kAcq)
                .Write(4, kData, 0, 7).Verdict(), "same-value");
  // A write whose value is not known any more differs.
  EXPECT_EQ(Log().Write(0, kData, LS_EVENT_OTHER_VALUE).Late(0, 0).Write(0, kData, 0, 7).Late(0, 0)
                .Write(4, kData, 0, 7).Verdict(), "write-write same-value");
}

// covers: replay-late
TEST(ReplayRulesTest, LateEventsStandWhereTheirNumbersSay) {
  // Logged after the release that covers it, and after one that does not.
  EXPECT_EQ(Log().Store(0, kRel).Load(4, kAcq).Write(0).Late(0, 0).Read(4).Verdict(), "clean");
  EXPECT_EQ(Log().Store(0, kRel).Load(4, kAcq).Write(0).Late(1, 0).Read(4).Verdict(), "read-write");
  // A late write does not stand for a late read behind it, which is logged first.
  EXPECT_EQ(Log().Store(0, kRel).Load(4, kAcq).Read(0).Late(1, 0).Write(0).Late(0, 0).Write(4).Verdict(),
            "read-write");
  // Whatever the cell saw before has happened before a late access.
  EXPECT_EQ(Log().Read(0).Barrier(0, kG).Write(1).Late(0, 1).Verdict(), "clean");
}

TEST(ReplayRulesTest, APlainStoreToAFlagEndsWhatOthersReleasedThere) {
  EXPECT_EQ(Log().Write(0).Store(0, kRel).Barrier(0, kG).Write(1, kFlag).Store(1, kRel)
                .Load(4, kAcq).Read(4).Verdict(), "clean");
  EXPECT_EQ(Log().Write(0).Store(0, kRel).Load(4, kAcq).Write(4, kFlag).Store(4, kRlx).Load(8, kAcq)
                .Read(8).Verdict(), "read-write atomic-plain");
}

// Found by the oracle: a later seq_cst atomic, ordered in another region as well, does not stand for
// an earlier one that is none.
TEST(ReplayRulesTest, ASeqCstAtomicDoesNotStandForAnEarlierRelaxedOne) {
  const uint32_t item = LS_EVENT_SCOPE_WORK_ITEM;
  EXPECT_EQ(Log().Store(1, kRlx, kDev, kLocal).Barrier(0, kG).Rmw(1, kSc, kDev, kLocal).Barrier(0, kG)
                .Load(0, kSc, item, kLocal).Verdict(), "wrong-fence-flag");
}

TEST(ReplayRulesTest, AccessesOverSeveralCellsMeetInAny) {
  Log log;
  log.Write(0, 12, 0, 5).Read(4, 10).Cells(4);
  const ReplayResult result = log.Replayed();
  ASSERT_EQ(result.races.size(), 1u);
  EXPECT_EQ(result.races[0].cell, 12u);
  EXPECT_EQ(result.races[0].cells, 1u);
}

TEST(ReplayRulesTest, RacesAreCountedByPairOfSites) {
  Log log;
  for (uint64_t actor : {9, 1, 5}) log.Write(actor).At(3);
  log.Read(2).At(4);
  const ReplayResult result = log.Replayed();
  ASSERT_EQ(result.races.size(), 3u);  // writes between groups; writes and read, within and between
  EXPECT_EQ(result.races[0].kind, ReplayKind::kWriteWrite);
  EXPECT_EQ(result.races[0].count, 3u);
  EXPECT_EQ(result.races[0].a.actor, 1u);
  EXPECT_EQ(result.races[0].b.actor, 5u);
  EXPECT_FALSE(result.races[1].inter_group);
  EXPECT_TRUE(result.races[2].inter_group);
  EXPECT_EQ(result.races[2].count, 2u);
}

TEST(ReplayRulesTest, RacesAreCountedByObject) {
  Log log;
  for (uint64_t cell : {3, 12, 4}) {
    for (uint64_t actor : {1, 5}) log.Write(actor, cell).At(3);
  }
  EXPECT_EQ(log.Replayed().races.size(), 1u);  // of which object is not known
  ReplayOptions options;
  options.objects = ObjectStarts({10, 0, 10});
  const ReplayResult result = log.Replayed(options);
  ASSERT_EQ(result.races.size(), 2u);
  EXPECT_EQ(result.races[0].count, 2u);
  EXPECT_EQ(result.races[1].count, 1u);
  EXPECT_EQ(result.races[1].cell, 12u);
}

TEST(ReplayRulesTest, NonsenseIsCountedAndNotJudged) {
  Log log;
  log.Write(0).Write(4).Cells(0).Write(4, uint64_t{1} << 63).Load(4, 7);
  const ReplayResult result = log.Replayed();
  EXPECT_EQ(result.events, 4u);
  EXPECT_EQ(result.nonsense, 3u);
  EXPECT_TRUE(result.races.empty());
}

}  // namespace
}  // namespace lockstep
