#include "host/launch/left_out.h"

#include <pthread.h>

#include <chrono>
#include <string>
#include <utility>

#include "host/api/hooks.h"
#include "host/driver/query.h"
#include "host/track/queue.h"
#include "runtime/session/launch_filter.h"
#include "runtime/session/session.h"

namespace lockstep::host {
namespace {

using Kind = LaunchOutcome::Kind;

std::shared_ptr<const Device> FactsOf(cl_command_queue queue) {
  const auto device = QueryValue<cl_device_id>(Of(Next().clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE));
  return device == nullptr ? nullptr : DeviceFacts(device);
}

// Since this was called first, which the first launch does.
double SecondsSinceFirstLaunch() {
  using Clock = std::chrono::steady_clock;
  static const Clock::time_point first = Clock::now();
  return std::chrono::duration<double>(Clock::now() - first).count();
}

std::string ThreadName() {
  char name[64] = "";
  (void)pthread_getname_np(pthread_self(), name, sizeof name);
  return name;
}

LaunchOutcome LeftOutBy(const Preparation& launch, std::string option) {
  return {Kind::kLeftOut, launch.kernel->name, std::move(option), launch.kernel->name};
}

}  // namespace

std::optional<LaunchOutcome> LeftOutByName(const Preparation& launch) {
  std::string name = launch.kernel->name;
  if (Session::Get().IsSelected(name)) return std::nullopt;
  if (const auto facts = FactsOf(launch.call->queue)) {
    name = NameInSource(*launch.kernel, *facts);
    if (Session::Get().IsSelected(name)) return std::nullopt;
    NoteDevice(*facts);
  }
  return LaunchOutcome{Kind::kLeftOut, name, "", name};
}

// Where a program-scope variable keeps values from one launch to the next, all launches go to the twin, which has its
// own. Before its program is known nothing is left out, unless no launch of it will be checked.
std::optional<LaunchOutcome> LeftOutUnseen(const Preparation& launch) {
  LaunchFilter& filter = Session::Get().launch_filter();
  if (filter.LeavesAllIn()) return std::nullopt;
  std::string option;
  const bool spent = filter.IsSpent(SecondsSinceFirstLaunch(), &option);
  if (!spent || launch.build->asked()) return std::nullopt;
  return LeftOutBy(launch, std::move(option));
}

std::optional<LaunchOutcome> LeftOutByLaunch(const Preparation& launch) {
  LaunchFilter& filter = Session::Get().launch_filter();
  if (filter.LeavesAllIn() || !launch.loaded->variables.empty()) return std::nullopt;
  LaunchCandidate candidate;
  candidate.kernel = launch.kernel->name;
  candidate.number = launch.id.value;
  if (launch.loaded->sites.size() > 1) candidate.file = launch.loaded->sites[1].position.file;  // site 0 is none
  candidate.thread = ThreadName();
  candidate.queue = QueueNumber(launch.call->queue);
  candidate.seconds = SecondsSinceFirstLaunch();
  std::string option = filter.LeavesOut(candidate);
  if (option.empty()) return std::nullopt;
  return LeftOutBy(launch, std::move(option));
}

}  // namespace lockstep::host
