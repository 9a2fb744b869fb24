#include "host/build/helper.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include "host/api/library_dir.h"
#include "host/build/unseen_child.h"
#include "runtime/base/text.h"
#include "runtime/base/write_signals.h"
#include "runtime/session/channel.h"

extern char** environ;

namespace lockstep::host {
namespace {

constexpr size_t kMaxDiagnostics = 1 << 20;
constexpr size_t kMaxAnswer = size_t{1} << 30;
constexpr uint64_t kSymbolSeconds = 60;  // large programs' debugging data takes some
constexpr size_t kMaxLine = 500;  // of a reason in the report
constexpr std::string_view kChannel = kChannelVariable;

// The environment of this process without what would load us into the helper, and without the channel of `lockstep
// run`: what the helper starts (a trial's planted kernels) is none of the application's processes.
std::vector<char*> HelperEnvironment() {
  std::vector<char*> kept;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (text.rfind("LD_PRELOAD=", 0) == 0 || text.rfind("OPENCL_LAYERS=", 0) == 0) continue;
    if (text.substr(0, text.find('=')) == kChannel) continue;
    kept.push_back(*entry);
  }
  return kept;
}

// A pipe whose ends are none of the numbers that the helper's streams get. Errors: as pipe2's, in errno.
class Pipe {
 public:
  Pipe() {
    if (pipe2(ends_, O_CLOEXEC) != 0) return;
    for (int& end : ends_) {
      if (end > kAnswerDescriptor) continue;
      const int moved = fcntl(end, F_DUPFD_CLOEXEC, kAnswerDescriptor + 1);
      if (moved < 0) return;
      close(end);
      end = moved;
    }
    made_ = true;
  }
  ~Pipe() {
    CloseReader();
    CloseWriter();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  bool made() const { return made_; }
  int reader() const { return ends_[0]; }
  int writer() const { return ends_[1]; }
  void CloseReader() { Close(ends_[0]); }
  void CloseWriter() { Close(ends_[1]); }

 private:
  static void Close(int& end) {
    if (end >= 0) close(end);
    end = -1;
  }
  int ends_[2] = {-1, -1};
  bool made_ = false;
};

// The helper as it runs.
struct Running {
  UnseenChild child;
  Pipe request, diagnostics, answer;
  std::string said;  // on its stderr
  std::string answered;
};

// Writes what the pipe takes of `rest` now; closes it when nothing is left or nobody reads.
void Give(Pipe& pipe, std::string_view& rest) {
  const WriteSignalGuard guard;
  const ssize_t given = write(pipe.writer(), rest.data(), rest.size());
  if (given < 0 && (errno == EINTR || errno == EAGAIN)) return;
  rest.remove_prefix(given > 0 ? static_cast<size_t>(given) : rest.size());
  if (rest.empty()) pipe.CloseWriter();
}

// Reads what the pipe has now, up to `most` bytes in all; closes it at its end. False if there was nothing.
bool Take(Pipe& pipe, std::string& text, size_t most) {
  char buffer[1 << 14];
  const ssize_t got = read(pipe.reader(), buffer, sizeof(buffer));
  if (got < 0 && errno == EINTR) return true;
  if (got < 0 && errno == EAGAIN) return false;
  if (got <= 0) {
    pipe.CloseReader();
    return false;
  }
  if (text.size() < most) text.append(buffer, static_cast<size_t>(got));
  return true;
}

// Hands over the request and reads what the helper writes until it ends. Returns false if that takes longer than
// `seconds`.
bool Attend(Running& helper, std::string_view request, uint64_t seconds) {
  constexpr int kSliceMs = 100, kEndingMs = 1;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  for (int end : {helper.request.writer(), helper.diagnostics.reader(), helper.answer.reader()}) {
    fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK);
  }
  bool silent = false;  // it has said all that it will say, and takes a moment to end
  while (std::chrono::steady_clock::now() < deadline) {
    pollfd waiting[] = {{helper.request.writer(), POLLOUT, 0},
                        {helper.diagnostics.reader(), POLLIN, 0},
                        {helper.answer.reader(), POLLIN, 0}};
    const int ready = poll(waiting, 3, silent ? kEndingMs : kSliceMs);
    if (ready < 0 && errno != EINTR) return false;
    if (ready > 0) {
      if (waiting[0].revents != 0) Give(helper.request, request);
      if (waiting[1].revents != 0) Take(helper.diagnostics, helper.said, kMaxDiagnostics);
      if (waiting[2].revents != 0) Take(helper.answer, helper.answered, kMaxAnswer);
    }
    // Usually the pipes' ends tell; a child of the helper's may keep them open.
    silent = helper.diagnostics.reader() < 0 && helper.answer.reader() < 0;
    if (ready > 0 && !silent) continue;
    helper.child.Poll();
    if (helper.child.ended()) {
      while (helper.diagnostics.reader() >= 0 && Take(helper.diagnostics, helper.said, kMaxDiagnostics)) {
      }
      while (helper.answer.reader() >= 0 && Take(helper.answer, helper.answered, kMaxAnswer)) {
      }
      return true;
    }
  }
  return false;
}

// The line of `diagnostics` that says most: the first error, else the first line.
std::string FirstError(const std::string& diagnostics) {
  std::string first;
  for (const std::string& line : Split(diagnostics, '\n')) {
    const std::string stripped(Strip(line));
    if (stripped.find("error:") != std::string::npos) return stripped.substr(0, kMaxLine);
    if (first.empty()) first = stripped;
  }
  return first.substr(0, kMaxLine);
}

Status Verdict(const std::string& name, int status, bool known, const std::string& diagnostics) {
  const std::string line = FirstError(diagnostics);
  if (!known || (WIFEXITED(status) && WEXITSTATUS(status) == 0)) return OkStatus();
  if (WIFEXITED(status) && WEXITSTATUS(status) == 1) {
    return InvalidArgumentError(StrCat(name, " rejects the source: ", line));
  }
  if (WIFSIGNALED(status)) {
    return InternalError(StrCat(name, " died of signal ", WTERMSIG(status),
                                WTERMSIG(status) == SIGKILL ? " (the system may have been short of memory)" : "",
                                line.empty() ? "" : ": ", line));
  }
  return InternalError(line.empty() ? StrCat(name, " failed with status ", WEXITSTATUS(status)) : line);
}

// The program in an answer, which is its length in a line of its own, then the program.
StatusOr<std::string> Unpacked(const std::string& name, std::string answer, const std::string& diagnostics) {
  const size_t end = answer.find('\n');
  const auto length = ParseUnsigned(answer.substr(0, end == std::string::npos ? 0 : end));
  if (!length || answer.size() - end - 1 != *length) {
    const std::string line = FirstError(diagnostics);
    return InternalError(StrCat(name, " wrote no ", length ? "whole " : "", "image", line.empty() ? "" : ": ", line));
  }
  answer.erase(0, end + 1);
  return answer;
}

}  // namespace

