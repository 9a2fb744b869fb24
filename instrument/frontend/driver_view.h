// What a device's own compiler would define before it reads the source: language version,
// extension and feature macros, macros of the target. We compile for spir64 whatever the device,
// so all of this has to be said explicitly.
#ifndef LOCKSTEP_INSTRUMENT_FRONTEND_DRIVER_VIEW_H_
#define LOCKSTEP_INSTRUMENT_FRONTEND_DRIVER_VIEW_H_

#include <string>
#include <vector>

#include "instrument/frontend/build_options.h"
#include "runtime/program/request.h"

namespace lockstep::instrument {

struct DriverView {
  // clang -cc1 arguments: -cl-std, -cl-ext, -D, -U.
  std::vector<std::string> arguments;
  // Text read before clang's own OpenCL header: the macros of the device's target.
  std::string before_header;
  // Text read after it: what the header must not see but the source must.
  std::string after_header;
  // Whether a * b + c, which OpenCL lets round once or twice, is fma(a, b, c) to the driver when it compiles source,
  // and is not when it is given an intermediate language.
  bool joins_products = false;
};

// `generic`: with the generic address space although the device reports none, for OpenCL C 2.0
// sources whose driver has one flat address space and takes them.
DriverView DescribeDriver(const DeviceTraits& device, const BuildOptions& options, bool generic);

// The version ("120", "300") of `device.version` ("OpenCL 3.0 ..."); 120 if it is not readable.
unsigned DeviceVersion(const DeviceTraits& device);

// The language version that the source is written for: -cl-std's, else the driver's default.
unsigned LanguageVersion(const DeviceTraits& device, const BuildOptions& options);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_FRONTEND_DRIVER_VIEW_H_
