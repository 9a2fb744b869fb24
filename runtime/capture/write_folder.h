// A capture as a folder of files.
#ifndef LOCKSTEP_RUNTIME_CAPTURE_WRITE_FOLDER_H_
#define LOCKSTEP_RUNTIME_CAPTURE_WRITE_FOLDER_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/capture/capture.h"

namespace lockstep {

// What a launch's folder holds besides capture.json.
struct CaptureContents {
  std::string program;                                       // the text or code behind CapturedLaunch::program
  std::vector<std::pair<std::string, std::string>> headers;  // name below `include`, text
  std::map<uint64_t, std::string_view> objects;              // by number: all their bytes
};

// Makes the folder Enqueue_LAUNCH_KERNEL below `parent`, which is made too; behind the name comes -2, -3 and so on
// where it is taken, by another process or an earlier run. Fills in the files' names in `launch`. Either the whole
// folder is there afterwards, or none of it. Returns its path.
StatusOr<std::string> WriteCaptureFolder(const std::string& parent, CapturedLaunch launch,
                                         const CaptureContents& contents);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_CAPTURE_WRITE_FOLDER_H_
