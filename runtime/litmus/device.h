// Litmus tests on a real device: what the kernel generator, the judge and whoever has OpenCL agree on.
#ifndef LOCKSTEP_RUNTIME_LITMUS_DEVICE_H_
#define LOCKSTEP_RUNTIME_LITMUS_DEVICE_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/litmus/ast.h"
#include "runtime/litmus/result.h"

namespace lockstep::litmus {

// A test as an OpenCL C kernel, litmus_NAME, that runs many instances of it in one launch.
//
// An instance's threads of one group of the scope tree are work-items of one work-group, and a
// work-group holds `copies` instances' share of that one group. `groups_in_place[g]` says what work-group
// g plays: place p is group p % roles of the instances p / roles * copies + 0 … copies - 1; a place of
// roles * (instances / copies) or more only makes traffic. `items_in_place[g * local + i]` likewise: work-item i
// plays thread n % threads of copy n / threads.
struct DeviceKernel {
  std::string source;
  int roles = 0;    // groups of the test
  int threads = 0;  // work-items of its largest group
  int copies = 1;
  int local = 0;    // work-items of a work-group: copies * threads
  int all_threads = 0;

  std::vector<int32_t> initial;  // global cells of one instance
  // Where things are, for one instance: registers of thread t from row[first_register[t]] on, whether
  // it left the bounds of what is modelled at row[dropped[t]], local cells from row[first_local] on.
  std::vector<int> first_register, dropped;
  int first_local = 0;
  int row_size = 0;
  std::vector<int> cell_of;  // by location: its global cell, or -1 - its local one
};

// `unroll`: most iterations of a loop; `lines`: whether #line says where in the test statements stand.
// kUnavailable, with the reason, for tests that one device cannot run or the generator cannot write.
StatusOr<DeviceKernel> MakeDeviceKernel(const Test& test, int unroll, bool lines);

struct DeviceOptions {
  std::string device;            // "P.D" or a regular expression; "": the first
  uint64_t iterations = 100000;  // instances, at least
  uint64_t seed = 1;             // of the shuffles
};

// What ran it.
struct DeviceDescription {
  std::string name;
  std::string platform;
  unsigned compute_units = 0;
  bool serial_groups = false;  // runs the work-items of a group one after the other
  uint64_t launches = 0;
};

// Runs the kernel and hands each instance's row and global cells to `each`. Errors are one line.
using InstanceSink = std::function<void(const int32_t* row, const std::vector<int32_t>& cells)>;
using DeviceRunner = std::function<StatusOr<DeviceDescription>(
    const DeviceKernel& kernel, const DeviceOptions& options, const InstanceSink& each)>;

struct DeviceReport {
  std::string text;
  std::string json;        // one object
  bool forbidden = false;  // the device did what the model forbids
};

// Runs `test` and compares with `model`, what Enumerate found for it with loops up to `unroll`. A test
// that cannot be run gives a report that says why; errors are the runner's.
StatusOr<DeviceReport> RunOnDevice(const Test& test, const Result& model, int unroll,
                                         const DeviceOptions& options, const DeviceRunner& runner);

}  // namespace lockstep::litmus

#endif  // LOCKSTEP_RUNTIME_LITMUS_DEVICE_H_
