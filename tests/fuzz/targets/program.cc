// The program that lockstep-cc answers with, or that a cache entry holds: whatever its description says, reading
// it gives a program or an error, and one that is taken can be planned with.
#include <map>
#include <string>

#include "device-lib/shared/control.h"
#include "runtime/base/text.h"
#include "runtime/program/loaded_program.h"
#include "runtime/prune/group_proof.h"
#include "runtime/prune/site_proof.h"
#include "tests/fuzz/fuzz.h"

namespace {

using namespace lockstep;

constexpr uint64_t kBudget = 20'000;  // steps of a proof

// What planning a launch of `size` work-items asks of the proofs that came with it.
void Plan(const KernelDescription& kernel, uint64_t size) {
  LaunchNumbers numbers;
  numbers.global_size[0] = size;
  numbers.local_size[0] = size < 8 ? size : 8;
  numbers.global_offset[1] = size;
  std::map<int, uint64_t> sizes;
  for (unsigned i = 0; i < 8; ++i) {
    numbers.arguments[i] = static_cast<int64_t>(size) - 1;
    sizes[static_cast<int>(i)] = size * 4;
  }
  if (kernel.group_program) (void)ProveGroup(*kernel.group_program, numbers, sizes, kBudget);
  if (!kernel.site_program) return;
  (void)ProveSites(MeetingsOf(*kernel.site_program), numbers, sizes, kBudget);
  (void)ProvePlaces(PlacesOf(*kernel.site_program), numbers, sizes, kBudget);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  (void)LoadProgram(bytes);
  // Inputs stay good when the ABI moves on: its version, which comes first, is ours.
  const std::string file = StrCat("LOCKSTEP-PROGRAM 2\n{\"abi\":", LS_ABI_VERSION, ",", bytes);
  const auto read = ReadProgram(file);
  const auto loaded = LoadProgram(file);
  fuzz::Claim(read.ok() == loaded.ok(), "what can be read can be loaded");
  if (!read.ok()) {
    fuzz::Claim(!read.status().message().empty(), "an error says something");
    return 0;
  }
  for (const KernelDescription& kernel : read->kernels) {
    for (const uint64_t items : {uint64_t{1}, uint64_t{24}, uint64_t{1} << 33}) Plan(kernel, items);
    for (const Site& site : kernel.sites) {
      fuzz::Claim(!kernel.instrumented || !site.Root() || *site.Root() < kernel.NumRoots(), "roots are the kernel's");
    }
    fuzz::Claim(loaded->FindKernel(kernel.name) != nullptr, "a kernel is found by its name");
  }
  return 0;
}
