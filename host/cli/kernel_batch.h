// `lockstep kernel` for a folder or several files: every kernel in a process of its own, one verdict
// line for each.
#ifndef LOCKSTEP_HOST_CLI_KERNEL_BATCH_H_
#define LOCKSTEP_HOST_CLI_KERNEL_BATCH_H_

#include <string>
#include <vector>

#include "host/cli/command_line.h"

namespace lockstep {

// Runs all kernels of the files in `line.rest` and, recursively, of the .cl files in its
// folders, and writes the verdicts to stdout (--report=FILE). `line`'s options hold for all of them; a
// file's own launch comment says the rest. Returns the exit status: --error-exitcode if there are
// findings that --fail-on counts, else 1 if something could not be run, else 0.
int KernelBatch(const ParsedLine& line);

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_KERNEL_BATCH_H_
