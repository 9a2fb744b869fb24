// Runs lockstep-cc, the helper process that instruments a program.
#ifndef LOCKSTEP_HOST_BUILD_HELPER_H_
#define LOCKSTEP_HOST_BUILD_HELPER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/status.h"

namespace lockstep::host {

// Where lockstep-cc is: $LOCKSTEP_CC, else where FindInstalled says.
StatusOr<std::string> FindHelper();

// Where our program `name` is: ../bin next to this library's folder (build tree and install tree); kNotFound if it is
// not there.
StatusOr<std::string> FindInstalled(const std::string& name);

// What it may take for one program; then it ends, or is ended.
struct HelperLimits {
  uint64_t seconds = 0;    // of wall time, and of its processors' time
  uint64_t mebibytes = 0;  // of addresses; 0: as this process
};

// Gives `request` to the helper and returns the instrumented program that it answers; `emit`: lockstep-cc's --emit. Nothing of
// it touches the disk, and the helper ends with this process, however that ends. Never raises signals in this
// process, leaves stdin, stdout and stderr alone. Errors: kInvalidArgument when the source is
// wrong (message: the first diagnostic), kInternal for everything else, each in one line.
StatusOr<std::string> RunHelper(const std::string& helper, const std::string& request,
                                const std::string& emit, const HelperLimits& limits);

// A tool of ours as it is started: what it is called in messages, its command, and whether that is given
// --parent=PID, with which it ends.
struct Tool {
  std::string name;
  std::vector<std::string> command;
  bool ends_with_parent = false;
};

// The descriptor on which tools answer: the answer's length in a line of its own, then the answer.
inline constexpr int kAnswerDescriptor = 3;

// Starts `tool`, gives it `request` on stdin, and returns its answer; as RunHelper, and
// kUnavailable if it takes longer than `seconds`.
StatusOr<std::string> RunTool(const Tool& tool, std::string_view request, uint64_t seconds);

// lockstep-cc's answer to --symbolize `arguments`.
StatusOr<std::string> AskHelperForSymbols(const std::vector<std::string>& arguments);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_BUILD_HELPER_H_
