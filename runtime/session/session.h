// One checked process: collects what its launches found and writes the report at the end.
#ifndef LOCKSTEP_RUNTIME_SESSION_SESSION_H_
#define LOCKSTEP_RUNTIME_SESSION_SESSION_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/base/options.h"
#include "runtime/checks/checks.h"
#include "runtime/model/launch.h"
#include "runtime/report/host_stacks.h"
#include "runtime/session/black_box.h"
#include "runtime/session/launch_filter.h"
#include "runtime/session/process_results.h"

namespace lockstep {

// For which equal launches a checked one speaks (host/plan/certify.h).
enum class SpeaksFor {
  kNone,
  kThisProcess,  // as kAll, but for writes of equal values, which are hidden, and in which no data has a part
  kAll,          // it was checked as a whole, and nothing at all was found, hidden findings included
};

// All functions may be called by any thread. None throws, none blocks for longer than it takes to
// decode one log.
class Session {
 public:
  // The process's session. Created at the first call, from LOCKSTEP_OPTIONS; never destroyed.
  static Session& Get();

  // A session of its own, for tests.
  explicit Session(Options options);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const Options& options() const;

  // The process uses OpenCL, so that a report is due even if no kernel runs. Cheap; call it in any
  // hook.
  void NoteActive();

  // Whether the report was written, which nothing can be added to; says so if it was.
  bool IsTooLate() const;

  // A launch is about to go to the device of that name, checked or not; DeviceUse explains the rest.
  void AddDevice(const std::string& name, const std::string& platform, const std::string& driver,
                 const std::string& version);

  // True if --kernel and --exclude-kernel leave this kernel in. A kernel left out is not
  // "not instrumented"; its launches go to AddLeftOutLaunch.
  bool IsSelected(const std::string& kernel) const;

  // A launch ran instrumented and completed. `log`: the whole log buffer as read back, header
  // (ls_log) and launch->log_slots slots (ls_slot). Nothing of `log` is kept. `replayed`: what its
  // event log said, if it wrote one. `on_news` is called if something was found for the report that no launch before
  // had shown, or it was ended; before --halt-on-error.
  SpeaksFor AddLaunch(std::shared_ptr<const Launch> launch, const void* log, size_t log_bytes,
                      CheckResult replayed = {}, const std::function<void()>& on_news = nullptr);

  // Races between commands. --halt-on-error ends the process here.
  void AddCommandFindings(std::vector<Finding> findings);

  // Memory for logs that `lockstep run` can read if this process is killed; null if there is none.
  std::unique_ptr<BoxRegion> TakeLog(uint64_t log_bytes);

  // `launch` is about to be enqueued with this log, which is to be read should the process be killed. Until
  // log.Close().
  void NoteUnderWay(const std::shared_ptr<const Launch>& launch, BoxRegion& log);

  // A call begins that may take long, and in which the process may be ended: what is to be known of it then is saved,
  // if saving has not taken much of the time lately. Cheap if there is nothing new.
  void NoteMayTakeLong();

  // Whether this process leaves what it has found for `lockstep run`, in case it does not live to report it.
  bool LeavesState() const;

  // What `launch`, which is under way, has shown so far, instead of what it had before; until AddLaunch.
  void NoteFoundSoFar(const std::shared_ptr<const Launch>& launch, CheckResult found);

  // A launch ran as the application's own kernel because it was proved that nothing can be found
  // in it, or nothing new; it counts as checked.
  void AddProvenLaunch(const Launch& launch, Proof proof);

  // Whether a checked launch with that certificate key has found data races, all of which had been found before, and
  // which each equal launch has.
  bool IsFoundAgain(const std::string& certificate_key) const;

  // A launch of a checked kernel was enqueued, or need not be: what can be said of it before it has
  // run, which may be never (--warn).
  void AddWarnings(const std::shared_ptr<const Launch>& launch);

  // A launch has run for longer than --launch-timeout and cannot be ended (`launch`: null if it is not
  // checked). Saved for `lockstep run`, since it may be the last that is heard of this process. Those
  // that were ended are found in their logs.
  void AddStillRunning(const std::string& kernel, std::shared_ptr<const Launch> launch);

  // A launch ran as it would without the tool, because of `reason`. `kernel` may be "" for a whole program
  // or device; `launched`: the kernel's name. Reported once per kernel and reason, with their launches.
  void AddNotInstrumented(const std::string& kernel, const std::string& reason,
                          const std::string& launched);

  // A launch ran unchecked, for a reason that AddIncomplete says.
  void AddUncheckedLaunch(const std::string& kernel);

  // What a launch did is not known; `what` as for AddIncomplete. It counts as unchecked.
  void AddLostLaunch(const std::string& kernel, const std::string& what);

  // Which launches are checked, of those whose kernels are selected.
  LaunchFilter& launch_filter();

  // A launch that is not checked because that was asked for; `by`: the option, if it is one of launch_filter()'s.
  void AddLeftOutLaunch(const std::string& kernel, const std::string& by);

  // Something may have been missed: what (without a number), and how many. Equal `what` of one
  // kernel add up. Reads "incomplete: <kernel>: <what>: <count>".
  void AddIncomplete(const std::string& kernel, const std::string& what, uint64_t count = 1);

  // Our own work failed in a call, most likely for want of memory, or a launch went unchecked for that reason: the
  // report counts both. Allocates nothing.
  void CountOwnFailure() noexcept;
  void CountLostLaunch() noexcept;

  // Whom to ask for the places of host stacks in their sources when this process writes its report itself. Call it
  // before there are launches.
  void SetSymbolizer(AskSymbols ask);

  // Leaves what was found for `lockstep run` if that is waiting; else writes the report (stderr or
  // --report) if OpenCL was used, and returns true if there is anything that --fail-on counts.
  // Further calls do nothing.
  bool Finish();

  // The exit status that a process which wants to exit with `status` should have. Differs from
  // `status` only if that is 0, Finish() returned true and no `lockstep run` is waiting (which
  // then does it for all its processes).
  int ExitStatus(int status);

  // Makes the end of this process call `drain` (which may wait for launches still running; may be
  // null) and Finish(), and gives it the right exit status. Call once, before or at the first CL
  // call. Done with on_exit; the status is changed by calling exit() again from the handler, which
  // glibc defines as going on with the remaining handlers.
  void InstallExitHandler(void (*drain)());

 private:
  struct State;

  // --halt-on-error, after something new was found; `lock` holds the state's.
  void HaltIfAsked(std::unique_lock<std::mutex>& lock);

  std::unique_ptr<State> state_;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_SESSION_SESSION_H_
