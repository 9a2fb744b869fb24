// A launch as a command: where its arguments lead, and what its records say that it touched.
#ifndef LOCKSTEP_HOST_COMMANDS_LAUNCH_COMMAND_H_
#define LOCKSTEP_HOST_COMMANDS_LAUNCH_COMMAND_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "host/plan/launch_facts.h"
#include "host/track/kernel.h"
#include "runtime/commands/history.h"
#include "runtime/model/launch.h"
#include "runtime/replay/touched_cells.h"

namespace lockstep::host {

// The launch of a kernel whose twin is known: all that its roots lead to is perhaps touched, as its kernel reads and
// writes. The kernel's lock is held; `roots` are those of `loaded`.
CommandRecord DescribeCommand(const Kernel& kernel, const LoadedKernel& loaded, const Roots& roots, LaunchId id);

// One of which nothing is known but its arguments: all of them are perhaps read and written. `kernel`: null if we never
// saw it.
CommandRecord DescribeUnknown(const Kernel* kernel, const std::string& name, LaunchId id);

// What launches have touched that are equal by their certificates' keys, if one of them has been looked at; null: none.
std::shared_ptr<LaunchTouches> KnownTouches(const std::string& key);

// A launch that is to be looked at when it is complete. It needs records of its own until then.
class AwaitedTouches {
 public:
  // For itself and, unless `key` is empty, all launches that are equal to it. `bytes`: of its records, if they have to
  // be fetched from the device. Null if there are too many already, or too much of it.
  static std::unique_ptr<AwaitedTouches> Begin(const std::string& key, uint64_t bytes);
  ~AwaitedTouches();  // not looked at: what it touches stays unknown
  AwaitedTouches(const AwaitedTouches&) = delete;
  AwaitedTouches& operator=(const AwaitedTouches&) = delete;

  const std::shared_ptr<LaunchTouches>& touches() const { return touches_; }

  // The kernel synchronises: what reads its event log is to tell of it here. `objects`: the first cells of its objects.
  const std::shared_ptr<TouchedCells>& FollowLog(ObjectStarts objects);

  // The launch is complete; its records are in these planes, and its log, if it has one, was read to its end.
  void Look(const Launch& launch, const uint64_t* heads, const uint64_t* more);

 private:
  AwaitedTouches() = default;
  std::shared_ptr<LaunchTouches> touches_;
  std::shared_ptr<TouchedCells> logged_;
  uint64_t bytes_ = 0;
};

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_COMMANDS_LAUNCH_COMMAND_H_
