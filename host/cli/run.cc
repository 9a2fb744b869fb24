// `lockstep run`: a program under the tool, from its start to the exit status.
#include "host/cli/run.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <memory>
#include <system_error>

#include "host/cli/command_line.h"
#include "host/cli/conclude.h"
#include "host/cli/findings_signal.h"
#include "host/cli/onlooker.h"
#include "host/cli/orphans.h"
#include "host/cli/so_far.h"
#include "runtime/base/child.h"
#include "runtime/base/file.h"
#include "runtime/base/log.h"
#include "runtime/base/output_file.h"
#include "runtime/base/text.h"
#include "runtime/cache/cache.h"
#include "runtime/session/run_channel.h"
#include "runtime/session/started.h"

namespace lockstep {
namespace {

std::string Extended(const std::string& list, const std::string& item, bool front) {
  if (list.empty()) return item;
  return front ? StrCat(item, ":", list) : StrCat(list, ":", item);
}

// The file that `command` names; "" if there is none.
std::string FindExecutable(const std::string& command) {
  if (command.find('/') != std::string::npos) return command;
  for (const std::string& directory : Split(Variable("PATH"), ':')) {
    std::string path = StrCat(directory.empty() ? "." : directory, "/", command);
    if (access(path.c_str(), X_OK) == 0) return path;
  }
  return "";
}

// What is to be run, as execvp finds it.
struct Program {
  explicit Program(const std::string& command)
      : path(FindExecutable(command)), flags(LookAtProgram(AT_FDCWD, path.c_str())) {}
  const std::string path;  // "": there is none
  const uint32_t flags;    // StartFlag
};

// Tells the processes of the channel what they are checked by, and notes the first of them.
StartEntry* NoteCommand(const ChannelTable& table, const std::string& library, const Options& options,
                        const Program& program, const Environment& changes) {
  ChannelHeader& header = table.header();
  library.copy(header.library, sizeof(header.library) - 1);
  header.may_leave_preload = options.hook == HookMode::kAuto;
  uint32_t flags = program.flags | kStartHasChannel;
  for (const auto& [name, value] : changes) {
    if (name == "LD_PRELOAD") flags |= kStartHasPreload;
    if (name == "OPENCL_LAYERS") flags |= kStartHasLayer;
  }
  return NoteStart(table, program.path.c_str(), flags, /*child=*/true);
}

// Says what of the surroundings will fail before the program runs, and switches off what need not fail again in
// each process.
Options LookAhead(Options options) {
  if (!options.report.empty()) {
    const Status report = CheckOutput(ExpandReportPath(options.report));
    if (!report.ok()) Log(StrCat("--report: ", report.message(), "; reports will go to stderr unless that changes"));
  }
  for (const ReportFile& file : options.report_files) {
    const Status report = CheckOutput(ExpandReportPath(file.path));
    if (!report.ok()) {
      Log(StrCat("--report=", WordOf(file.form), ": ", report.message(),
                 "; it will not be written unless that changes"));
    }
  }
  if (!options.command_graph.empty()) {
    const Status graph = CheckOutput(ExpandReportPath(options.command_graph));
    if (!graph.ok()) {
      Log(StrCat("--command-graph: ", graph.message(), "; it is left out"));
      options.commands = options.HowCommands();
      options.command_graph.clear();
    }
  }
  if (const Status cache = Cache::FromOptions(options).Usable(); !cache.ok()) {
    Log(StrCat("working without the cache of instrumented kernels: ", cache.message()));
    options.cache_size = 0;
  }
  return options;
}

// The files that all processes share, for those that go elsewhere before they use OpenCL.
Options ForAnyFolder(Options options) {
  std::error_code ignored;
  const std::string folder = std::filesystem::current_path(ignored).string();
  std::vector<std::string*> paths = {
      &options.report,       &options.suppressions, &options.baseline,     &options.write_suppressions,
      &options.save_sources, &options.capture,      &options.command_graph};
  for (ReportFile& file : options.report_files) paths.push_back(&file.path);
  for (std::string* path : paths) {
    if (!path->empty() && (*path)[0] != '/') *path = StrCat(folder, "/", *path);
  }
  return options;
}

constexpr char kRunUsage[] =
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
    // The build tree and a bundle have lib/; an installed one has a folder of its own in it.
    path = StrCat(prefix, "/" LOCKSTEP_LIBDIR "/liblockstep.so");
    if (access(path.c_str(), R_OK) != 0) path = prefix + "/lib/liblockstep.so";
  }
  if (access(path.c_str(), R_OK) == 0) return path;
  return NotFoundError(
      StrCat("cannot find ", path, " (", strerror(errno), "); build it, or set LOCKSTEP_LIBRARY"));
}

