#include "host/commands/follow.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "host/api/hooks.h"
#include "host/commands/lent_memory.h"
#include "host/commands/look_budget.h"
#include "host/commands/unmapped_regions.h"
#include "host/driver/query.h"
#include "host/track/host_stack.h"
#include "runtime/base/text.h"
#include "runtime/commands/command_finding.h"
#include "runtime/commands/misuse_finding.h"
#include "runtime/commands/undecided.h"
#include "runtime/session/session.h"

namespace lockstep::host {
namespace {

constexpr char kPossible[] =
    "pairs of unordered commands of which it is not known whether they touch the same bytes (--commands=all shows "
    "them)";
constexpr char kDropped[] = "pairs of unordered commands that were more than could be kept";
constexpr char kForced[] = "commands of an out-of-order queue that were taken for ordered, because too many were not";

struct QueueEntry {
  uint64_t number = 0;
  cl_context context = nullptr;
  int references = 1;  // the application's
};

struct EventEntry {
  CommandRef command;
  int references = 1;  // the application's
};

struct ActiveMap {
  uint64_t number = 0;
  cl_context context = nullptr;
  uint64_t bytes = 0;  // from the pointer on that belong to it, or more
  Footprint footprint;
  bool Overlaps(const void* pointer, uint64_t begin, uint64_t end) const {
    const auto mapped = reinterpret_cast<uint64_t>(pointer);
    return mapped < end && begin < mapped + bytes;
  }
};

struct Followed {
  std::mutex mutex;
  CommandTracker tracker;
  UndecidedMeetings undecided;
  LookBudget looks;
  LentMemory lent;
  UnmappedRegions unmapped;
  std::set<cl_mem> watched;     // whose destruction we are told of
  std::vector<Finding> misuse;  // of what is lent, unmapped, or bound twice; not told yet
  std::map<cl_command_queue, QueueEntry> queues;
  std::map<cl_event, EventEntry> events;
  std::multimap<std::pair<cl_mem, const void*>, ActiveMap> maps;  // in the order in which they were made
  uint64_t last_map = 0;
  std::map<cl_mem, int> retained;     // the application's references beyond the first
  std::set<cl_context> out_of_order;  // those that had a queue that is
  std::map<uint64_t, std::pair<ObjectKind, uint64_t>> objects;
  uint64_t possible = 0;       // findings of that kind that were not shown
  uint64_t forced_before = 0;  // by a process that this one was forked from
  bool finished = false;
};

Followed*& FollowedHere() {
  static Followed* followed = new Followed;
  return followed;
}

Followed& GetFollowed() { return *FollowedHere(); }

Memory ObjectNumbered(const Followed& followed, uint64_t number) {
  Memory memory;
  memory.object = ObjectId{number};
  const auto known = followed.objects.find(number);
  if (known == followed.objects.end()) return memory;
  memory.kind = known->second.first;
  memory.size = known->second.second;
  memory.created = CreationOf(memory.object);
  return memory;
}

// The new findings, for the session.
std::vector<Finding> Take(Followed& followed, bool all) {
  std::vector<Finding> findings;
  const bool show_possible = Session::Get().options().commands == CommandMode::kAll;
  for (const Meeting& meeting : followed.undecided.Take(all)) {
    Finding finding = FindingOf(meeting, [&](uint64_t number) { return ObjectNumbered(followed, number); });
    if (!show_possible && (meeting.first_touch.maybe || meeting.second_touch.maybe)) {
      ++followed.possible;
    } else {
      findings.push_back(std::move(finding));
    }
  }
  return findings;
}

std::vector<Finding> TakeNew(Followed& followed) {
  std::vector<Meeting> meetings = followed.tracker.TakeMeetings();
  if (meetings.empty()) return {};
  for (const Meeting& meeting : meetings) {
    for (const CommandRecordRef& command : {meeting.first, meeting.second}) {
      if (!command->side.kernel.empty()) followed.looks.NoteMeeting(command->side.kernel);
    }
  }
  followed.undecided.Add(std::move(meetings));
  return Take(followed, false);
}

void TellChanged(Followed& followed, const std::vector<CommandRecordRef>& commands) {
  for (const CommandRecordRef& command : commands) followed.misuse.push_back(FindingOfChange(command));
}

// Whether all is told that the standard leaves undefined. --commands=auto leaves out what programs rely on everywhere:
// that a blocking write is complete when its call returns, and that one image may be read and written by one kernel.
bool IsStrict() { return Session::Get().options().HowCommands() != CommandMode::kAuto; }

// What is undefined about a command that has just been enqueued, whatever orders it.
void TellMisuse(Followed& followed, const CommandRecordRef& record) {
  if (record == nullptr) return;
  const auto object = [&](uint64_t number) { return ObjectNumbered(followed, number); };
  if (IsStrict()) {
    for (const ImageTwice& image : record->images) followed.misuse.push_back(FindingOfImage(*record, image, object));
  }
  if (followed.unmapped.empty()) return;
  for (const Touch& touch : record->footprint) {
    if (touch.root != kHostSpace || touch.through != 0) continue;
    if (const CommandRecordRef unmap = followed.unmapped.UnmapOf(touch.begin, touch.end)) {
      followed.misuse.push_back(FindingOfUnmapped(unmap, record, touch, object));
      return;
    }
  }
}

// Runs `body` on what is followed, and tells what came out of it.
template <typename Body>
void Follow(Body&& body) {
  if (!FollowsCommands()) return;
  std::vector<Finding> findings;
  {
    Followed& followed = GetFollowed();
    std::lock_guard<std::mutex> lock(followed.mutex);
    body(followed);
    findings = TakeNew(followed);
    std::move(followed.misuse.begin(), followed.misuse.end(), std::back_inserter(findings));
    followed.misuse.clear();
  }
  if (!findings.empty()) Session::Get().AddCommandFindings(std::move(findings));
}

struct QueueFacts {
  bool in_order = true;
  cl_context context = nullptr;
};

// Asks the driver, which may be waiting for us elsewhere: not with the lock held.
QueueFacts FactsOf(cl_command_queue queue) {
  const auto properties =
      QueryValue<cl_command_queue_properties>(Of(Next().clGetCommandQueueInfo, queue, CL_QUEUE_PROPERTIES));
  return {(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0,
          QueryValue<cl_context>(Of(Next().clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT))};
}

void AddQueue(Followed& followed, cl_command_queue queue, const QueueFacts& facts) {
  if (!facts.in_order) followed.out_of_order.insert(facts.context);
  QueueEntry& entry = followed.queues[queue];
  if (entry.number != 0) followed.tracker.RemoveQueue(entry.number);  // the handle is another queue's now
  entry = {followed.tracker.AddQueue(facts.in_order), facts.context, 1};
}

// Adds a queue that came by a call we do not hook.
void Know(cl_command_queue queue) {
  Followed& followed = GetFollowed();
  {
    std::lock_guard<std::mutex> lock(followed.mutex);
    if (followed.queues.count(queue) != 0) return;
  }
  const QueueFacts facts = FactsOf(queue);
  std::lock_guard<std::mutex> lock(followed.mutex);
  if (followed.queues.count(queue) == 0) AddQueue(followed, queue, facts);
}

uint64_t NumberOfQueue(Followed& followed, cl_command_queue queue) { return followed.queues[queue].number; }

CommandRef CommandBehind(Followed& followed, cl_event event) {
  const auto known = followed.events.find(event);
  return known != followed.events.end() ? known->second.command : followed.tracker.UnknownEvent();
}

// The host knows `command` to be complete.
void See(Followed& followed, const CommandRef& command) {
  TellChanged(followed, followed.lent.Return(command));
  followed.tracker.HostSaw(command);
}

// Whether nobody but the host can change what the call lends: no command under way, and no pointer to an object.
bool Lends(const Followed& followed, const CommandCall& call) {
  if (call.blocking || call.source == nullptr || call.source_bytes == 0) return false;
  const auto begin = reinterpret_cast<uint64_t>(call.source), end = begin + call.source_bytes;
  for (const auto& [at, map] : followed.maps) {
    if (map.Overlaps(at.second, begin, end)) return false;
  }
  return !followed.tracker.IsHostMemoryWritten(begin, end);
}

// (What two contexts have in common is memory of the host.)
bool CanMeet(const Followed& followed, cl_context context) {
  if (followed.out_of_order.count(context) != 0) return true;
  const auto queues = std::count_if(followed.queues.begin(), followed.queues.end(),
                                    [&](const auto& queue) { return queue.second.context == context; });
  return queues > 1 || std::any_of(followed.maps.begin(), followed.maps.end(),
                                   [&](const auto& map) { return map.second.context == context; });
}

cl_context ContextOf(const Followed& followed, cl_command_queue queue) {
  const auto known = followed.queues.find(queue);
  return known == followed.queues.end() ? nullptr : known->second.context;
}

// The sum of what the call writes, where that is known to stay as it is; nullopt: nobody needs it. `lends`: a change
// of it would be seen.
std::optional<uint64_t> SumOfSource(const Followed& followed, const CommandCall& call, bool lends) {
  const bool compared = call.source != nullptr && call.blocking && call.source_bytes <= kSummedWhole &&
                        CanMeet(followed, ContextOf(followed, call.queue));
  if (call.source == nullptr || !(lends || compared)) return std::nullopt;
  return SumOf(call.source, call.source_bytes);
}

// The write of a buffer writes what the sum is of.
void NoteWritten(const CommandCall& call, uint64_t sum, Footprint* footprint) {
  if (call.source_bytes > kSummedWhole) return;  // not of all bytes
  for (Touch& touch : *footprint) {
    if (!touch.write || touch.end - touch.begin != call.source_bytes) continue;
    touch.fill = (sum ^ touch.begin * 0x9E3779B97F4A7C15ull) | 1;
    touch.fill_at_call = true;
  }
}

std::vector<CommandRef> WaitsOf(Followed& followed, const CommandCall& call) {
  std::vector<CommandRef> waits;
  for (cl_uint i = 0; call.wait_list != nullptr && i < call.waits; ++i) {
    waits.push_back(CommandBehind(followed, call.wait_list[i]));
  }
  return waits;
}

// `waits`: what the command waits for.
CommandRef EnqueueBehind(Followed& followed, const CommandCall& call, std::vector<CommandRef> waits,
                         CommandRecord record, uint64_t map) {
  EnqueuedCommand command;
  command.queue = NumberOfQueue(followed, call.queue);
  command.kind = call.kind;
  command.waits = std::move(waits);
  command.record = std::move(record);
  command.record.side.call = call.name;
  command.record.side.blocking = call.blocking;
  command.record.side.enqueued = StackHere();
  command.map = map;
  const bool lends = Lends(followed, call);
  const std::optional<uint64_t> sum = SumOfSource(followed, call, lends);
  if (sum && (call.blocking || followed.lent.HasRoom())) NoteWritten(call, *sum, &command.record.footprint);
  if (lends) TellChanged(followed, followed.lent.LendAgain(call.source, call.source_bytes));
  for (const Touch& touch : command.record.footprint) {
    if (touch.root == kHostSpace && touch.write) followed.lent.Written(touch.begin, touch.end);
  }
  const CommandRef node = followed.tracker.Enqueue(std::move(command));
  if (call.complete || (call.blocking && !IsStrict())) See(followed, node);
  // Behind an event of its own the host may yet write what is to be read.
  const CommandRecordRef noted = node->record.lock();
  if (lends && sum && !node->open()) followed.lent.Lend(node, noted, call.source, call.source_bytes, *sum);
  TellMisuse(followed, noted);
  if (call.event != nullptr && *call.event != nullptr) followed.events[*call.event] = {node, 1};
  return node;
}

CommandRef Enqueue(Followed& followed, const CommandCall& call, CommandRecord record, uint64_t map) {
  return EnqueueBehind(followed, call, WaitsOf(followed, call), std::move(record), map);
}

// Has us told when a buffer that was mapped is destroyed, which gives its memory back. False: the driver does not.
bool WatchEnd(cl_mem mem) {
  {
    Followed& followed = GetFollowed();
    std::lock_guard<std::mutex> lock(followed.mutex);
    if (!followed.watched.insert(mem).second) return true;
  }
  const auto gone = [](cl_mem buffer, void*) {
    Guard("--commands", [&] {
      Follow([&](Followed& followed) {
        followed.unmapped.Forget(buffer);
        followed.watched.erase(buffer);
      });
    });
  };
  if (Next().clSetMemObjectDestructorCallback(mem, gone, nullptr) == CL_SUCCESS) return true;
  Follow([&](Followed& followed) { followed.watched.erase(mem); });
  return false;
}

}  // namespace

bool FollowsCommands() {
  static const bool follows = Session::Get().options().FollowsCommands();
  return follows;
}

bool LaunchesCanMeet(cl_context context) {
  if (!FollowsCommands()) return false;
  Followed& followed = GetFollowed();
  std::lock_guard<std::mutex> lock(followed.mutex);
  return CanMeet(followed, context);
}

bool IsWorthALook(const std::string& kernel) {
  if (IsStrict()) return true;
  Followed& followed = GetFollowed();
  std::lock_guard<std::mutex> lock(followed.mutex);
  return followed.looks.Covers(kernel);
}

void NoteLook(const std::string& kernel) {
  Followed& followed = GetFollowed();
  std::lock_guard<std::mutex> lock(followed.mutex);
  followed.looks.Spend(kernel);
}

void NoteCommand(const CommandCall& call, CommandRecord record) {
  if (!FollowsCommands()) return;
  Know(call.queue);
  Follow([&](Followed& followed) { Enqueue(followed, call, std::move(record), 0); });
}

void NoteCommandBuffer(const CommandCall& call, const std::vector<RecordedCommand>& commands) {
  if (!FollowsCommands()) return;
  Know(call.queue);
  Follow([&](Followed& followed) {
    const std::vector<CommandRef> outside = WaitsOf(followed, call);
    std::vector<CommandRef> inside;  // so far
    CommandRef barrier;
    const auto behind = [&](bool all) {
      std::vector<CommandRef> waits = outside;
      if (all) waits.insert(waits.end(), inside.begin(), inside.end());
      if (barrier != nullptr) waits.push_back(barrier);
      return waits;
    };
    for (const RecordedCommand& one : commands) {
      std::vector<CommandRef> waits = behind(one.barrier && one.waits.empty());
      for (const size_t number : one.waits) waits.push_back(inside[number]);
      CommandCall recorded;
      recorded.name = one.call;
      recorded.queue = call.queue;
      inside.push_back(EnqueueBehind(followed, recorded, std::move(waits), one.record, 0));
      if (one.barrier) barrier = inside.back();
    }
    EnqueueBehind(followed, call, behind(true), CommandRecord(), 0);
  });
}

void NoteMap(const CommandCall& call, cl_mem mem, const void* pointer, Footprint footprint) {
  if (!FollowsCommands()) return;
  Know(call.queue);
  Follow([&](Followed& followed) {
    const uint64_t map = ++followed.last_map;
    CommandRecord record;
    record.mapping = CommandRecord::Mapping::kMap;
    record.footprint = footprint;
    uint64_t bytes = 0;
    for (const Touch& touch : footprint) bytes = std::max(bytes, touch.end - footprint.front().begin);
    const auto begin = reinterpret_cast<uint64_t>(pointer);
    bytes *= 4;  // an image's texels may be larger than the cells that stand for them
    followed.unmapped.Mapped(begin, begin + bytes);
    followed.maps.insert({{mem, pointer}, {map, ContextOf(followed, call.queue), bytes, std::move(footprint)}});
    Enqueue(followed, call, std::move(record), map);
  });
}

void NoteUnmap(const CommandCall& call, cl_mem mem, const void* pointer, bool own) {
  if (!FollowsCommands()) return;
  Know(call.queue);
  const bool kept = own && WatchEnd(mem);
  Follow([&](Followed& followed) {
    CommandRecord record;
    uint64_t map = 0;
    const auto active = followed.maps.find({mem, pointer});
    if (active != followed.maps.end()) {
      record.mapping = CommandRecord::Mapping::kUnmap;
      map = active->second.number;
      record.footprint = std::move(active->second.footprint);
      followed.maps.erase(active);
    }
    const Touch region = record.footprint.size() == 1 ? record.footprint[0] : Touch();
    const auto begin = reinterpret_cast<uint64_t>(pointer), end = begin + (region.end - region.begin);
    const bool still = std::any_of(followed.maps.begin(), followed.maps.end(), [&](const auto& other) {
      return other.second.Overlaps(other.first.second, begin, end);
    });
    const CommandRef node = Enqueue(followed, call, std::move(record), map);
    if (kept && !still) followed.unmapped.Add(mem, begin, end, node->record.lock());
  });
}

void NoteMemoryRetained(cl_mem mem) {
  Follow([&](Followed& followed) { ++followed.retained[mem]; });
}

void NoteMemoryReleased(cl_mem mem) {
  Follow([&](Followed& followed) {
    const auto more = followed.retained.find(mem);
    if (more != followed.retained.end()) {
      if (--more->second == 0) followed.retained.erase(more);
      return;
    }
    const auto first = followed.maps.lower_bound({mem, nullptr});
    auto last = first;
    for (; last != followed.maps.end() && last->first.first == mem; ++last) {
      followed.tracker.EndMap(last->second.number);
    }
    followed.maps.erase(first, last);
  });
}

void NoteQueue(cl_command_queue queue) {
  if (!FollowsCommands()) return;
  const QueueFacts facts = FactsOf(queue);
  Follow([&](Followed& followed) { AddQueue(followed, queue, facts); });
}

void NoteQueueRetained(cl_command_queue queue) {
  if (!FollowsCommands()) return;
  Know(queue);
  Follow([&](Followed& followed) { ++followed.queues[queue].references; });
}

void NoteQueueReleased(cl_command_queue queue) {
  Follow([&](Followed& followed) {
    const auto known = followed.queues.find(queue);
    if (known == followed.queues.end() || --known->second.references > 0) return;
    followed.tracker.RemoveQueue(known->second.number);
    followed.queues.erase(known);
  });
}

void NoteUserEvent(cl_event event) {
  Follow([&](Followed& followed) { followed.events[event] = {followed.tracker.AddUserEvent(), 1}; });
}

void NoteUserEventSet(cl_event event, bool failed) {
  Follow([&](Followed& followed) {
    const auto known = followed.events.find(event);
    if (known != followed.events.end()) followed.tracker.SetUserEvent(known->second.command, failed);
  });
}

void NoteEventRetained(cl_event event) {
  Follow([&](Followed& followed) {
    const auto known = followed.events.find(event);
    if (known != followed.events.end()) ++known->second.references;
  });
}

void NoteEventReleased(cl_event event) {
  Follow([&](Followed& followed) {
    const auto known = followed.events.find(event);
    if (known != followed.events.end() && --known->second.references <= 0) followed.events.erase(known);
  });
}

void NoteEventAsked(cl_event event) {
  Follow([&](Followed& followed) {
    const auto known = followed.events.find(event);
    if (known == followed.events.end()) return;
    followed.lent.Over(known->second.command);
    followed.tracker.HostWasTold(known->second.command);
  });
}

CommandRef CommandOf(cl_event event) {
  CommandRef command;
  Follow([&](Followed& followed) { command = CommandBehind(followed, event); });
  return command;
}

CommandRef AllOf(cl_command_queue queue) {
  if (!FollowsCommands()) return nullptr;
  Know(queue);
  CommandRef all;
  Follow([&](Followed& followed) { all = followed.tracker.AllOf(NumberOfQueue(followed, queue)); });
  return all;
}

void HostSaw(const std::vector<CommandRef>& commands) {
  Follow([&](Followed& followed) {
    for (const CommandRef& command : commands) See(followed, command);
  });
}

void HostSawAll() {
  Follow([](Followed& followed) { See(followed, followed.tracker.UnknownEvent()); });
}

void NoteObject(uint64_t number, ObjectKind kind, uint64_t size) {
  Followed& followed = GetFollowed();
  std::lock_guard<std::mutex> lock(followed.mutex);
  followed.objects[number] = {kind, size};
}

void NoteSetAtOnce(const std::string& kernel, const std::string& first, const std::string& second) {
  Follow(
      [&](Followed& followed) { followed.misuse.push_back(FindingOfArguments(kernel, first, second, StackHere())); });
}

void SetTouches(const std::shared_ptr<LaunchTouches>& touched, const std::optional<LaunchTouches>& found) {
  std::vector<Finding> findings;
  {
    Followed& followed = GetFollowed();
    std::lock_guard<std::mutex> lock(followed.mutex);
    if (touched->state != LaunchTouches::State::kAwaited) return;
    if (found) *touched = *found;
    touched->state = found ? LaunchTouches::State::kKnown : LaunchTouches::State::kUnknown;
    if (followed.undecided.size() > 0) findings = Take(followed, false);
  }
  if (!findings.empty()) Session::Get().AddCommandFindings(std::move(findings));
}

void ForgetParentsCommands() {
  if (!FollowsCommands()) return;
  Followed& followed = GetFollowed();
  const std::unique_lock<std::mutex> lock(followed.mutex, std::try_to_lock);
  if (!lock.owns_lock()) {  // a thread was at it that is not here
    FollowedHere() = new Followed;
    return;
  }
  followed.undecided = UndecidedMeetings();
  followed.possible = 0;
  followed.forced_before = followed.tracker.forced_order();
  followed.finished = false;
}

void FinishCommands() {
  if (!FollowsCommands()) return;
  std::vector<Finding> findings;
  Session& session = Session::Get();
  {
    Followed& followed = GetFollowed();
    std::lock_guard<std::mutex> lock(followed.mutex);
    if (std::exchange(followed.finished, true)) return;
    findings = Take(followed, true);
    if (followed.possible > 0) session.AddIncomplete("", kPossible, followed.possible);
    if (followed.undecided.dropped() > 0) session.AddIncomplete("", kDropped, followed.undecided.dropped());
    const uint64_t forced = followed.tracker.forced_order() - followed.forced_before;
    if (forced > 0) session.AddIncomplete("", kForced, forced);
  }
  if (!findings.empty()) session.AddCommandFindings(std::move(findings));
}

}  // namespace lockstep::host
