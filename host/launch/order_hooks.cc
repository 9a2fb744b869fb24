// Commands that do nothing but order others: markers and barriers.
#include "host/api/hooks.h"
#include "host/api/table.h"
#include "host/launch/followed.h"

namespace lockstep::host {
namespace {

using CommandKind = CommandGraph::Kind;

template <typename Forward>
cl_int Ordering(const char* name, CommandKind kind, cl_command_queue queue, cl_uint waits, const cl_event* wait_list,
                cl_event* event, Forward&& forward) {
  CommandCall call{name, queue, waits, wait_list, event};
  call.kind = kind;
  return Followed(call, forward, [](Footprint&) {});
}

}  // namespace

cl_int Hook_clEnqueueMarker(cl_command_queue queue, cl_event* event) {
  return Ordering("clEnqueueMarker", CommandKind::kMarker, queue, 0, nullptr, event,
                  [&] { return Next().clEnqueueMarker(queue, event); });
}

cl_int Hook_clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint waits, const cl_event* wait_list,
                                        cl_event* event) {
  return Ordering("clEnqueueMarkerWithWaitList", CommandKind::kMarker, queue, waits, wait_list, event,
                  [&] { return Next().clEnqueueMarkerWithWaitList(queue, waits, wait_list, event); });
}

cl_int Hook_clEnqueueBarrier(cl_command_queue queue) {
  return Ordering("clEnqueueBarrier", CommandKind::kBarrier, queue, 0, nullptr, nullptr,
                  [&] { return Next().clEnqueueBarrier(queue); });
}

cl_int Hook_clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint waits, const cl_event* wait_list,
                                         cl_event* event) {
  return Ordering("clEnqueueBarrierWithWaitList", CommandKind::kBarrier, queue, waits, wait_list, event,
                  [&] { return Next().clEnqueueBarrierWithWaitList(queue, waits, wait_list, event); });
}

cl_int Hook_clEnqueueWaitForEvents(cl_command_queue queue, cl_uint waits, const cl_event* wait_list) {
  return Ordering("clEnqueueWaitForEvents", CommandKind::kBarrier, queue, waits, wait_list, nullptr,
                  [&] { return Next().clEnqueueWaitForEvents(queue, waits, wait_list); });
}

}  // namespace lockstep::host
