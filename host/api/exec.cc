// The exec family, posix_spawn, system, popen and waitpid, for programs that the library is preloaded in: they do what
// the C library's do, and note in the channel of `lockstep run` which program was started and in what environment, so
// that it knows of those that the library was not loaded in. A program that does not bear a preloaded library is
// started without ours, and checked as a layer.
//
// All of this may run in a child of vfork or of a fork among threads: it takes no memory and no lock. exec is
// asked of the kernel directly, and the search along PATH is POSIX's, as glibc does it.
#include "host/api/exec.h"

#include <alloca.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "host/api/table.h"
#include "runtime/session/started.h"

extern char** environ;

namespace lockstep::host {
namespace {

constexpr size_t kMostEntries = 8192;  // of an environment that is copied
constexpr size_t kMostPreload = 4096;
constexpr long kNoProcess = (1 << 22) - 1;  // larger than any id that is in use

// How many DriversOwnPrograms the thread has, in a child that it forked too. No thread_local: asking for a key takes no
// memory, and the library needs no static TLS, of which a process that loads it late may have none left.
pthread_key_t g_drivers_own;
const bool g_has_key = pthread_key_create(&g_drivers_own, nullptr) == 0;

intptr_t DriversOwn() { return g_has_key ? reinterpret_cast<intptr_t>(pthread_getspecific(g_drivers_own)) : 0; }

void SetDriversOwn(intptr_t count) {
  if (g_has_key) pthread_setspecific(g_drivers_own, reinterpret_cast<void*>(count));
}

size_t Count(char* const* words) {
  size_t count = 0;
  while (words != nullptr && words[count] != nullptr) ++count;
  return count;
}

// LD_PRELOAD's value without the entries that are `library`; at most kMostPreload bytes with the name.
void WithoutLibrary(const char* entry, const char* library, char* out) {
  constexpr char kName[] = "LD_PRELOAD=";
  size_t length = sizeof(kName) - 1;
  std::memcpy(out, kName, length);
  const size_t own = std::strlen(library);
  for (const char* at = entry + length; *at != '\0';) {
    const size_t size = std::strcspn(at, ": ");
    if (size > 0 && (size != own || std::memcmp(at, library, size) != 0)) {
      if (length > sizeof(kName) - 1) out[length++] = ':';
      std::memcpy(out + length, at, size);
      length += size;
    }
    at += size;
    if (*at != '\0') ++at;
  }
  out[length] = '\0';
}

// What is known of a program before it is started.
struct Start {
  const ChannelTable* table = nullptr;
  uint32_t flags = 0;
  bool leave_preload = false;
  bool count = false;
};

Start LookAt(int directory, const char* path, char* const* environment) {
  Start start;
  start.table = ChannelInReach();
  if (start.table == nullptr || path == nullptr) return start;
  start.count = DriversOwn() == 0;
  start.flags = LookAtEnvironment(*start.table, environment);
  start.flags |= LookAtProgram(directory, path);
  constexpr uint32_t kNeeded = kStartBearsNoPreload | kStartHasPreload | kStartHasLayer;
  start.leave_preload = ((start.flags & kNeeded) == kNeeded && start.table->header().may_leave_preload != 0) ||
                        (start.flags & kStartOtherLibc) != 0 || !start.count;
  start.leave_preload = start.leave_preload && Count(environment) < kMostEntries;
  if (start.leave_preload) start.flags &= ~static_cast<uint32_t>(kStartHasPreload);
  return start;
}

// Copies `environment` to `copy`, which has room for it, with LD_PRELOAD in `preload` instead.
void LeavePreload(const Start& start, char* const* environment, char** copy, char* preload) {
  for (; *environment != nullptr; ++environment) {
    *copy = *environment;
    if (std::strncmp(*environment, "LD_PRELOAD=", 11) == 0 && std::strlen(*environment) < kMostPreload) {
      WithoutLibrary(*environment, start.table->header().library, preload);
      *copy = preload;
    }
    ++copy;
  }
  *copy = nullptr;
}

// Puts what a program is started with in the place of `environment`, on this function's stack.
#define LS_ENVIRONMENT_FOR(start, environment)                                                 \
  if ((start).leave_preload) {                                                                 \
    char** copy = static_cast<char**>(alloca((Count(environment) + 1) * sizeof(char*)));       \
    LeavePreload(start, environment, copy, static_cast<char*>(alloca(kMostPreload)));          \
    environment = copy;                                                                        \
  }

int ExecAt(int directory, const char* path, char* const* words, char* const* environment, int flags) {
  const bool by_descriptor = path != nullptr && *path == '\0' && (flags & AT_EMPTY_PATH) != 0;
  char descriptor[32];
  if (by_descriptor) std::snprintf(descriptor, sizeof(descriptor), "/proc/self/fd/%d", directory);
  const char* named = by_descriptor ? descriptor : path;
  const Start start = LookAt(directory, named, environment);
  LS_ENVIRONMENT_FOR(start, environment)
  StartEntry* note = start.count ? NoteStart(*start.table, named, start.flags, /*child=*/false) : nullptr;
  const long result = directory == AT_FDCWD && flags == 0
                          ? syscall(SYS_execve, path, words, environment)
                          : syscall(SYS_execveat, directory, path, words, environment, flags);
  ForgetStart(note);  // it has not become that program
  return static_cast<int>(result);
}

int Exec(const char* path, char* const* words, char* const* environment) {
  return ExecAt(AT_FDCWD, path, words, environment, 0);
}

// A file that is no program is one of the shell's.
int ExecOrShell(const char* path, char* const* words, char* const* environment) {
  const int result = Exec(path, words, environment);
  if (errno != ENOEXEC) return result;
  const size_t count = Count(words);
  char shell[] = "/bin/sh";
  char** copy = static_cast<char**>(alloca((count + 3) * sizeof(char*)));
  copy[0] = shell;
  copy[1] = const_cast<char*>(path);
  for (size_t i = 1; i <= count; ++i) copy[i + 1] = words[i];
  copy[count < 1 ? 2 : count + 1] = nullptr;
  return Exec(shell, copy, environment);
}

// Calls `use` with each file that `name` may be, until it returns true.
template <typename Use>
void SearchPath(const char* name, Use&& use) {
  const char* list = std::getenv("PATH");
  if (list == nullptr) list = "/bin:/usr/bin";
  const size_t length = strnlen(name, NAME_MAX + 1);
  if (length > NAME_MAX) {
    errno = ENAMETOOLONG;
    return;
  }
  for (const char* at = list;; ++at) {
    const size_t size = std::strcspn(at, ":");
    char path[PATH_MAX];
    if (size + 1 + length + 1 <= sizeof(path)) {
      std::memcpy(path, at, size);
      size_t end = size;
      if (size > 0) path[end++] = '/';
      std::memcpy(path + end, name, length + 1);
      if (use(path)) return;
    }
    at += size;
    if (*at == '\0') return;
  }
}

int ExecSearch(const char* name, char* const* words, char* const* environment) {
  if (*name == '\0') {
    errno = ENOENT;
    return -1;
  }
  if (std::strchr(name, '/') != nullptr) return ExecOrShell(name, words, environment);
  bool denied = false, over = false;
  errno = ENOENT;
  SearchPath(name, [&](const char* path) {
    ExecOrShell(path, words, environment);
    if (errno == EACCES) denied = true;
    over = errno != EACCES && errno != ENOENT && errno != ENOTDIR && errno != ESTALE && errno != ENODEV &&
           errno != ETIMEDOUT;
    return over;
  });
  if (denied && !over) errno = EACCES;
  return -1;
}

using SpawnFunction = int (*)(pid_t*, const char*, const posix_spawn_file_actions_t*, const posix_spawnattr_t*,
                              char* const*, char* const*);

int Spawn(bool search, pid_t* pid, const char* name, const posix_spawn_file_actions_t* actions,
          const posix_spawnattr_t* attributes, char* const* words, char* const* environment) {
  const auto real = reinterpret_cast<SpawnFunction>(RealDlsym(RTLD_NEXT, search ? "posix_spawnp" : "posix_spawn"));
  if (real == nullptr) return ENOSYS;
  const int saved = errno;
  char found[PATH_MAX];
  const char* path = name;
  if (search && name != nullptr && std::strchr(name, '/') == nullptr && ChannelInReach() != nullptr) {
    path = nullptr;
    SearchPath(name, [&](const char* file) {
      if (access(file, X_OK) != 0) return false;
      std::snprintf(found, sizeof(found), "%s", file);
      path = found;
      return true;
    });
  }
  const Start start = LookAt(AT_FDCWD, path, environment);
  LS_ENVIRONMENT_FOR(start, environment)
  StartEntry* note = start.count ? NoteStart(*start.table, path, start.flags, /*child=*/true) : nullptr;
  errno = saved;
  pid_t child = -1;
  const int failure = real(&child, name, actions, attributes, words, environment);
  if (failure != 0) {
    ForgetStart(note);
  } else {
    KnowChild(note, child);
    if (pid != nullptr) *pid = child;
  }
  return failure;
}

// The C library starts the shell for system and popen by itself, and nobody gets its process id; a loading is
// to be expected if the environment is whole, and else there will be none.
void NoteShell() {
  const int saved = errno;
  const Start start = LookAt(AT_FDCWD, "/bin/sh", environ);
  constexpr uint32_t kWhole = kStartHasPreload | kStartHasChannel;
  if (start.count && (start.flags & kWhole) != kWhole) {
    KnowChild(NoteStart(*start.table, "/bin/sh", start.flags, /*child=*/true), kNoProcess);
  }
  errno = saved;
}

}  // namespace

DriversOwnPrograms::DriversOwnPrograms() { SetDriversOwn(DriversOwn() + 1); }

DriversOwnPrograms::~DriversOwnPrograms() { SetDriversOwn(DriversOwn() - 1); }

int SpawnUnnoted(pid_t* pid, const char* path, const posix_spawn_file_actions_t* actions,
                 const posix_spawnattr_t* attributes, char* const* words, char* const* environment) {
  const auto real = reinterpret_cast<SpawnFunction>(RealDlsym(RTLD_NEXT, "posix_spawn"));
  return real == nullptr ? ENOSYS : real(pid, path, actions, attributes, words, environment);
}

}  // namespace lockstep::host

