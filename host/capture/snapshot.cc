#include "host/capture/snapshot.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>
#include <string>

#include "host/api/cl_error.h"
#include "host/api/table.h"
#include "host/capture/arguments.h"
#include "host/capture/included_files.h"
#include "runtime/base/code_kind.h"
#include "runtime/base/log.h"
#include "runtime/base/text.h"
#include "runtime/report/report.h"
#include "runtime/session/session.h"

namespace lockstep::host {
namespace {

// Launches under way that have records of their own, so that these tell what is touched: each of them takes as much
// memory as all those that share theirs. Not exact.
constexpr int kMostLooking = 2;
std::atomic<int> g_looking{0};

constexpr char kLinked[] = "it is linked from several programs";

// Reads `memory` into `to` behind `waits` events. A buffer that the host may not read is copied to one that it may.
cl_int EnqueueReading(const SnapshotRequest& request, const MemoryBehind& memory, char* to, cl_event* event) {
  const cl_uint waits = request.waits;
  const cl_event* list = request.wait_list;
  if (memory.kind == MemoryBehind::Kind::kSvm) {
    return Next().clEnqueueSVMMemcpy(request.queue, CL_FALSE, to, memory.svm, memory.size, waits, list, event);
  }
  if (memory.kind == MemoryBehind::Kind::kImage) {
    const size_t origin[3] = {0, 0, 0};
    return Next().clEnqueueReadImage(request.queue, memory.handle, CL_FALSE, origin, memory.region.data(), 0, 0, to,
                                     waits, list, event);
  }
  cl_int error =
      Next().clEnqueueReadBuffer(request.queue, memory.handle, CL_FALSE, 0, memory.size, to, waits, list, event);
  if (error != CL_INVALID_OPERATION) return error;
  cl_mem copy = Next().clCreateBuffer(request.context, CL_MEM_READ_WRITE, memory.size, nullptr, &error);
  if (copy == nullptr) return error;
  cl_event copied = nullptr;
  error = Next().clEnqueueCopyBuffer(request.queue, memory.handle, copy, 0, 0, memory.size, waits, list, &copied);
  if (error == CL_SUCCESS) {
    error = Next().clEnqueueReadBuffer(request.queue, copy, CL_FALSE, 0, memory.size, to, 1, &copied, event);
    Next().clReleaseEvent(copied);
  }
  Next().clReleaseMemObject(copy);
  return error;
}

void CannotKeep(const SnapshotRequest& request, const std::string& why) {
  LogOnce(StrCat("--capture: launches of ", request.loaded->name, " are not kept: ", why));
}

// The program, and the file that it goes into. `from_source`: the application gave source. Code that was made of it
// already, because it includes files, goes in its place only if not all of these are found.
void PutProgram(const Unit& unit, bool from_source, CapturedLaunch& launch, CaptureContents& contents) {
  std::vector<std::string> missing;
  if (from_source || unit.code.empty()) {  // a binary may be made from source, which it has then
    contents.headers = IncludedFiles(unit, &missing);
    if (missing.empty() || unit.code.empty()) {
      launch.program = "kernel.cl";
      contents.program = unit.text;
      launch.headers = !contents.headers.empty();
      launch.missing.insert(launch.missing.end(), missing.begin(), missing.end());
      return;
    }
    contents.headers.clear();
  }
  launch.program = IsBitcode(unit.code) ? "kernel.bc" : "kernel.spv";
  contents.program = unit.code;
}

std::vector<uint64_t> Numbers(const Geometry& geometry, const std::array<size_t, 3>& sizes) {
  return {sizes.begin(), sizes.begin() + geometry.dimensions};
}

}  // namespace

bool Snapshot::Wanted() { return !Session::Get().options().capture.empty(); }

bool IsNamedForCapture(LaunchId id) {
  const NumberRanges& named = Session::Get().options().capture_launch;
  return Snapshot::Wanted() && !named.ranges.empty() && named.Contains(id.value);
}

bool Snapshot::MayLook() { return g_looking.load(std::memory_order_relaxed) < kMostLooking; }

std::unique_ptr<Snapshot> Snapshot::Take(const SnapshotRequest& request) {
  const Options& options = Session::Get().options();
  const std::vector<std::shared_ptr<const Unit>>& units = request.recipe->units;
  if (units.size() != 1) {
    CannotKeep(request, kLinked);
    return nullptr;
  }
  StatusOr<ArgumentsBehind> behind = LookBehind(*request.kernel, request.loaded->args);
  if (!behind.ok()) {
    CannotKeep(request, behind.status().message());
    return nullptr;
  }
  uint64_t bytes = 0;
  for (const auto& [number, memory] : behind->objects) {
    bytes += memory.size;
    if (memory.kind == MemoryBehind::Kind::kImage && !request.device->reads_images) {
      CannotKeep(request, "the driver cannot read an image on a part of a device");
      return nullptr;
    }
  }
  if (bytes >> 20 >= options.capture_limit) {
    CannotKeep(request, StrCat("they have ", bytes >> 20, " MiB of memory, see --capture-limit"));
    return nullptr;
  }
  std::unique_ptr<Snapshot> snapshot(new Snapshot);
  CapturedLaunch& launch = snapshot->launch_;
  launch.launch = request.id.value;
  launch.kernel = request.loaded->name;
  launch.device = request.device->name;
  launch.driver = StrCat(request.device->platform, " ", request.device->driver_version);
  launch.global = Numbers(request.geometry, request.geometry.global);
  launch.local = Numbers(request.geometry, request.geometry.local);
  launch.offset = Numbers(request.geometry, request.geometry.offset);
  launch.source_name = units[0]->name;
  launch.build_options = units[0]->options;
  launch.arguments = std::move(behind->arguments);
  if (!request.loaded->variables.empty()) launch.missing.push_back("what program-scope variables held");
  if (request.loaded->unknown_reads || request.loaded->unknown_writes) {
    launch.missing.push_back("memory that is reached through pointers in memory");
  }
  snapshot->recipe_ = request.recipe;
  snapshot->from_source_ = request.kernel->program->source() != nullptr;
  snapshot->waits_.assign(request.wait_list, request.wait_list + (request.wait_list == nullptr ? 0 : request.waits));
  snapshot->waits_.reserve(snapshot->waits_.size() + behind->objects.size());
  snapshot->own_.reserve(behind->objects.size());
  for (const auto& [number, memory] : behind->objects) {
    Bytes& object = snapshot->objects_[number];
    object.size = memory.size;
    object.data.reset(new (std::nothrow) char[memory.size]);
    launch.objects.push_back({number, memory.kind == MemoryBehind::Kind::kSvm, memory.size, ""});
    cl_event event = nullptr;
    const cl_int error = object.data == nullptr
                             ? CL_OUT_OF_HOST_MEMORY
                             : EnqueueReading(request, memory, object.data.get(), request.in_order ? nullptr : &event);
    if (error != CL_SUCCESS) {
      CannotKeep(request, StrCat("memory object ", number, " cannot be read: ", ClErrorName(error)));
      Abandon(std::move(snapshot));
      return nullptr;
    }
    if (event == nullptr) continue;
    snapshot->waits_.push_back(event);
    snapshot->own_.push_back(event);
  }
  snapshot->looks_ = request.looks;
  if (request.looks) g_looking.fetch_add(1, std::memory_order_relaxed);
  return snapshot;
}

Snapshot::~Snapshot() {
  NoteEnqueued();
  if (looks_) g_looking.fetch_sub(1, std::memory_order_relaxed);
}

void Snapshot::NoteEnqueued() {
  for (cl_event event : own_) Next().clReleaseEvent(event);
  own_.clear();
  waits_.clear();
}

void Snapshot::Abandon(std::unique_ptr<Snapshot> snapshot) {
  if (snapshot == nullptr) return;
  for (auto& [number, object] : snapshot->objects_) (void)object.data.release();
}

void Snapshot::KeepOnly(const std::map<uint64_t, TouchedBytes>& touched) {
  for (const auto& [number, bytes] : touched) {
    const auto found = objects_.find(number);
    if (found == objects_.end() || (bytes.size != 0 && bytes.size != found->second.size)) continue;
    const Bytes& object = found->second;
    uint64_t kept = 0;
    const auto clear_up_to = [&](uint64_t end) {
      if (end > kept) std::memset(object.data.get() + kept, 0, end - kept);
    };
    for (const auto& range : bytes.ranges) {
      clear_up_to(std::min(range.first, object.size));
      kept = std::max(kept, std::min(range.second, object.size));
    }
    clear_up_to(object.size);
  }
}

void Snapshot::Keep() {
  if (kept_) return;
  kept_ = true;
  CapturedLaunch launch = launch_;
  CaptureContents contents;
  PutProgram(*recipe_->units[0], from_source_, launch, contents);
  launch.lockstep = Version();
  for (const auto& [number, object] : objects_) {
    contents.objects[number] = std::string_view(object.data.get(), object.size);
  }
  const Options& options = Session::Get().options();
  const StatusOr<std::string> folder = WriteCaptureFolder(options.capture, std::move(launch), contents);
  if (!folder.ok()) {
    LogOnce(StrCat("--capture: ", folder.status().message()));
  } else if (!options.quiet) {
    Log(StrCat("launch ", launch_.launch, " of ", launch_.kernel, " is kept: lockstep replay ", ShellQuote(*folder)));
  }
}

}  // namespace lockstep::host
