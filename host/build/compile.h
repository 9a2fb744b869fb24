// What lockstep-cc makes of a recipe, from the cache on disk or from the helper process.
#ifndef LOCKSTEP_HOST_BUILD_COMPILE_H_
#define LOCKSTEP_HOST_BUILD_COMPILE_H_

#include <memory>
#include <string>

#include "host/api/cl.h"
#include "runtime/base/status.h"
#include "runtime/program/instrument_options.h"
#include "runtime/program/loaded_program.h"
#include "runtime/program/recipe.h"

namespace lockstep::host {

// The instrumented program for `device`, in `variant` (docs/abi.md, section 5). kNotFound if no back
// end serves the device; else RunHelper's errors.
StatusOr<std::shared_ptr<const LoadedProgram>> CompileTwin(const Recipe& recipe, cl_device_id device,
                                                   Variant variant);

// `recipe` with every unit that reads files replaced by the code that the front end makes of it
// now, because the files may be gone or changed when the code is needed. A unit for which that
// fails stays as it is.
std::shared_ptr<const Recipe> MakeWhole(std::shared_ptr<const Recipe> recipe, cl_device_id device);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_BUILD_COMPILE_H_
