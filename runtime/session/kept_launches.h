// Launches in files of the run directory, so that `lockstep run` can read what a process found that was
// killed. Kernels with their programs' text are files of their own, written once.
#ifndef LOCKSTEP_RUNTIME_SESSION_KEPT_LAUNCHES_H_
#define LOCKSTEP_RUNTIME_SESSION_KEPT_LAUNCHES_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "runtime/base/status.h"
#include "runtime/model/launch.h"
#include "runtime/session/gathered.h"

namespace lockstep {

// The writing side, in the checked process. Not thread-safe.
class LaunchKeeper {
 public:
  // `directory`: of the run; "": nothing is kept. `process`: what distinguishes this process from all others
  // of the run, programs that it was before exec included.
  LaunchKeeper(std::string directory, uint64_t process)
      : directory_(std::move(directory)), process_(process) {}

  uint64_t process() const { return process_; }

  // The text of `launch` for LaunchReader. Writes its kernel's file if that is not there.
  std::string Text(const std::shared_ptr<const Launch>& launch);

  // The text of all of `gathered`, and of the command line, for LaunchReader.
  std::string Text(const Gathered& gathered);

 private:
  using Key = std::pair<std::shared_ptr<const KernelImage>, std::shared_ptr<const ProgramSource>>;

  uint64_t KernelNumber(const Launch& launch);

  std::string directory_;
  uint64_t process_;
  std::map<Key, uint64_t> kernels_;  // which keep their keys alive
};

// What a process left.
struct KeptState {
  uint64_t process = 0;
  std::vector<std::string> command;
  Gathered gathered;
};

// The reading side, in `lockstep run`.
class LaunchReader {
 public:
  explicit LaunchReader(std::string directory) : directory_(std::move(directory)) {}

  // kInvalidArgument if `text` is not what LaunchKeeper wrote, or a kernel's file is missing.
  StatusOr<KeptState> ReadState(const std::string& text);
  StatusOr<std::shared_ptr<const Launch>> ReadLaunch(uint64_t process, const std::string& text);

 private:
  struct Kernel {
    std::shared_ptr<const KernelImage> image;
    std::shared_ptr<const ProgramSource> program;
  };

  StatusOr<Kernel> ReadKernel(uint64_t process, uint64_t number);

  const std::string directory_;
  std::map<std::string, Kernel> kernels_;  // by file
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_SESSION_KEPT_LAUNCHES_H_
