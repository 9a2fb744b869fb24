#include "host/running/side_queue.h"

#include "host/api/table.h"
#include "host/driver/query.h"
#include "host/running/side_probe.h"

namespace lockstep::host {

Transfer::~Transfer() { Next().clReleaseEvent(event_); }

Transfer::State Transfer::state() const {
  const auto status = QueryValue<cl_int>(
      Of(Next().clGetEventInfo, event_, CL_EVENT_COMMAND_EXECUTION_STATUS), -1);
  if (status < 0) return State::kFailed;
  return status == CL_COMPLETE ? State::kDone : State::kUnderWay;
}

std::shared_ptr<SideQueue> SideQueue::Open(std::shared_ptr<Context> context, cl_device_id device,
                                           uint64_t looks_per_second) {
  cl_int error = CL_SUCCESS;
  cl_command_queue queue = Next().clCreateCommandQueue(context->handle(), device, 0, &error);
  if (queue == nullptr) return nullptr;
  ++context->own_references;
  return std::shared_ptr<SideQueue>(new SideQueue(std::move(context), queue, looks_per_second));
}

SideQueue::~SideQueue() {
  Next().clReleaseCommandQueue(queue_);
  --context_->own_references;
}

std::unique_ptr<Transfer> SideQueue::Read(cl_mem buffer, uint64_t offset, uint64_t bytes,
                                          void* to) const {
  cl_event event = nullptr;
  const cl_int error = Next().clEnqueueReadBuffer(queue_, buffer, CL_FALSE, offset, bytes, to, 0,
                                                  nullptr, &event);
  if (error != CL_SUCCESS) return nullptr;
  Next().clFlush(queue_);
  return std::make_unique<Transfer>(event);
}

std::unique_ptr<Transfer> SideQueue::Write(cl_mem buffer, uint64_t offset, uint64_t bytes,
                                           const void* from) const {
  cl_event event = nullptr;
  const cl_int error = Next().clEnqueueWriteBuffer(queue_, buffer, CL_FALSE, offset, bytes, from, 0,
                                                   nullptr, &event);
  if (error != CL_SUCCESS) return nullptr;
  Next().clFlush(queue_);
  return std::make_unique<Transfer>(event);
}

std::shared_ptr<SideQueue> SideQueueFor(const std::shared_ptr<Context>& context, cl_device_id device,
                                        uint64_t groups) {
  const SideAnswer answer = CommandsRunBeside(context, device, groups);
  return answer.beside ? SideQueue::Open(context, device, answer.looks_per_second) : nullptr;
}

}  // namespace lockstep::host
