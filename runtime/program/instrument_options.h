// What decides how a program is instrumented, besides the program and its device: the host sets it from lockstep's
// options and the launch (host/build/compile.cc), the passes obey.
#ifndef LOCKSTEP_RUNTIME_PROGRAM_INSTRUMENT_OPTIONS_H_
#define LOCKSTEP_RUNTIME_PROGRAM_INSTRUMENT_OPTIONS_H_

#include <array>
#include <cstdint>

namespace lockstep {

// Which accesses of a twin are checked: docs/abi.md, section 5.
enum class Variant : uint8_t {
  kDefault,  // all but those of memory that the kernel never writes
  kBounds,   // of those, where they go and nothing else
  kFull,     // all
  kApart,    // all; what checks keep of local memory lies in global memory
};
constexpr std::array<const char*, 4> WordsOf(Variant) { return {"default", "bounds", "full", "apart"}; }
// Whether checks of no root are left out, so that nothing has to be known of what is only read.
constexpr bool ChecksAll(Variant variant) { return variant == Variant::kFull || variant == Variant::kApart; }

struct InstrumentOptions {
  Variant variant = Variant::kDefault;
  bool lockstep = false;      // --model=lockstep:N: compare what work-items write together
  bool watch = false;         // --launch-timeout: the host may end launches
  bool merge_checks = true;   // false: every access is checked for itself
  bool races = true;          // false: accesses are not checked, only barriers
  bool all_barriers = false;  // the resumable form for kernels with provably uniform barriers too
  bool resident = false;      // call device-lib/shared/resident.def's functions by the addresses that the launch gives
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PROGRAM_INSTRUMENT_OPTIONS_H_
