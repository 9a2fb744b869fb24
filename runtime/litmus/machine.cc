// The operational GPU of paper 002, Sect. 5: instructions (Table 1), environment (Table 2).
#include "runtime/litmus/machine.h"

#include <algorithm>
#include <utility>

namespace lockstep::litmus {
namespace {

bool NotDirty(const CacheEntry& entry) { return !entry.present || !entry.dirty; }

// store() of Table 1.
void Store(Cache& cache, int location, WriteId write) {
  CacheEntry& entry = cache.entries[location];
  entry.present = entry.dirty = entry.valid = true;
  entry.write = write;
  entry.pending.push_back(write);
  cache.fifo.push_back(static_cast<int8_t>(location));
}

void InvalidateAll(Cache& cache) {
  for (CacheEntry& entry : cache.entries) entry.valid = false;
}

void Put(std::string& key, int value) {
  key.push_back(static_cast<char>(value & 0xff));
  key.push_back(static_cast<char>((value >> 8) & 0xff));
}

void PutCache(std::string& key, const Cache& cache) {
  for (const CacheEntry& entry : cache.entries) {
    key.push_back(static_cast<char>(entry.present | entry.dirty << 1 | entry.valid << 2));
    if (!entry.present) continue;
    Put(key, entry.write);
    key.push_back(static_cast<char>(entry.pending.size()));
    for (WriteId write : entry.pending) Put(key, write);
  }
  key.push_back(static_cast<char>(cache.fifo.size()));
  for (int8_t element : cache.fifo) key.push_back(static_cast<char>(element));
}

}  // namespace

std::string MachineState::Key() const {
  std::string key;
  for (const auto& thread : threads) {
    Put(key, thread.node);
    key.push_back(static_cast<char>(thread.step));
    Put(key, thread.last_edge);
    Put(key, thread.outcome);
    key.push_back(static_cast<char>(thread.sources.size()));
    for (WriteId source : thread.sources) Put(key, source);
  }
  for (const Cache& cache : l1) PutCache(key, cache);
  for (int8_t lock : rmw_lock) key.push_back(static_cast<char>(lock));
  for (int8_t lock : l2_lock) key.push_back(static_cast<char>(lock));
  PutCache(key, l2);
  for (const auto& writes : global) {
    key.push_back(static_cast<char>(writes.size()));
    for (WriteId write : writes) Put(key, write);
  }
  return key;
}

int64_t Machine::ValueOf(WriteId write) const {
  return write < 0 ? test_.locations[-1 - write].initial : program_.edges[write].event.write_value;
}

MachineState Machine::Initial() const {
  MachineState state;
  const size_t locations = test_.locations.size();
  for (const MachineThread& thread : program_.threads) {
    MachineThreadState one;
    one.node = static_cast<int16_t>(thread.first);
    state.threads.push_back(one);
  }
  Cache empty;
  empty.entries.resize(locations);
  state.l1.assign(program_.groups, empty);
  state.rmw_lock.assign(program_.groups, -1);
  state.l2_lock.assign(locations, -1);
  if (full_) state.l2 = empty;
  for (size_t x = 0; x < locations; ++x)
    state.global.push_back({static_cast<WriteId>(-1 - static_cast<int>(x))});
  return state;
}

bool Machine::Ready(int8_t lock, int group) const {
  return lock < 0 || program_.threads[lock].group == group;
}

// What a valid L2 entry holds. Without an L2 of its own, global memory is always valid.
bool Machine::L2Valid(const MachineState& state, int location, WriteId& write) const {
  if (!full_) {
    write = state.global[location].back();
    return true;
  }
  const CacheEntry& entry = state.l2.entries[location];
  write = entry.write;
  return entry.present && entry.valid;
}

void Machine::StoreL2(MachineState& state, int location, WriteId write,
                      const std::vector<WriteId>& pending) const {
  if (!full_) {
    auto& all = state.global[location];
    all.insert(all.end(), pending.begin(), pending.end());
    return;
  }
  CacheEntry& entry = state.l2.entries[location];
  entry.present = entry.dirty = entry.valid = true;
  entry.write = write;
  entry.pending.insert(entry.pending.end(), pending.begin(), pending.end());
  state.l2.fifo.push_back(static_cast<int8_t>(location));
}

void Machine::FlushL1(MachineState& state, int group, int location) const {
  CacheEntry& entry = state.l1[group].entries[location];
  StoreL2(state, location, entry.write, entry.pending);
  entry.pending.clear();
  entry.dirty = false;
}

void Machine::Normalise(Successor& successor) const {
  if (full_) return;
  for (size_t g = 0; g < successor.state.l1.size(); ++g) {
    Cache& cache = successor.state.l1[g];
    while (!cache.fifo.empty()) {
      const int8_t element = cache.fifo.front();
      if (element >= 0 && !NotDirty(cache.entries[element])) break;
      Action action;
      action.kind = element >= 0 ? Action::kDequeueLocation : Action::kDequeueMarker;
      action.who = static_cast<int8_t>(g);
      action.location = static_cast<int8_t>(element >= 0 ? element : -1 - element);
      successor.then.push_back(action);
      cache.fifo.erase(cache.fifo.begin());
    }
    for (CacheEntry& entry : cache.entries) {
      if (entry.present && !entry.dirty && !entry.valid) entry = CacheEntry();
    }
  }
}

std::vector<Successor> Machine::Successors(const MachineState& state) const {
  std::vector<Successor> out;
  for (size_t t = 0; t < state.threads.size(); ++t) Instruction(state, static_cast<int>(t), out);
  Environment(state, out);
  for (Successor& successor : out) Normalise(successor);
  return out;
}

// Table 1.
void Machine::Instruction(const MachineState& state, int t, std::vector<Successor>& out) const {
  const MachineThreadState& thread = state.threads[t];
  if (thread.node < 0) return;
  const int8_t marker = static_cast<int8_t>(-1 - t);
  for (const Cache& cache : state.l1) {  // unflushed
    if (std::find(cache.fifo.begin(), cache.fifo.end(), marker) != cache.fifo.end()) return;
  }
  const Node& node = program_.nodes[thread.node];
  const int g = program_.threads[t].group;
  const int x = node.location;
  const Op op = node.code[thread.step];
  const auto free_for = [&](int8_t lock) { return lock < 0 || lock == t; };

  // Adds the state after this instruction; `change` edits it.
  const auto step = [&](int edge, auto change) {
    Successor next;
    next.state = state;
    next.action.kind = Action::kInstruction;
    next.action.who = static_cast<int8_t>(t);
    next.action.location = static_cast<int8_t>(x);
    next.action.op = op;
    next.action.edge = static_cast<int16_t>(edge);
    change(next.state);
    MachineThreadState& after = next.state.threads[t];
    if (edge >= 0) after.outcome = static_cast<int16_t>(edge);
    if (++after.step == static_cast<int8_t>(node.code.size())) {
      after.last_edge = after.outcome;
      after.node = static_cast<int16_t>(program_.edges[after.outcome].next);
      after.step = 0;
      after.outcome = -1;
    }
    out.push_back(std::move(next));
  };
  // Every outcome that reads the value of `write`; a run that no outcome continues was dropped
  // by the loop bound and ends here.
  const auto outcomes = [&](WriteId write, auto change) {
    for (int edge : node.edges) {
      if (program_.edges[edge].event.read_value != ValueOf(write)) continue;
      step(edge, [&](MachineState& s) {
        s.threads[t].sources.push_back(write);
        if (program_.edges[edge].event.Writes()) change(s, static_cast<WriteId>(edge));
      });
    }
  };

  switch (op) {
    case Op::kLoad: {
      const CacheEntry& entry = state.l1[g].entries[x];
      if (entry.present && entry.valid) outcomes(entry.write, [](MachineState&, WriteId) {});
      return;
    }
    case Op::kStore:
      for (int edge : node.edges) {
        step(edge, [&](MachineState& s) {
          s.threads[t].sources.push_back(kNoSource);
          Store(s.l1[g], x, static_cast<WriteId>(edge));
        });
      }
      return;
    case Op::kRmwL1: {
      const CacheEntry& entry = state.l1[g].entries[x];
      if (!free_for(state.rmw_lock[g]) || !entry.present || !entry.valid) return;
      outcomes(entry.write, [&](MachineState& s, WriteId write) { Store(s.l1[g], x, write); });
      return;
    }
    case Op::kRmwL2: {
      const CacheEntry& entry = state.l1[g].entries[x];
      if (!free_for(state.rmw_lock[g]) || (entry.present && entry.dirty) ||
          !free_for(state.l2_lock[x]))
        return;
      WriteId current;
      if (!L2Valid(state, x, current)) return;
      for (int edge : node.edges) {
        if (program_.edges[edge].event.read_value != ValueOf(current)) continue;
        step(edge, [&](MachineState& s) {
          s.threads[t].sources.push_back(current);
          s.l1[g].entries[x].valid = false;
          const auto write = static_cast<WriteId>(edge);
          if (program_.edges[edge].event.Writes()) StoreL2(s, x, write, {write});
        });
      }
      return;
    }
    case Op::kFlushGroup:
      step(-1, [&](MachineState& s) { s.l1[g].fifo.push_back(marker); });
      return;
    case Op::kFlushDevice:
      step(-1, [&](MachineState& s) {
        for (Cache& cache : s.l1) cache.fifo.push_back(marker);
      });
      return;
    case Op::kInvalidateGroup:
      step(-1, [&](MachineState& s) { InvalidateAll(s.l1[g]); });
      return;
    case Op::kInvalidateDevice:
      step(-1, [&](MachineState& s) {
        for (Cache& cache : s.l1) InvalidateAll(cache);
      });
      return;
    case Op::kLockL2:
      if (free_for(state.l2_lock[x]))
        step(-1, [&](MachineState& s) { s.l2_lock[x] = static_cast<int8_t>(t); });
      return;
    case Op::kUnlockL2:
      step(-1, [&](MachineState& s) { s.l2_lock[x] = -1; });
      return;
    case Op::kLockRmw:
      if (std::all_of(state.rmw_lock.begin(), state.rmw_lock.end(), free_for)) {
        step(-1, [&](MachineState& s) {
          std::fill(s.rmw_lock.begin(), s.rmw_lock.end(), static_cast<int8_t>(t));
        });
      }
      return;
    case Op::kUnlockRmw:
      step(-1,
           [&](MachineState& s) { std::fill(s.rmw_lock.begin(), s.rmw_lock.end(), int8_t{-1}); });
      return;
  }
}

// Table 2. A transition is triggered by some thread of a group; locks let pass their owner.
void Machine::Environment(const MachineState& state, std::vector<Successor>& out) const {
  const auto add = [&](Action::Kind kind, int who, int location, auto change) {
    Successor next;
    next.state = state;
    next.action.kind = kind;
    next.action.who = static_cast<int8_t>(who);
    next.action.location = static_cast<int8_t>(location);
    change(next.state);
    out.push_back(std::move(next));
  };
  const int locations = static_cast<int>(test_.locations.size());
  for (int g = 0; g < program_.groups; ++g) {
    uint64_t wanted = 0;
    for (size_t t = 0; t < state.threads.size(); ++t) {
      const auto& thread = state.threads[t];
      if (program_.threads[t].group == g && thread.node >= 0)
        wanted |= program_.nodes[thread.node].later_loads;
    }
    const Cache& cache = state.l1[g];
    for (int x = 0; x < locations; ++x) {
      const CacheEntry& entry = cache.entries[x];
      const bool ready = Ready(state.l2_lock[x], g);
      if (full_ && entry.present && !entry.dirty) {
        add(Action::kEvictL1, g, x, [&](MachineState& s) { s.l1[g].entries[x] = CacheEntry(); });
      }
      if (entry.present && entry.dirty && ready) {
        add(Action::kFlushL1, g, x, [&](MachineState& s) { FlushL1(s, g, x); });
      }
      WriteId write;
      const bool useful = full_ || (((wanted >> x) & 1) && L2Valid(state, x, write) &&
                                    !(entry.present && entry.valid && entry.write == write));
      if (useful && NotDirty(entry) && ready && L2Valid(state, x, write)) {
        add(Action::kFetchL1, g, x, [&](MachineState& s) {
          CacheEntry fetched;
          fetched.present = fetched.valid = true;
          fetched.write = write;
          s.l1[g].entries[x] = fetched;
        });
      }
    }
    if (full_ && !cache.fifo.empty()) {
      const int8_t element = cache.fifo.front();
      if (element < 0 || NotDirty(cache.entries[element])) {
        add(element < 0 ? Action::kDequeueMarker : Action::kDequeueLocation, g,
            element < 0 ? -1 - element : element,
            [&](MachineState& s) { s.l1[g].fifo.erase(s.l1[g].fifo.begin()); });
      }
    }
  }
  if (!full_) return;
  for (int x = 0; x < locations; ++x) {
    const CacheEntry& entry = state.l2.entries[x];
    // Any thread may trigger these, so the owner of a lock can.
    if (entry.present && !entry.dirty) {
      add(Action::kEvictL2, 0, x, [&](MachineState& s) { s.l2.entries[x] = CacheEntry(); });
    }
    if (entry.present && entry.dirty) {
      add(Action::kFlushL2, 0, x, [&](MachineState& s) {
        CacheEntry& own = s.l2.entries[x];
        s.global[x].insert(s.global[x].end(), own.pending.begin(), own.pending.end());
        own.pending.clear();
        own.dirty = false;
      });
    }
    if (NotDirty(entry)) {
      add(Action::kFetchL2, 0, x, [&](MachineState& s) {
        CacheEntry fetched;
        fetched.present = fetched.valid = true;
        fetched.write = s.global[x].back();
        s.l2.entries[x] = fetched;
      });
    }
  }
  if (!state.l2.fifo.empty() && NotDirty(state.l2.entries[state.l2.fifo.front()])) {
    add(Action::kDequeueL2, 0, state.l2.fifo.front(),
        [&](MachineState& s) { s.l2.fifo.erase(s.l2.fifo.begin()); });
  }
}

bool Machine::Terminal(const MachineState& state) const {
  const auto clean = [](const Cache& cache) {
    return std::all_of(cache.entries.begin(), cache.entries.end(), NotDirty);
  };
  return std::all_of(state.threads.begin(), state.threads.end(),
                     [](const auto& t) { return t.node < 0; }) &&
         std::all_of(state.l1.begin(), state.l1.end(), clean) && clean(state.l2);
}

}  // namespace lockstep::litmus
