// Clearing waits for nothing that the application has the kernel wait for: a launch behind this one in
// an in-order queue uses the same heads, and would run though an event of this one's list had failed.
#include "host/launch/transfers.h"

#include <cstdlib>
#include <cstring>
#include <vector>

#include "device-lib/shared/types.h"
#include "host/api/table.h"
#include "host/memory/in_place.h"

namespace lockstep::host {
namespace {

cl_int EnqueueKernel(const LaunchCall& call, const Geometry& geometry, cl_kernel twin,
                     cl_uint waits, const cl_event* wait_list, cl_event* event) {
  if (call.task) return Next().clEnqueueTask(call.queue, twin, waits, wait_list, event);
  return Next().clEnqueueNDRangeKernel(call.queue, twin, geometry.dimensions,
                                       geometry.offset.data(), geometry.global.data(),
                                       geometry.local_told ? geometry.local.data() : nullptr,
                                       waits, wait_list, event);
}

cl_int ClearHeads(cl_command_queue queue, const SharedBuffer& heads, cl_event* event) {
  const ls_u64 zero = 0;
  return Next().clEnqueueFillBuffer(queue, heads.handle(), &zero, sizeof(zero), 0,
                                    heads.attached_size() / sizeof(zero) * sizeof(zero), 0,
                                    nullptr, event);
}

// Reads what the launch leaves behind into the host's pages, behind the kernel, and the log last.
void ReadBack(cl_command_queue queue, const Lease& lease, const RecordsBack& back, std::vector<cl_event>* before,
              TwinEvents* events) {
  before->push_back(events->kernel);
  const auto read = [&](const SharedBuffer& from, uint64_t bytes) {
    cl_event event = nullptr;
    const cl_int error =
        Next().clEnqueueReadBuffer(queue, from.handle(), CL_FALSE, 0, bytes, from.data(), 1, &events->kernel, &event);
    if (error == CL_SUCCESS) before->push_back(event);
    return error;
  };
  if (const SharedBuffer* happened = lease.slot().events.get()) {  // the event log
    events->log_error = events->records_error = read(*happened, happened->attached_size());
    if (events->log_error != CL_SUCCESS) return;
  }
  const Arena& arena = lease.arena();
  if (back.heads != 0) events->records_error = read(*arena.heads, back.heads);
  if (back.more != 0 && events->records_error == CL_SUCCESS) events->records_error = read(*arena.more, back.more);
  const SharedBuffer& log = *lease.slot().log;
  events->log_error = Next().clEnqueueReadBuffer(queue, log.handle(), CL_FALSE, 0, log.attached_size(), log.data(),
                                                 static_cast<cl_uint>(before->size()), before->data(), &events->log);
  // What was read before must be complete when the launch is given back.
  if (events->log_error != CL_SUCCESS && before->size() > 1) {
    events->log = before->back();
    before->pop_back();
  }
  for (size_t i = 1; i < before->size(); ++i) Next().clReleaseEvent((*before)[i]);
}

// Clears the heads if they have to be; `event` is that command's, or null.
cl_int ClearIfNeeded(const LaunchCall& call, Lease& lease, cl_event* event) {
  *event = nullptr;
  if (!lease.must_clear_heads()) return CL_SUCCESS;
  const cl_int error = ClearHeads(call.queue, *lease.arena().heads, event);
  if (error == CL_SUCCESS) lease.NoteHeadsCleared();
  return error;
}

cl_int EnqueueOnDevice(const LaunchCall& call, const Geometry& geometry, cl_kernel twin, Lease& lease,
                       const RecordsBack& back, TwinEvents* events) {
  // What the driver answers to a list that cannot be.
  if ((call.waits == 0) != (call.wait_list == nullptr)) {
    return EnqueueKernel(call, geometry, twin, call.waits, call.wait_list, &events->kernel);
  }
  std::vector<cl_event> waits(call.wait_list, call.wait_list + call.waits);
  cl_event cleared;
  cl_int error = ClearIfNeeded(call, lease, &cleared);
  if (error != CL_SUCCESS) return error;
  if (cleared != nullptr) waits.push_back(cleared);
  std::vector<cl_event> before;
  before.reserve(4);  // once the kernel is enqueued nothing may fail for want of memory
  error = EnqueueKernel(call, geometry, twin, static_cast<cl_uint>(waits.size()),
                        waits.empty() ? nullptr : waits.data(), &events->kernel);
  if (cleared != nullptr) Next().clReleaseEvent(cleared);
  if (error == CL_SUCCESS) ReadBack(call.queue, lease, back, &before, events);
  return error;
}

}  // namespace

Place PlaceFor(cl_context context, cl_device_id device, bool known) {
  const char* asked = std::getenv("LOCKSTEP_SHADOW");
  if (asked != nullptr && std::strcmp(asked, "device") == 0) return Place::kDevice;
  return known || WorksInPlace(context, device) ? Place::kInPlace : Place::kDevice;
}

cl_int EnqueueTwin(const LaunchCall& call, const Geometry& geometry, cl_kernel twin, Lease& lease,
                   const RecordsBack& back, TwinEvents* events) {
  if (lease.place() == Place::kDevice) {
    return EnqueueOnDevice(call, geometry, twin, lease, back, events);
  }
  cl_event cleared;  // in an in-order queue
  const cl_int error = ClearIfNeeded(call, lease, &cleared);
  if (error != CL_SUCCESS) return error;
  if (cleared != nullptr) Next().clReleaseEvent(cleared);
  return EnqueueKernel(call, geometry, twin, call.waits, call.wait_list, &events->kernel);
}

}  // namespace lockstep::host
