// What we do in an application's call takes more stack than the driver's own work there: an application that gives its
// threads or coroutines as little as that takes would be overrun, or what lies behind their guard page be overwritten.
#ifndef LOCKSTEP_HOST_API_ROOMY_STACK_H_
#define LOCKSTEP_HOST_API_ROOMY_STACK_H_

#include <memory>
#include <type_traits>

namespace lockstep::host {

// Whether the caller has less than 256 KiB of stack left, or runs on none that its thread is known to have (a
// coroutine). Asks the system once for each thread. Never on machines other than x86-64 and AArch64.
bool StackIsSmall();

// Runs body(argument) on a stack of 1 MiB that nobody else has meanwhile; on the caller's own
// if there is no memory for one. The thread stays the same. Stacks are kept for later calls.
void RunOnOwnStack(void (*body)(void*), void* argument);

// Whether the caller runs on such a stack.
bool OnOwnStack();

// Of a caller that does: runs body(argument) on the stack that was left for it, below what lies there.
void RunOnCallersStack(void (*body)(void*), void* argument);

// Runs `body`, which is the application's, called by us or by the driver, on the application's own stack: language
// runtimes look for their frames there, and at how much of it is left.
template <typename Body>
void OnCallersStack(Body&& body) {
  if (!OnOwnStack()) {
    body();
    return;
  }
  using Plain = std::remove_reference_t<Body>;
  RunOnCallersStack([](void* argument) { (*static_cast<Plain*>(argument))(); }, std::addressof(body));
}

// Runs `body`, on another stack where the caller's is small. What it throws comes out, as does the end of the thread.
template <typename Body>
void OnRoomyStack(Body&& body) {
  if (!StackIsSmall()) {
    body();
    return;
  }
  using Plain = std::remove_reference_t<Body>;
  RunOnOwnStack([](void* argument) { (*static_cast<Plain*>(argument))(); }, std::addressof(body));
}

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_API_ROOMY_STACK_H_
