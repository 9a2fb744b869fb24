// What command buffers have in them.
#ifndef LOCKSTEP_HOST_LAUNCH_RECORDED_COMMANDS_H_
#define LOCKSTEP_HOST_LAUNCH_RECORDED_COMMANDS_H_

#include <CL/cl_ext.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "host/api/cl.h"
#include "host/commands/follow.h"

namespace lockstep::host {

// Has the driver do by itself what a command of a buffer does, behind `waits`; the event is where it puts that.
using EnqueueAlone =
    std::function<cl_int(cl_command_queue queue, cl_uint waits, const cl_event* wait_list, cl_event* event)>;

using BufferProperties = std::vector<cl_command_buffer_properties_khr>;

// A buffer was made; for one queue that is where its commands go, else null. A handle that is used again is another
// buffer. `properties`: as the call's, with the final 0.
void NoteBufferMade(cl_command_buffer_khr buffer, cl_command_queue queue, BufferProperties properties);

// `buffer` was made of `original`, with the same commands for `queue`, or for several (null).
void NoteBufferRemapped(cl_command_buffer_khr original, cl_command_buffer_khr buffer, cl_command_queue queue);

// The driver has no buffer of that handle any more.
void ForgetBuffer(cl_command_buffer_khr buffer);

// The sync points that a call that records has, as it has them; `point` may be null.
struct SyncPoints {
  cl_uint waits = 0;
  const cl_sync_point_khr* wait_list = nullptr;
  const cl_sync_point_khr* point = nullptr;
};

// The driver has recorded a command. `alone` of a barrier, and of what cannot be done so: empty.
void NoteRecorded(cl_command_buffer_khr buffer, const SyncPoints& points, RecordedCommand command, EnqueueAlone alone);

// ... the launch of a kernel of that name.
void NoteRecordedLaunch(cl_command_buffer_khr buffer, const std::string& kernel);

struct RecordedBuffer {
  cl_command_queue queue = nullptr;  // null: several, or not known
  BufferProperties properties;
  std::vector<RecordedCommand> commands;
  std::vector<EnqueueAlone> alone;   // of each command
  std::vector<std::string> kernels;  // of its launches, in order
};

// What there is in it now; empty of one that we did not see being made, never null.
std::shared_ptr<const RecordedBuffer> RecordedIn(cl_command_buffer_khr buffer);

// The buffer of ours that stands for the application's while its commands run (one_by_one.h); null: none yet.
cl_command_buffer_khr TailOf(cl_command_buffer_khr buffer);
void SetTail(cl_command_buffer_khr buffer, cl_command_buffer_khr tail);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_LAUNCH_RECORDED_COMMANDS_H_
