// Processes of the program whose parent has left them behind.
#include "host/cli/orphans.h"

#include <dirent.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <map>
#include <memory>
#include <vector>

#include "runtime/base/file.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

bool adopting = false;

// Of each process that runs, its parent. One that has ended and is waited for (Z, X) does not run.
std::map<long, long> ParentsOfRunning() {
  std::map<long, long> parents;
  const std::unique_ptr<DIR, int (*)(DIR*)> proc(opendir("/proc"), closedir);
  if (proc == nullptr) return parents;
  while (const dirent* entry = readdir(proc.get())) {
    const auto pid = ParseUnsigned(entry->d_name);
    if (!pid) continue;
    const auto stat = ReadFile(StrCat("/proc/", entry->d_name, "/stat"));
    if (!stat.ok()) continue;  // it has just ended
    // "PID (NAME) STATE PARENT …", where NAME may hold anything.
    const size_t name_end = stat->rfind(')');
    char state = 0;
    long parent = 0;
    if (name_end == std::string::npos || std::sscanf(stat->c_str() + name_end + 1, " %c %ld", &state, &parent) != 2) {
      continue;
    }
    if (state != 'Z' && state != 'X') parents[static_cast<long>(*pid)] = parent;
  }
  return parents;
}

}  // namespace

void AdoptOrphans() { adopting = prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0; }

void ReapOrphans(pid_t command) {
  while (adopting) {
    siginfo_t info = {};
    if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0 || info.si_pid == command) return;
    waitpid(info.si_pid, nullptr, WNOHANG);
  }
}

uint64_t LivingDescendants() {
  siginfo_t info = {};
  if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0) return 0;  // no child at all, as usual
  std::multimap<long, long> children;
  for (const auto& [pid, parent] : ParentsOfRunning()) children.emplace(parent, pid);
  std::vector<long> found = {getpid()};
  for (size_t i = 0; i < found.size(); ++i) {
    const auto [first, last] = children.equal_range(found[i]);
    for (auto child = first; child != last; ++child) found.push_back(child->second);
  }
  return found.size() - 1;
}

}  // namespace lockstep
