// Random programs and the machine that runs them.
#include "tests/replay/random_program.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "device-lib/shared/record.h"

namespace lockstep {
namespace {

using litmus::Event;
using litmus::EventKind;
using litmus::kGlobalRegion;
using litmus::kLocalRegion;
using litmus::Order;
using litmus::Scope;

template <typename T>
T OneOf(std::mt19937& random, std::initializer_list<T> choices) {
  return *(choices.begin() + random() % choices.size());
}

// How a program is biased, so that many programs are free of races and many are nearly so.
struct Taste {
  bool strong = false;   // orders: mostly acquire and release
  bool wide = false;     // scopes: mostly device
  bool both = false;     // flags: mostly both regions
  bool fences = false;
  bool hand_off = false;  // thread 0 writes data and raises flags, the others look first
};

Scope RandomScope(std::mt19937& random, const Taste& taste) {
  if (taste.wide && random() % 8 != 0) return Scope::kDevice;
  return OneOf(random, {Scope::kWorkGroup, Scope::kWorkGroup, Scope::kDevice, Scope::kDevice,
                        Scope::kSubGroup, Scope::kWorkItem, Scope::kAllDevices});
}

unsigned RandomFlags(std::mt19937& random, const Taste& taste) {
  if (taste.both && random() % 6 != 0) return kGlobalRegion | kLocalRegion;
  return OneOf(random, {kGlobalRegion, kGlobalRegion, kLocalRegion, kGlobalRegion | kLocalRegion});
}

Order RandomOrder(std::mt19937& random, const Taste& taste, OpKind kind) {
  const bool relaxed = random() % (taste.strong ? 10 : 3) == 0;
  const bool seq_cst = random() % 6 == 0;
  if (kind == OpKind::kFence) {
    return seq_cst ? Order::kSeqCst
                   : OneOf(random, {Order::kAcquire, Order::kRelease, Order::kAcqRel});
  }
  if (relaxed) return Order::kRelaxed;
  if (seq_cst) return Order::kSeqCst;
  if (kind == OpKind::kLoad) return Order::kAcquire;
  if (kind == OpKind::kStore) return Order::kRelease;
  return OneOf(random, {Order::kAcquire, Order::kRelease, Order::kAcqRel, Order::kAcqRel});
}

// Makes the operation one of a message's sender or receiver.
void HandOff(std::mt19937& random, bool sender, Op* op) {
  const bool data = op->kind == OpKind::kRead || op->kind == OpKind::kWrite;
  if (data) {
    op->guarded = !sender;
    if (sender && random() % 3 != 0) op->kind = OpKind::kWrite;
    return;
  }
  if (op->kind >= OpKind::kFence) return;
  op->value = 1;
  if (random() % 2 == 0) op->kind = sender ? OpKind::kStore : OpKind::kLoad;
  if (op->kind == OpKind::kStore && op->order == Order::kAcquire) op->order = Order::kRelease;
  if (op->kind == OpKind::kStore && op->order == Order::kAcqRel) op->order = Order::kRelease;
  if (op->kind == OpKind::kLoad && op->order == Order::kRelease) op->order = Order::kAcquire;
  if (op->kind == OpKind::kLoad && op->order == Order::kAcqRel) op->order = Order::kAcquire;
}

}  // namespace

uint32_t OrderBits(Order order) {
  switch (order) {
    case Order::kAcquire:
      return LS_ORDER_ACQUIRE << LS_EVENT_ORDER_SHIFT;
    case Order::kRelease:
      return LS_ORDER_RELEASE << LS_EVENT_ORDER_SHIFT;
    case Order::kAcqRel:
      return LS_ORDER_ACQ_REL << LS_EVENT_ORDER_SHIFT;
    case Order::kSeqCst:
      return LS_ORDER_SEQ_CST << LS_EVENT_ORDER_SHIFT;
    default:
      return 0;
  }
}

uint32_t ScopeBits(Scope scope) {
  switch (scope) {
    case Scope::kSubGroup:
      return LS_EVENT_SCOPE_SUB_GROUP << LS_EVENT_SCOPE_SHIFT;
    case Scope::kWorkGroup:
      return LS_EVENT_SCOPE_WORK_GROUP << LS_EVENT_SCOPE_SHIFT;
    case Scope::kDevice:
      return LS_EVENT_SCOPE_DEVICE << LS_EVENT_SCOPE_SHIFT;
    case Scope::kAllDevices:
      return LS_EVENT_SCOPE_ALL_SVM << LS_EVENT_SCOPE_SHIFT;
    default:
      return 0;
  }
}

uint32_t FlagBits(unsigned flags) {
  return (flags & kGlobalRegion ? LS_EVENT_FENCE_GLOBAL : 0u) |
         (flags & kLocalRegion ? LS_EVENT_FENCE_LOCAL : 0u);
}

namespace {

// Puts a release fence before, and an acquire fence behind, every atomic that can use it.
void FenceAtomics(std::vector<Op>* thread) {
  std::vector<Op> out;
  for (const Op& op : *thread) {
    Op fence;
    fence.kind = OpKind::kFence;
    fence.flags = kGlobalRegion | kLocalRegion;
    const bool atomic = op.kind > OpKind::kWrite && op.kind < OpKind::kFence;
    fence.order = Order::kRelease;
    if (atomic && op.kind != OpKind::kLoad) out.push_back(fence);
    out.push_back(op);
    fence.order = Order::kAcquire;
    if (atomic && op.kind != OpKind::kStore) out.push_back(fence);
  }
  *thread = std::move(out);
}

// Takes what could order `region`'s memory, except by barriers, out of the program, all but one way or
// hardly anything of it: so that where it matters, whether the region must be logged hangs by a thread.
void OrderOnlyByBarriers(std::mt19937& random, unsigned region, Program* program) {
  enum class Left { kNothing, kSeqCst, kFences, kFencesElsewhere };
  const Left left =
      OneOf(random, {Left::kNothing, Left::kSeqCst, Left::kFences, Left::kFencesElsewhere});
  const auto rarely = [&] { return random() % 32 == 0; };
  program->has_remote &= random() % 4 == 0;
  for (auto& thread : program->threads) {
    const auto goes = [&](const Op& op) {
      return op.kind == OpKind::kFence && left != Left::kFences && left != Left::kFencesElsewhere;
    };
    thread.erase(std::remove_if(thread.begin(), thread.end(), goes), thread.end());
    if (left == Left::kFences || left == Left::kFencesElsewhere) FenceAtomics(&thread);
    for (Op& op : thread) {
      op.remote &= program->has_remote;
      if (op.kind < OpKind::kLoad) continue;
      if (op.kind == OpKind::kBarrier) {
        op.scope = Scope::kWorkGroup;
        continue;
      }
      if (op.kind == OpKind::kFence) {
        if (left == Left::kFencesElsewhere && !rarely()) op.flags &= ~region;
        if (op.order == Order::kSeqCst) op.order = Order::kAcqRel;
        continue;
      }
      if (left == Left::kSeqCst) {
        op.order = op.failure = Order::kSeqCst;
      } else if (op.order == Order::kSeqCst) {
        op.order = op.kind == OpKind::kLoad    ? Order::kAcquire
                   : op.kind == OpKind::kStore ? Order::kRelease
                                               : Order::kAcqRel;
      }
      if (op.failure == Order::kSeqCst && left != Left::kSeqCst) op.failure = Order::kAcquire;
      const unsigned home = program->home[op.location] < 0 ? kGlobalRegion : kLocalRegion;
      if (home != region || rarely()) continue;
      op.order = op.failure = Order::kRelaxed;
      if (!op.remote && !rarely()) op.scope = Scope::kDevice;
    }
  }
}

}  // namespace

Program RandomProgram(std::mt19937& random, bool split) {
  Program program;
  Taste taste{random() % 3 != 0, random() % 3 != 0, random() % 2 != 0, random() % 2 != 0,
              random() % 3 != 0};
  const int threads = 2 + random() % 3;
  bool one_group = random() % 4 == 0;
  const unsigned region = !split ? 0 : random() % 2 == 0 ? kGlobalRegion : kLocalRegion;
  if (split) {
    one_group = random() % 4 != 0;
    taste.hand_off |= random() % 4 != 0;
    taste.fences |= random() % 2 == 0;
  }
  for (int t = 0; t < threads; ++t) {
    program.group_of.push_back(one_group ? 0 : t == 0 ? 0 : random() % 2 == 0 ? 0 : 1);
  }
  if (!one_group) program.group_of.back() = 1;
  std::sort(program.group_of.begin(), program.group_of.end());
  program.group_size = 4;
  program.sub_group_items = OneOf<uint64_t>(random, {0, 0, 1, 2});
  const bool local = random() % 2 == 0;
  // Locations: flags (atomic) first, then data. Of the last ones some are local to group 0.
  const int flags = 1 + random() % 2, data = 1 + random() % 2;
  for (int l = 0; l < flags + data; ++l) program.home.push_back(local && random() % 2 == 0 ? 0 : -1);
  if (split && one_group && random() % 4 != 0) {  // the flags in the one region, the data in the other
    const unsigned data_region = random() % 2 == 0 ? region : (kGlobalRegion | kLocalRegion) & ~region;
    for (int l = 0; l < flags + data; ++l) {
      program.home[l] = (data_region == kLocalRegion) == (l >= flags) ? 0 : -1;
    }
  }
  program.has_remote = random() % 3 == 0;
  program.threads.resize(threads);
  const int barriers = random() % 3 == 0 ? 1 + random() % 2 : 0;
  unsigned barrier_flags[2][2];
  Scope barrier_scope[2][2];
  for (auto& group : barrier_flags) {
    for (unsigned& flag : group) flag = RandomFlags(random, taste);
  }
  for (auto& group : barrier_scope) {
    for (Scope& scope : group) {
      scope = random() % 3 == 0 ? Scope::kDevice : Scope::kWorkGroup;
    }
  }
  for (int t = 0; t < threads; ++t) {
    const int group = program.group_of[t];
    std::vector<int> mine_flags, mine_data;
    for (int l = 0; l < flags + data; ++l) {
      if (program.home[l] >= 0 && program.home[l] != group) continue;
      (l < flags ? mine_flags : mine_data).push_back(l);
    }
    for (int segment = 0; segment <= barriers; ++segment) {
      const int operations = 1 + random() % (barriers > 0 ? 4 : 7);
      for (int i = 0; i < operations; ++i) {
        Op op;
        const int dice = random() % 100;
        const bool fence = taste.fences && dice < 20;
        if (!fence && dice < 55 && !mine_data.empty()) {
          op.location = mine_data[random() % mine_data.size()];
          op.kind = random() % 2 == 0 ? OpKind::kRead : OpKind::kWrite;
        } else if (!fence && dice < 58 && !mine_flags.empty()) {  // plainly, at a flag
          op.location = mine_flags[random() % mine_flags.size()];
          op.kind = random() % 2 == 0 ? OpKind::kRead : OpKind::kWrite;
        } else if (fence || mine_flags.empty()) {
          op.kind = OpKind::kFence;
        } else {
          op.location = mine_flags[random() % mine_flags.size()];
          op.kind = OneOf(random, {OpKind::kLoad, OpKind::kLoad, OpKind::kStore, OpKind::kStore,
                                   OpKind::kFetchAdd, OpKind::kExchange, OpKind::kCompareExchange});
        }
        if (op.kind != OpKind::kRead && op.kind != OpKind::kWrite) {
          op.order = RandomOrder(random, taste, op.kind);
          op.failure = OneOf(random, {Order::kRelaxed, Order::kAcquire, Order::kSeqCst});
          op.scope = RandomScope(random, taste);
          op.remote = program.has_remote && op.kind != OpKind::kFence && random() % 3 == 0;
          op.flags = RandomFlags(random, taste);
        }
        op.value = random() % 3;
        if (taste.hand_off && random() % 8 != 0) HandOff(random, t == 0, &op);
        program.threads[t].push_back(op);
        // Once more, as who waits does.
        if (op.kind > OpKind::kWrite && op.kind < OpKind::kFence && random() % 3 == 0) {
          program.threads[t].push_back(op);
        }
      }
      if (segment == barriers) break;
      Op barrier;
      barrier.kind = OpKind::kBarrier;
      barrier.flags = barrier_flags[group][segment];
      barrier.scope = barrier_scope[group][segment];
      program.threads[t].push_back(barrier);
    }
  }
  if (split) OrderOnlyByBarriers(random, region, &program);
  return program;
}

std::string ProgramText(const Program& program) {
  static const char* const kNames[] = {"R", "W", "load", "store", "add", "xchg", "cas", "fence",
                                       "barrier"};
  std::string out;
  for (size_t l = 0; l < program.home.size(); ++l) {
    absl::StrAppend(&out, "x", l, program.home[l] < 0 ? " global; " : " local; ");
  }
  absl::StrAppend(&out, "sub-groups of ", program.sub_group_items, "\n");
  for (size_t t = 0; t < program.threads.size(); ++t) {
    absl::StrAppend(&out, "P", t, " in group ", program.group_of[t], ":");
    for (const Op& op : program.threads[t]) {
      absl::StrAppend(&out, op.guarded ? " if" : "", " ", kNames[static_cast<int>(op.kind)]);
      if (op.kind < OpKind::kFence) absl::StrAppend(&out, " x", op.location);
      if (op.kind > OpKind::kWrite) {
        absl::StrAppend(&out, "(",
                        op.kind == OpKind::kBarrier ? "" : litmus::OrderText(op.order), ",",
                        litmus::ScopeText(op.scope), op.remote ? ",rem" : "",
                        op.kind >= OpKind::kFence ? absl::StrCat(",flags ", op.flags) : "", ")");
      }
      if (op.kind == OpKind::kWrite || op.kind == OpKind::kStore) absl::StrAppend(&out, "=", op.value);
      absl::StrAppend(&out, ";");
    }
    absl::StrAppend(&out, "\n");
  }
  return out;
}

namespace {

// The machine's state while it runs one program.
class Machine {
 public:
  Machine(const Program& program, std::mt19937& random, Trace* trace)
      : program_(program), random_(random), trace_(*trace) {}

