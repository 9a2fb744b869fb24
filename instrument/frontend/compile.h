// The front end: OpenCL C in, LLVM IR for spir64 out, as the device's driver would see the source.
#ifndef LOCKSTEP_INSTRUMENT_FRONTEND_COMPILE_H_
#define LOCKSTEP_INSTRUMENT_FRONTEND_COMPILE_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/program/request.h"
#include "runtime/program/program.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace lockstep::instrument {

struct Compiled {
  std::unique_ptr<llvm::Module> module;
  std::vector<Dependency> dependencies;  // what was looked for on disk, by path; none if it cannot matter
  // Options whose effect is no property of the code but of how the driver runs it.
  std::string build_options;
  bool optimize = true;  // false: the application asked for no optimisation
};

// Compiles the unit's source with debug info (lines and columns) and without optimisation, so
// that every access of the source is still there. Changes the process's working directory to
// `unit.directory`. Errors: InvalidArgument with clang's diagnostics when the source is wrong;
// Internal for anything else.
absl::StatusOr<Compiled> CompileOpenCl(const Unit& unit, const DeviceTraits& device,
                                       llvm::LLVMContext& context);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_FRONTEND_COMPILE_H_
