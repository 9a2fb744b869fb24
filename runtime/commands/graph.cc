#include "runtime/commands/graph.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockstep {
CommandNode::~CommandNode() {
  std::vector<CommandRef> rest = std::move(behind);
  while (!rest.empty()) {
    const CommandRef node = std::move(rest.back());
    rest.pop_back();
    if (node.use_count() > 1) continue;
    std::move(node->behind.begin(), node->behind.end(), std::back_inserter(rest));
    node->behind.clear();
  }
}

void OpenNodes::DropKnown() {
  const auto known = [](const std::weak_ptr<CommandNode>& one) {
    const CommandRef node = one.lock();
    return node == nullptr || !node->open();
  };
  nodes_.erase(std::remove_if(nodes_.begin(), nodes_.end(), known), nodes_.end());
  drop_at_ = std::max<size_t>(16, 2 * nodes_.size());
}

void OpenNodes::Add(const CommandRef& node) {
  if (nodes_.size() >= drop_at_) DropKnown();
  nodes_.push_back(node);
}

std::vector<CommandRef> OpenNodes::Open() {
  DropKnown();
  std::vector<CommandRef> open;
  for (const auto& one : nodes_) open.push_back(one.lock());
  return open;
}

uint64_t CommandGraph::AddQueue(bool in_order) {
  Queue& queue = queues_[++last_queue_];
  queue.in_order = in_order;
  if (in_order) queue.chains.push_back(NewChain());
  return last_queue_;
}

void CommandGraph::RemoveQueue(uint64_t queue) {
  const auto found = queues_.find(queue);
  if (found == queues_.end()) return;
  free_chains_.insert(free_chains_.end(), found->second.chains.begin(), found->second.chains.end());
  queues_.erase(found);
}

// One that no queue has any more, once all in it are behind the host, or one more.
size_t CommandGraph::NewChain() {
  for (size_t i = 0; i < free_chains_.size(); ++i) {
    const size_t chain = free_chains_[i];
    if (chains_[chain] != 0 && !host_.Knows(chain, chains_[chain])) continue;
    free_chains_.erase(free_chains_.begin() + static_cast<std::ptrdiff_t>(i));
    return chain;
  }
  chains_.push_back(0);
  return chains_.size() - 1;
}

size_t CommandGraph::ChainFor(Queue& queue, const CommandClock& clock) {
  if (queue.in_order) return queue.chains.front();
  for (const size_t chain : queue.chains) {
    if (chains_[chain] == 0 || clock.Knows(chain, chains_[chain])) return chain;
  }
  if (queue.chains.size() < kMostChains) {
    queue.chains.push_back(NewChain());
    return queue.chains.back();
  }
  ++forced_;
  return queue.chains[forced_ % queue.chains.size()];
}

void CommandGraph::WaitFor(const CommandRef& node, const CommandRef& before) {
  if (before == nullptr) return;
  node->failed = node->failed || before->failed;
  if (before->open()) {
    before->behind.push_back(node);
    ++node->waits_for;
  } else {
    node->clock.Join(before->clock);
  }
}

void CommandGraph::WaitForAll(const CommandRef& node, Queue& queue) {
  WaitFor(node, queue.last);
  if (queue.in_order) return;
  node->clock.Join(queue.all);
  node->failed = node->failed || queue.failed;
  for (const CommandRef& one : queue.open.Open()) WaitFor(node, one);
}

CommandRef CommandGraph::Enqueue(uint64_t number, Kind kind, const std::vector<CommandRef>& waits, bool touches,
                                 std::function<void(const CommandRef&)> on_known) {
  Queue& queue = queues_.at(number);
  const auto node = std::make_shared<CommandNode>();
  node->queue = number;
  node->numbered = touches;
  if (on_known) {
    const std::weak_ptr<CommandNode> weak = node;
    node->on_known = [weak, on_known = std::move(on_known)] { on_known(weak.lock()); };
  }
  node->clock = host_;
  if (kind != Kind::kCommand && waits.empty()) {
    WaitForAll(node, queue);
  } else {
    WaitFor(node, queue.last);
    for (const CommandRef& wait : waits) WaitFor(node, wait);
  }
  if (queue.in_order || kind == Kind::kBarrier) queue.last = node;
  if (node->open()) {
    if (!queue.in_order) queue.open.Add(node);
    open_.Add(node);
  } else {
    Known(node);
  }
  return node;
}

CommandRef CommandGraph::AddUserEvent() {
  const auto node = std::make_shared<CommandNode>();
  node->user_event = true;
  node->waits_for = 1;
  open_.Add(node);
  return node;
}

void CommandGraph::Set(const CommandRef& event, bool failed) {
  if (!event->user_event || !event->open()) return;
  event->failed = failed;
  event->clock = host_;
  event->waits_for = 0;
  Known(event);
}

CommandRef CommandGraph::Unknown() {
  const auto node = std::make_shared<CommandNode>();
  for (size_t chain = 0; chain < chains_.size(); ++chain) node->clock.Set(chain, chains_[chain]);
  for (const CommandRef& one : open_.Open()) WaitFor(node, one);
  return node;
}

CommandRef CommandGraph::AllOf(uint64_t number) {
  const auto node = std::make_shared<CommandNode>();
  const auto found = queues_.find(number);
  if (found == queues_.end()) return Unknown();
  WaitForAll(node, found->second);
  return node;
}

void CommandGraph::HostSaw(const CommandRef& node) {
  if (node == nullptr) return;
  // A wait that failed, or that came back in another order than it was noted: nothing is learned from it.
  if (!node->open()) host_.Join(node->clock);
}

size_t CommandGraph::remembered_open() const {
  size_t nodes = open_.kept();
  for (const auto& [number, queue] : queues_) nodes += queue.open.kept();
  return nodes;
}

// The clock of `node` is complete but for its own number.
void CommandGraph::Settle(const CommandRef& node) {
  const auto queue = queues_.find(node->queue);
  if (queue == queues_.end() && node->numbered) {  // it was released before what this waited for came
    node->chain = NewChain();
    node->in_chain = ++chains_[node->chain];
    node->clock.Set(node->chain, node->in_chain);
    free_chains_.push_back(node->chain);
  }
  if (queue != queues_.end()) {
    if (node->numbered) {
      node->chain = ChainFor(queue->second, node->clock);
      node->in_chain = ++chains_[node->chain];
      node->clock.Set(node->chain, node->in_chain);
    }
    if (!queue->second.in_order) queue->second.all.Join(node->clock);
    queue->second.failed = queue->second.failed || node->failed;
  }
  if (node->on_known) std::exchange(node->on_known, nullptr)();
}

void CommandGraph::Known(const CommandRef& first) {
  std::vector<CommandRef> known = {first};
  while (!known.empty()) {
    const CommandRef node = known.back();
    known.pop_back();
    Settle(node);
    for (const CommandRef& next : std::exchange(node->behind, {})) {
      next->clock.Join(node->clock);
      next->failed = next->failed || node->failed;
      if (--next->waits_for == 0) known.push_back(next);
    }
  }
}

}  // namespace lockstep
