#include "host/build/twin.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>

#include "host/api/cl_error.h"
#include "host/build/compile.h"
#include "host/build/load_program.h"
#include "host/build/own_compilation.h"
#include "host/build/service.h"
#include "host/driver/query.h"
#include "runtime/base/text.h"

namespace lockstep::host {
namespace {

// PoCL took some 70 MiB for a first kernel: LLVM's tables, and an arena of the C library's.
constexpr uint64_t kNeeded = uint64_t{96} << 20;

// Bytes of address space in use; 0 if the system does not say.
uint64_t InUse() {
  const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[64] = "";
  const ssize_t got = read(file, text, sizeof(text) - 1);
  close(file);
  unsigned long long pages = 0;
  if (got <= 0 || std::sscanf(text, "%llu", &pages) != 1) return 0;
  return pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

// Whether the limit on the process's address space (`ulimit -v`) leaves room for what a driver does to compile a twin.
// kUnavailable with the numbers if it does not: drivers end the process when their compiler finds no memory.
Status RoomToCompile() {
  rlimit limit = {};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return OkStatus();
  const uint64_t used = InUse();
  const uint64_t left = limit.rlim_cur > used ? limit.rlim_cur - used : 0;
  if (used == 0 || left >= kNeeded) return OkStatus();
  return UnavailableError(StrCat("the limit on memory (ulimit -v) leaves ", left >> 20, " MiB to compile its checks, which may need ",
                                 kNeeded >> 20));
}

}  // namespace

Twin::~Twin() {
  Next().clReleaseProgram(handle_);
  --context_->own_references;
}

StatusOr<std::shared_ptr<const Twin>> TwinSet::Build(std::shared_ptr<const LoadedProgram> program) {
  const auto device = DeviceFacts(device_);
  const Service& service = ServiceOf(*device);
  if (service.row == nullptr) return NotFoundError(service.why);
  const Status room = RoomToCompile();
  if (!room.ok()) return room;
  const StatusOr<cl_program> loaded = LoadProgram(context_, device_, service.row->load, program->code);
  if (!loaded.ok()) return loaded.status();
  auto twin = std::make_shared<Twin>(ContextOf(context_), *loaded, std::move(program));
  const cl_int error = Next().clBuildProgram(twin->handle(), 1, &device_, twin->program().build_options.c_str(),
                                             nullptr, nullptr);
  if (error != CL_SUCCESS) {
    const std::string log = QueryText(
        Of(Next().clGetProgramBuildInfo, twin->handle(), device_, CL_PROGRAM_BUILD_LOG));
    return InternalError(StrCat("the driver cannot build the instrumented program: ", ClErrorName(error),
                                log.empty() ? "" : ": ", Split(log, '\n').front()));
  }
  WaitAtExitBeforeTearDown();
  return std::shared_ptr<const Twin>(std::move(twin));
}

const StatusOr<std::shared_ptr<const LoadedProgram>>& TwinSet::ProgramLocked(Variant variant) {
  auto found = programs_.find(variant);
  if (found == programs_.end()) found = programs_.emplace(variant, CompileTwin(*recipe_, device_, variant)).first;
  return found->second;
}

std::atomic<uint32_t> TwinSet::made_{0}, TwinSet::numbered_{0};

BoardPart TwinSet::Part() {
  static std::mutex numbering;
  std::lock_guard<std::mutex> lock(numbering);
  if (number_ == 0) number_ = ++numbered_;
  return {number_, made_};
}

bool TwinSet::asked() {
  std::lock_guard<std::mutex> lock(mutex_);
  return !programs_.empty();
}

StatusOr<std::shared_ptr<const LoadedProgram>> TwinSet::program(Variant variant) {
  OwnCompilation working;
  std::lock_guard<std::mutex> lock(mutex_);
  return ProgramLocked(variant);
}

StatusOr<std::shared_ptr<const Twin>> TwinSet::twin(Variant variant) {
  OwnCompilation working;
  std::lock_guard<std::mutex> lock(mutex_);
  auto found = twins_.find(variant);
  if (found != twins_.end()) return found->second;
  const auto& program = ProgramLocked(variant);
  return twins_
      .emplace(variant, program.ok() ? Build(*program)
                                     : StatusOr<std::shared_ptr<const Twin>>(program.status()))
      .first->second;
}

}  // namespace lockstep::host
