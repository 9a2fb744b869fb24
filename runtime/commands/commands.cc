#include "runtime/commands/commands.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace lockstep {
namespace {

constexpr uint64_t kSweepEvery = 1024;  // commands

void DropGivenBack(Footprint* footprint) {
  const auto given_back = [](const Touch& touch) { return touch.until_return; };
  footprint->erase(std::remove_if(footprint->begin(), footprint->end(), given_back), footprint->end());
}

}  // namespace

CommandRef CommandTracker::Enqueue(EnqueuedCommand command) {
  auto record = std::make_shared<CommandRecord>(std::move(command.record));
  record->side.number = ++last_command_;
  record->side.queue = command.queue;
  record->side.in_order = graph_.IsInOrder(command.queue);
  if (in_queue_.size() <= command.queue) in_queue_.resize(command.queue + 1);
  record->side.in_queue = ++in_queue_[command.queue];
  const bool complete = command.complete;
  const bool touches = !command.footprint.empty();
  // Not kept with the command, which what it waits for owns.
  const std::vector<CommandRef> waits = std::move(command.waits);
  const auto shared = std::make_shared<const EnqueuedCommand>(std::move(command));
  const auto returned = std::make_shared<bool>(false);
  const CommandRef node = graph_.Enqueue(
      shared->queue, shared->kind, waits, touches,
      [this, record, shared, returned](const CommandRef& known) { Learn(known, record, *shared, !*returned); });
  *returned = true;
  if (complete) graph_.HostSaw(node);
  if (last_command_ % kSweepEvery == 0) history_.Sweep(graph_);
  return node;
}

void CommandTracker::Learn(const CommandRef& node, const CommandRecordRef& record, const EnqueuedCommand& command,
                           bool at_once) {
  using Mapping = CommandRecord::Mapping;
  if (record->mapping == Mapping::kUnmap) {
    history_.Unmap(command.map);
    if (begun_.erase(command.map) == 0) unmapped_early_.insert(command.map);
  }
  if (!node->failed) {
    Footprint footprint = command.footprint;
    if (!at_once) DropGivenBack(&footprint);
    history_.Add(*node, record, footprint, graph_, &meetings_);
  }
  if (record->mapping != Mapping::kMap || unmapped_early_.erase(command.map) != 0) return;
  begun_.insert(command.map);
  if (!node->failed) history_.Map(command.map, record, command.footprint);
}

bool CommandTracker::IsBehind(const CommandRef& node) const {
  return !node->open() && graph_.HostKnowsAll(node->clock);
}

std::vector<Meeting> CommandTracker::TakeMeetings() { return std::exchange(meetings_, {}); }

}  // namespace lockstep
