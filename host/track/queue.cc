#include "host/track/queue.h"

#include <map>
#include <mutex>

namespace lockstep::host {
namespace {

struct Queues {
  std::mutex mutex;
  uint64_t last = 0;                             // numbers given so far
  std::map<cl_command_queue, uint64_t> numbers;  // by handle, the latest holder of it
};

Queues& GetQueues() {
  static Queues* queues = new Queues;
  return *queues;
}

}  // namespace

void NoteQueueMade(cl_command_queue queue) {
  Queues& queues = GetQueues();
  std::lock_guard<std::mutex> lock(queues.mutex);
  queues.numbers[queue] = ++queues.last;
}

uint64_t QueueNumber(cl_command_queue queue) {
  Queues& queues = GetQueues();
  std::lock_guard<std::mutex> lock(queues.mutex);
  uint64_t& number = queues.numbers[queue];
  if (number == 0) number = ++queues.last;
  return number;
}

}  // namespace lockstep::host
