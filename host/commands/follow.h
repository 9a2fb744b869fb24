// The commands of this process, for --commands: from the application's calls to runtime/commands.
//
// A command is noted after the driver has taken it; what releases something (a user event's status) before the driver
// hears of it, so that whatever runs because of it is noted later. All threads count as one.
#ifndef LOCKSTEP_HOST_COMMANDS_FOLLOW_H_
#define LOCKSTEP_HOST_COMMANDS_FOLLOW_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/api/cl.h"
#include "runtime/commands/commands.h"
#include "runtime/model/launch.h"

namespace lockstep::host {

// Without --commands=off.
bool FollowsCommands();

// Whether a launch in `context` could meet anything: with one in-order queue there and nothing mapped, none can.
bool LaunchesCanMeet(cl_context context);

// Of launches that could: whether what this one of a kernel of that name touches is to be looked at, if that is not
// known from an equal one; and that it is, which costs some of what there is for such kernels.
bool IsWorthALook(const std::string& kernel);
void NoteLook(const std::string& kernel);

// An enqueue call.
struct CommandCall {
  const char* name = "";
  cl_command_queue queue = nullptr;
  cl_uint waits = 0;
  const cl_event* wait_list = nullptr;
  cl_event* event = nullptr;  // where the driver puts the command's; null: nowhere
  bool blocking = false;
  bool complete = false;  // the command is complete when the call returns: a blocking read or map
  CommandGraph::Kind kind = CommandGraph::Kind::kCommand;
  // A write's source, which the host must leave as it is, of one that does not block until it knows the command to be
  // complete.
  const void* source = nullptr;
  size_t source_bytes = 0;
};

// The driver has taken the call. `record`: what the command touches, and of a launch whose it is. All functions below
// do nothing with --commands=off.
void NoteCommand(const CommandCall& call, CommandRecord record);

// A command of a command buffer.
struct RecordedCommand {
  const char* call = "";
  CommandRecord record;
  std::vector<size_t> waits;  // for those of the buffer, by number, all before it
  bool barrier = false;       // those behind it wait for it, and it for all before it if `waits` is empty
};

// The driver has taken a command buffer in the call's queue: these commands, behind the call's wait list. The call's
// event is all of them.
void NoteCommandBuffer(const CommandCall& call, const std::vector<RecordedCommand>& commands);

// A region of `mem` (of SVM: null) was mapped at `pointer`, and the unmap of one that was.
// `own`: the pointer led into memory that is the buffer's, and stays that as long as the buffer lives.
void NoteMap(const CommandCall& call, cl_mem mem, const void* pointer, Footprint footprint);
void NoteUnmap(const CommandCall& call, cl_mem mem, const void* pointer, bool own);

// The application's references to an object. With the last one the regions that are still mapped end: the object is
// deleted [CL clReleaseMemObject], although drivers keep it that count a map as a reference.
void NoteMemoryRetained(cl_mem mem);
void NoteMemoryReleased(cl_mem mem);

void NoteQueue(cl_command_queue queue);
void NoteQueueRetained(cl_command_queue queue);
void NoteQueueReleased(cl_command_queue queue);

void NoteUserEvent(cl_event event);
void NoteUserEventSet(cl_event event, bool failed);
void NoteEventRetained(cl_event event);
void NoteEventReleased(cl_event event);

// The driver told the host that the command behind `event` is complete, which orders nothing.
void NoteEventAsked(cl_event event);

// The command behind `event`; one that is behind everything if we saw none, null with --commands=off.
CommandRef CommandOf(cl_event event);
// All that `queue` has, for HostSaw() once clFinish has returned.
CommandRef AllOf(cl_command_queue queue);
// The host knows all of these, which may be null, to be complete.
void HostSaw(const std::vector<CommandRef>& commands);

// ... all that was ever enqueued.
void HostSawAll();

// What reports call the object with that number.
void NoteObject(uint64_t number, ObjectKind kind, uint64_t size);

// Two threads of the host set arguments of a kernel object of that name at once, by these calls.
void NoteSetAtOnce(const std::string& kernel, const std::string& first, const std::string& second);

// What launch `touched` is about has touched; nullopt: that will not be known.
void SetTouches(const std::shared_ptr<LaunchTouches>& touched, const std::optional<LaunchTouches>& found);

// In a child that was forked: what is still open is the parent's to tell.
void ForgetParentsCommands();

// At the end of the process: what is still open is told as it is known by now.
void FinishCommands();

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_COMMANDS_FOLLOW_H_
