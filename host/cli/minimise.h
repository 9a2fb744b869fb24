// `lockstep replay --minimise`: the smallest launch that still shows a finding.
#ifndef LOCKSTEP_HOST_CLI_MINIMISE_H_
#define LOCKSTEP_HOST_CLI_MINIMISE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/base/status.h"

namespace lockstep {

struct LaunchSizes {
  std::vector<uint64_t> global, local;  // work-items, one number a dimension
};

struct SmallestLaunch {
  std::string id;  // of the finding that all of them had
  LaunchSizes sizes;
  unsigned tried = 0;  // launches
};

// First fewer work-groups, then smaller ones, a dimension after the other and by powers of two, each in a process of
// its own that gets some seconds. `words`: of `lockstep kernel`, the launch as it was. Its first finding has to stay,
// known by its id. Memory stays as it is. Errors: it has none, or the user ends this.
StatusOr<SmallestLaunch> Minimise(const std::vector<std::string>& words, const LaunchSizes& whole);

// "16,4": sizes as options have them.
std::string SizeText(const std::vector<uint64_t>& sizes);

// "--global=16,4", "--local=8,1".
std::vector<std::string> SizeWords(const LaunchSizes& sizes);

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_MINIMISE_H_
