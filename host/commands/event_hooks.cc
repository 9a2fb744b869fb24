// Events and callbacks: which command is behind each, and who learns that it is complete.
#include "host/api/hooks.h"
#include "host/api/table.h"
#include "host/commands/follow.h"

namespace lockstep::host {
namespace {

using EventCallback = void(CL_CALLBACK*)(cl_event, cl_int, void*);

// The application's callback, and what its call tells.
struct CallbackBehind {
  EventCallback function = nullptr;
  void* user = nullptr;
  CommandRef command;
};

void CL_CALLBACK OnEvent(cl_event event, cl_int status, void* user) {
  auto* behind = static_cast<CallbackBehind*>(user);
  Guard("event callback", [&] {
    if (status <= CL_COMPLETE) HostSaw({behind->command});
  });
  const EventCallback function = behind->function;
  void* const theirs = behind->user;
  delete behind;
  function(event, status, theirs);
}

using MemoryCallback = void(CL_CALLBACK*)(cl_mem, void*);

struct MemoryCallbackBehind {
  MemoryCallback function = nullptr;
  void* user = nullptr;
};

// Nothing uses the object any more. Which commands did is not kept: all that there were count as seen.
void CL_CALLBACK OnMemoryGone(cl_mem mem, void* user) {
  auto* behind = static_cast<MemoryCallbackBehind*>(user);
  Guard("destructor callback", HostSawAll);
  const MemoryCallback function = behind->function;
  void* const theirs = behind->user;
  delete behind;
  function(mem, theirs);
}

}  // namespace

cl_int Hook_clSetMemObjectDestructorCallback(cl_mem mem, MemoryCallback function, void* user) {
  MemoryCallbackBehind* behind = nullptr;
  Guard("clSetMemObjectDestructorCallback", [&] {
    if (FollowsCommands() && function != nullptr) behind = new MemoryCallbackBehind{function, user};
  });
  if (behind == nullptr) return Next().clSetMemObjectDestructorCallback(mem, function, user);
  const cl_int result = Next().clSetMemObjectDestructorCallback(mem, OnMemoryGone, behind);
  if (result != CL_SUCCESS) delete behind;
  return result;
}

cl_event Hook_clCreateUserEvent(cl_context context, cl_int* error) {
  cl_event event = Next().clCreateUserEvent(context, error);
  Guard("clCreateUserEvent", [&] {
    if (event != nullptr) NoteUserEvent(event);
  });
  return event;
}

cl_int Hook_clSetUserEventStatus(cl_event event, cl_int status) {
  Guard("clSetUserEventStatus", [&] { NoteUserEventSet(event, status < 0); });
  return Next().clSetUserEventStatus(event, status);
}

cl_int Hook_clRetainEvent(cl_event event) {
  const cl_int result = Next().clRetainEvent(event);
  Guard("clRetainEvent", [&] {
    if (result == CL_SUCCESS) NoteEventRetained(event);
  });
  return result;
}

cl_int Hook_clReleaseEvent(cl_event event) {
  Guard("clReleaseEvent", [&] { NoteEventReleased(event); });
  return Next().clReleaseEvent(event);
}

cl_int Hook_clSetEventCallback(cl_event event, cl_int type, EventCallback function, void* user) {
  CallbackBehind* behind = nullptr;
  Guard("clSetEventCallback", [&] {
    if (!FollowsCommands() || function == nullptr) return;
    behind = new CallbackBehind{function, user, CommandOf(event)};
  });
  if (behind == nullptr) return Next().clSetEventCallback(event, type, function, user);
  const cl_int result = Next().clSetEventCallback(event, type, OnEvent, behind);
  if (result != CL_SUCCESS) delete behind;
  return result;
}

}  // namespace lockstep::host
