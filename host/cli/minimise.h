// `lockstep replay --minimise`: the smallest launch that still shows a finding.
#ifndef LOCKSTEP_HOST_CLI_MINIMISE_H_
#define LOCKSTEP_HOST_CLI_MINIMISE_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/capture/capture.h"

namespace lockstep {

struct SmallestLaunch {
  std::string id;  // of the finding that all of them had
  CapturedLaunch launch;
  std::map<uint64_t, std::string> objects;  // what memory holds, by number
  unsigned tried = 0;                       // launches
};

// The launch of `folder`, and `options` of `lockstep kernel` that it always gets. First fewer work-groups, then smaller
// ones, a dimension after the other and by powers of two; then buffers that end earlier, if arguments have all of them,
// and zeros for what need not be there. Each trial is a process of its own that gets some seconds. The launch's first
// finding has to stay, known by its id, and less memory may show nothing new: what it lacks must not be touched.
// Errors: the launch has no finding, a file cannot be read or written, or the user ends this.
StatusOr<SmallestLaunch> Minimise(const CapturedLaunch& launch, const std::string& folder,
                                  const std::vector<std::string>& options);

// Keeps it below `folder`, in the place of an earlier one, and tries that what is there shows the finding without
// further options. Returns where it is.
StatusOr<std::string> KeepSmallest(const SmallestLaunch& smallest, const std::string& folder);

// "16,4": sizes as options have them.
std::string SizeText(const std::vector<uint64_t>& sizes);

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_MINIMISE_H_
