// How a kernel file says, in comments in its first lines, what launches it wants.
#ifndef LOCKSTEP_HOST_CLI_LAUNCH_COMMENT_H_
#define LOCKSTEP_HOST_CLI_LAUNCH_COMMENT_H_

#include <string>
#include <string_view>
#include <vector>

#include "host/cli/command_line.h"
#include "runtime/base/status.h"

namespace lockstep {

// What the comments ask for, as words of `lockstep kernel`.
struct LaunchComment {
  std::vector<std::vector<std::string>> launches;  // each: "--global=64", "--arg=n:int:3", …
  std::vector<std::string> defaults;               // "--default=n:1024", for every launch
  std::string build_options;                       // of the compiler, for every launch
};

// Reads the comments at the top of `source` (a file's text), up to its first other line, in one of
// two forms:
//   //launch: kernel=k global=64,4 local=16,4 arg=n:int:3    one line for each launch; its words are
//   //build: -DN=4                                           options of `lockstep kernel`
// or GPUVerify's
//   //--local_size=[16,4] --num_groups=[4,1] -DN=4           (or --global_size=…), in which case the
//                                                            numbers that __requires(n == 1024) fixes
//                                                            anywhere in the file become defaults
// No launches if there is no such comment; kInvalidArgument if one cannot be understood.
StatusOr<LaunchComment> ReadLaunchComment(std::string_view source);

// One launch of `comment`, by its index, as the words of a command line for `file`. What the command
// line itself says (`given`) comes behind and wins; its geometry and build options replace or extend
// the comment's. A comment without launches has one, which `given` alone describes.
std::vector<std::string> LaunchWords(const LaunchComment& comment, size_t index,
                                     const std::string& file, const ParsedLine& given);

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_LAUNCH_COMMENT_H_
