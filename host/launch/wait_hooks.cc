// The calls by which the host waits for commands, or asks for them.
#include <vector>

#include "host/api/hooks.h"
#include "host/api/table.h"
#include "host/commands/follow.h"
#include "host/launch/followed.h"
#include "host/launch/process.h"

namespace lockstep::host {

cl_int Hook_clFinish(cl_command_queue queue) {
  CommandRef all;
  Guard("clFinish", [&] { all = AllOf(queue); });
  const cl_int result = Blocking("clFinish", true, [&] { return Next().clFinish(queue); });
  Guard("clFinish", [&] {
    if (result == CL_SUCCESS) HostSaw({all});
  });
  return result;
}

cl_int Hook_clWaitForEvents(cl_uint count, const cl_event* events) {
  std::vector<CommandRef> commands;
  Guard("clWaitForEvents", [&] {
    if (!FollowsCommands()) return;
    for (cl_uint i = 0; events != nullptr && i < count; ++i) commands.push_back(CommandOf(events[i]));
  });
  const cl_int result = Blocking("clWaitForEvents", true, [&] { return Next().clWaitForEvents(count, events); });
  Guard("clWaitForEvents", [&] {
    if (result == CL_SUCCESS || result == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) HostSaw(commands);
  });
  return result;
}

cl_int Hook_clGetEventInfo(cl_event event, cl_event_info name, size_t size, void* value, size_t* size_ret) {
  const cl_int result = Next().clGetEventInfo(event, name, size, value, size_ret);
  if (result == CL_SUCCESS && name == CL_EVENT_COMMAND_EXECUTION_STATUS && value != nullptr &&
      *static_cast<const cl_int*>(value) <= CL_COMPLETE) {
    Guard("clGetEventInfo", RecordCompleted);
    Guard("clGetEventInfo", [&] { NoteEventAsked(event); });
  }
  return result;
}

}  // namespace lockstep::host
