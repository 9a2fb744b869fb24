// PoCL's view, 3.1's and 6.0's. Taken from the options that it prints with POCL_DEBUG=llvm and from the headers
// that it includes (/usr/share/pocl/include); tests/frontend/pocl_macros_test.py compares the
// result with the real driver, macro by macro.
#include "instrument/frontend/pocl_view.h"

#include <regex>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "instrument/frontend/target_macros.h"

namespace lockstep::instrument {
namespace {

// Predefined by clang for a CPU but not as a property of the target alone, or otherwise for spir64.
constexpr char kCpuMacros[] = R"(
#define __code_model_small__ 1
#define __SIZEOF_INT128__ 16
#undef __BIGGEST_ALIGNMENT__
#define __BIGGEST_ALIGNMENT__ 16
#undef __WINT_MAX__
#define __WINT_MAX__ 4294967295U
#undef __WINT_TYPE__
#define __WINT_TYPE__ unsigned int
#define __WINT_UNSIGNED__ 1
)";

// Of PoCL up to 3.1 only.
constexpr char kOlderCpuMacros[] = R"(
#define __PIC__ 2
#define __pic__ 2
#define __PIE__ 2
#define __pie__ 2
)";
constexpr char kOlderHeaderMacros[] = R"(
#define LLVM_15_0
#define LLVM_OLDER_THAN_16_0 1
)";

constexpr const char* kAlwaysLockFree[] = {"BOOL", "CHAR", "CHAR16_T", "CHAR32_T", "INT",
                                           "LLONG", "LONG", "POINTER", "SHORT", "WCHAR_T"};

// From PoCL's headers, as they stand when the source begins.
constexpr char kHeaderMacros[] = R"(
#define _OPENCL_H_
#define CLANG_MAJOR __clang_major__
#define INTTYPE int
#define _CL_ALWAYSINLINE __attribute__((__always_inline__))
#define _CL_NOINLINE __attribute__((__noinline__))
#define _CL_OVERLOADABLE __attribute__((__overloadable__))
#define _CL_READONLY __attribute__((__pure__))
#define _CL_READNONE __attribute__((__const__))
#define _CL_CONVERGENT __attribute__((convergent))
#define IMG_RO_AQ __read_only
#define IMG_WO_AQ __write_only
#undef FP_ILOGB0
#undef FP_ILOGBNAN
#define FP_ILOGB0 INT_MIN
#define FP_ILOGBNAN INT_MAX
#undef __SIZE_TYPE__
#undef __SIZE_MAX__
#undef __INTPTR_TYPE__
#undef __UINTPTR_TYPE__
#define __SIZE_TYPE__ ulong
#define __SIZE_MAX__ 0xffffffffffffffffUL
#define __INTPTR_TYPE__ long
#define __UINTPTR_TYPE__ ulong
#pragma OPENCL EXTENSION all : disable
)";

// PoCL 4 and newer call the device "cpu".
bool IsOlder(const DeviceTraits& device) { return !absl::StrContains(device.version, "HSTR: cpu-"); }

// The macros of the triple and CPU at the end of PoCL's version text:
// "OpenCL 3.0 PoCL HSTR: pthread-x86_64-pc-linux-gnu-skylake-avx512".
std::string CpuMacros(const DeviceTraits& device) {
  static constexpr char kPattern[] = "HSTR: [a-z]+-([a-z0-9_]+-[a-z0-9]+-linux-[a-z0-9]+)-([^ ]+)";
  std::smatch match;
  if (!std::regex_search(device.version, match, std::regex(kPattern))) return "";
  std::string text = TargetMacros(match[1], match[2]);
  absl::StrAppend(&text, kCpuMacros);
  if (IsOlder(device)) absl::StrAppend(&text, kOlderCpuMacros);
  for (const char* type : kAlwaysLockFree) {
    const std::string name = absl::StrCat("__CLANG_ATOMIC_", type, "_LOCK_FREE");
    absl::StrAppend(&text, "#undef ", name, "\n#define ", name, " 2\n");
  }
  return text;
}

}  // namespace

bool IsPocl(const DeviceTraits& device) { return absl::StrContains(device.version, "PoCL"); }

void AddPoclView(const DeviceTraits& device, unsigned version, DriverView& view) {
  const auto add = [&view](const std::string& text) { view.arguments.push_back(text); };
  add("-Dcl_khr_int64");
  add(absl::StrCat("-DPOCL_DEVICE_ADDRESS_BITS=", device.address_bits));
  add("-D__USE_CLANG_OPENCL_C_H");
  // PoCL removes the keyword, or C99's rule for it would leave functions without a definition.
  add("-Dinline=");
  const bool has_variables = absl::c_linear_search(device.features, "__opencl_c_program_scope_global_variables");
  add(absl::StrCat("-DCL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE=", has_variables ? 64000 : 0));
  const std::string cpu = CpuMacros(device);
  absl::StrAppend(&view.before_header, cpu);
  // In SPIR-V it is mad(), in PoCL's library a multiplication and an addition.
  view.joins_products = !IsOlder(device) && absl::StrContains(cpu, "#define __FMA__ 1\n");
  absl::StrAppend(&view.after_header, kHeaderMacros);
  if (IsOlder(device)) absl::StrAppend(&view.after_header, kOlderHeaderMacros);
  if (version >= 200) absl::StrAppend(&view.after_header, "#define cl_khr_depth_images\n");
  if (version < 300 && IsOlder(device)) {
    absl::StrAppend(&view.after_header,
                    "#define __BLOCKS__ 1\n#define __block __attribute__((__blocks__(byref)))\n");
  }
}

}  // namespace lockstep::instrument