// Lists of libraries end a name at some characters.
Status CanBeListed(const std::string& library, HookMode mode) {
  const bool preload = mode != HookMode::kLayer;
  if (library.find_first_of(preload ? ": " : ":") == std::string::npos) return {};
  return InvalidArgumentError(StrCat(
      "the library is ", library, ", a path with a space or a colon, which ", preload ? "LD_PRELOAD" : "OPENCL_LAYERS",
      " cannot name: install lockstep elsewhere, or set ", "LOCKSTEP_LIBRARY to a link without them"));
}

Environment HookEnvironment(const std::string& library, HookMode mode, uint32_t program) {
  const uint32_t ends = kStartOtherLibc | (mode == HookMode::kAuto ? kStartBearsNoPreload : 0u);
  const bool preload = mode != HookMode::kLayer && (program & ends) == 0;
  Environment changes;
  if (mode != HookMode::kPreload) {
    changes.emplace_back("OPENCL_LAYERS", Extended(Variable("OPENCL_LAYERS"), library, false));
  }
  if (preload) {
    // ... and works if it stands in front of that.
    const std::string others = Variable("LD_PRELOAD");
    const bool front = std::none_of(std::begin(kAsanNames), std::end(kAsanNames),
                                    [&](const char* name) { return others.find(name) != std::string::npos; });
    changes.emplace_back("LD_PRELOAD", Extended(others, library, front));
  }
  return changes;
}

ProcessEnd RunChecked(const std::vector<std::string>& command, const Options& given,
                      const Environment& more, bool close) {
  HearFindingsSignal();
  auto library = LibraryPath();
  if (!library.ok()) {
    Log(library.status().message());
    return {126, 0, false};
  }
  const Options options = LookAhead(given);
  const Status listed = CanBeListed(*library, options.hook);
  if (!listed.ok()) {
    Log(listed.message());
    return {126, 0, false};
  }
  const Agreements agreements = ReadAgreements(options);
  for (const std::string& problem : agreements.problems) Log(problem);
  const Program program(command[0]);
  Environment changes = HookEnvironment(*library, options.hook, program.flags);
  changes.emplace_back("LOCKSTEP_OPTIONS", ForAnyFolder(options).ToText());
  changes.emplace_back(kProjectVariable, options.project);
  const auto channel = RunChannel::Make();
  if (!channel.ok()) {
    Log(StrCat("no memory to share with the program (", channel.status().message(),
               "): each of its processes reports by itself, and the report of one that crashes is lost"));
  }
  changes.emplace_back(kChannelVariable, channel.ok() ? (*channel)->variable() : "");
  changes.insert(changes.end(), more.begin(), more.end());
  StartEntry* start = channel.ok() ? NoteCommand((*channel)->table(), *library, options, program, changes) : nullptr;
  AdoptOrphans();
  if (!channel.ok()) {
    Meanwhile meanwhile;
    meanwhile.show_findings = [] { Log("what has been found so far is known to the program's processes alone"); };
    return RunProcess(command, changes, meanwhile);
  }
  SoFar so_far(**channel, command, options, agreements);
  Onlooker onlooker(so_far, options);
  ProcessEnd end = RunProcess(command, changes, onlooker.While());
  onlooker.End();
  if (!end.started) return end;
  KnowChild(start, end.pid);
  const bool fails = Conclude(**channel, command, end, options, agreements, close);
  if (fails && end.signal == 0 && end.status == 0 && options.error_exitcode != 0) {
    end.status = static_cast<int>(options.error_exitcode);
  }
  return end;
}

CommandHelp RunHelp() { return {kRunUsage, OptionRows({})}; }

int RunCommand(const std::vector<std::string>& words) {
  HearFindingsSignal();
  auto line = ParseCommandLine(words, {}, /*stop_at_word=*/true);
  if (!line.ok()) {
    Log(line.status().message());
    return 2;
  }
  if (line->help) {
    std::printf("%s%s", kRunUsage, OptionsHelp({}).c_str());
    return 0;
  }
  if (line->rest.empty()) {
    Log("run needs a command: lockstep run [options] [--] command [arguments…]");
    return 2;
  }
  ProcessEnd end = RunChecked(line->rest, line->options, {}, /*close=*/true);
  if (end.signal != 0) EndLike(end);
  return end.status;
}

}  // namespace lockstep
