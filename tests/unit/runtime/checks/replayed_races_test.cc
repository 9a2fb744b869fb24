// From an event log to findings: where, who, and the smallest change that would have ordered them.
#include <gtest/gtest.h>

#include "runtime/checks/checks.h"
#include "tests/unit/runtime/fake_launch.h"

namespace lockstep {
namespace {

// A kernel that hands data over through a flag: sites 1 writes data (line 2), 2 stores the flag (3),
// 3 loads it (4), 4 reads the data (5), 5 a fence behind the store's data (6), 6 a fence behind the
// load (7), 7 and 8 the same flag plainly (8, 9).
std::shared_ptr<Launch> MessageLaunch() {
  auto kernel = FakeKernel();
  kernel->sites = {MakeSite(0, SiteOp::kNone, MemoryRegion::kNone, {}, 0, 0),
                   MakeSite(1, SiteOp::kWrite, MemoryRegion::kGlobal, {0}, 2, 3),
                   MakeSite(2, SiteOp::kWrite, MemoryRegion::kGlobal, {1}, 3, 3),
                   MakeSite(3, SiteOp::kRead, MemoryRegion::kGlobal, {1}, 4, 3),
                   MakeSite(4, SiteOp::kRead, MemoryRegion::kGlobal, {0}, 5, 3),
                   MakeSite(5, SiteOp::kFence, MemoryRegion::kNone, {}, 6, 3),
                   MakeSite(6, SiteOp::kFence, MemoryRegion::kNone, {}, 7, 3),
                   MakeSite(7, SiteOp::kWrite, MemoryRegion::kGlobal, {1}, 8, 3),
                   MakeSite(8, SiteOp::kRead, MemoryRegion::kGlobal, {1}, 9, 3)};
  kernel->sites[2].atomic = kernel->sites[3].atomic = true;
  auto launch = FakeLaunch(1, kernel);
  uint64_t cell = 0;
  for (MemoryRoot& root : launch->roots) {
    root.shift = 2;
    root.first_cell = cell;
    cell += root.size >> 2;
  }
  return launch;
}

constexpr uint64_t kData = 3, kFlag = 128;
constexpr uint32_t kRlx = LS_ORDER_RELAXED, kAcq = LS_ORDER_ACQUIRE, kRel = LS_ORDER_RELEASE;
constexpr uint32_t kWg = LS_EVENT_SCOPE_WORK_GROUP, kDev = LS_EVENT_SCOPE_DEVICE;

class Message {
 public:
  Message& Plain(uint64_t actor, uint32_t site, uint64_t cell, bool write, uint64_t value = 1) {
    return Add(actor, site, cell, write ? LS_CLASS_W : LS_CLASS_R, value);
  }
  Message& Store(uint64_t actor, uint32_t order, uint32_t scope, uint32_t region = LS_REGION_GLOBAL) {
    return Add(actor, 2, kFlag, LS_CLASS_AW | LS_EVENT_WRITES | Mode(order, scope, region));
  }
  Message& Load(uint64_t actor, uint32_t order, uint32_t scope, uint32_t region = LS_REGION_GLOBAL) {
    return Add(actor, 3, kFlag, LS_CLASS_AR | LS_EVENT_READS | Mode(order, scope, region));
  }
  Message& Fence(uint64_t actor, uint32_t site, uint32_t order, uint32_t flags) {
    return Add(actor, site, 0, Mode(order, kDev, 0) | flags);
  }
  Message& Send(uint64_t actor) { return Plain(actor, 1, kData, true); }
  Message& Receive(uint64_t actor) { return Plain(actor, 4, kData, false); }

  // The finding about the data; all else is asked for with `which`.
  Finding Found(const std::string& kind = "read-write", size_t kept = 1000,
                ScopeInclusion inclusion = ScopeInclusion::kRelaxed) const {
    ReplayOptions options;
    options.inclusion = inclusion;
    options.group_size = options.group_items = 32;
    options.kept_events = kept;
    Replay replay(options);
    replay.Add(events_.data(), events_.size());
    const CheckResult result = CheckReplay(MessageLaunch(), replay.Finish());
    EXPECT_TRUE(result.incomplete.empty());
    for (const Finding& finding : result.findings) {
      if (finding.kind == kind && finding.memory) return finding;
    }
    ADD_FAILURE() << "no " << kind << " among " << result.findings.size();
    return Finding();
  }

