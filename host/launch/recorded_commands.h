// What command buffers have in them.
#ifndef LOCKSTEP_HOST_LAUNCH_RECORDED_COMMANDS_H_
#define LOCKSTEP_HOST_LAUNCH_RECORDED_COMMANDS_H_

#include <CL/cl_ext.h>

#include <string>
#include <vector>

#include "host/api/cl.h"
#include "host/commands/follow.h"

namespace lockstep::host {

// A buffer was made; for one queue that is where its commands go, else null. A handle that is used again is another
// buffer.
void NoteBufferMade(cl_command_buffer_khr buffer, cl_command_queue queue);

// The sync points that a call that records has, as it has them; `point` may be null.
struct SyncPoints {
  cl_uint waits = 0;
  const cl_sync_point_khr* wait_list = nullptr;
  const cl_sync_point_khr* point = nullptr;
};

// The driver has recorded a command. For --commands.
void NoteRecorded(cl_command_buffer_khr buffer, const SyncPoints& points, RecordedCommand command);

// ... the launch of a kernel of that name.
void NoteRecordedLaunch(cl_command_buffer_khr buffer, const std::string& kernel);

struct RecordedBuffer {
  cl_command_queue queue = nullptr;  // null: several, or not known
  std::vector<RecordedCommand> commands;
  std::vector<std::string> kernels;  // of its launches, in order
};

// What there is in it; nothing of one that we did not see being made.
RecordedBuffer RecordedIn(cl_command_buffer_khr buffer);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_LAUNCH_RECORDED_COMMANDS_H_
