// Command buffers whose commands lockstep enqueues itself, one by one, so that launches in them are checked like any
// others. The driver records everything as well, and is asked whether the buffer may run.
#ifndef LOCKSTEP_HOST_LAUNCH_ONE_BY_ONE_H_
#define LOCKSTEP_HOST_LAUNCH_ONE_BY_ONE_H_

#include <optional>

#include "host/api/cl.h"
#include "host/launch/recorded_commands.h"

namespace lockstep::host {

// Up to version 0.9.4 of the extension; the headers may have later ones', or none.
using RecordBarrierFunction = cl_int(CL_API_CALL*)(cl_command_buffer_khr buffer, cl_command_queue queue, cl_uint waits,
                                                   const cl_sync_point_khr* wait_list, cl_sync_point_khr* point,
                                                   cl_mutable_command_khr* handle);

using RemapFunction = cl_command_buffer_khr(CL_API_CALL*)(cl_command_buffer_khr buffer, cl_bool automatic,
                                                          cl_uint count, const cl_command_queue* queues,
                                                          cl_uint handles, const cl_mutable_command_khr* theirs,
                                                          cl_mutable_command_khr* ours, cl_int* error);

// The driver's functions of the extension that lockstep has to do with.
struct CommandBufferFunctions {
  bool known_version = false;  // of the extension: lockstep may call them by itself
  clCreateCommandBufferKHR_fn create = nullptr;
  clCommandNDRangeKernelKHR_fn record = nullptr;
  clFinalizeCommandBufferKHR_fn finalize = nullptr;
  clEnqueueCommandBufferKHR_fn enqueue = nullptr;
  clReleaseCommandBufferKHR_fn release = nullptr;
  RemapFunction remap = nullptr;
  clGetCommandBufferInfoKHR_fn info = nullptr;
  RecordBarrierFunction barrier = nullptr;
  // Whether command buffers can be enqueued one by one.
  bool all() const { return known_version && create && finalize && enqueue && release && info && barrier; }
};

// A launch, as it was recorded: keeps a clone of the kernel, so that its arguments are those of this moment. Empty if
// that cannot be. All but `kernel` is the call's.
EnqueueAlone LaunchAlone(cl_kernel kernel, cl_uint dimensions, const size_t* offset, const size_t* global,
                         const size_t* local);

// clEnqueueCommandBufferKHR of `buffer`, in which `recorded` is, in the call's queue; where that is null, in the one
// that the buffer was made for. The event is that of a command buffer of ours, the tail, behind all of them: it is of
// the type that the application expects, and the buffer is pending as long as the tail is. nullopt: nothing was
// enqueued, the driver is to do it.
std::optional<cl_int> EnqueueOneByOne(const CommandBufferFunctions& driver, cl_command_buffer_khr buffer,
                                      const RecordedBuffer& recorded, CommandCall call);

// What the driver would say if it ran `buffer` itself, which it says is in `state`, and has so many `references`.
cl_command_buffer_state_khr StateOf(const CommandBufferFunctions& driver, cl_command_buffer_khr buffer,
                                    cl_command_buffer_state_khr state);
cl_uint ReferencesOf(const CommandBufferFunctions& driver, cl_command_buffer_khr buffer, cl_uint references);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_LAUNCH_ONE_BY_ONE_H_
