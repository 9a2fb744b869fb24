// Runs many kernels under `lockstep run` in one process and reads back what the tool says of each.
#ifndef LOCKSTEP_TESTS_ORACLE_TOOL_BATCH_H_
#define LOCKSTEP_TESTS_ORACLE_TOOL_BATCH_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tests/oracle/language/print.h"
#include "tests/oracle/random/generator.h"
#include "tests/oracle/tool/verdict.h"

namespace lockstep::oracle {

struct Tools {
  std::string lockstep;  // the command
  std::string runner;    // run_batch
  std::string folder;    // for files and caches; must exist
  std::string options;   // of `lockstep run`, besides those of the report
  // Kernels with sub-groups: the folder of tests/e2e, whose collectives.clh stands in for the driver's functions;
  // empty: the driver has them.
  std::string emulation;
};

// The kernel as OpenCL C: the front form where there is one, else labels and gotos.
OpenClText KernelText(const RandomKernel& random, int first_line);

// Checks the kernels in one process and returns a verdict for each, in order; an error if the run
// failed as a whole. `tag`: names the files of this run in the folder, which are removed afterwards.
absl::StatusOr<std::vector<Verdict>> RunBatch(const std::vector<RandomKernel>& kernels,
                                              const Tools& tools, const std::string& tag);

// What a program is left with that runs kernels without the tool.
struct NativeResult {
  int status = 0;  // as a shell says it: 128 + the signal's number for one that was killed
  std::vector<std::vector<int>> globals;  // by kernel, as in Verdict; empty unless status is 0
};

// Runs the kernels in one process, without the tool.
NativeResult RunNatively(const std::vector<RandomKernel>& kernels, const Tools& tools, const std::string& tag);

}  // namespace lockstep::oracle

#endif  // LOCKSTEP_TESTS_ORACLE_TOOL_BATCH_H_
