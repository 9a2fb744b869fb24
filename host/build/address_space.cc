#include "host/build/address_space.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>

#include "runtime/base/text.h"

namespace lockstep::host {
namespace {

// PoCL took some 70 MiB for a first kernel: LLVM's tables, and an arena of the C library's.
constexpr uint64_t kNeeded = uint64_t{96} << 20;

// Bytes of address space in use; 0 if the system does not say.
uint64_t InUse() {
  const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[64] = "";
  const ssize_t got = read(file, text, sizeof(text) - 1);
  close(file);
  unsigned long long pages = 0;
  if (got <= 0 || std::sscanf(text, "%llu", &pages) != 1) return 0;
  return pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

Status RoomToCompile() {
  rlimit limit = {};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return OkStatus();
  const uint64_t used = InUse();
  const uint64_t left = limit.rlim_cur > used ? limit.rlim_cur - used : 0;
  if (used == 0 || left >= kNeeded) return OkStatus();
  return UnavailableError(StrCat("the limit on memory (ulimit -v) leaves ", left >> 20, " MiB to compile its checks, which may need ",
                                 kNeeded >> 20));
}

}  // namespace lockstep::host
