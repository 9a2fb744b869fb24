// Pages of memory, of x86-64 and AArch64 as Debian sets them up.
#ifndef LOCKSTEP_RUNTIME_BASE_PAGE_H_
#define LOCKSTEP_RUNTIME_BASE_PAGE_H_

#include <cstdint>

namespace lockstep {

inline constexpr uint64_t kPage = 4096;  // bytes

// `bytes` and what is missing to whole pages.
constexpr uint64_t RoundUpToPages(uint64_t bytes) { return (bytes + kPage - 1) & ~(kPage - 1); }

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_PAGE_H_
