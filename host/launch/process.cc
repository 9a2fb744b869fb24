#include "host/launch/process.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <ctime>
#include <map>
#include <mutex>
#include <new>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include "device-lib/shared/log.h"
#include "host/api/hooks.h"
#include "host/api/link_namespace.h"
#include "host/api/link_order.h"
#include "host/api/roomy_stack.h"
#include "host/build/helper.h"
#include "host/build/own_compilation.h"
#include "host/commands/follow.h"
#include "host/driver/query.h"
#include "host/launch/touched.h"
#include "host/plan/certify.h"
#include "host/running/watchdog.h"
#include "runtime/base/forked.h"
#include "runtime/base/log.h"
#include "runtime/base/text.h"
#include "runtime/checks/checks.h"
#include "runtime/session/board.h"
#include "runtime/session/channel.h"
#include "runtime/session/session.h"
#include "runtime/session/started.h"

namespace lockstep::host {
namespace {

// Before the program can have closed its stderr and opened another file in its place, or the descriptor that
// leads to `lockstep run`, which the programs that it starts may have no other way to.
__attribute__((constructor)) void NoteWhenLoaded() {
  NoteStderr();
  NoteLinkOrder();
  Guard("constructor", [] {
    if (const ChannelTable* channel = JoinedChannel()) NoteLoaded(*channel);
  });
}

using Clock = std::chrono::steady_clock;

// At exit: how long to wait after the last sign of life for launches still queued, and running.
constexpr auto kQueuedPatience = std::chrono::seconds(10);
// The same in a child that was forked, where the driver's threads may be missing.
constexpr auto kForkedPatience = std::chrono::seconds(1);
constexpr auto kRunningPatience = std::chrono::seconds(120);
// How long a driver may take from a completed event to its callback.
constexpr auto kCallbackPatience = std::chrono::milliseconds(200);

// How long a launch is held back for an equal one that shows no sign of life, and that runs; and how long in all of
// those for which that was in vain.
constexpr auto kEqualPatience = std::chrono::milliseconds(50);
constexpr auto kEqualRunningPatience = std::chrono::milliseconds(1000);
constexpr auto kMostWasted = std::chrono::milliseconds(250);

// What a launch waits for that the driver has not begun.
constexpr char kInQueue[] = "which the driver has not begun, or still compiles";
constexpr char kBehindEvents[] = "which has a wait list and has not begun";

struct Flight : TrackedLaunch {
  cl_event event = nullptr;
  uint64_t watch = 0;     // the watchdog's number
  BoardPlace place;       // that says what it is doing
  bool recorded = false;  // what it found is in the session; what it held is being given back
  bool given_up = false;  // waited for in vain at the end of the process
};

struct Flights {
  pid_t process = 0;
  bool forked = false;  // the process is a child of one that used OpenCL
  std::mutex mutex;
  std::condition_variable changed;
  uint64_t last = 0;
  std::map<uint64_t, Flight> under_way;  // by number, in order of enqueue
  // Certificate -> the first launch under way that may get it. The keys are those launches' own.
  std::unordered_map<std::string_view, uint64_t> may_certify;

