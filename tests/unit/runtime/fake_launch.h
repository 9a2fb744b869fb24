// A launch and its log, written by hand: what the device would have left, without a device.
#ifndef LOCKSTEP_TESTS_UNIT_RUNTIME_FAKE_LAUNCH_H_
#define LOCKSTEP_TESTS_UNIT_RUNTIME_FAKE_LAUNCH_H_

#include <memory>
#include <string>
#include <vector>

#include "device-lib/shared/log.h"
#include "device-lib/shared/record.h"
#include "runtime/base/text.h"
#include "runtime/model/launch.h"

namespace lockstep {

constexpr unsigned kSegmentShift = LS_SITE_SHIFT + 12;  // twelve bits of site
constexpr unsigned kActorShift = kSegmentShift + 10;    // ten bits of segment
constexpr uint64_t kFirstActor = 1000;

inline const char kSource[] =
    "kernel void k(global int *a, global int *b, local int *t) {\n"
    "  int i = get_global_id(0);\n"
    "  a[i / 2] = i;\n"
    "  b[i] = a[i + 1];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "\tt[0] += atomic_inc(b);\n"
    "}\n";

// `roots`: their numbers in FakeKernel: 0 a, 1 b, 2 t, 3 tile.
inline Site MakeSite(unsigned id, SiteOp op, MemoryRegion region, std::vector<unsigned> roots, unsigned line,
                     unsigned column, const char* flags = "") {
  Site site;
  site.id = id;
  site.op = op;
  site.region = region;
  site.roots = std::move(roots);
  site.position = {"k.cl", line, column, "k"};
  site.flags = flags;
  site.bytes = 4;
  return site;
}

// Sites: 1 write a line 3, 2 read a line 4, 3 write b line 4, 4 barrier line 5 (local flag),
// 5 atomic b line 6, 6 write t line 6, 7 exit line 7, 8 a second barrier line 6.
inline std::shared_ptr<KernelDescription> FakeKernel() {
  auto kernel = std::make_shared<KernelDescription>();
  kernel->name = "k";
  kernel->instrumented = true;
  for (const char* name : {"a", "b", "t"}) {
    ArgumentDescription argument;
    argument.index = static_cast<unsigned>(kernel->args.size());
    argument.name = name;
    argument.type = "int*";
    argument.space = name[0] == 't' ? ArgumentSpace::kLocal : ArgumentSpace::kGlobal;
    argument.writes = true;
    argument.granule_shift = 2;
    argument.checked = true;
    kernel->args.push_back(argument);
  }
  LocalDescription tile;
  tile.name = "tile";
  tile.size = 64;
  tile.granule_shift = 2;
  tile.position = {"k.cl", 2, 3, "k"};
  kernel->locals.push_back(tile);
  kernel->barriers = 1;
  kernel->sites = {MakeSite(0, SiteOp::kNone, MemoryRegion::kNone, {}, 0, 0),
                   MakeSite(1, SiteOp::kWrite, MemoryRegion::kGlobal, {0}, 3, 12),
                   MakeSite(2, SiteOp::kRead, MemoryRegion::kGlobal, {0}, 4, 10),
                   MakeSite(3, SiteOp::kWrite, MemoryRegion::kGlobal, {1}, 4, 8),
                   MakeSite(4, SiteOp::kBarrier, MemoryRegion::kNone, {}, 5, 3, "local"),
                   MakeSite(5, SiteOp::kRmw, MemoryRegion::kGlobal, {1}, 6, 10),
                   MakeSite(6, SiteOp::kWrite, MemoryRegion::kLocal, {3}, 6, 7),
                   MakeSite(7, SiteOp::kExit, MemoryRegion::kNone, {}, 7, 1),
                   MakeSite(8, SiteOp::kBarrier, MemoryRegion::kNone, {}, 6, 3, "local|global")};
  kernel->sites[5].atomic = true;
  kernel->sites[5].order = MemoryOrder::kRelaxed;
  kernel->sites[5].scope = MemoryScope::kDevice;
  kernel->excerpts = Split(kSource, '\n');
  for (Site& site : kernel->sites) site.excerpt = site.position.line;
  return kernel;
}

// 128 work-items in groups of 32, one dimension.
inline std::shared_ptr<Launch> FakeLaunch(uint64_t id = 1,
                                          const std::shared_ptr<KernelDescription>& kernel = FakeKernel()) {
  auto launch = std::make_shared<Launch>();
  auto program = std::make_shared<ProgramSource>();
  program->name = "k.cl";
  program->text = kSource;
  launch->id.value = id;
  launch->program = program;
  launch->kernel = kernel;
  launch->device = "a device";
  launch->global_size[0] = 128;
  launch->local_size[0] = 32;
  launch->roots = {{ObjectKind::kBuffer, {1}, 512, 0, ""},
                   {ObjectKind::kBuffer, {2}, 512, 0, ""},
                   {ObjectKind::kLocalArgument, {}, 128, 0, ""},
                   {ObjectKind::kLocalVariable, {}, 64, 0, ""}};
  for (MemoryRoot& root : launch->roots) root.limit = root.size;
  launch->segment_shift = kSegmentShift;
  launch->actor_shift = kActorShift;
  launch->first_actor = kFirstActor;
  launch->group_size = 32;
  launch->log_slots = 64;
  return launch;
}

// The record of work-item `linear` of the launch.
inline uint64_t Record(uint64_t linear, uint64_t segment, uint64_t site, uint64_t cls) {
  return (kFirstActor + linear) << kActorShift | segment << kSegmentShift | site << LS_SITE_SHIFT |
         cls;
}

// The log buffer, filled slot by slot.
class FakeLog {
 public:
  explicit FakeLog(uint32_t slots = 64) : bytes_(sizeof(ls_log) + slots * sizeof(ls_slot), '\0') {}

  ls_log& header() { return *reinterpret_cast<ls_log*>(bytes_.data()); }
  ls_slot& slot(size_t i) { return reinterpret_cast<ls_slot*>(bytes_.data() + sizeof(ls_log))[i]; }

  // Adds a race between two records; `flags`: LS_KEY_*.
  ls_slot& AddRace(uint32_t finding, uint32_t flags, uint64_t a, uint64_t b, uint32_t root,
                   uint64_t position, uint32_t count = 1) {
    auto site = [](uint64_t r) { return (r >> LS_SITE_SHIFT) & 0xfff; };
    ls_slot& added = Add(finding, flags, site(a), site(b), count);
    added.record_a = a;
    added.record_b = b;
    added.root = root;
    added.position = position;
    added.bytes = 4;
    return added;
  }

  // Adds a divergence between two work-items (linear numbers).
  ls_slot& AddDivergence(uint64_t site_a, uint64_t site_b, uint64_t a, uint64_t b) {
    ls_slot& added = Add(LS_FINDING_DIVERGENCE, 0, site_a, site_b, 1);
    added.record_a = kFirstActor + a;
    added.record_b = kFirstActor + b;
    return added;
  }

  const void* data() const { return bytes_.data(); }
  size_t size() const { return bytes_.size(); }

 private:
  ls_slot& Add(uint64_t finding, uint64_t flags, uint64_t a, uint64_t b, uint32_t count) {
    ls_slot& added = slot(header().used++);
    added.key = finding | flags | b << LS_KEY_SITE_B_SHIFT | a << LS_KEY_SITE_A_SHIFT;
    added.ready = 1;
    added.count = count;
    return added;
  }

  std::string bytes_;
};

}  // namespace lockstep

#endif  // LOCKSTEP_TESTS_UNIT_RUNTIME_FAKE_LAUNCH_H_
