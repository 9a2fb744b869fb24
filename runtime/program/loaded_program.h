// An instrumented program as a process holds it that launches its kernels: with what is proven of each.
#ifndef LOCKSTEP_RUNTIME_PROGRAM_LOADED_PROGRAM_H_
#define LOCKSTEP_RUNTIME_PROGRAM_LOADED_PROGRAM_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/program/program.h"
#include "runtime/prune/launch_proofs.h"

namespace lockstep {

// Its programs are gone: the proofs have them. Null: there can be none.
struct LoadedKernel : KernelDescription {
  std::shared_ptr<LaunchProofs> group;        // about its local memory
  std::shared_ptr<LaunchProofs> site_proofs;  // about its global memory
  // That no two work-items meet at all where one changes something; only if there are irregular_loops.
  std::shared_ptr<LaunchProofs> local_apart;
  std::shared_ptr<LaunchProofs> global_apart;
  std::shared_ptr<LaunchProofs> place_proofs;  // where accesses to global and constant memory go
};

struct LoadedProgram {
  std::string build_options;  // what the driver must be told besides the code
  std::vector<Dependency> dependencies;
  std::vector<std::shared_ptr<const LoadedKernel>> kernels;
  std::string code;  // what the driver takes
  std::string hash;  // SHA-256 of the whole file

  // The kernel of this name; nullptr if there is none.
  std::shared_ptr<const LoadedKernel> FindKernel(const std::string& name) const;
};

// Parses the whole file `bytes`. ReadProgram's errors.
StatusOr<LoadedProgram> LoadProgram(std::string_view bytes);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PROGRAM_LOADED_PROGRAM_H_
