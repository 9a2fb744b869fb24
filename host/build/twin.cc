#include "host/build/twin.h"

#include "host/api/cl_error.h"
#include "host/build/address_space.h"
#include "host/build/compile.h"
#include "host/build/load_program.h"
#include "host/build/own_compilation.h"
#include "host/driver/backends.h"
#include "host/driver/query.h"
#include "runtime/base/text.h"

namespace lockstep::host {

Twin::~Twin() {
  Next().clReleaseProgram(handle_);
  --context_->own_references;
}

StatusOr<std::shared_ptr<const Twin>> TwinSet::Build(std::shared_ptr<const LoadedProgram> image) {
  const auto device = DeviceFacts(device_);
  const BackendRow* backend = BackendFor(*device);
  if (backend == nullptr) return NotFoundError(StrCat("no back end for device ", device->name));
  const Status room = RoomToCompile();
  if (!room.ok()) return room;
  const StatusOr<cl_program> loaded = LoadProgram(context_, device_, backend->load, image->code);
  if (!loaded.ok()) return loaded.status();
  cl_program program = *loaded;
  auto twin = std::make_shared<Twin>(ContextOf(context_), program, std::move(image));
  const cl_int error = Next().clBuildProgram(
      program, 1, &device_, twin->image().build_options.c_str(), nullptr, nullptr);
  if (error != CL_SUCCESS) {
    const std::string log = QueryText(
        Of(Next().clGetProgramBuildInfo, program, device_, CL_PROGRAM_BUILD_LOG));
    return InternalError(StrCat("the driver cannot build the instrumented program: ", ClErrorName(error),
                                log.empty() ? "" : ": ", Split(log, '\n').front()));
  }
  WaitAtExitBeforeTearDown();
  return std::shared_ptr<const Twin>(std::move(twin));
}

const StatusOr<std::shared_ptr<const LoadedProgram>>& TwinSet::ImageLocked(Variant variant) {
  auto found = images_.find(variant);
  if (found == images_.end()) found = images_.emplace(variant, CompileTwin(*recipe_, device_, variant)).first;
  return found->second;
}

StatusOr<std::shared_ptr<const LoadedProgram>> TwinSet::image(Variant variant) {
  OwnCompilation working;
  std::lock_guard<std::mutex> lock(mutex_);
  return ImageLocked(variant);
}

StatusOr<std::shared_ptr<const Twin>> TwinSet::twin(Variant variant) {
  OwnCompilation working;
  std::lock_guard<std::mutex> lock(mutex_);
  auto found = twins_.find(variant);
  if (found != twins_.end()) return found->second;
  const auto& image = ImageLocked(variant);
  return twins_
      .emplace(variant, image.ok() ? Build(*image)
                                   : StatusOr<std::shared_ptr<const Twin>>(image.status()))
      .first->second;
}

}  // namespace lockstep::host