  // Launch `number`, the latest, may get a certificate, if none before it is to show whether there is one.
  void NoteMayCertify(uint64_t number) {
    const std::string& certificate = under_way.at(number).launch->certificate_key;
    if (certificate.empty()) return;
    const auto [first, added] = may_certify.try_emplace(certificate, number);
    if (added || !under_way.at(first->second).recorded) return;
    may_certify.erase(first);  // with its key
    may_certify.emplace(certificate, number);
  }
};

// This thread is recording a launch further up its stack.
thread_local bool t_recording = false;

Flights*& FlightsHere() {
  static Flights* flights = new Flights;
  return flights;
}

Flights& GetFlights() { return *FlightsHere(); }

// `whole`: whether all that happened was in the log.
CheckResult FinishDrain(const Flight& flight, bool* whole) {
  const std::shared_ptr<const Launch>& launch = flight.launch;
  const DrainResult drained = flight.drain->Finish();
  *whole = !drained.damaged && !drained.gave_up && drained.missing == 0 && drained.replay.nonsense == 0;
  CheckResult result = CheckReplay(launch, drained.replay);
  if (drained.damaged) result.incomplete.push_back({launch->kernel->name, "launches whose event log is damaged", 1});
  if (drained.gave_up) {
    result.incomplete.push_back(
        {launch->kernel->name, "launches whose event log was not read to its end, for want of memory", 1});
  }
  if (drained.replay.late_additions > 0) {
    *whole = false;
    if (flight.counting != nullptr) flight.counting->DistrustCounters(ProcessProofStore());
    result.incomplete.push_back({launch->kernel->name,
                                 "launches that added to a counter behind its reset: whether two work-items drew one "
                                 "number was not looked at, and will be from now on",
                                 1});
  }
  if (drained.missing > 0) {
    result.incomplete.push_back({launch->kernel->name,
                                 "atomics, fences and accesses for which the event log had no room "
                                 "(raise --event-log)",
                                 drained.missing});
  }
  return result;
}

// For --commands: the launch is complete, and so is its event log, if it has one.
void LookAtTouches(Flight& flight) {
  const Arena& arena = flight.lease->arena();
  const bool here = flight.lease->place() == Place::kInPlace;
  const bool has_more = here || flight.back.more != 0;
  Guard("--commands", [&] {
    flight.touches->Look(*flight.launch, static_cast<const uint64_t*>(arena.heads->data()),
                         has_more ? static_cast<const uint64_t*>(arena.more->data()) : nullptr);
  });
  if (here) return;
  // The device has its own: these pages are of no more use.
  arena.heads->Clear(flight.back.heads);
  arena.more->Clear(flight.back.more);
}

// Lives while launch `number` is recorded. At its end, however that comes, others need not wait for it
// any longer.
class Recording {
 public:
  explicit Recording(uint64_t number) : number_(number) { t_recording = true; }
  ~Recording() {
    t_recording = false;
    if (Board* board = CurrentBoard()) board->counts.twins_ended.fetch_add(1, std::memory_order_relaxed);
    Flights& flights = GetFlights();
    std::lock_guard<std::mutex> lock(flights.mutex);
    const auto found = flights.under_way.find(number_);
    if (found != flights.under_way.end()) found->second.recorded = true;
    flights.changed.notify_all();
  }
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

 private:
  const uint64_t number_;
};

// What launch `flight` found goes to the session. Calls neither the driver nor the application.
void Record(uint64_t number, Flight& flight, cl_int status) {
  const Recording recording(number);
  Session& session = Session::Get();
  const std::string& kernel = flight.launch->kernel->name;
  if (status < 0) {
    session.AddLostLaunch(kernel, StrCat("launches that the device ended with error ", status));
  } else {
    const SharedBuffer& log = *flight.lease->slot().log;
    CheckResult replayed;
    bool whole = true;
    if (flight.drain) replayed = FinishDrain(flight, &whole);
    if (flight.touches && whole) LookAtTouches(flight);
    flight.touches.reset();
    const auto keep = [&] {
      if (!flight.snapshot) return;
      Guard("--capture", [&] {
        if (flight.snapshot->looks()) flight.snapshot->KeepOnly(TouchedBuffers(*flight.launch, flight.lease->arena()));
        flight.snapshot->Keep();
      });
    };
    const SpeaksFor speaks_for = session.AddLaunch(flight.launch, log.data(), log.size(), std::move(replayed), keep);
    if (flight.snapshot && flight.snapshot->named()) keep();
    if (speaks_for != SpeaksFor::kNone) {
      Certify(*flight.launch, /*in_later_processes=*/speaks_for == SpeaksFor::kAll);
    }
  }
  // What it found is saved. Before others hear of it: they may crash in their next launch.
  if (BoxRegion* region = flight.lease->slot().log->region()) region->Close();
}

// Lives while launch `number` is completed. At its end, however that comes, it is no longer under way: nobody waits
// for it at the end of the process.
class Completing {
 public:
  Completing(uint64_t number, BoardPlace place) : number_(number), place_(place) {}
  ~Completing() {
    Unpost(place_);
    Flights& flights = GetFlights();
    std::lock_guard<std::mutex> lock(flights.mutex);
    if (const auto found = flights.under_way.find(number_); found != flights.under_way.end()) {
      const auto first = flights.may_certify.find(found->second.launch->certificate_key);
      if (first != flights.may_certify.end() && first->second == number_) flights.may_certify.erase(first);
      flights.under_way.erase(found);
    }
    flights.changed.notify_all();
  }
  Completing(const Completing&) = delete;
  Completing& operator=(const Completing&) = delete;

