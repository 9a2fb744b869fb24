#include "runtime/commands/commands.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace lockstep {
namespace {

constexpr uint64_t kSweepEvery = 1024;  // commands

// What held only at the call.
void DropGivenBack(Footprint* footprint) {
  for (Touch& touch : *footprint) {
    if (touch.fill_at_call) touch.fill = 0;
  }
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
  record->links = surroundings_.LinksOf(command.queue, record->side.in_order, command.kind, command.waits);
  surroundings_.Add(record, command.kind);
  const auto returned = std::make_shared<bool>(false);
  const CommandRef node = graph_.Enqueue(
      command.queue, command.kind, command.waits, !record->footprint.empty(),
      [this, record, map = command.map, returned](const CommandRef& known) { Learn(known, record, map, !*returned); });
  *returned = true;
  node->is_command = true;
  node->record = record;
  if (command.complete) HostSaw(node);
  if (last_command_ % kSweepEvery == 0) history_.Sweep(graph_);
  return node;
}

void CommandTracker::Learn(const CommandRef& node, const CommandRecordRef& record, uint64_t map, bool at_once) {
  using Mapping = CommandRecord::Mapping;
  if (record->mapping == Mapping::kUnmap) EndMap(map);
  if (!node->failed && at_once) {
    history_.Add(*node, record, record->footprint, graph_, &meetings_);
  } else if (!node->failed) {
    Footprint footprint = record->footprint;
    DropGivenBack(&footprint);
    history_.Add(*node, record, footprint, graph_, &meetings_);
  }
  if (record->mapping != Mapping::kMap || unmapped_early_.erase(map) != 0) return;
  begun_.insert(map);
  if (!node->failed) history_.Map(map, record, record->footprint);
}

CommandRef CommandTracker::AddUserEvent() {
  const CommandRef node = graph_.AddUserEvent();
  const auto record = std::make_shared<CommandRecord>();
  record->side.call = "clCreateUserEvent";
  surroundings_.Add(record, CommandGraph::Kind::kCommand);
  node->is_command = true;
  node->record = record;
  return node;
}

CommandRef CommandTracker::AllOf(uint64_t queue) {
  const CommandRef node = graph_.AllOf(queue);
  node->all = surroundings_.AllOf(queue);
  return node;
}

void CommandTracker::HostSaw(const CommandRef& node) {
  if (node != nullptr && !IsBehind(node) && !node->open()) surroundings_.HostSaw(*node);
  graph_.HostSaw(node);
}

void CommandTracker::HostWasTold(const CommandRef& command) {
  if (command == nullptr || command->open()) return;
  history_.GiveBack(command->clock);
  const CommandRecordRef record = command->record.lock();
  if (record != nullptr && record->told_after == 0) record->told_after = last_command_;
}

void CommandTracker::EndMap(uint64_t map) {
  history_.Unmap(map);
  if (begun_.erase(map) == 0) unmapped_early_.insert(map);
}

bool CommandTracker::IsBehind(const CommandRef& node) const {
  return !node->open() && graph_.HostKnowsAll(node->clock);
}

std::vector<Meeting> CommandTracker::TakeMeetings() { return std::exchange(meetings_, {}); }

}  // namespace lockstep
