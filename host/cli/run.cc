// `lockstep run`: a program under the tool, from its start to the exit status.
#include "host/cli/run.h"

#include <dirent.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "host/cli/command_line.h"
#include "host/cli/needs_library.h"
#include "runtime/base/file.h"
#include "runtime/base/log.h"
#include "runtime/base/text.h"
#include "runtime/report/report.h"
#include "runtime/session/black_box.h"
#include "runtime/session/killed.h"
#include "runtime/session/run_dir.h"

namespace lockstep {
namespace {

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string Extended(const std::string& list, const std::string& item, bool front) {
  if (list.empty()) return item;
  return front ? StrCat(item, ":", list) : StrCat(list, ":", item);
}

// The file that `command` names, as execvp finds it; "" if it does not.
std::string FindExecutable(const std::string& command) {
  if (command.find('/') != std::string::npos) return command;
  for (const std::string& directory : Split(Variable("PATH"), ':')) {
    std::string path = StrCat(directory.empty() ? "." : directory, "/", command);
    if (access(path.c_str(), X_OK) == 0) return path;
  }
  return "";
}

// A private directory for the results, removed with its content.
class RunDirectory {
 public:
  RunDirectory() {
    const StatusOr<std::string> made = MakeTemporaryDirectory("lockstep-run");
    if (made.ok()) {
      path_ = *made;
    } else {
      Log(StrCat(made.status().message(), ": the report of a program that crashes will be lost"));
    }
  }
  ~RunDirectory() {
    if (path_.empty()) return;
    if (DIR* directory = opendir(path_.c_str())) {
      while (const dirent* entry = readdir(directory)) unlink(StrCat(path_, "/", entry->d_name).c_str());
      closedir(directory);
    }
    rmdir(path_.c_str());
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// How the process that left `result` ended, as in "was killed by SIGSEGV". `end`: of the command's own.
std::string EndOf(const ProcessResult& result, const ProcessEnd& end) {
  if (result.pid != end.pid || end.signal == 0) return "ended";
  const char* name = sigabbrev_np(end.signal);
  return name == nullptr ? StrCat("was killed by signal ", end.signal) : StrCat("was killed by SIG", name);
}

// Reports for the processes that could not do it themselves; true if any finding counts.
bool Conclude(const std::string& directory, const BlackBox* box,
              const std::vector<std::string>& command, const ProcessEnd& end, const Options& options) {
  bool fails = false;
  std::vector<ProcessResult> results = ReadResults(directory);
  for (const ProcessResult& result : results) {
    Totals totals = result.totals;
    if (result.finished) {
      if (!result.report.empty()) EmitReport(result.report, options, directory);
    } else if (kill(static_cast<pid_t>(result.pid), 0) != 0) {
      const Report report = ReportOfKilled(result, directory, box, EndOf(result, end), options);
      totals = report.totals;
      EmitReport(RenderReport(report, options), options, directory);
    }  // else a process that outlived the command, and reports for itself when it ends
    fails = fails || Fails(totals, options.fail_on);
  }
  if (results.empty()) {
    Report nothing;
    nothing.version = Version();
    nothing.command = command;
    EmitReport(RenderReport(nothing, options), options, directory);
  }
  return fails;
}

constexpr char kUsage[] =
    "usage: lockstep run [options] [--] command [arguments…]\n"
    "\n"
    "Runs an OpenCL program, unmodified, and reports the data races and barrier\n"
    "divergence of its kernels. The exit status is the program's own, or 66 if that\n"
    "was 0 and there are errors.\n\n";

}  // namespace

StatusOr<std::string> LibraryPath() {
  std::string path = Variable("LOCKSTEP_LIBRARY");
  if (path.empty()) {
    std::string bin = ExecutableDirectory();
    std::string prefix = bin.substr(0, bin.rfind('/'));
    // The build tree has lib/; an installed one may have lib/<architecture>/.
    path = StrCat(prefix, "/" LOCKSTEP_LIBDIR "/liblockstep.so");
    if (access(path.c_str(), R_OK) != 0) path = prefix + "/lib/liblockstep.so";
  }
  if (access(path.c_str(), R_OK) == 0) return path;
  return NotFoundError(
      StrCat("cannot find ", path, " (", strerror(errno), "); build it, or set LOCKSTEP_LIBRARY"));
}

Environment HookEnvironment(const std::string& library, HookMode mode,
                            const std::string& executable) {
  bool preload = mode != HookMode::kLayer;
  if (mode == HookMode::kAuto) {
    // AddressSanitizer's shared run time refuses to start behind a preloaded library.
    if (NeedsLibrary(executable, "libasan.so.")) preload = false;
  }
  Environment changes;
  if (mode != HookMode::kPreload) {
    changes.emplace_back("OPENCL_LAYERS", Extended(Variable("OPENCL_LAYERS"), library, false));
  }
  if (preload) {
    changes.emplace_back("LD_PRELOAD", Extended(Variable("LD_PRELOAD"), library, true));
  }
  // PoCL 3.1 compiles groups of up to two work-items by another method (full replication), whose
  // assertions some resumable kernels do not survive; the usual one computes the same.
  if (Variable("POCL_FULL_REPLICATION_THRESHOLD").empty())
    changes.emplace_back("POCL_FULL_REPLICATION_THRESHOLD", "0");
  return changes;
}

ProcessEnd RunChecked(const std::vector<std::string>& command, const Options& options,
                      const Environment& more) {
  auto library = LibraryPath();
  if (!library.ok()) {
    Log(library.status().message());
    return {126, 0, false};
  }
  RunDirectory directory;
  Environment changes = HookEnvironment(*library, options.hook, FindExecutable(command[0]));
  changes.emplace_back("LOCKSTEP_OPTIONS", options.ToText());
  if (!directory.path().empty()) changes.emplace_back(kRunDirVariable, directory.path());
  changes.insert(changes.end(), more.begin(), more.end());
  std::unique_ptr<BlackBox> box;
  if (!directory.path().empty()) box = BlackBox::Make(directory.path());
  ProcessEnd end = RunProcess(command, changes);
  if (!end.started || directory.path().empty()) return end;
  bool fails = Conclude(directory.path(), box.get(), command, end, options);
  if (fails && end.signal == 0 && end.status == 0 && options.error_exitcode != 0) {
    end.status = static_cast<int>(options.error_exitcode);
  }
  return end;
}

int RunCommand(const std::vector<std::string>& words) {
  auto line = ParseCommandLine(words, {}, /*stop_at_word=*/true);
  if (!line.ok()) {
    Log(line.status().message());
    return 2;
  }
  if (line->help) {
    std::printf("%s%s", kUsage, OptionsHelp({}).c_str());
    return 0;
  }
  if (line->rest.empty()) {
    Log("run needs a command: lockstep run [options] [--] command [arguments…]");
    return 2;
  }
  ProcessEnd end = RunChecked(line->rest, line->options);
  if (end.signal != 0) EndLike(end);
  return end.status;
}

}  // namespace lockstep
