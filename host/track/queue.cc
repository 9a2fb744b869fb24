#include "host/track/queue.h"

#include "host/track/handle_numbers.h"

namespace lockstep::host {
namespace {

HandleNumbers<cl_command_queue>& Numbers() {
  static auto* numbers = new HandleNumbers<cl_command_queue>;
  return *numbers;
}

}  // namespace

void NoteQueueMade(cl_command_queue queue) { Numbers().Give(queue); }

uint64_t QueueNumber(cl_command_queue queue) { return Numbers().Of(queue); }

}  // namespace lockstep::host
