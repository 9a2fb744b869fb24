// Copies one word of a buffer to another place of it, by the device, and looks for it in the pages
// behind the buffer. The word is written to the pages after the buffer was made, so that a driver
// that keeps a copy of its own is found out in both directions.
#include "host/memory/in_place.h"

#include <sys/mman.h>

#include <cstdint>
#include <map>
#include <mutex>

#include "host/api/table.h"
#include "host/driver/query.h"
#include "runtime/base/page.h"

namespace lockstep::host {
namespace {

constexpr uint64_t kWritten = 0x10c5737e9;

bool CopiesInPlace(cl_context context, cl_command_queue queue, uint64_t* words) {
  cl_int error = CL_SUCCESS;
  cl_mem buffer = Next().clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, kPage,
                                        words, &error);
  if (buffer == nullptr) return false;
  words[0] = kWritten;
  const size_t to = kPage / 2;
  bool good = Next().clEnqueueCopyBuffer(queue, buffer, buffer, 0, to, sizeof(uint64_t), 0, nullptr,
                                         nullptr) == CL_SUCCESS;
  good = Next().clFinish(queue) == CL_SUCCESS && good;
  good = good && static_cast<volatile uint64_t*>(words)[to / sizeof(uint64_t)] == kWritten;
  Next().clReleaseMemObject(buffer);
  return good;
}

bool Ask(cl_context context, cl_device_id device) {
  void* page = mmap(nullptr, kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return false;
  cl_int error = CL_SUCCESS;
  cl_command_queue queue = Next().clCreateCommandQueue(context, device, 0, &error);
  bool good = false;
  if (queue != nullptr) {
    good = CopiesInPlace(context, queue, static_cast<uint64_t*>(page));
    Next().clReleaseCommandQueue(queue);
  }
  munmap(page, kPage);
  return good;
}

struct Answers {
  std::mutex mutex;
  std::map<cl_device_id, bool> known;
};

Answers& GetAnswers() {
  static Answers* answers = new Answers;
  return *answers;
}

}  // namespace

bool WorksInPlace(cl_context context, cl_device_id device) {
  Answers& answers = GetAnswers();
  std::lock_guard<std::mutex> lock(answers.mutex);
  const auto found = answers.known.find(device);
  if (found != answers.known.end()) return found->second;
  return answers.known[device] = Ask(context, device);
}

}  // namespace lockstep::host
