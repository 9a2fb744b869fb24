#include "host/build/unseen_child.h"

#include <fcntl.h>
#include <link.h>
#include <linux/futex.h>
#include <sched.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <utility>

#include "host/api/exec.h"

// No call of a sanitizer's run time in a function, not for its atomic accesses either.
#if __has_attribute(disable_sanitizer_instrumentation)
#define LS_UNSANITIZED __attribute__((disable_sanitizer_instrumentation))
#else
#define LS_UNSANITIZED __attribute__((no_sanitize("address", "thread", "undefined")))
#endif

namespace lockstep::host {
namespace {

// The C library's own. A sanitizer's run time in the application stands before `clone`, and takes a process that shares
// our memory for a copy of it.
extern "C" int LibraryClone(int (*run)(void*), void* stack, int flags, void* given, ...) __asm__("__clone");

constexpr size_t kStack = 64 << 10;
constexpr int kKeeperFlags = CLONE_VM | CLONE_FILES;  // no signal at its end

// As the kernel has them: with those that the C library keeps for itself, which sigprocmask leaves alone.
using SignalWord = uint64_t;

void SetMask(SignalWord mask, SignalWord* before) {
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &mask, before, sizeof(mask));
}

// Past sigaction(), for which a sanitizer's run time keeps a table in the memory that both processes have.
void ResetAction(int signal) {
  struct {
    void* handler = nullptr;  // SIG_DFL
    unsigned long flags = 0;
    void* restorer = nullptr;
    SignalWord mask = 0;
  } usual;
  syscall(SYS_rt_sigaction, signal, &usual, nullptr, sizeof(usual.mask));
}

// Valgrind ends a process that makes another one that shares its memory. It loads a library into whom it runs.
bool IsInValgrind() {
  const auto look = [](dl_phdr_info* object, size_t, void*) {
    return object->dlpi_name != nullptr && std::strstr(object->dlpi_name, "/vgpreload_") != nullptr ? 1 : 0;
  };
  return dl_iterate_phdr(look, nullptr) != 0;
}

}  // namespace

// What both processes know. The keeper has the thread-local storage of the thread that made it: errno and the C library
// are the keeper's until it has `begun`, while that thread only waits, and that thread's again from then on.
struct UnseenChild::Shared {
  ChildStart start;
  pid_t application = getpid();
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  std::vector<char*> words;
  char parent_word[64] = "";

  int begun = 0;       // 0 or 1, a futex; atomic
  int failure = 0;     // errno of the start
  pid_t program = -1;  // if there was no failure
  int status = 0;
  bool over = false;  // the status is the program's; atomic
  alignas(64) char stack[kStack];

  explicit Shared(ChildStart given) : start(std::move(given)) {
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, start.input, 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, start.errors, 2);
    posix_spawn_file_actions_adddup2(&actions, start.answer, start.answer_number);
    posix_spawn_file_actions_addclosefrom_np(&actions, start.answer_number + 1);
    posix_spawnattr_init(&attributes);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    for (const std::string& word : start.command) words.push_back(const_cast<char*>(word.c_str()));
    if (!start.parent_option.empty()) words.push_back(parent_word);
    words.push_back(nullptr);
    start.environment.push_back(nullptr);
  }
  ~Shared() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;

  // Starts the program as a child of the process that calls it.
  void Launch() {
    std::snprintf(parent_word, sizeof(parent_word), "%s%d", start.parent_option.c_str(), getpid());
    failure = SpawnUnnoted(&program, words[0], &actions, &attributes, words.data(), start.environment.data());
  }
};

UnseenChild::UnseenChild() = default;

UnseenChild::~UnseenChild() { End(); }

// The keeper. What a sanitizer's run time knows of a thread is in its thread-local storage too: from `begun` on this
// calls no instrumented function (std::atomic's are some), and before that it asks the system directly where it can.
LS_UNSANITIZED int UnseenChild::Keep(void* given) {
  auto& shared = *static_cast<Shared*>(given);
  syscall(SYS_prctl, PR_SET_NAME, "lockstep-keeper");
  syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  if (syscall(SYS_getppid) != shared.application) return 0;  // which has ended before that
  ResetAction(SIGCHLD);                                      // ignored, it makes the program's status vanish
  shared.Launch();
  __atomic_store_n(&shared.begun, 1, __ATOMIC_RELEASE);
  syscall(SYS_futex, &shared.begun, FUTEX_WAKE, 1, nullptr, nullptr, 0);
  // From here on no call may fail: that would write errno. All signals are blocked.
  if (shared.failure == 0 && syscall(SYS_wait4, shared.program, &shared.status, 0, nullptr) == shared.program) {
    __atomic_store_n(&shared.over, true, __ATOMIC_RELEASE);
  }
  return 0;
}

// Makes the keeper and lets it start the program. False if there can be no keeper.
LS_UNSANITIZED bool UnseenChild::BeginKeeper() {
  constexpr timespec kSlice = {0, 200'000'000};  // a keeper that somebody kills wakes nobody
  Shared& shared = *shared_;                     // nor does this thread call an instrumented function until then
  SignalWord before = 0;
  kept_ = true;
  SetMask(~SignalWord{0}, &before);  // the application's handlers run neither in the keeper nor, meanwhile, here
  child_ = LibraryClone(&UnseenChild::Keep, shared.stack + kStack, kKeeperFlags, &shared);
  while (child_ > 0 && !ended_ && __atomic_load_n(&shared.begun, __ATOMIC_ACQUIRE) == 0) {
    const bool waited = syscall(SYS_futex, &shared.begun, FUTEX_WAIT, 0, &kSlice, nullptr, 0) == 0;
    if (!waited && errno == ETIMEDOUT) Poll();
  }
  SetMask(before, nullptr);
  return child_ > 0;
}

bool UnseenChild::Begin(ChildStart start) {
  shared_ = std::make_unique<Shared>(start);
  static std::atomic<bool> forbidden = IsInValgrind();
  kept_ = !forbidden && BeginKeeper();
  if (ended_ && !status_known_) {  // the keeper has been ended before it began
    forbidden = true;
    shared_ = std::make_unique<Shared>(std::move(start));
    kept_ = ended_ = false;
  }
  if (!kept_) {
    shared_->Launch();
    child_ = shared_->program;
  }
  if (shared_->failure == 0) return true;
  const int failure = shared_->failure;
  if (kept_ && !ended_) Reap(0);
  ended_ = true;
  errno = failure;
  return false;
}

LS_UNSANITIZED void UnseenChild::Reap(int flags) {
  pid_t waited;
  do {
    waited = static_cast<pid_t>(syscall(SYS_wait4, child_, &status_, flags | (kept_ ? __WCLONE : 0), nullptr));
  } while (waited < 0 && errno == EINTR);
  ended_ = waited != 0;
  status_known_ = waited == child_;
  if (!ended_ || !kept_) return;
  status_known_ = __atomic_load_n(&shared_->over, __ATOMIC_ACQUIRE);
  status_ = shared_->status;
  // Somebody has killed the keeper. What it had begun may still run on its memory.
  if (!status_known_ && shared_->failure == 0) (void)shared_.release();
}

LS_UNSANITIZED void UnseenChild::Poll() {
  if (!ended_) Reap(WNOHANG);
}

void UnseenChild::End() {
  if (child_ <= 0 || ended_) return;
  if (shared_->program > 0 && !__atomic_load_n(&shared_->over, __ATOMIC_ACQUIRE)) kill(shared_->program, SIGKILL);
  Reap(0);
}

}  // namespace lockstep::host
