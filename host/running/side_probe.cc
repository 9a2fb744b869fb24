// One work-item of each group of a small kernel looks at a word until it changes, a limited number of times;
// the host reads that they have begun and then writes the word, both through another queue. The limit
// grows until the kernel ran long enough for an answer. A kernel that fills the device is asked first: a driver that
// makes copies by the threads that run kernels (PoCL) does both at once only while some of those are idle.
#include "host/running/side_probe.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "host/api/exec.h"
#include "host/api/table.h"
#include "host/driver/query.h"
#include "host/running/side_queue.h"

namespace lockstep::host {
namespace {

using Clock = std::chrono::steady_clock;

// A device whose kernel waited that long in vain is not asked again.
constexpr auto kLongEnough = std::chrono::seconds(1);
// The most that one step may take, if the device is busy with other kernels for instance.
constexpr auto kPatience = std::chrono::seconds(5);
constexpr cl_uint kFirstLimit = 1u << 14, kLastLimit = 1u << 30, kGrowth = 4;
constexpr size_t kMostItems = 1024;

constexpr char kSource[] =
    "kernel void lockstep_side_probe(global volatile uint *words, uint limit) {\n"
    "  if (get_local_id(0) != 0) return;\n"
    "  const uint first = words[0];\n"
    "  atomic_inc(words + 1);\n"
    "  uint looks = 0;\n"
    "  while (looks < limit && words[0] == 0) ++looks;\n"
    "  if (looks == limit) atomic_inc(words + 2);\n"
    "  else if (first == 0) atomic_inc(words + 3);\n"
    "  atomic_max(words + 4, looks);\n"
    "}\n";

struct Words {
  cl_uint word;     // what is waited for
  cl_uint begun;    // groups
  cl_uint missed;   // groups that did not see it come
  cl_uint arrived;  // groups that did
  cl_uint looks;    // the most that a group made
};

constexpr cl_uint kComes = 1;

// True once `done` is, false if that takes longer than our patience.
template <typename Done>
bool WaitUntil(Done&& done) {
  const auto deadline = Clock::now() + kPatience;
  for (auto nap = std::chrono::microseconds(20); !done(); nap = std::min(2 * nap, std::chrono::microseconds(1000))) {
    if (Clock::now() > deadline) return false;
    std::this_thread::sleep_for(nap);
  }
  return true;
}

bool WaitFor(const std::unique_ptr<Transfer>& transfer) {
  if (!transfer) return false;
  return WaitUntil([&] { return transfer->state() != Transfer::State::kUnderWay; }) &&
         transfer->state() == Transfer::State::kDone;
}

// What a probe is made of. If the driver is still at work on it when our patience ends, it stays for good.
struct Probe {
  cl_program program = nullptr;
  cl_kernel kernel = nullptr;
  cl_command_queue queue = nullptr;  // the kernel's
  cl_mem memory = nullptr;
  std::shared_ptr<SideQueue> first, beside;  // of transfers before and behind the kernel, and meanwhile
  Words words = {};

