// The machine that runs a random program once: sequentially consistent, one operation at a time, by dice.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "device-lib/shared/record.h"
#include "tests/replay/random_program.h"

namespace lockstep {

using litmus::Event;
using litmus::EventKind;
using litmus::kGlobalRegion;
using litmus::kLocalRegion;
using litmus::Order;
using litmus::Scope;

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
  int BarrierEvent(int t, const Op& op, EventKind kind, int number);
  void Barrier(int t, const Op& op);
  void PartBarrier(int t, const Op& op);
  void LeavePartBarrier(int t);
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
  // By thread: barriers of its sub-group that it has come to, and the one, met by all, that it has not left yet.
  std::vector<uint32_t> met_;
  std::vector<const Op*> leaves_;
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
    thread.sub_group = SubGroupOf(program_, static_cast<int>(t));
    test.threads.push_back(std::move(thread));
    first_.push_back(next);
    for (const Op& op : program_.threads[t]) next += op.kind >= OpKind::kBarrier ? 2 : 1;
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
  met_.assign(threads, 0);
  leaves_.assign(threads, nullptr);
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

int Machine::BarrierEvent(int t, const Op& op, EventKind kind, int number) {
  Event out;
  out.kind = kind;
  out.order = kind == EventKind::kBarrierEntry ? Order::kRelease : Order::kAcquire;
  out.scope = op.scope;
  out.regions = op.flags;
  out.thread = t;
  out.barrier = number;
  const int index = Index(t);
  trace_.execution.events[index] = out;
  return index;
}

// Entry at once, exit for all when the last has come.
void Machine::Barrier(int t, const Op& op) {
  const int group = program_.group_of[t];
  const bool logged = program_.has_remote || op.scope > Scope::kWorkGroup;
  const uint32_t what = LS_EVENT_BARRIER | ScopeBits(op.scope) | FlagBits(op.flags);
  const auto event = [&](int thread, EventKind kind) {
    return BarrierEvent(thread, op, kind, static_cast<int>(segment_[thread]) + 8 * group);
  };
  const int entry = event(t, EventKind::kBarrierEntry);
  if (logged) Log(t, entry, what | OrderBits(Order::kRelease), 0);
  waits_[t] = true;
  const auto members = std::count(program_.group_of.begin(), program_.group_of.end(), group);
  if (++arrived_[group] < members) return;
  arrived_[group] = 0;
  for (size_t other = 0; other < waits_.size(); ++other) {
    if (program_.group_of[other] != group) continue;
    const int thread = static_cast<int>(other);
    const int exit = event(thread, EventKind::kBarrierExit);
    ++segment_[other];
    for (int r = 0; r < 2; ++r) {
      if (op.flags & (r == 0 ? kGlobalRegion : kLocalRegion)) from_[r][other] = segment_[other];
    }
    if (logged) Log(thread, exit, what | OrderBits(Order::kAcquire), 0);
    waits_[other] = false;
  }
}

// Entry at once; when the last of the sub-group has come, each goes on when it is its turn.
void Machine::PartBarrier(int t, const Op& op) {
  const int sub_group = trace_.test.threads[t].sub_group;
  const int entry = BarrierEvent(t, op, EventKind::kBarrierEntry, static_cast<int>(met_[t]) + 8 * sub_group);
  trace_.execution.events[entry].of_sub_group = true;
  if (program_.has_remote || op.scope > Scope::kSubGroup) {
    Log(t, entry, LS_EVENT_BARRIER | ScopeBits(op.scope) | FlagBits(op.flags) | OrderBits(Order::kRelease), 0);
  }
  Log(t, entry, LS_EVENT_PART | FlagBits(op.flags) | OrderBits(Order::kRelease), met_[t] + 1000 * sub_group);
  ++met_[t];
  waits_[t] = true;
  const auto together = [&](size_t other) { return trace_.test.threads[other].sub_group == sub_group; };
  for (size_t other = 0; other < waits_.size(); ++other) {
    if (together(other) && met_[other] < met_[t]) return;
  }
  for (size_t other = 0; other < waits_.size(); ++other) {
    if (!together(other)) continue;
    leaves_[other] = &program_.threads[other][at_[other] - 1];
    waits_[other] = false;
  }
}

void Machine::LeavePartBarrier(int t) {
  const Op& op = *leaves_[t];
  leaves_[t] = nullptr;
  const int number = static_cast<int>(met_[t]) - 1, sub_group = trace_.test.threads[t].sub_group;
  const int exit = BarrierEvent(t, op, EventKind::kBarrierExit, number + 8 * sub_group);
  trace_.execution.events[exit].of_sub_group = true;
  Log(t, exit, LS_EVENT_PART | FlagBits(op.flags) | OrderBits(Order::kAcquire), number + 1000 * sub_group);
  if (program_.has_remote || op.scope > Scope::kSubGroup) {
    Log(t, exit, LS_EVENT_BARRIER | ScopeBits(op.scope) | FlagBits(op.flags) | OrderBits(Order::kAcquire), 0);
  }
}

void Machine::Step(int t) {
  if (leaves_[t] != nullptr) LeavePartBarrier(t);
  const Op& op = program_.threads[t][at_[t]++];
  if (op.guarded && read_[t] == 0) return;  // its event stays without a thread or location
  if (op.kind == OpKind::kBarrier) {
    Barrier(t, op);
    return;
  }
  if (op.kind == OpKind::kPartBarrier) {
    PartBarrier(t, op);
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

}  // namespace lockstep