 private:
  const uint64_t number_;
  const BoardPlace place_;
};

// Ends the launch's life with us. The first thread to come does it, be it one of the driver's in its
// callback or one of the application's in a call that waited for the launch; others find it gone.
void Complete(uint64_t number, cl_int status) {
  Flights& flights = GetFlights();
  Flight flight;
  {
    // Taken out so that the work is done without the lock; put back as an empty entry that says
    // "not finished yet".
    std::lock_guard<std::mutex> lock(flights.mutex);
    auto found = flights.under_way.find(number);
    if (found == flights.under_way.end() || !found->second.lease) return;
    flight.launch = found->second.launch;
    flight.counting = found->second.counting;
    flight.lease = std::move(found->second.lease);
    flight.drain = std::move(found->second.drain);
    flight.snapshot = std::move(found->second.snapshot);
    flight.touches = std::move(found->second.touches);
    flight.back = found->second.back;
    flight.event = found->second.event;
    flight.watch = found->second.watch;
    if (found->second.place.board != nullptr) {
      Repost(&found->second.place, Doing::kChecking, flight.launch->kernel->name, flight.launch->id.value);
    }
    flight.place = found->second.place;
    found->second.event = nullptr;
  }
  const Completing completing(number, flight.place);
  try {
    Record(number, flight, status);
  } catch (...) {
    Session::Get().CountLostLaunch();
  }
  Unwatch(flight.watch);  // its log may be another launch's soon
  // The first launch has made the driver compile the kernel's last stage.
  static std::once_flag once;
  std::call_once(once, WaitAtExitBeforeTearDown);
  flight.drain.reset();
  flight.lease.reset();
  if (flight.event != nullptr) Next().clReleaseEvent(flight.event);
}

void CL_CALLBACK OnComplete(cl_event, cl_int status, void* user) {
  OnRoomyStack([&] { Guard("event callback", [&] { Complete(reinterpret_cast<uint64_t>(user), status); }); });
}

void CL_CALLBACK OnRunning(cl_event, cl_int, void* user) {
  Guard("event callback", [&] {
    Flights& flights = GetFlights();
    std::lock_guard<std::mutex> lock(flights.mutex);
    const auto found = flights.under_way.find(reinterpret_cast<uint64_t>(user));
    if (found == flights.under_way.end() || !found->second.lease) return;  // it has ended meanwhile
    const Launch& launch = *found->second.launch;
    Repost(&found->second.place, Doing::kRunning, launch.kernel->name, launch.id.value);
  });
}

cl_int StatusOf(cl_event event) {
  return QueryValue<cl_int>(
      Of(Next().clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS), CL_QUEUED);
}

// The most advanced status (the smallest number) of the launches under way; CL_QUEUED if there are
// none. Asks the driver without holding our lock, which the driver's threads may be waiting for.
cl_int BestStatus(Flights& flights) {
  std::vector<cl_event> events;
  cl_int best = CL_QUEUED;
  {
    std::lock_guard<std::mutex> lock(flights.mutex);
    for (const auto& [number, flight] : flights.under_way) {
      if (flight.event == nullptr) {
        best = CL_COMPLETE;  // being completed right now
      } else if (Next().clRetainEvent(flight.event) == CL_SUCCESS) {
        events.push_back(flight.event);
      }
    }
  }
  for (cl_event event : events) {
    best = std::min(best, StatusOf(event));
    Next().clReleaseEvent(event);
  }
  return best;
}

// Processor time of all threads but this one.
std::chrono::nanoseconds TimeOfOthers() {
  const auto of = [](clockid_t clock) {
    timespec time = {};
    clock_gettime(clock, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  };
  return of(CLOCK_PROCESS_CPUTIME_ID) - of(CLOCK_THREAD_CPUTIME_ID);
}

// Whether others have worked lately: a thread that compiles may have been stopped for good, by a garbage collector's
// signal say, before exit() was called.
class Liveliness {
 public:
  bool Look() {
    const auto time = TimeOfOthers();
    if (time - time_ > std::chrono::milliseconds(100)) {
      time_ = time;
      seen_ = Clock::now();
    }
    return Clock::now() - seen_ < kQueuedPatience;
  }

 private:
  std::chrono::nanoseconds time_ = TimeOfOthers();
  Clock::time_point seen_ = Clock::now();
};

// At the end of the process: lets launches under way finish, with bounded patience.
void Drain() {
  Guard("exit", [] {
    Flights& flights = GetFlights();
    if (flights.process != getpid()) return;  // a fork: the launches are the parent's
    const Activity waiting(Doing::kWaiting, "exit(), for its launches");
    auto sign_of_life = Clock::now();
    Liveliness others;
    size_t left = 0;
    for (;;) {
      const cl_int best = BestStatus(flights);
      std::unique_lock<std::mutex> lock(flights.mutex);
      const int compilations = CompilationsElsewhere();
      const bool busy = best <= CL_RUNNING || (compilations > 0 && others.Look());
      const auto patience = busy ? kRunningPatience : flights.forked ? kForkedPatience : kQueuedPatience;
      const size_t now = std::count_if(flights.under_way.begin(), flights.under_way.end(),
                                       [](const auto& entry) { return !entry.second.given_up; }) +
                         compilations;
      if (now != left) sign_of_life = Clock::now();
      left = now;
      if (left == 0 || Clock::now() - sign_of_life > patience) break;
      flights.changed.wait_for(lock, std::chrono::milliseconds(50));
    }
    StopWatching();
    EventDrain::StopTransfers();
    FinishCommands();
    std::lock_guard<std::mutex> lock(flights.mutex);
    for (auto& [number, flight] : flights.under_way) {
      if (flight.given_up) continue;
      flight.given_up = true;
      Session::Get().AddLostLaunch(flight.launch->kernel->name,
                                   "launches not complete when the program ended");
    }
  });
}

// For a copy that no exit handler is run for.
__attribute__((destructor)) void EndApart() {
  Guard("destructor", [] {
    ForgetParent();
    if (GetFlights().process != getpid() || !IsLoadedApart()) return;
    Drain();
    Session::Get().Finish();
  });
}

// In a child that was forked, before anything else there: launches under way are the parent's. What other threads of
// the parent held locked is never unlocked here, so that it is not cleared, but left.
void BecomeChild(bool) {
  Guard("fork", [] {
    FlightsHere() = new Flights;
    GetFlights().process = getpid();
    GetFlights().forked = true;
    ForgetParentsCompilations();
    ForgetParentsWatches();
    ForgetParentsCommands();
  });
}

}  // namespace

void ReportOwnFailure(const char* call, const char* what) noexcept {
  try {
    Session::Get().CountOwnFailure();
    LogOnce(StrCat("internal error in ", call, ": ", what, "; the call goes on unchecked"));
  } catch (...) {
    // No memory even for that. The report counts it, if there was a session.
  }
}

void StartProcess() {
  static std::once_flag once;
  std::call_once(once, [] {
    GetFlights().process = getpid();
    SetWaitAtExit(Drain);
    if (Session::Get().options().host_stacks > 0) Session::Get().SetSymbolizer(AskHelperForSymbols);
    Session::Get().InstallExitHandler(Drain);
    OnFork(BecomeChild);
  });
  Session::Get().NoteActive();
}

BoardPlace NoteBegun(const Launch& launch, cl_uint waits) {
  if (Board* board = CurrentBoard()) board->counts.twins_begun.fetch_add(1, std::memory_order_relaxed);
  return Post(Doing::kQueued, waits == 0 ? kInQueue : kBehindEvents, launch.kernel->name, launch.id.value);
}

void NoteRefused(BoardPlace place) {
  if (Board* board = CurrentBoard()) board->counts.twins_ended.fetch_add(1, std::memory_order_relaxed);
  Unpost(place);
}

void TrackLaunch(TrackedLaunch tracked, const TwinEvents& events, BoardPlace place, cl_event* app_event) noexcept {
  // One reference is there; the application's comes first, then ours until the launch is completed,
  // then one that keeps the event over the call that sets the callback.
  cl_event event = events.kernel;
  bool ours = true;
  uint64_t watch = 0;
  Guard("launch timeout", [&] {
    std::shared_ptr<StopWord> stop;
    const SharedBuffer& log = *tracked.lease->slot().log;
    if (tracked.lease->place() == Place::kInPlace) {
      stop = StopWordInPlace(static_cast<ls_log*>(log.data()));
    } else if (events.beside) {
      stop = StopWordBeside(events.beside, log.handle());
    }
    watch = Watch(events.kernel, tracked.launch->kernel->name, tracked.launch, std::move(stop));
  });
  if (app_event != nullptr) *app_event = events.kernel;
  // The kernel's is nobody's when the log's is ours; it goes when we have asked to be told of its beginning.
  const bool spare = events.log != nullptr && app_event == nullptr;
  if (events.log != nullptr) {
    event = events.log;
  } else if (app_event != nullptr) {
    ours = Next().clRetainEvent(event) == CL_SUCCESS;
  }
  const bool held = ours && Next().clRetainEvent(event) == CL_SUCCESS;
  uint64_t number = 0;
  try {
    Flights& flights = GetFlights();
    std::lock_guard<std::mutex> lock(flights.mutex);
    Flight& flight = flights.under_way[flights.last + 1];
    number = ++flights.last;
    flight.place = place;
    static_cast<TrackedLaunch&>(flight) = std::move(tracked);
    flight.event = ours ? event : nullptr;
    flight.watch = watch;
    try {
      flights.NoteMayCertify(number);
    } catch (const std::bad_alloc&) {  // then nobody waits for it
    }
  } catch (...) {
    // The kernel goes on using what it was given, which nobody takes back from now on.
    if (spare) Next().clReleaseEvent(events.kernel);
    Session::Get().CountLostLaunch();
    (void)tracked.lease.release();
    (void)tracked.drain.release();
    return;
  }
  // Only to tell, of a process that is ended, what ran: a driver that refuses need not.
  if (held && CurrentBoard() != nullptr) {
    Next().clSetEventCallback(events.kernel, CL_RUNNING, OnRunning, reinterpret_cast<void*>(number));
  }
  if (spare) Next().clReleaseEvent(events.kernel);
  if (!held || Next().clSetEventCallback(event, CL_COMPLETE, OnComplete,
                                         reinterpret_cast<void*>(number)) != CL_SUCCESS) {
    Next().clWaitForEvents(1, &event);
    Guard("launch", [&] { Complete(number, StatusOf(event)); });
  }
  if (held) Next().clReleaseEvent(event);
}

void RecordCompleted() {
  Flights& flights = GetFlights();
  if (flights.process != getpid() || t_recording) return;
  std::vector<std::pair<uint64_t, cl_event>> events;
  {
    std::lock_guard<std::mutex> lock(flights.mutex);
    for (const auto& [number, flight] : flights.under_way) {
      if (flight.event != nullptr && Next().clRetainEvent(flight.event) == CL_SUCCESS) {
        events.emplace_back(number, flight.event);
      }
    }
  }
  for (const auto& [number, event] : events) {
    const cl_int status = StatusOf(event);
    if (status <= CL_COMPLETE) Complete(number, status);
    Next().clReleaseEvent(event);
  }
  // Recording waits for nobody, so this ends, wherever this thread was called from.
  std::unique_lock<std::mutex> lock(flights.mutex);
  flights.changed.wait(lock, [&] {
    return std::none_of(flights.under_way.begin(), flights.under_way.end(), [](const auto& entry) {
      return !entry.second.lease && !entry.second.recorded;
    });
  });
}

bool WaitForEqual(const std::string& certificate_key) {
  static std::atomic<int64_t> wasted{0};  // milliseconds
  Flights& flights = GetFlights();
  if (certificate_key.empty() || t_recording || wasted >= kMostWasted.count() || flights.process != getpid())
    return false;
  uint64_t number = 0;
  cl_event event = nullptr;
  size_t left = 0;
  const auto is_over = [&] {
    const auto found = flights.under_way.find(number);
    return found == flights.under_way.end() || found->second.recorded;
  };
  {
    std::lock_guard<std::mutex> lock(flights.mutex);
    const auto equal = flights.may_certify.find(certificate_key);
    if (equal == flights.may_certify.end()) return false;
    number = equal->second;
    event = flights.under_way.at(number).event;
    if (event == nullptr || Next().clRetainEvent(event) != CL_SUCCESS) return false;
  }
  const Activity waiting(Doing::kWaiting, "an equal launch");
  if (auto* queue = QueryValue<cl_command_queue>(Of(Next().clGetEventInfo, event, CL_EVENT_COMMAND_QUEUE))) {
    Next().clFlush(queue);
  }
  bool recorded = false;
  const auto begun = Clock::now();
  auto sign_of_life = begun;
  for (;;) {
    const cl_int status = StatusOf(event);
    if (status <= CL_COMPLETE) RecordCompleted();
    std::unique_lock<std::mutex> lock(flights.mutex);
    recorded = is_over();
    if (recorded) break;
    const auto now = Clock::now();
    if (status == CL_RUNNING || flights.under_way.size() != left) sign_of_life = now;
    left = flights.under_way.size();
    if (now - sign_of_life > kEqualPatience || now - begun > kEqualRunningPatience) {
      wasted += std::chrono::duration_cast<std::chrono::milliseconds>(now - begun).count();
      break;
    }
    flights.changed.wait_for(lock, std::chrono::milliseconds(1));
  }
  Next().clReleaseEvent(event);
  return recorded;
}

void SettleLaunches() {
  Flights& flights = GetFlights();
  if (flights.process != getpid()) return;
  RecordCompleted();
  const auto deadline = Clock::now() + kCallbackPatience;
  while (Clock::now() < deadline) {
    std::unique_lock<std::mutex> lock(flights.mutex);
    if (flights.under_way.empty()) break;
    lock.unlock();
    if (BestStatus(flights) > CL_COMPLETE) break;
    lock.lock();
    flights.changed.wait_for(lock, std::chrono::milliseconds(5));
  }
  // The driver lets go of a command's memory objects just after its callbacks.
  while (Clock::now() < deadline && SharedBuffer::LingeringObjects() > 0) {
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
}

}  // namespace lockstep::host
