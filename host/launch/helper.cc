#include "host/launch/helper.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include "host/api/exec.h"
#include "host/launch/library_dir.h"
#include "runtime/base/file.h"
#include "runtime/base/text.h"

extern char** environ;

namespace lockstep::host {
namespace {

constexpr size_t kMaxDiagnostics = 1 << 20;
constexpr size_t kMaxLine = 500;  // of a reason in the report

// The environment of this process without what would load us into the helper.
std::vector<char*> HelperEnvironment() {
  std::vector<char*> kept;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (text.rfind("LD_PRELOAD=", 0) == 0 || text.rfind("OPENCL_LAYERS=", 0) == 0) continue;
    kept.push_back(*entry);
  }
  kept.push_back(nullptr);
  return kept;
}

// A directory of its own for one request and its answer, removed with them.
class Workspace {
 public:
  Workspace() {
    StatusOr<std::string> made = MakeTemporaryDirectory("lockstep");
    made_ = made.status();
    if (made.ok()) path_ = *made;
  }
  ~Workspace() {
    if (path_.empty()) return;
    unlink(request().c_str());
    unlink(image().c_str());
    rmdir(path_.c_str());
  }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  const Status& made() const { return made_; }
  std::string request() const { return path_ + "/request.json"; }
  std::string image() const { return path_ + "/image"; }

 private:
  Status made_;
  std::string path_;
};

// Starts `arguments` with `error_pipe` as stderr. Returns the process id, or -1 and errno.
pid_t Spawn(const std::vector<std::string>& arguments, int error_pipe) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  std::vector<char*> environment = HelperEnvironment();

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, error_pipe, 2);
  posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  pid_t pid = -1;
  const int failure = SpawnUnnoted(&pid, argv[0], &actions, &attributes, argv.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (failure == 0) return pid;
  errno = failure;
  return -1;
}

// The helper as it runs: what it writes to its stderr, and how it ended.
struct Running {
  pid_t pid = -1;
  int output = -1;
  std::string diagnostics;
  bool ended = false;
  int status = 0;
  bool status_known = false;  // false if the application has taken it (SIGCHLD ignored, wait())
};

void Reap(Running& helper, int flags) {
  pid_t waited;
  do {
    waited = waitpid(helper.pid, &helper.status, flags);
  } while (waited < 0 && errno == EINTR);
  helper.ended = waited != 0;
  helper.status_known = waited == helper.pid;
}

// Reads what the helper writes until it ends. Returns false if that takes longer than `seconds`.
bool Attend(Running& helper, uint64_t seconds) {
  constexpr int kSliceMs = 100;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  while (std::chrono::steady_clock::now() < deadline) {
    pollfd waiting = {helper.output, POLLIN, 0};
    const int ready = poll(&waiting, 1, kSliceMs);
    if (ready < 0 && errno != EINTR) return false;
    if (ready <= 0) {
      // Usually the pipe's end tells; a child of the helper's may keep it open.
      Reap(helper, WNOHANG);
      if (helper.ended) return true;
      continue;
    }
    char buffer[4096];
    const ssize_t got = read(helper.output, buffer, sizeof(buffer));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      Reap(helper, 0);
      return true;
    }
    if (helper.diagnostics.size() < kMaxDiagnostics) helper.diagnostics.append(buffer, got);
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

Status Verdict(int status, bool known, const std::string& diagnostics) {
  const std::string line = FirstError(diagnostics);
  if (!known || (WIFEXITED(status) && WEXITSTATUS(status) == 0)) return OkStatus();
  if (WIFEXITED(status) && WEXITSTATUS(status) == 1) {
    return InvalidArgumentError(StrCat("lockstep-cc rejects the source: ", line));
  }
  if (WIFSIGNALED(status)) {
    return InternalError(StrCat("lockstep-cc died of signal ", WTERMSIG(status),
                                line.empty() ? "" : ": ", line));
  }
  return InternalError(line.empty() ? StrCat("lockstep-cc failed with status ", WEXITSTATUS(status))
                                    : line);
}

}  // namespace

StatusOr<std::string> FindHelper() {
  const char* given = std::getenv("LOCKSTEP_CC");
  if (given != nullptr && *given != 0) {
    if (access(given, X_OK) == 0) return std::string(given);
    return NotFoundError(StrCat("LOCKSTEP_CC=", given, " cannot be run: ", std::strerror(errno)));
  }
  const std::string directory = LibraryDirectory();
  for (const char* relative : {"/../bin/lockstep-cc", "/../../bin/lockstep-cc"}) {
    const std::string path = directory + relative;
    if (access(path.c_str(), X_OK) == 0) return path;
  }
  return NotFoundError(StrCat("lockstep-cc is not at ", directory, "/../bin; set LOCKSTEP_CC"));
}

std::string HelperIdentity(const std::string& helper) {
  const size_t slash = helper.rfind('/');
  const std::string directory = slash == std::string::npos ? "." : helper.substr(0, slash);
  const char* library = std::getenv("LOCKSTEP_DEVICE_LIBRARY");
  std::string identity;
  std::vector<std::string> files = {helper};
  if (library != nullptr) {
    files.push_back(library);
  } else {
    files.push_back(directory + "/../lib/lockstep-device.bc");
    files.push_back(directory + "/../lib/lockstep-device-concurrent.bc");
    files.push_back(directory + "/../lib/lockstep-device-simd.bc");
  }
  for (const std::string& path : files) {
    struct stat facts = {};
    stat(path.c_str(), &facts);
    identity += StrCat(path, " ", facts.st_size, " ", facts.st_mtim.tv_sec, ".",
                       facts.st_mtim.tv_nsec, "\n");
  }
  return identity;
}

StatusOr<std::string> RunHelper(const std::string& helper, const std::string& request,
                                const std::string& emit, uint64_t timeout_seconds) {
  Workspace workspace;
  if (!workspace.made().ok()) return workspace.made();
  const Status written = WriteFile(workspace.request(), request);
  if (!written.ok()) return written;

  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return InternalError(StrCat("pipe: ", std::strerror(errno)));
  std::vector<std::string> arguments = {helper, "--request=" + workspace.request(),
                                        "--output=" + workspace.image()};
  if (emit != "image") arguments.push_back("--emit=" + emit);
  Running running;
  running.output = ends[0];
  running.pid = Spawn(arguments, ends[1]);
  const int spawn_error = errno;
  close(ends[1]);
  if (running.pid < 0) {
    close(ends[0]);
    return InternalError(StrCat(helper, ": ", std::strerror(spawn_error)));
  }
  const bool in_time = Attend(running, timeout_seconds);
  close(ends[0]);
  if (!in_time) {
    kill(running.pid, SIGKILL);
    Reap(running, 0);
    return InternalError(StrCat("lockstep-cc did not end within ", timeout_seconds,
                                " s (--helper-timeout)"));
  }
  // An application that ignores SIGCHLD, or waits for any child, has taken the status; then the
  // image alone tells.
  const std::string& diagnostics = running.diagnostics;
  const Status verdict = Verdict(running.status, running.status_known, diagnostics);
  if (!verdict.ok()) return verdict;
  StatusOr<std::string> image = ReadFile(workspace.image());
  if (!image.ok()) {
    return InternalError(StrCat("lockstep-cc wrote no image",
                                diagnostics.empty() ? "" : ": ", FirstError(diagnostics)));
  }
  return image;
}

}  // namespace lockstep::host
