// `lockstep kernel`: one kernel of a file with generated arguments, no host program needed.
#ifndef LOCKSTEP_HOST_CLI_KERNEL_H_
#define LOCKSTEP_HOST_CLI_KERNEL_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "host/cli/arg_spec.h"
#include "runtime/base/option_table.h"
#include "runtime/base/options.h"
#include "runtime/base/status.h"

namespace lockstep {

// Set for a process that lists kernels for this one, not for people.
inline constexpr char kListVariable[] = "LOCKSTEP_KERNEL_LIST";

struct KernelRequest {
  std::string file;
  std::string kernel;  // "": the only one in the file
  unsigned dimensions = 1;
  uint64_t global[3] = {1, 1, 1};
  uint64_t local[3] = {0, 0, 0};
  uint64_t offset[3] = {0, 0, 0};
  bool has_local = false;
  bool has_offset = false;
  uint64_t repeat = 1;
  std::vector<ArgSpec> memory;  // buffers that arguments refer to by name
  std::vector<ArgSpec> args;
  std::map<std::string, std::string> defaults;  // name, number: for arguments not in `args`
  uint64_t buffer_size = 0;                     // bytes that a buffer not in `args` has at least
  uint64_t local_buffer_size = 0;               // the same for local memory
  std::string fill = "zeros";                   // its content: zeros, iota, random:SEED or value:V
  std::string build_options;
  std::string device;  // "0.1" or a regular expression; "": the first that can be checked
  std::vector<std::pair<std::string, std::string>> outputs;  // argument, file
  bool checked = true;
  bool list = false;  // only print the kernels' names; nothing above but file and options counts
  bool quiet = false;
  Options options;
};

// Reads the sub-command's words. Errors are one line and say what would be right.
StatusOr<KernelRequest> ParseKernelRequest(const std::vector<std::string>& words);

// The sub-command: starts this executable again under the library, as the program to check; several
// files or folders go to KernelBatch.
int KernelCommand(const std::vector<std::string>& words);

// Checks the one launch that `words` (options of the sub-command, and one file) describe whole. `options`: how, where
// the words do not say it.
int CheckOneKernel(const std::vector<std::string>& words, const std::optional<Options>& options = std::nullopt);

// How it is called.
CommandHelp KernelHelp();

// True in the process that KernelCommand started.
bool IsKernelHost();

// The OpenCL program that runs the kernel. `words`: the whole command line, "kernel" first.
int KernelHost(const std::vector<std::string>& words);

// The names of the kernels in the request's file, sorted; the error is one line.
StatusOr<std::vector<std::string>> ListKernels(const KernelRequest& request);

// Does what `request` says on the device; the error is one line.
Status RunKernel(const KernelRequest& request);

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_KERNEL_H_
