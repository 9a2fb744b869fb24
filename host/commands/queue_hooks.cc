// Queues: which there are, and how they order what is in them.
#include "host/api/hooks.h"
#include "host/api/table.h"
#include "host/commands/follow.h"
#include "host/track/content.h"
#include "host/track/queue.h"

namespace lockstep::host {

cl_command_queue Hook_clCreateCommandQueue(cl_context context, cl_device_id device,
                                           cl_command_queue_properties properties, cl_int* error) {
  cl_command_queue queue = Next().clCreateCommandQueue(context, device, properties, error);
  Guard("clCreateCommandQueue", [&] {
    if (queue == nullptr) return;
    NoteQueueMade(queue);
    NoteQueueIn(context);
    NoteQueue(queue);
  });
  return queue;
}

cl_command_queue Hook_clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                         const cl_queue_properties* properties, cl_int* error) {
  cl_command_queue queue = Next().clCreateCommandQueueWithProperties(context, device, properties, error);
  Guard("clCreateCommandQueueWithProperties", [&] {
    if (queue == nullptr) return;
    NoteQueueMade(queue);
    NoteQueueIn(context);
    NoteQueue(queue);
  });
  return queue;
}

cl_int Hook_clRetainCommandQueue(cl_command_queue queue) {
  const cl_int result = Next().clRetainCommandQueue(queue);
  Guard("clRetainCommandQueue", [&] {
    if (result == CL_SUCCESS) NoteQueueRetained(queue);
  });
  return result;
}

cl_int Hook_clReleaseCommandQueue(cl_command_queue queue) {
  Guard("clReleaseCommandQueue", [&] { NoteQueueReleased(queue); });
  return Next().clReleaseCommandQueue(queue);
}

}  // namespace lockstep::host