// The words of a call with a list, and with `last` set to what stands behind the null.
#define LS_WORDS(first, last)                                                  \
  va_list list;                                                                \
  size_t count = 1;                                                            \
  va_start(list, first);                                                       \
  while (va_arg(list, char*) != nullptr) ++count;                              \
  va_end(list);                                                                \
  char** words = static_cast<char**>(alloca((count + 1) * sizeof(char*)));     \
  words[0] = const_cast<char*>(first);                                         \
  va_start(list, first);                                                       \
  for (size_t i = 1; i <= count; ++i) words[i] = va_arg(list, char*);          \
  char* const* last = environ;

#pragma GCC visibility push(default)
extern "C" {

int execve(const char* path, char* const words[], char* const environment[]) noexcept {
  return lockstep::host::Exec(path, words, environment);
}
int execv(const char* path, char* const words[]) noexcept {
  return lockstep::host::Exec(path, words, environ);
}
int execvp(const char* name, char* const words[]) noexcept {
  return lockstep::host::ExecSearch(name, words, environ);
}
int execvpe(const char* name, char* const words[], char* const environment[]) noexcept {
  return lockstep::host::ExecSearch(name, words, environment);
}
int fexecve(int file, char* const words[], char* const environment[]) noexcept {
  return lockstep::host::ExecAt(file, "", words, environment, AT_EMPTY_PATH);
}
int execveat(int directory, const char* path, char* const words[], char* const environment[],
             int flags) noexcept {
  return lockstep::host::ExecAt(directory, path, words, environment, flags);
}
int execl(const char* path, const char* first, ...) noexcept {
  LS_WORDS(first, environment)
  va_end(list);
  return lockstep::host::Exec(path, words, environment);
}
int execlp(const char* name, const char* first, ...) noexcept {
  LS_WORDS(first, environment)
  va_end(list);
  return lockstep::host::ExecSearch(name, words, environment);
}
int execle(const char* path, const char* first, ...) noexcept {
  LS_WORDS(first, environment)
  environment = va_arg(list, char* const*);
  va_end(list);
  return lockstep::host::Exec(path, words, environment);
}

int posix_spawn(pid_t* pid, const char* path, const posix_spawn_file_actions_t* actions,
                const posix_spawnattr_t* attributes, char* const words[], char* const environment[]) {
  return lockstep::host::Spawn(false, pid, path, actions, attributes, words, environment);
}
int posix_spawnp(pid_t* pid, const char* name, const posix_spawn_file_actions_t* actions,
                 const posix_spawnattr_t* attributes, char* const words[], char* const environment[]) {
  return lockstep::host::Spawn(true, pid, name, actions, attributes, words, environment);
}

pid_t waitpid(pid_t pid, int* status, int options) {
  const bool drivers_own = lockstep::host::DriversOwn() != 0;
  pid_t ended;
  do {  // a driver that gives up over a signal would do so over one of the application's, which has not waited at all
    ended = wait4(pid, status, options, nullptr);
  } while (ended < 0 && errno == EINTR && drivers_own);
  if (ended >= 0 || errno != ECHILD || pid <= 0 || !drivers_own) return ended;
  if (status != nullptr) *status = 0;
  return pid;
}

int system(const char* command) {
  using System = int (*)(const char*);
  static const auto real = reinterpret_cast<System>(lockstep::host::RealDlsym(RTLD_NEXT, "system"));
  if (command != nullptr) lockstep::host::NoteShell();
  return real(command);
}
FILE* popen(const char* command, const char* mode) {
  using Popen = FILE* (*)(const char*, const char*);
  static const auto real = reinterpret_cast<Popen>(lockstep::host::RealDlsym(RTLD_NEXT, "popen"));
  lockstep::host::NoteShell();
  return real(command, mode);
}

}  // extern "C"
#pragma GCC visibility pop