StatusOr<std::string> FindHelper() {
  const char* given = std::getenv("LOCKSTEP_CC");
  if (given != nullptr && *given != 0) {
    if (access(given, X_OK) == 0) return std::string(given);
    return NotFoundError(StrCat("LOCKSTEP_CC=", given, " cannot be run: ", std::strerror(errno)));
  }
  StatusOr<std::string> found = FindInstalled("lockstep-cc");
  return found.ok() ? found : NotFoundError(StrCat(found.status().message(), "; set LOCKSTEP_CC"));
}

StatusOr<std::string> FindInstalled(const std::string& name) {
  const std::string directory = LibraryDirectory();
  const std::string path = ProgramBeside(directory, name);
  if (!path.empty()) return path;
  return NotFoundError(StrCat(name, " is not at ", directory, "/../bin"));
}

StatusOr<std::string> RunTool(const Tool& tool, std::string_view request, uint64_t seconds) {
  Running running;
  if (!running.request.made() || !running.diagnostics.made() || !running.answer.made()) {
    return InternalError(StrCat("cannot make a pipe to ", tool.name, ": ", std::strerror(errno)));
  }
  if (!running.child.Begin({tool.command, tool.ends_with_parent ? "--parent=" : "", HelperEnvironment(),
                            running.request.reader(), running.diagnostics.writer(), running.answer.writer(),
                            kAnswerDescriptor})) {
    return InternalError(StrCat(tool.command[0], ": ", std::strerror(errno)));
  }
  running.request.CloseReader();
  running.diagnostics.CloseWriter();
  running.answer.CloseWriter();
  if (!Attend(running, request, seconds)) {
    running.child.End();
    return UnavailableError(StrCat(tool.name, " did not end within ", seconds, " s"));
  }
  // Where somebody has taken the status, the program alone tells.
  const Status verdict = Verdict(tool.name, running.child.status(), running.child.status_known(), running.said);
  if (!verdict.ok()) return verdict;
  return Unpacked(tool.name, std::move(running.answered), running.said);
}

StatusOr<std::string> RunHelper(const std::string& helper, const std::string& request, const std::string& emit,
                                const HelperLimits& limits) {
  Tool tool = {
      "lockstep-cc",
      {helper, "--request=-", StrCat("--output=fd:", kAnswerDescriptor), StrCat("--cpu-seconds=", limits.seconds)},
      /*ends_with_parent=*/true};
  if (limits.mebibytes > 0) tool.command.push_back(StrCat("--memory-mib=", limits.mebibytes));
  if (emit != "image") tool.command.push_back("--emit=" + emit);
  StatusOr<std::string> program = RunTool(tool, request, limits.seconds);
  if (program.status().code() != StatusCode::kUnavailable) return program;
  return InternalError(StrCat(program.status().message(), " (--helper-timeout)"));
}

StatusOr<std::string> AskHelperForSymbols(const std::vector<std::string>& arguments) {
  const StatusOr<std::string> helper = FindHelper();
  if (!helper.ok()) return helper.status();
  Tool tool = {"lockstep-cc", {*helper, StrCat("--output=fd:", kAnswerDescriptor)}, /*ends_with_parent=*/true};
  tool.command.insert(tool.command.end(), arguments.begin(), arguments.end());
  return RunTool(tool, "", kSymbolSeconds);
}

}  // namespace lockstep::host
