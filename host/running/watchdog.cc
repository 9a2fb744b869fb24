// One thread looks at all watched launches in turn. It asks the driver without holding the lock, which
// the driver's threads may be waiting for in Unwatch.
#include "host/running/watchdog.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
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
// How long work-items may take to leave before a launch counts as one that cannot be ended.
constexpr auto kGrace = std::chrono::seconds(10);
// How long the end of the process waits for the thread's calls to return.
constexpr auto kWatchdogLeaving = std::chrono::seconds(2);

struct Watched {
  cl_event event = nullptr;
  std::string kernel;
  std::shared_ptr<const Launch> launch;
  std::shared_ptr<StopWord> stop;
  Clock::time_point running{};  // since when the driver says so; the epoch: not yet
  Clock::time_point asked{};    // when it was told to end
  bool told = false;            // the report knows that it goes on
};

struct Watches {
  std::mutex mutex;
  std::condition_variable changed;
  std::map<uint64_t, Watched> launches;
  uint64_t last = 0;
  pid_t process = 0;   // in which the thread runs
  bool ending = false;  // the thread is to end
  bool ended = true;
};

Watches& GetWatches() {
  static Watches* watches = new Watches;
  return *watches;
}

std::chrono::seconds Limit() {
  return std::chrono::seconds(Session::Get().options().launch_timeout);
}

// What is to be done about a launch that is not complete. With the lock held; returns a word that is to be set
// without it.
std::shared_ptr<StopWord> Judge(Watched& launch, cl_int status, Clock::time_point now) {
  if (status > CL_RUNNING) return nullptr;  // waits for others
  if (launch.running == Clock::time_point{}) launch.running = now;
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

void LookAtAll(Watches& watches) {
  std::vector<std::pair<uint64_t, cl_event>> events;
  {
    std::lock_guard<std::mutex> lock(watches.mutex);
    for (const auto& [number, launch] : watches.launches) {
      if (Next().clRetainEvent(launch.event) == CL_SUCCESS) events.emplace_back(number, launch.event);
    }
  }
  for (const auto& [number, event] : events) {
    const auto status = QueryValue<cl_int>(
        Of(Next().clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS), CL_QUEUED);
    bool unchecked = false;
    std::shared_ptr<StopWord> stop;
    {
      std::lock_guard<std::mutex> lock(watches.mutex);
      const auto found = watches.launches.find(number);
      if (found != watches.launches.end()) {
        if (status > CL_COMPLETE) stop = Judge(found->second, status, Clock::now());
        unchecked = found->second.launch == nullptr;
      }
    }
    if (stop) stop->Set();
    // Nobody else tells us of the end of those.
    if (status <= CL_COMPLETE && unchecked) Unwatch(number);
    Next().clReleaseEvent(event);
  }
}

void* Run(void*) {
  Watches& watches = GetWatches();
  for (;;) {
    {
      std::unique_lock<std::mutex> lock(watches.mutex);
      watches.changed.wait(lock, [&] { return watches.ending || !watches.launches.empty(); });
      watches.changed.wait_for(lock, kPeriod, [&] { return watches.ending; });
      if (watches.ending) break;
    }
    Guard("launch timeout", [&] { LookAtAll(watches); });
  }
  std::lock_guard<std::mutex> lock(watches.mutex);
  watches.ended = true;
  watches.changed.notify_all();
  return nullptr;
}

// With the lock held. The application's signals are not for this thread.
void StartThread(Watches& watches) {
  if (watches.process == getpid() || watches.ending) return;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  const bool started = pthread_create(&thread, nullptr, Run, nullptr) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (!started) return;
  pthread_detach(thread);
  watches.process = getpid();
  watches.ended = false;
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
  StartThread(watches);
  if (watches.process != getpid()) {
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

void StopWatching() {
  Watches& watches = GetWatches();
  std::unique_lock<std::mutex> lock(watches.mutex);
  if (watches.process != getpid()) return;
  watches.ending = true;
  watches.changed.notify_all();
  watches.changed.wait_for(lock, kWatchdogLeaving, [&] { return watches.ended; });
}

}  // namespace lockstep::host