 private:
  static uint32_t Mode(uint32_t order, uint32_t scope, uint32_t region) {
    return order << LS_EVENT_ORDER_SHIFT | scope << LS_EVENT_SCOPE_SHIFT |
           region << LS_EVENT_REGION_SHIFT;
  }
  Message& Add(uint64_t actor, uint32_t site, uint64_t cell, uint32_t what, uint64_t value = 0) {
    ls_event event{};
    event.actor = actor;
    event.cell = cell;
    event.value = value;
    event.what = what;
    event.site = site;
    event.events = numbers_[actor];
    const uint32_t cls = what & LS_EVENT_CLASS_MASK;
    event.cells = cls == LS_CLASS_NONE ? 0 : 1;
    if (cls != LS_CLASS_R && cls != LS_CLASS_W) ++numbers_[actor];
    events_.push_back(event);
    return *this;
  }
  std::vector<ls_event> events_;
  uint32_t numbers_[128] = {};
};

TEST(ReplayedRacesTest, NamePlaceAndWorkItems) {
  const Finding finding = Message().Send(2).Receive(40).Found();
  EXPECT_EQ(finding.reach, Reach::kInterGroup);
  EXPECT_EQ(finding.severity, Severity::kError);
  EXPECT_EQ(finding.memory->name, "a");
  EXPECT_EQ(finding.memory->offset, 12u);
  EXPECT_EQ(finding.memory->bytes, 4u);
  EXPECT_EQ(finding.accesses[0].site.position.line, 2u);
  EXPECT_EQ(finding.accesses[0].work_item->global[0], 2u);
  EXPECT_EQ(finding.accesses[1].work_item->global[0], 40u);
  EXPECT_EQ(finding.missing_order.cause, "none");
  EXPECT_NE(finding.why.find("no release by the one work-item leads to an acquire"), std::string::npos);
}

// covers: replay-why
TEST(ReplayedRacesTest, AMissingAcquireIsNamedWithItsEdge) {
  const Finding finding = Message().Send(2).Store(2, kRel, kDev).Load(40, kRlx, kDev).Receive(40).Found();
  EXPECT_EQ(finding.missing_order.cause, "missing-acquire");
  EXPECT_EQ(finding.missing_order.store->position.line, 3u);
  EXPECT_EQ(finding.missing_order.load->position.line, 4u);
  ASSERT_EQ(finding.missing_order.changes.size(), 1u);
  EXPECT_EQ(finding.missing_order.changes[0].to, "memory_order_acquire");
  EXPECT_EQ(finding.why,
            "the load at k.cl:4:3 reads what the store at k.cl:3:3 wrote, but it is no acquire: what was "
            "released to it orders nothing behind it");
  EXPECT_EQ(finding.repair, "use memory_order_acquire instead of memory_order_relaxed at k.cl:4:3");
}

// covers: replay-why
TEST(ReplayedRacesTest, AMissingReleaseARelaxedFlagANarrowScope) {
  EXPECT_EQ(Message().Send(2).Store(2, kRlx, kDev).Load(40, kAcq, kDev).Receive(40).Found().missing_order.cause,
            "missing-release");
  const Finding relaxed = Message().Send(2).Store(2, kRlx, kDev).Load(40, kRlx, kDev).Receive(40).Found();
  EXPECT_EQ(relaxed.missing_order.cause, "relaxed");
  EXPECT_EQ(relaxed.repair,
            "use memory_order_release instead of memory_order_relaxed at k.cl:3:3, and use "
            "memory_order_acquire instead of memory_order_relaxed at k.cl:4:3");
  const Finding narrow = Message().Send(2).Store(2, kRel, kWg).Load(40, kAcq, kDev).Receive(40).Found();
  EXPECT_EQ(narrow.missing_order.cause, "narrow-scope");
  EXPECT_EQ(narrow.repair, "use memory_scope_device instead of memory_scope_work_group at k.cl:3:3");
}

// covers: replay-why
TEST(ReplayedRacesTest, OrderAndScopeMayBothBeMissing) {
  const Finding finding = Message().Send(2).Store(2, kRlx, kWg).Load(40, kAcq, kDev).Receive(40).Found();
  EXPECT_EQ(finding.missing_order.cause, "missing-release");
  EXPECT_EQ(finding.repair,
            "use memory_order_release, memory_scope_device instead of memory_order_relaxed, "
            "memory_scope_work_group at k.cl:3:3");
}

// covers: replay-why
TEST(ReplayedRacesTest, ScopesThatDoNotReachAreNamed) {
  const Finding finding =
      Message().Store(2, kRlx, kWg).Load(40, kRlx, kDev).Found("scope");
  EXPECT_EQ(finding.severity, Severity::kError);
  EXPECT_EQ(finding.missing_order.cause, "scope");
  EXPECT_EQ(finding.repair, "use memory_scope_device instead of memory_scope_work_group at k.cl:3:3");
}

// covers: replay-why
TEST(ReplayedRacesTest, AFlagInTheWrongRegionIsNamed) {
  const Finding finding = Message().Send(2).Store(2, kRel, kWg, LS_REGION_LOCAL)
                              .Load(3, kAcq, kWg, LS_REGION_LOCAL).Receive(3).Found();
  EXPECT_EQ(finding.missing_order.cause, "wrong-region");
  EXPECT_EQ(finding.missing_order.changes.size(), 2u);
  EXPECT_NE(finding.repair.find("or keep the flag in global memory"), std::string::npos);
}

// covers: replay-why
TEST(ReplayedRacesTest, AFenceWithoutTheFlagIsNamed) {
  const Finding finding = Message().Send(2).Fence(2, 5, kRel, LS_EVENT_FENCE_LOCAL).Store(2, kRlx, kDev)
                              .Load(40, kAcq, kDev).Receive(40).Found();
  EXPECT_EQ(finding.missing_order.cause, "fence-flag");
  EXPECT_EQ(finding.repair,
            "use CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE instead of CLK_LOCAL_MEM_FENCE at k.cl:6:3");
}

// covers: replay-why
TEST(ReplayedRacesTest, FencesAroundAPlainFlagAreNamed) {
  const Finding finding = Message().Send(2).Fence(2, 5, kRel, LS_EVENT_FENCE_GLOBAL)
                              .Plain(2, 7, kFlag, true).Plain(40, 8, kFlag, false)
                              .Fence(40, 6, kAcq, LS_EVENT_FENCE_GLOBAL).Receive(40).Found();
  EXPECT_EQ(finding.memory->name, "a");
  EXPECT_EQ(finding.missing_order.cause, "plain-flag");
  EXPECT_EQ(finding.missing_order.store->position.line, 8u);
  EXPECT_NE(finding.repair.find("atomic_store_explicit with memory_scope_device instead of a plain write"), std::string::npos);
}

TEST(ReplayedRacesTest, BeyondTheKeptEventsNothingIsSaid) {
  const Finding finding =
      Message().Send(2).Store(2, kRel, kDev).Load(40, kRlx, kDev).Receive(40).Found("read-write", 2);
  EXPECT_EQ(finding.missing_order.cause, "");
  EXPECT_NE(finding.why.find("different work-groups"), std::string::npos);
}

// covers: replay-why-late
TEST(ReplayedRacesTest, RacesLateInTheLogAreExplained) {
  Message message;
  for (int i = 0; i < 1000; ++i) message.Load(70, kRlx, kDev);
  const Finding finding =
      message.Send(2).Store(2, kRel, kDev).Load(40, kRlx, kDev).Receive(40).Found("read-write", 64);
  EXPECT_EQ(finding.missing_order.cause, "missing-acquire");
  ASSERT_TRUE(finding.missing_order.store.has_value());
  EXPECT_EQ(finding.missing_order.store->position.line, 3u);
  // What lies before the piece that was kept may have ordered the pair: nothing is said to be missing.
  Message silent;
  for (int i = 0; i < 1000; ++i) silent.Load(70, kRlx, kDev);
  EXPECT_EQ(silent.Send(2).Receive(40).Found("read-write", 64).missing_order.cause, "");
}

// covers: replay-why-late
TEST(ReplayedRacesTest, FencesNameTheFlagBetweenThem) {
  const Finding finding = Message().Send(2).Fence(2, 5, kRel, LS_EVENT_FENCE_LOCAL).Store(2, kRlx, kDev)
                              .Load(40, kRlx, kDev).Fence(40, 6, kAcq, LS_EVENT_FENCE_GLOBAL).Receive(40)
                              .Found();
  EXPECT_EQ(finding.missing_order.cause, "fence-flag");
  ASSERT_TRUE(finding.missing_order.store && finding.missing_order.load);
  EXPECT_EQ(finding.missing_order.store->position.line, 3u);
  EXPECT_EQ(finding.missing_order.load->position.line, 4u);
}

// covers: replay-why-late
TEST(ReplayedRacesTest, StrictInclusionIsNamed) {
  constexpr uint32_t kAll = LS_EVENT_SCOPE_ALL_SVM;
  const Finding scope = Message().Send(2).Store(2, kRel, kAll).Load(40, kAcq, kDev).Receive(40)
                            .Found("scope", 1000, ScopeInclusion::kStrict);
  EXPECT_NE(scope.why.find("scopes differ"), std::string::npos) << scope.why;
  EXPECT_NE(scope.repair.find("memory_scope_all_svm_devices instead of memory_scope_device"),
            std::string::npos) << scope.repair;
  const Finding order = Message().Send(2).Store(2, kRel, kAll).Load(40, kAcq, kDev).Receive(40)
                            .Found("read-write", 1000, ScopeInclusion::kStrict);
  EXPECT_EQ(order.missing_order.cause, "narrow-scope");
  EXPECT_NE(order.why.find("--scope-inclusion=strict"), std::string::npos) << order.why;
}

TEST(ReplayedRacesTest, RacesOutsideEveryRootAreIncomplete) {
  ReplayOptions options;
  options.group_size = options.group_items = 32;
  Replay replay(options);
  ls_event event{};
  event.what = LS_CLASS_W;
  event.cell = 100000;
  event.cells = 1;
  event.site = 1;
  for (uint64_t actor : {1, 2}) {
    event.actor = event.value = actor;
    replay.Add(&event, 1);
  }
  const CheckResult result = CheckReplay(MessageLaunch(), replay.Finish());
  EXPECT_TRUE(result.findings.empty());
  ASSERT_EQ(result.incomplete.size(), 1u);
  EXPECT_EQ(result.incomplete[0].count, 1u);
}

}  // namespace
}  // namespace lockstep
