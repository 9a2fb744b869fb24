// lockstep/rsp.clh for the driver's own compiler, in applications that include it without saying
// where it is.
#ifndef LOCKSTEP_HOST_TRACK_OWN_HEADERS_H_
#define LOCKSTEP_HOST_TRACK_OWN_HEADERS_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep::host {

// A source and what it is compiled with.
struct IncludeContext {
  std::string_view text;
  std::vector<std::pair<std::string, std::string>> headers;  // name, text: clCompileProgram's
  std::string options;
  std::string directory;  // the current one
};

// The names in the #include lines of `text`, skipped ones too.
std::vector<std::string> IncludedNames(std::string_view text);

// Whether the source mentions lockstep/rsp.clh, itself or in a file that it includes and that can be
// found. Names that macros make are not followed.
bool IncludesOwnHeaders(const IncludeContext& context);

// The options with `directory` searched behind all that the application names.
std::string WithIncludeDirectory(const std::string& options, const std::string& directory);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_TRACK_OWN_HEADERS_H_
