// Random programs: what they are biased towards, and the dice.
#include "tests/replay/random_program.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lockstep {
namespace {

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

bool IsAtomicOp(const Op& op) { return op.kind > OpKind::kWrite && op.kind < OpKind::kFence; }

// Puts a release fence before, and an acquire fence behind, every atomic that can use it.
void FenceAtomics(std::vector<Op>* thread) {
  std::vector<Op> out;
  for (const Op& op : *thread) {
    Op fence;
    fence.kind = OpKind::kFence;
    fence.flags = kGlobalRegion | kLocalRegion;
    const bool atomic = IsAtomicOp(op);
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

// Puts barriers of sub-groups between the barriers of groups: the same ones for all work-items of a sub-group.
void AddPartBarriers(std::mt19937& random, const Taste& taste, Program* program) {
  program->sub_group_items = OneOf<uint64_t>(random, {0, 1, 2, 2, 2, 2});
  std::map<std::pair<int, int>, std::vector<Op>> of_sub_group;  // by sub-group and barriers of the group before
  for (size_t t = 0; t < program->threads.size(); ++t) {
    const int sub_group = SubGroupOf(*program, static_cast<int>(t));
    std::vector<Op> out, segment;
    int number = 0;
    const auto close = [&] {
      const auto [at, fresh] = of_sub_group.try_emplace({sub_group, number++});
      for (int count = fresh ? random() % 3 : 0; count > 0; --count) {
        Op barrier;
        barrier.kind = OpKind::kPartBarrier;
        barrier.flags = RandomFlags(random, taste);
        barrier.scope = OneOf(random, {Scope::kSubGroup, Scope::kSubGroup, Scope::kWorkGroup, Scope::kDevice});
        at->second.push_back(barrier);
      }
      std::vector<size_t> places;
      for (size_t i = 0; i < at->second.size(); ++i) places.push_back(random() % (segment.size() + 1));
      std::sort(places.begin(), places.end());
      size_t next = 0;
      for (size_t i = 0; i <= segment.size(); ++i) {
        for (; next < places.size() && places[next] == i; ++next) out.push_back(at->second[next]);
        if (i < segment.size()) out.push_back(segment[i]);
      }
      segment.clear();
    };
    for (const Op& op : program->threads[t]) {
      if (op.kind == OpKind::kBarrier) {
        close();
        out.push_back(op);
      } else {
        segment.push_back(op);
      }
    }
    close();
    program->threads[t] = std::move(out);
  }
}

}  // namespace

int SubGroupOf(const Program& program, int thread) {
  const int group = program.group_of[thread];
  const int lane = static_cast<int>(std::count(program.group_of.begin(), program.group_of.begin() + thread, group));
  const int items = program.sub_group_items == 0 ? 8 : static_cast<int>(program.sub_group_items);
  return group * 8 + lane / items;
}

void LeaveOneSideOfFences(std::mt19937& random, bool kept, Program* program) {
  const bool releases = random() % 2 == 0;
  program->has_remote = false;
  for (auto& thread : program->threads) {
    FenceAtomics(&thread);
    for (Op& op : thread) {
      op.remote = false;
      if (op.kind == OpKind::kFence) op.order = Order::kAcqRel;
      if (op.kind == OpKind::kBarrier) op.scope = Scope::kWorkGroup;
      if (!IsAtomicOp(op)) continue;
      op.order = op.failure = Order::kRelaxed;
      op.scope = Scope::kDevice;
    }
    std::vector<Op> left;
    for (auto op = thread.begin(); op != thread.end(); ++op) {
      const bool other_side =
          releases ? std::any_of(thread.begin(), op, IsAtomicOp) : std::any_of(op, thread.end(), IsAtomicOp);
      if (op->kind == OpKind::kFence && other_side && !(kept && random() % 4 != 0)) continue;
      left.push_back(*op);
    }
    thread = std::move(left);
  }
}

Program RandomProgram(std::mt19937& random, bool split, bool parts) {
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
  if (parts) AddPartBarriers(random, taste, &program);
  return program;
}

}  // namespace lockstep
