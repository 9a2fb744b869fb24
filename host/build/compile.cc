#include "host/build/compile.h"

#include <cstdlib>

#include "host/build/helper.h"
#include "host/build/saved_source.h"
#include "host/build/service.h"
#include "host/build/tool_identity.h"
#include "host/driver/device.h"
#include "runtime/base/shared_by_key.h"
#include "runtime/base/text.h"
#include "runtime/cache/cache.h"
#include "runtime/program/dependencies.h"
#include "runtime/program/loaded_program.h"
#include "runtime/program/request.h"
#include "runtime/session/board.h"
#include "runtime/session/session.h"

namespace lockstep::host {
namespace {

using ProgramOr = StatusOr<std::shared_ptr<const LoadedProgram>>;

ProgramOr Parse(const std::string& bytes) {
  StatusOr<LoadedProgram> program = LoadProgram(bytes);
  if (!program.ok()) return program.status();
  // What is known of a kernel, and what was proven of it, stays: a program that is made a thousand times has one.
  static auto* const kernels = new SharedByKey<LoadedKernel>;  // never destroyed: launches may outlive main
  for (auto& kernel : program->kernels) kernel = kernels->Of(StrCat(program->hash, kernel->name), kernel);
  return std::shared_ptr<const LoadedProgram>(std::make_shared<LoadedProgram>(std::move(*program)));
}

// What lockstep-cc may take for one program, in MiB; 0: as much as this process.
uint64_t HelperMemory() {
  constexpr uint64_t kUsual = 4096;
  const char* given = std::getenv("LOCKSTEP_HELPER_MEMORY");
  return given == nullptr ? kUsual : ParseUnsigned(given).value_or(kUsual);
}

InstrumentOptions OptionsFor(Variant variant, const Backend& backend) {
  const Options& asked = Session::Get().options();
  InstrumentOptions options;
  options.variant = variant;
  options.lockstep = asked.lockstep_width > 0;
  options.watch = asked.launch_timeout > 0;
  options.merge_checks = asked.merge_checks == MergeMode::kOn;
  options.races = asked.races == RaceMode::kOn;
  options.resident = backend.calls == Calls::kByAddress;
  options.all_barriers = asked.barriers == BarrierMode::kTransform;
  return options;
}

// `emit`: lockstep-cc's --emit, "image" or "unit".
ProgramOr Compile(const Recipe& recipe, cl_device_id id, Variant variant, const std::string& emit) {
  const auto device = DeviceFacts(id);
  const Service& service = ServiceOf(*device);
  if (service.row == nullptr) return NotFoundError(service.why);
  const std::string text =
      WriteRequest({service.row->backend->name, OptionsFor(variant, *service.row->backend), recipe, *device});

  const StatusOr<std::string> helper = FindHelper();
  if (!helper.ok()) return helper.status();
  const Cache cache = Cache::FromOptions(Session::Get().options());
  const std::string key = cache.directory().empty() ? "" : CacheKey({emit, text, ToolIdentity()});
  if (const auto stored = cache.Get(key)) {
    auto program = Parse(*stored);
    if (program.ok() && DependenciesUnchanged((*program)->dependencies)) return program;
    cache.Drop(key);
  }
  const HelperLimits limits = {Session::Get().options().helper_timeout, HelperMemory()};
  StatusOr<std::string> bytes = RunHelper(*helper, text, emit, limits);
  if (!bytes.ok()) return bytes.status();
  auto program = Parse(*bytes);
  if (program.ok()) cache.Put(key, *bytes);
  return program;
}

}  // namespace

ProgramOr CompileTwin(const Recipe& recipe, cl_device_id device, Variant variant) {
  SaveSources(recipe);
  return Compile(recipe, device, variant, "image");
}

std::shared_ptr<const Recipe> MakeWhole(std::shared_ptr<const Recipe> recipe,
                                        cl_device_id device) {
  if (recipe->IsWhole()) return recipe;
  const Activity compiling(Doing::kCompiling, "a program of the application's, for its checks");
  auto whole = std::make_shared<Recipe>(*recipe);
  for (auto& unit : whole->units) {
    if (!unit->ReadsFiles()) continue;
    const ProgramOr program = Compile(Recipe{{unit}, ""}, device, Variant::kDefault, "unit");
    if (!program.ok()) continue;
    auto made = std::make_shared<Unit>(*unit);
    made->code = (*program)->code;
    made->own_name = true;  // it stands in the code's debug info
    unit = std::move(made);
  }
  return whole;
}

}  // namespace lockstep::host
