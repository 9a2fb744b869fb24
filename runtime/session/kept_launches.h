// Launches as texts in the channel, so that `lockstep run` can read what a process found that was killed.
// Kernels with their programs' text are texts of their own, written once.
#ifndef LOCKSTEP_RUNTIME_SESSION_KEPT_LAUNCHES_H_
#define LOCKSTEP_RUNTIME_SESSION_KEPT_LAUNCHES_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/model/launch.h"
#include "runtime/session/process_results.h"

namespace lockstep {

// The writing side, in the checked process. Not thread-safe.
class LaunchKeeper {
 public:
  // Where a kernel's text goes, with the number by which other texts speak of it.
  using KernelSink = std::function<void(uint64_t number, const std::string& text)>;

  explicit LaunchKeeper(KernelSink sink) : sink_(std::move(sink)), facts_(ThisProcess()) {}

  const ProcessFacts& facts() const { return facts_; }

  // The text of `launch` for LaunchReader. Its kernel's goes to the sink if it is new.
  std::string Text(const std::shared_ptr<const Launch>& launch);

  // The text of all of `results`, and of the command line, for LaunchReader.
  std::string Text(const ProcessResults& results) { return Text(results, facts_, false); }

  // The same at the end of the process, with the texts of the kernels that it speaks of, by their numbers. `halted`:
  // --halt-on-error ended it.
  struct Last {
    std::string text;
    std::map<uint64_t, std::string> kernels;
  };
  Last LastText(const ProcessResults& results, bool halted);

 private:
  using Key = std::pair<std::shared_ptr<const KernelDescription>, std::shared_ptr<const ProgramSource>>;

  uint64_t KernelNumber(const Launch& launch);
  std::string Text(const ProcessResults& results, const ProcessFacts& facts, bool halted);

  KernelSink sink_;
  ProcessFacts facts_;
  std::map<Key, uint64_t> kernels_;  // which keep their keys alive
};

// What a process left.
struct KeptState {
  ProcessFacts facts;
  std::vector<std::string> command;
  ProcessResults results;
  bool halted = false;
};

// The reading side, in `lockstep run`, for one process.
class LaunchReader {
 public:
  // `kernels`: what went to the process's KernelSink.
  explicit LaunchReader(std::map<uint64_t, std::string> kernels) : texts_(std::move(kernels)) {}

  // kInvalidArgument if `text` is not what LaunchKeeper wrote, or a kernel's is missing.
  StatusOr<KeptState> ReadState(const std::string& text);
  StatusOr<std::shared_ptr<const Launch>> ReadLaunch(const std::string& text);

 private:
  struct Kernel {
    std::shared_ptr<const KernelDescription> description;
    std::shared_ptr<const ProgramSource> program;
  };

  StatusOr<Kernel> ReadKernel(uint64_t number);

  const std::map<uint64_t, std::string> texts_;
  std::map<uint64_t, Kernel> kernels_;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_SESSION_KEPT_LAUNCHES_H_
