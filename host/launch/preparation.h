// One launch of a twin, put together step by step.
#ifndef LOCKSTEP_HOST_LAUNCH_PREPARATION_H_
#define LOCKSTEP_HOST_LAUNCH_PREPARATION_H_

#include <cstdint>
#include <memory>
#include <string>

#include "host/build/service.h"
#include "host/launch/enqueue.h"
#include "host/plan/launch_facts.h"
#include "host/plan/plan.h"

namespace lockstep::host {

// All that a launch of a twin is made of. Each step below fills in what the next ones need.
struct Preparation {
  const LaunchCall* call = nullptr;
  LaunchId id;
  std::shared_ptr<Kernel> kernel;
  cl_context context = nullptr;
  cl_device_id device = nullptr;
  bool in_order = true;
  std::shared_ptr<const Device> facts;
  const DeviceRow* row = nullptr;  // that serves the device
  std::shared_ptr<TwinSet> build;
  Variant variant = Variant::kDefault;
  std::shared_ptr<const LoadedProgram> program;  // the twin's, and in it the kernel
  std::shared_ptr<const LoadedKernel> loaded;
  std::shared_ptr<const Twin> twin;
  Geometry geometry;
  bool followed = false;  // for --commands, what it touches is to be known
  bool recorded = false;  // ... and so it is for --capture
  Roots roots;
  Plan plan;
  uint32_t simd_width = 0;
};

// The outcome of a launch whose kernel runs without us. `kind`: one of those with a reason.
LaunchOutcome Decline(const Preparation& launch, LaunchOutcome::Kind kind, std::string reason);

// Notes for the report that a launch goes to this device.
void NoteDevice(const Device& device);

// The kernel's name in the source, and in the twin's program, which is made without the driver's headers: see
// Quirk::kKernelNames. The driver's name holds in queries too.
std::string NameInSource(const Kernel& kernel, const Device& facts);

// Actors of each group besides its work-items.
uint32_t CopySlots(const Preparation& launch);

// The steps, in this order; the kernel's lock is held. Each returns false (null) if it cannot be made, with the reason
// in `outcome`, which stays kRefused where the driver is to refuse the call.

// 1. Who is to run where, and is there a twin of it at all? Fills in the queue's facts, the device's, and the build.
bool FindBuild(Preparation& launch, LaunchOutcome& outcome);

// 2. The twin's program, in `variant` or one that checks more if this launch needs it, and the plan that says so.
bool FindVariant(Preparation& launch, Variant variant, LaunchOutcome& outcome);

// What that plan says: no access is left to check, none goes to memory that we do not know, no barrier can diverge, no
// variable's value stays with the program, and nobody wants to end the launch: the application's own kernel may run.
bool NothingToCheck(const Preparation& launch);

// 3. Limits that keep this launch from being checked.
bool WithinLimits(const Preparation& launch, LaunchOutcome& outcome);

// 4. The twin, built by the driver, and the kernel object of it that belongs to this kernel object.
TwinKernel* KernelOfTwin(Preparation& launch, LaunchOutcome& outcome);

// 5. Hands on what the application has set since this twin was last used. Returns the driver's error.
cl_int MirrorArguments(Kernel& kernel, TwinKernel& twin);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_LAUNCH_PREPARATION_H_
