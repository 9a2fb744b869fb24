// Which file a source text was read from. Applications hand over text without a name; a report that
// names the file is worth a short look around.
#ifndef LOCKSTEP_HOST_TRACK_SOURCE_FILE_H_
#define LOCKSTEP_HOST_TRACK_SOURCE_FILE_H_

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/cache/cache.h"

namespace lockstep::host {

// Looks for files. What a directory holds is listed once, so that programs which compile many
// sources are not slowed down; a file that comes later is not found. Any thread may call it.
class SourceFinder {
 public:
  // `memory`: where files that were found are remembered for later processes, which then need not look
  // around as long as the file has that text.
  explicit SourceFinder(Cache memory = Cache("", 0)) : memory_(std::move(memory)) {}

  // The path of a file with this text, but for a line or two that the application may have added at
  // the end (pyopencl does), in one of `directories` or a few levels below; "" if there is none.
  // Only files that are named like OpenCL sources are read, only if their size fits, and no more
  // than some thousand entries of a directory are looked at. Of several, the first in the order of
  // `directories`, then of paths, or one remembered. Below directories[0] the path is relative to it.
  std::string Find(std::string_view text, const std::vector<std::string>& directories);

 private:
  using Listing = std::vector<std::pair<std::string, uint64_t>>;  // path, size; by path
  static Listing List(const std::string& directory);
  std::string Search(std::string_view text, const std::vector<std::string>& directories);

  const Cache memory_;
  std::mutex mutex_;
  std::map<std::string, Listing> listings_;
};

// Where a source built with `options` in the directory `current` may lie: there, beside the
// executable, and in the directories named by -I.
std::vector<std::string> SourceDirectories(const std::string& current, std::string_view options);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_TRACK_SOURCE_FILE_H_
