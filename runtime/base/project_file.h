// The file in which a project keeps the options that it has agreed on.
#ifndef LOCKSTEP_RUNTIME_BASE_PROJECT_FILE_H_
#define LOCKSTEP_RUNTIME_BASE_PROJECT_FILE_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/options.h"

namespace lockstep {

// What --project says if none is to be read.
inline constexpr char kNoProject[] = "none";

// The path of the file that `folder`, an absolute path, or the nearest folder above it has under the name `.lockstep`;
// "" if there is none. One that neither this user nor root owns is not taken, nor are others above it: `*problem` says
// so.
std::string FindProjectFile(const std::string& folder, std::string* problem);

// Applies `content` of the file `path`, absolute, to `options`: "name = value" or the name of a flag in each line,
// values in quotes or not; what begins with # in front of a line or behind a blank is a comment. Paths are from the
// file's folder on. Returns one line, "PATH:3: …", for each line that is wrong; the others count.
std::vector<std::string> ApplyProjectFile(std::string_view content, const std::string& path, Options* options);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_PROJECT_FILE_H_
