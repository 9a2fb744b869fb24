// Plain textbook algorithms; routines have a few dozen blocks at most.
#include "tests/oracle/language/cfg.h"

#include <algorithm>
#include <functional>

namespace lockstep::oracle {
namespace {

using BlockSet = std::vector<bool>;

std::vector<int> Successors(const Routine& routine, int block) {
  std::vector<int> result;
  for (int target : routine.blocks[block].targets) {
    if (target != kEnd) result.push_back(target);
  }
  return result;
}

BlockSet Reachable(const Routine& routine, int without) {
  BlockSet seen(routine.blocks.size(), false);
  std::vector<int> todo;
  if (without != 0) todo.push_back(0);
  while (!todo.empty()) {
    const int block = todo.back();
    todo.pop_back();
    if (seen[block]) continue;
    seen[block] = true;
    for (int next : Successors(routine, block)) {
      if (next != without) todo.push_back(next);
    }
  }
  return seen;
}

// Collects the loops, inner ones first, and notices cycles without a dominating header.
void FindLoops(const Routine& routine, const BlockSet& reachable, Cfg* cfg) {
  const int n = static_cast<int>(routine.blocks.size());
  // d dominates b if b cannot be reached without d.
  std::vector<BlockSet> reachable_without(n);
  for (int d = 0; d < n; ++d) reachable_without[d] = Reachable(routine, d);
  std::vector<std::vector<int>> predecessors(n), forward(n);
  for (int b = 0; b < n; ++b) {
    if (!reachable[b]) continue;
    for (int next : Successors(routine, b)) predecessors[next].push_back(b);
  }
  for (int header = 0; header < n; ++header) {
    if (!reachable[header]) continue;
    Loop loop;
    loop.header = header;
    loop.contains.assign(n, false);
    loop.contains[header] = true;
    std::vector<int> todo;
    bool found = false;
    for (int tail : predecessors[header]) {
      if (tail == header || !reachable_without[header][tail]) {  // the header dominates the tail
        found = true;
        todo.push_back(tail);
      } else {
        forward[tail].push_back(header);
      }
    }
    while (!todo.empty()) {
      const int block = todo.back();
      todo.pop_back();
      if (loop.contains[block]) continue;
      loop.contains[block] = true;
      for (int before : predecessors[block]) todo.push_back(before);
    }
    if (!found) continue;
    loop.size = static_cast<int>(std::count(loop.contains.begin(), loop.contains.end(), true));
    cfg->loops.push_back(std::move(loop));
  }
  std::stable_sort(cfg->loops.begin(), cfg->loops.end(),
                   [](const Loop& a, const Loop& b) { return a.size < b.size; });
  // Reducible: without the back edges no cycle remains.
  std::vector<int> state(n, 0);
  std::function<bool(int)> acyclic = [&](int block) {
    state[block] = 1;
    for (int next : forward[block]) {
      if (state[next] == 1 || (state[next] == 0 && !acyclic(next))) return false;
    }
    state[block] = 2;
    return true;
  };
  cfg->reducible = acyclic(0);
}

// Sorts the blocks of `inside` (a loop or the whole routine) whose innermost enclosing loop among
// `loops` is abstracted to one node, recursively.
class Sorter {
 public:
  Sorter(const Routine& routine, const Cfg& cfg, const BlockSet& reachable)
      : routine_(routine), cfg_(cfg), reachable_(reachable) {}

  // `loop`: index of the loop whose body is sorted; -1 for the routine.
  std::vector<int> Sort(int loop) {
    const int n = static_cast<int>(routine_.blocks.size());
    const int header = loop < 0 ? 0 : cfg_.loops[loop].header;
    // Node of a block: the outermost loop strictly inside `loop` that contains it, or itself.
    std::vector<int> node(n, -1), first(n, -1);
    for (int b = 0; b < n; ++b) {
      if (!reachable_[b] || (loop >= 0 && !cfg_.Contains(loop, b))) continue;
      node[b] = b;
      for (int l : cfg_.loops_of[b]) {
        if (l == loop) break;
        node[b] = cfg_.loops[l].header;
      }
    }
    std::vector<int> postorder;
    std::vector<bool> seen(n, false);
    std::function<void(int)> visit = [&](int at) {
      seen[at] = true;
      for (int b = n - 1; b >= 0; --b) {
        if (node[b] != at) continue;
        const std::vector<int> next = Successors(routine_, b);
        for (auto it = next.rbegin(); it != next.rend(); ++it) {
          const int to = node[*it];
          if (to < 0 || to == at || *it == header || seen[to]) continue;
          visit(to);
        }
      }
      postorder.push_back(at);
    };
    visit(node[header]);
    std::vector<int> order;
    for (auto it = postorder.rbegin(); it != postorder.rend(); ++it) {
      int inner = -1;
      for (int l : cfg_.loops_of[*it]) {
        if (l == loop) break;
        inner = l;
      }
      if (inner < 0) {
        order.push_back(*it);
      } else {
        const std::vector<int> body = Sort(inner);
        order.insert(order.end(), body.begin(), body.end());
      }
    }
    return order;
  }

 private:
  const Routine& routine_;
  const Cfg& cfg_;
  const BlockSet& reachable_;
};

}  // namespace

Cfg AnalyseCfg(const Routine& routine) {
  Cfg cfg;
  const int n = static_cast<int>(routine.blocks.size());
  const BlockSet reachable = Reachable(routine, -1);
  FindLoops(routine, reachable, &cfg);
  if (!cfg.reducible) return cfg;
  cfg.loops_of.resize(n);
  for (size_t l = 0; l < cfg.loops.size(); ++l) {
    for (int b = 0; b < n; ++b) {
      if (cfg.loops[l].contains[b]) cfg.loops_of[b].push_back(static_cast<int>(l));
    }
  }
  cfg.order = Sorter(routine, cfg, reachable).Sort(-1);
  // A return block has no successors, so moving it to the end keeps the order's conditions.
  std::stable_partition(cfg.order.begin(), cfg.order.end(),
                        [&](int b) { return !routine.blocks[b].returns; });
  cfg.position.assign(n, -1);
  for (size_t i = 0; i < cfg.order.size(); ++i) cfg.position[cfg.order[i]] = static_cast<int>(i);
  return cfg;
}

}  // namespace lockstep::oracle
