// Two threads: one asks the driver for the state of each watched launch in turn, without holding the lock, which the
// driver's threads may be waiting for in Unwatch; the other looks at the clock. A driver may keep a command's state to
// itself while it executes the command (rusticl does): a question that is not answered says as much as the answer.
#include "host/running/watchdog.h"

#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <iterator>
#include <map>
#include <mutex>
#include <vector>

#include "host/api/hooks.h"
#include "host/api/table.h"
#include "host/driver/query.h"
#include "runtime/session/session.h"

namespace lockstep::host {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kPeriod = std::chrono::milliseconds(50);
// A driver that has not answered for so long is executing the command that it was asked about.
constexpr auto kNoAnswer = std::chrono::milliseconds(250);
// How long work-items may take to leave before a launch counts as one that cannot be ended.
constexpr auto kGrace = std::chrono::seconds(10);
// How long the end of the process waits for the thread's calls to return.
constexpr auto kWatchdogLeaving = std::chrono::seconds(2);

struct Watched {
  cl_event event = nullptr;
  std::string kernel;
  std::shared_ptr<const Launch> launch;
  std::shared_ptr<StopWord> stop;
  cl_int status = CL_QUEUED;    // the driver's last answer
  Clock::time_point query{};    // since when there is none; the epoch: there is
  Clock::time_point running{};  // since when the driver says so; the epoch: not yet
  Clock::time_point asked{};    // when it was told to end
  bool told = false;            // the report knows that it goes on
};

struct Watches {
  std::mutex mutex;
  std::condition_variable changed;
  std::map<uint64_t, Watched> launches;
  uint64_t last = 0;
  bool ending = false;  // they are to end
  size_t running = 0;   // how many there are
};

Watches*& WatchesHere() {
  static Watches* watches = new Watches;
  return watches;
}

Watches& GetWatches() { return *WatchesHere(); }

std::chrono::seconds Limit() {
  return std::chrono::seconds(Session::Get().options().launch_timeout);
}

// What is to be done about a launch. With the lock held; returns a word that is to be set without it.
std::shared_ptr<StopWord> Judge(Watched& launch, Clock::time_point now) {
  const bool silent = launch.query != Clock::time_point{} && now - launch.query > kNoAnswer;
  if (launch.status <= CL_COMPLETE || (launch.status > CL_RUNNING && !silent)) return nullptr;  // waits for others
  if (launch.running == Clock::time_point{}) {
    // Drivers compile a kernel when it is launched, and may call that running.
    if (launch.stop != nullptr && !launch.stop->WasLookedAt()) return nullptr;
    launch.running = now;
  }
  if (now - launch.running < Limit() || launch.told) return nullptr;
  if (launch.stop != nullptr && launch.asked == Clock::time_point{}) {
    launch.asked = now;
    if (launch.stop->CallsDriver()) return launch.stop;
    launch.stop->Set();
  }
  if (launch.stop == nullptr || now - launch.asked > kGrace) {
    launch.told = true;
    Session::Get().AddStillRunning(launch.kernel, launch.launch);
  }
  return nullptr;
}

void JudgeAll(Watches& watches) {
  std::vector<std::shared_ptr<StopWord>> due;
  {
    std::lock_guard<std::mutex> lock(watches.mutex);
    for (auto& [number, launch] : watches.launches) {
      if (auto stop = Judge(launch, Clock::now())) due.push_back(std::move(stop));
    }
  }
  for (const auto& stop : due) stop->Set();
}

// Notes when the driver is asked about a launch, and what it answers.
class Query {
 public:
  Query(Watches& watches, uint64_t number) : watches_(watches), number_(number) {
    std::lock_guard<std::mutex> lock(watches_.mutex);
    if (Watched* launch = Find()) launch->query = Clock::now();
  }
  // Returns whether nobody else tells us of its end.
  bool Answered(cl_int status) {
    std::lock_guard<std::mutex> lock(watches_.mutex);
    Watched* launch = Find();
    if (launch == nullptr) return false;
    launch->query = {};
    launch->status = status;
    return status <= CL_COMPLETE && launch->launch == nullptr;
  }

