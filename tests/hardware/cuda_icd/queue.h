// Command queues: each has a thread and a CUDA stream, and makes one command after the other.
#ifndef LOCKSTEP_TESTS_HARDWARE_CUDA_ICD_QUEUE_H_
#define LOCKSTEP_TESTS_HARDWARE_CUDA_ICD_QUEUE_H_

#include <deque>
#include <functional>

#include "tests/hardware/cuda_icd/objects.h"

namespace lockstep::cuda_icd {

// Does a command with the queue's stream and answers when it is done: CL_SUCCESS or an error.
using Work = std::function<cl_int(CuStream stream)>;

// Enqueues `work`. `event` may be null. If `blocking`, returns when it is done, with its error.
cl_int Enqueue(cl_command_queue queue, cl_command_type type, cl_uint waits,
               const cl_event* wait_list, cl_event* event, bool blocking, Work work);

// Waits until `event` is complete; its status then (CL_COMPLETE or an error).
cl_int WaitFor(cl_event event);

// Gives `event` a status and calls those who wait for it.
void SetStatus(cl_event event, cl_int status);

// CL_SUCCESS, or what OpenCL says of a CUDA error; the first of a process is told on stderr.
cl_int FromCuda(CuResult error, const char* what);

}  // namespace lockstep::cuda_icd

#endif  // LOCKSTEP_TESTS_HARDWARE_CUDA_ICD_QUEUE_H_