  ~Probe() {
    if (memory != nullptr) Next().clReleaseMemObject(memory);
    if (queue != nullptr) Next().clReleaseCommandQueue(queue);
    if (kernel != nullptr) Next().clReleaseKernel(kernel);
    if (program != nullptr) Next().clReleaseProgram(program);
  }
};

bool Prepare(const std::shared_ptr<Context>& context, cl_device_id device, Probe& probe) {
  const DriversOwnPrograms compiling;
  const char* source = kSource;
  cl_int error = CL_SUCCESS;
  probe.program =
      Next().clCreateProgramWithSource(context->handle(), 1, &source, nullptr, &error);
  if (probe.program == nullptr) return false;
  if (Next().clBuildProgram(probe.program, 1, &device, "", nullptr, nullptr) != CL_SUCCESS) return false;
  probe.kernel = Next().clCreateKernel(probe.program, "lockstep_side_probe", &error);
  probe.queue = Next().clCreateCommandQueue(context->handle(), device, 0, &error);
  probe.memory = Next().clCreateBuffer(context->handle(), CL_MEM_READ_WRITE, sizeof(Words), nullptr, &error);
  probe.first = SideQueue::Open(context, device, 0);
  probe.beside = SideQueue::Open(context, device, 0);
  return probe.kernel != nullptr && probe.queue != nullptr && probe.memory != nullptr && probe.first &&
         probe.beside &&
         Next().clSetKernelArg(probe.kernel, 0, sizeof(cl_mem), &probe.memory) == CL_SUCCESS;
}

struct Run {
  bool whole = false;  // it came to its end
  bool beside = false;
  Clock::duration took{};
};

// `needed`: so many groups must have begun before the word is written.
Run RunOnce(Probe& probe, size_t groups, size_t items, cl_uint needed, cl_uint limit) {
  Run run;
  probe.words = {};
  if (!WaitFor(probe.first->Write(probe.memory, 0, sizeof(Words), &probe.words))) return run;
  if (Next().clSetKernelArg(probe.kernel, 1, sizeof(limit), &limit) != CL_SUCCESS) return run;
  const size_t global = groups * items;
  cl_event event = nullptr;
  const auto start = Clock::now();
  if (Next().clEnqueueNDRangeKernel(probe.queue, probe.kernel, 1, nullptr, &global, &items, 0, nullptr,
                                    &event) != CL_SUCCESS) {
    return run;
  }
  const Transfer kernel(event);
  Next().clFlush(probe.queue);
  const auto ended = [&] { return kernel.state() != Transfer::State::kUnderWay; };
  cl_uint begun = 0;
  bool works = true;
  while (works && begun < needed && !ended()) {
    works = WaitFor(probe.beside->Read(probe.memory, offsetof(Words, begun), sizeof(cl_uint), &probe.words.begun));
    begun = probe.words.begun;
    if (Clock::now() - start > kPatience) works = false;
  }
  works = works && begun >= needed &&
          WaitFor(probe.beside->Write(probe.memory, offsetof(Words, word), sizeof(kComes), &kComes));
  run.whole = WaitUntil(ended) && kernel.state() == Transfer::State::kDone;
  run.took = Clock::now() - start;
  run.whole = run.whole && WaitFor(probe.first->Read(probe.memory, 0, sizeof(Words), &probe.words));
  run.beside = works && run.whole && probe.words.missed == 0 && probe.words.arrived > 0;
  return run;
}

SideAnswer Ask(const std::shared_ptr<Context>& context, cl_device_id device, uint64_t groups,
               cl_uint units) {
  auto probe = std::make_unique<Probe>();
  SideAnswer answer;
  if (!Prepare(context, device, *probe)) return answer;
  size_t items = 1;
  Next().clGetKernelWorkGroupInfo(probe->kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof(items), &items, nullptr);
  items = std::clamp<size_t>(items, 1, kMostItems);
  const auto needed = static_cast<cl_uint>(std::min<uint64_t>(groups, units));
  // The first run is the driver's to compile.
  Run run = RunOnce(*probe, groups, items, needed, 0);
  for (uint64_t limit = kFirstLimit; run.whole && limit <= kLastLimit; limit *= kGrowth) {  // 4 * kLastLimit is no cl_uint
    run = RunOnce(*probe, groups, items, needed, static_cast<cl_uint>(limit));
    if (run.beside) {
      const double seconds = std::chrono::duration<double>(run.took).count();
      answer.beside = true;
      answer.looks_per_second = 1 + static_cast<uint64_t>(probe->words.looks / std::max(seconds, 1e-6));
    }
    if (answer.beside || run.took > kLongEnough) break;
  }
  if (!run.whole) (void)probe.release();
  return answer;
}

struct Answers {
  std::mutex mutex;
  std::map<std::pair<cl_device_id, uint64_t>, SideAnswer> known;  // by groups; 0: that fill the device
};

Answers& GetAnswers() {
  static Answers* answers = new Answers;
  return *answers;
}

}  // namespace

SideAnswer CommandsRunBeside(const std::shared_ptr<Context>& context, cl_device_id device,
                             uint64_t groups) {
  const auto units = std::max<cl_uint>(
      1, QueryValue<cl_uint>(Of(Next().clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS), 1));
  Answers& answers = GetAnswers();
  std::lock_guard<std::mutex> lock(answers.mutex);
  const auto answer = [&](uint64_t key, uint64_t asked) {
    const auto found = answers.known.find({device, key});
    if (found != answers.known.end()) return found->second;
    return answers.known[{device, key}] = Ask(context, device, asked, units);
  };
  const SideAnswer full = answer(0, 2 * uint64_t{units});
  return full.beside || groups == 0 || groups >= units ? full : answer(groups, groups);
}

}  // namespace lockstep::host
