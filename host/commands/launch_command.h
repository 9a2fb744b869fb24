// A launch as a command: where its arguments lead, and what its records say that it touched.
#ifndef LOCKSTEP_HOST_COMMANDS_LAUNCH_COMMAND_H_
#define LOCKSTEP_HOST_COMMANDS_LAUNCH_COMMAND_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "host/plan/launch_facts.h"
#include "host/track/kernel.h"
#include "runtime/commands/history.h"
#include "runtime/model/launch.h"

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
  // For itself and, unless `key` is empty, all launches that are equal to it. Null if there are too many already.
  static std::unique_ptr<AwaitedTouches> Begin(const std::string& key);
  ~AwaitedTouches();  // not looked at: what it touches stays unknown
  AwaitedTouches(const AwaitedTouches&) = delete;
  AwaitedTouches& operator=(const AwaitedTouches&) = delete;

  const std::shared_ptr<LaunchTouches>& touches() const { return touches_; }

  // The launch is complete, and `heads`, the plane of docs/abi.md, with `more` behind it, has its records.
  void Look(const Launch& launch, const uint64_t* heads, const uint64_t* more);

 private:
  AwaitedTouches() = default;
  std::shared_ptr<LaunchTouches> touches_;
};

// What the records of a launch say that it touched. (What a record stands for, that record conflicts with whatever it
// would.)
LaunchTouches TouchesIn(const Launch& launch, const uint64_t* heads, const uint64_t* more);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_COMMANDS_LAUNCH_COMMAND_H_