  void Run() {
    Start();
    for (;;) {
      std::vector<int> ready;
      for (size_t t = 0; t < program_.threads.size(); ++t) {
        if (at_[t] < program_.threads[t].size() && !waits_[t]) ready.push_back(static_cast<int>(t));
      }
      if (ready.empty()) break;
      Step(ready[random_() % ready.size()]);
    }
  }

 private:
  void Start();
  void Step(int t);
  void Access(int t, const Op& op, Event event);
  void Barrier(int t, const Op& op);
  void Log(int t, int event, uint32_t what, uint64_t value);
  int Index(int t) { return first_[t] + used_[t]++; }

  const Program& program_;
  std::mt19937& random_;
  Trace& trace_;
  std::vector<size_t> at_;
  std::vector<bool> waits_;
  std::vector<int> first_, used_;
  std::vector<int> last_write_;  // by location: an event
  std::vector<int64_t> memory_, read_;  // by location; by thread, the value read last
  std::vector<uint32_t> events_, segment_, arrived_;  // by thread, thread, group
  std::vector<uint32_t> from_[2];                     // global, local; by thread
};

void Machine::Start() {
  litmus::Test& test = trace_.test;
  const size_t threads = program_.threads.size(), locations = program_.home.size();
  std::vector<bool> plain(locations, true);
  for (const auto& thread : program_.threads) {
    for (const Op& op : thread) {
      if (op.kind > OpKind::kWrite && op.kind < OpKind::kFence) plain[op.location] = false;
    }
  }
  for (size_t l = 0; l < locations; ++l) {
    litmus::Location location;
    location.name = absl::StrCat("x", l);
    location.plain = plain[l];
    location.regions = program_.home[l] < 0 ? kGlobalRegion : kLocalRegion;
    test.locations.push_back(location);
    Event init;
    init.kind = EventKind::kWrite;
    init.location = static_cast<int>(l);
    init.regions = location.regions;
    trace_.execution.events.push_back(init);
    last_write_.push_back(static_cast<int>(l));
  }
  int next = static_cast<int>(locations);
  for (size_t t = 0; t < threads; ++t) {
    litmus::Thread thread;
    thread.id = static_cast<int>(t);
    thread.group = program_.group_of[t];
    const int lane = static_cast<int>(
        std::count(program_.group_of.begin(), program_.group_of.begin() + t, thread.group));
    const int items = program_.sub_group_items == 0 ? 8 : static_cast<int>(program_.sub_group_items);
    thread.sub_group = thread.group * 8 + lane / items;
    test.threads.push_back(std::move(thread));
    first_.push_back(next);
    for (const Op& op : program_.threads[t]) next += op.kind == OpKind::kBarrier ? 2 : 1;
  }
  trace_.execution.events.resize(next);
  trace_.execution.reads_from.assign(next, -1);
  trace_.execution.modification.resize(locations);
  for (size_t l = 0; l < locations; ++l) {
    if (!plain[l]) trace_.execution.modification[l].push_back(static_cast<int>(l));
  }
  trace_.execution.sequenced = litmus::Relation(next);
  for (size_t t = 0; t < threads; ++t) {
    const int end = t + 1 < threads ? first_[t + 1] : next;
    for (int i = first_[t]; i < end; ++i) {
      for (int j = i + 1; j < end; ++j) trace_.execution.sequenced.Add(i, j);
    }
  }
  at_.assign(threads, 0);
  waits_.assign(threads, false);
  used_.assign(threads, 0);
  memory_.assign(locations, 0);
  read_.assign(threads, 0);
  events_.assign(threads, 0);
  segment_.assign(threads, 0);
  arrived_.assign(2, 0);
  for (auto& from : from_) from.assign(threads, 0);
}

void Machine::Log(int t, int event, uint32_t what, uint64_t value) {
  ls_event out{};
  const int group = program_.group_of[t];
  const int lane = static_cast<int>(
      std::count(program_.group_of.begin(), program_.group_of.begin() + t, group));
  out.ticket = trace_.log.size() + 1;
  out.actor = group * program_.group_size + lane;
  out.what = what;
  out.site = static_cast<uint32_t>(event);
  out.value = value;
  out.segment = segment_[t];
  out.global_from = out.image_from = from_[0][t];
  out.local_from = from_[1][t];
  out.events = events_[t];
  if ((what & LS_EVENT_CLASS_MASK) != LS_CLASS_NONE) {
    const int location = trace_.execution.events[event].location;
    out.cell = static_cast<uint64_t>(location);
    out.cells = 1;
    if (program_.home[location] >= 0) out.what |= LS_REGION_LOCAL << LS_EVENT_REGION_SHIFT;
  }
  const uint32_t cls = what & LS_EVENT_CLASS_MASK;
  if (cls != LS_CLASS_R && cls != LS_CLASS_W) ++events_[t];
  trace_.log.push_back(out);
}

void Machine::Access(int t, const Op& op, Event event) {
  int64_t& cell = memory_[op.location];
  event.location = op.location;
  event.regions = trace_.test.locations[op.location].regions;
  bool reads = op.kind != OpKind::kWrite && op.kind != OpKind::kStore;
  bool writes = op.kind != OpKind::kRead && op.kind != OpKind::kLoad;
  int64_t written = op.value;
  if (op.kind == OpKind::kFetchAdd) written = cell + 1;
  if (op.kind == OpKind::kCompareExchange) {
    written = op.value + 1;
    if (cell != op.value) {
      writes = false;
      event.failed_exchange = true;
      event.order = op.failure;
    }
  }
  const bool atomic = op.kind > OpKind::kWrite;
  if (!atomic) event.order = Order::kPlain, event.scope = Scope::kNone, event.remote = false;
  event.kind = reads && writes ? EventKind::kRmw : reads ? EventKind::kRead : EventKind::kWrite;
  const int index = Index(t);
  if (reads) {
    event.read_value = read_[t] = cell;
    trace_.execution.reads_from[index] = last_write_[op.location];
  }
  if (writes) {
    event.write_value = cell = written;
    last_write_[op.location] = index;
    if (!trace_.test.locations[op.location].plain) {
      trace_.execution.modification[op.location].push_back(index);
    }
  }
  trace_.execution.events[index] = event;
  uint32_t what = atomic ? (writes ? LS_CLASS_AW : LS_CLASS_AR) : (writes ? LS_CLASS_W : LS_CLASS_R);
  if (atomic) {
    what |= OrderBits(event.order) | ScopeBits(op.scope) | (op.remote ? LS_EVENT_REMOTE : 0u) |
            (reads ? LS_EVENT_READS : 0u) | (writes ? LS_EVENT_WRITES : 0u);
  }
  Log(t, index, what, static_cast<uint64_t>(written));
}

// Entry at once, exit for all when the last has come.
void Machine::Barrier(int t, const Op& op) {
  const int group = program_.group_of[t];
  const bool logged = program_.has_remote || op.scope > Scope::kWorkGroup;
  const uint32_t what = LS_EVENT_BARRIER | ScopeBits(op.scope) | FlagBits(op.flags);
  const auto event = [&](int thread, EventKind kind, Order order) {
    Event out;
    out.kind = kind;
    out.order = order;
    out.scope = op.scope;
    out.regions = op.flags;
    out.thread = thread;
    out.barrier = static_cast<int>(segment_[thread]) + 8 * group;
    const int index = Index(thread);
    trace_.execution.events[index] = out;
    return index;
  };
  const int entry = event(t, EventKind::kBarrierEntry, Order::kRelease);
  if (logged) Log(t, entry, what | OrderBits(Order::kRelease), 0);
  waits_[t] = true;
  const auto members = std::count(program_.group_of.begin(), program_.group_of.end(), group);
  if (++arrived_[group] < members) return;
  arrived_[group] = 0;
  for (size_t other = 0; other < waits_.size(); ++other) {
    if (program_.group_of[other] != group) continue;
    const int thread = static_cast<int>(other);
    const int exit = event(thread, EventKind::kBarrierExit, Order::kAcquire);
    ++segment_[other];
    for (int r = 0; r < 2; ++r) {
      if (op.flags & (r == 0 ? kGlobalRegion : kLocalRegion)) from_[r][other] = segment_[other];
    }
    if (logged) Log(thread, exit, what | OrderBits(Order::kAcquire), 0);
    waits_[other] = false;
  }
}

void Machine::Step(int t) {
  const Op& op = program_.threads[t][at_[t]++];
  if (op.guarded && read_[t] == 0) return;  // its event stays without a thread or location
  if (op.kind == OpKind::kBarrier) {
    Barrier(t, op);
    return;
  }
  Event event;
  event.thread = t;
  event.order = op.order;
  event.scope = op.scope;
  event.remote = op.remote;
  if (op.kind == OpKind::kFence) {
    event.kind = EventKind::kFence;
    event.regions = op.flags;
    const int index = Index(t);
    trace_.execution.events[index] = event;
    Log(t, index, OrderBits(op.order) | ScopeBits(op.scope) | FlagBits(op.flags), 0);
    return;
  }
  Access(t, op, event);
}

}  // namespace

Trace RunOnce(const Program& program, std::mt19937& random) {
  Trace trace;
  Machine(program, random, &trace).Run();
  return trace;
}

ReplayOptions OptionsFor(const Program& program, bool strict, bool remote, bool every_pair) {
  ReplayOptions options;
  options.group_size = options.group_items = program.group_size;
  options.sub_group_items = program.sub_group_items;
  options.inclusion = strict ? ScopeInclusion::kStrict : ScopeInclusion::kRelaxed;
  options.remote = remote;
  options.every_pair = every_pair;
  return options;
}

}  // namespace lockstep
