#include "runtime/program/loaded_program.h"

#include "runtime/base/sha256.h"
#include "runtime/prune/group_proof.h"
#include "runtime/prune/site_proof.h"

namespace lockstep {
namespace {

std::shared_ptr<const LoadedKernel> Load(KernelDescription description) {
  auto kernel = std::make_shared<LoadedKernel>();
  static_cast<KernelDescription&>(*kernel) = std::move(description);
  const bool apart = !kernel->irregular_loops.empty();
  if (kernel->group_program) {
    if (apart) kernel->local_apart = GroupProofs(ApartOf(*kernel->group_program));
    kernel->group = GroupProofs(*std::move(kernel->group_program));
  }
  if (kernel->site_program) {
    kernel->place_proofs = PlaceProofs(PlacesOf(*kernel->site_program));
    SiteProgram meetings = MeetingsOf(*std::move(kernel->site_program));
    if (apart) kernel->global_apart = MeetingProofs(ApartOf(meetings));
    kernel->site_proofs = MeetingProofs(std::move(meetings));
  }
  kernel->group_program.reset();
  kernel->site_program.reset();
  return kernel;
}

}  // namespace

std::shared_ptr<const LoadedKernel> LoadedProgram::FindKernel(const std::string& name) const {
  for (const auto& kernel : kernels) {
    if (kernel->name == name) return kernel;
  }
  return nullptr;
}

StatusOr<LoadedProgram> LoadProgram(std::string_view bytes) {
  StatusOr<InstrumentedProgram> read = ReadProgram(bytes);
  if (!read.ok()) return read.status();
  LoadedProgram program;
  program.build_options = std::move(read->build_options);
  program.dependencies = std::move(read->dependencies);
  for (KernelDescription& kernel : read->kernels) program.kernels.push_back(Load(std::move(kernel)));
  program.code = std::move(read->code);
  program.hash = Sha256Hex(bytes);
  return program;
}

}  // namespace lockstep
