// Events, callbacks and references to objects: which command is behind each, who learns that it is complete, and when
// the application has given up what it mapped.
#include <utility>

#include "host/api/hooks.h"
#include "host/api/roomy_stack.h"
#include "host/api/table.h"
#include "host/commands/follow.h"
#include "host/track/content.h"

namespace lockstep::host {
namespace {

// The application's callback, which is handed `Arguments` and its own pointer, behind one of ours that sees what the
// call tells.
template <typename... Arguments>
class Callback {
 public:
  using Function = void(CL_CALLBACK*)(Arguments..., void*);
  using Seen = void (*)(const CommandRef& command, Arguments... arguments);

  // Hands `set`, the driver's call, what it is to call, and with what pointer.
  template <typename Command, typename Set>
  static cl_int Give(const char* name, Function function, void* user, Seen seen, Command&& command, Set&& set) {
    Callback* behind = nullptr;
    Guard(name, [&] {
      if (function == nullptr) return;
      behind = new Callback{name, function, user, seen, FollowsCommands() ? command() : CommandRef()};
    });
    if (behind == nullptr) return set(function, user);
    const cl_int result = set(&Call, behind);
    if (result != CL_SUCCESS) delete behind;
    return result;
  }

 private:
  Callback(const char* name, Function function, void* user, Seen seen, CommandRef command)
      : name_(name), function_(function), user_(user), seen_(seen), command_(std::move(command)) {}

  static void CL_CALLBACK Call(Arguments... arguments, void* ours) {
    auto* behind = static_cast<Callback*>(ours);
    Guard(behind->name_, [&] {
      if (FollowsCommands()) behind->seen_(behind->command_, arguments...);
    });
    const Function function = behind->function_;
    void* const theirs = behind->user_;
    delete behind;
    OnCallersStack([&] { function(arguments..., theirs); });
  }

  const char* const name_;
  const Function function_;
  void* const user_;
  const Seen seen_;
  const CommandRef command_;
};

using EventCallback = Callback<cl_event, cl_int>;
using MemoryCallback = Callback<cl_mem>;

}  // namespace

cl_int Hook_clSetMemObjectDestructorCallback(cl_mem mem, MemoryCallback::Function function, void* user) {
  // Nothing uses the object any more. Which commands did is not kept: all that there were count as seen.
  return MemoryCallback::Give(
      "clSetMemObjectDestructorCallback", function, user, [](const CommandRef&, cl_mem) { HostSawAll(); },
      [] { return CommandRef(); },
      [&](auto call, void* with) { return Next().clSetMemObjectDestructorCallback(mem, call, with); });
}

cl_int Hook_clRetainMemObject(cl_mem mem) {
  const cl_int result = Next().clRetainMemObject(mem);
  Guard("clRetainMemObject", [&] {
    if (result != CL_SUCCESS) return;
    NoteContentRetained(mem);
    NoteMemoryRetained(mem);
  });
  return result;
}

cl_int Hook_clReleaseMemObject(cl_mem mem) {
  Guard("clReleaseMemObject", [&] {
    NoteContentReleased(mem);
    NoteMemoryReleased(mem);
  });
  return Next().clReleaseMemObject(mem);
}

cl_event Hook_clCreateUserEvent(cl_context context, cl_int* error) {
  cl_event event = Next().clCreateUserEvent(context, error);
  Guard("clCreateUserEvent", [&] {
    if (event != nullptr) NoteUserEvent(event);
  });
  return event;
}

cl_int Hook_clSetUserEventStatus(cl_event event, cl_int status) {
  // Before the driver lets go who waits for it; not what it will refuse.
  Guard("clSetUserEventStatus", [&] {
    if (status <= CL_COMPLETE) NoteUserEventSet(event, status < 0);
  });
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

cl_int Hook_clSetEventCallback(cl_event event, cl_int type, EventCallback::Function function, void* user) {
  return EventCallback::Give(
      "clSetEventCallback", function, user,
      [](const CommandRef& command, cl_event, cl_int status) {
        if (status <= CL_COMPLETE) HostSaw({command});
      },
      [&] { return CommandOf(event); },
      [&](auto call, void* with) { return Next().clSetEventCallback(event, type, call, with); });
}

}  // namespace lockstep::host