 private:
  Watched* Find() {
    const auto found = watches_.launches.find(number_);
    return found == watches_.launches.end() ? nullptr : &found->second;
  }

  Watches& watches_;
  const uint64_t number_;
};

void AskForAll(Watches& watches) {
  std::vector<std::pair<uint64_t, cl_event>> events;
  {
    std::lock_guard<std::mutex> lock(watches.mutex);
    for (const auto& [number, launch] : watches.launches) {
      if (Next().clRetainEvent(launch.event) == CL_SUCCESS) events.emplace_back(number, launch.event);
    }
  }
  for (const auto& [number, event] : events) {
    Query query(watches, number);
    const auto status = QueryValue<cl_int>(
        Of(Next().clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS), CL_QUEUED);
    if (query.Answered(status)) Unwatch(number);
    Next().clReleaseEvent(event);
  }
}

// A thread: calls `work` now and then while anything is watched.
template <void (*work)(Watches&)>
void* Run(void*) {
  Watches& watches = GetWatches();
  for (;;) {
    {
      std::unique_lock<std::mutex> lock(watches.mutex);
      watches.changed.wait(lock, [&] { return watches.ending || !watches.launches.empty(); });
      watches.changed.wait_for(lock, kPeriod, [&] { return watches.ending; });
      if (watches.ending) break;
    }
    Guard("launch timeout", [&] { work(watches); });
  }
  std::lock_guard<std::mutex> lock(watches.mutex);
  --watches.running;
  watches.changed.notify_all();
  return nullptr;
}

constexpr void* (*kThreads[])(void*) = {Run<AskForAll>, Run<JudgeAll>};

// With the lock held; returns whether the threads run. The application's signals are not for them.
bool StartThreads(Watches& watches) {
  if (watches.ending || watches.running == std::size(kThreads)) return true;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  while (watches.running < std::size(kThreads)) {
    pthread_t thread;
    if (pthread_create(&thread, nullptr, kThreads[watches.running], nullptr) != 0) break;
    pthread_detach(thread);
    ++watches.running;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return watches.running == std::size(kThreads);
}

}  // namespace

bool LaunchesAreWatched() { return Session::Get().options().launch_timeout > 0; }

uint64_t Watch(cl_event event, const std::string& kernel, std::shared_ptr<const Launch> launch,
               std::shared_ptr<StopWord> stop) {
  if (!LaunchesAreWatched() || Next().clRetainEvent(event) != CL_SUCCESS) return 0;
  Watches& watches = GetWatches();
  std::lock_guard<std::mutex> lock(watches.mutex);
  const uint64_t number = ++watches.last;
  Watched& watched = watches.launches[number];
  watched.event = event;
  watched.kernel = kernel;
  watched.launch = std::move(launch);
  watched.stop = std::move(stop);
  if (!StartThreads(watches)) {
    Session::Get().AddIncomplete(kernel, "launches not watched for --launch-timeout: no thread can be started");
  }
  watches.changed.notify_all();
  return number;
}

void Unwatch(uint64_t number) {
  if (number == 0) return;
  Watches& watches = GetWatches();
  cl_event event = nullptr;
  std::shared_ptr<StopWord> stop;  // let go of without the lock
  {
    std::lock_guard<std::mutex> lock(watches.mutex);
    const auto found = watches.launches.find(number);
    if (found == watches.launches.end()) return;
    event = found->second.event;
    stop = std::move(found->second.stop);
    watches.launches.erase(found);
  }
  Next().clReleaseEvent(event);
}

void ForgetParentsWatches() { WatchesHere() = new Watches; }

void StopWatching() {
  Watches& watches = GetWatches();
  std::unique_lock<std::mutex> lock(watches.mutex);
  if (watches.running == 0) return;
  watches.ending = true;
  watches.changed.notify_all();
  watches.changed.wait_for(lock, kWatchdogLeaving, [&] { return watches.running == 0; });
}

}  // namespace lockstep::host
