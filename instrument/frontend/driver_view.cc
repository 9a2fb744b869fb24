// Builds the driver's view from the device's facts. Source: OpenCL C 3.0, sections 6.2.1 (features)
// and 6.10 (macros); what a driver adds of its own stands in its own file.
#include "instrument/frontend/driver_view.h"

#include <algorithm>
#include <regex>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "instrument/frontend/pocl_view.h"

namespace lockstep::instrument {
namespace {

// The number after `prefix` in `text`, as 100 * major + 10 * minor; 0 if there is none.
unsigned VersionAfter(const std::string& text, const char* prefix) {
  const std::regex pattern(absl::StrCat(prefix, "(\\d+)\\.(\\d+)"));
  std::smatch match;
  if (!std::regex_search(text, match, pattern)) return 0;
  return 100 * std::stoul(match[1]) + 10 * std::stoul(match[2]);
}

// "CL1.2" -> 120; "CL" -> 100; 0 if it is no OpenCL C version.
unsigned VersionOfStandard(const std::string& standard) {
  if (standard == "CL") return 100;
  return VersionAfter(standard, "^CL");
}

// Everything that OpenCL C 2.0 has by definition and that clang treats as an option in 3.0.
constexpr const char* kFeaturesOf20[] = {
    "__opencl_c_atomic_order_acq_rel",    "__opencl_c_atomic_order_seq_cst",
    "__opencl_c_atomic_scope_device",     "__opencl_c_atomic_scope_all_devices",
    "__opencl_c_read_write_images",       "__opencl_c_program_scope_global_variables",
    "__opencl_c_images",                  "__opencl_c_int64",
    "__opencl_c_3d_image_writes",         "__opencl_c_work_group_collective_functions"};

// Of those, what the 3.0 language may not promise where the macros are asked for.
constexpr const char* kMacrosOf20[] = {"__opencl_c_pipes", "__opencl_c_generic_address_space",
                                       "__opencl_c_device_enqueue"};

void AddUnique(std::vector<std::string>& list, const std::string& item) {
  if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
}

// clang wants the OpenCL 3.0 features that replace an extension to be on or off with it.
void PairFeatures(std::vector<std::string>& names) {
  const std::pair<const char*, const char*> pairs[] = {
      {"cl_khr_fp64", "__opencl_c_fp64"}, {"cl_khr_3d_image_writes", "__opencl_c_3d_image_writes"}};
  for (const auto& [extension, feature] : pairs) {
    const bool has_extension = std::count(names.begin(), names.end(), extension) != 0;
    const bool has_feature = std::count(names.begin(), names.end(), feature) != 0;
    if (has_extension) AddUnique(names, feature);
    if (has_feature) AddUnique(names, extension);
  }
}

}  // namespace

unsigned DeviceVersion(const DeviceTraits& device) {
  const unsigned version = VersionAfter(device.version, "OpenCL ");
  return version == 0 ? 120 : version;
}

unsigned LanguageVersion(const DeviceTraits& device, const BuildOptions& options) {
  if (const unsigned version = VersionOfStandard(options.language_standard); version != 0) {
    return version;
  }
  // PoCL compiles for its device's own version; the specification (3.0, section 5.8.6) says the
  // highest 1.x.
  if (IsPocl(device)) return DeviceVersion(device) >= 300 ? 300 : 120;
  const unsigned version = VersionAfter(device.c_version, "OpenCL C ");
  return version == 0 ? 120 : std::min(version, 120u);
}

DriverView DescribeDriver(const DeviceTraits& device, const BuildOptions& options, bool generic) {
  DriverView view;
  const unsigned version = LanguageVersion(device, options);
  const bool is_20 = version >= 200 && version < 300;

  std::vector<std::string> names;
  for (absl::string_view name : absl::StrSplit(device.extensions, ' ', absl::SkipEmpty())) {
    AddUnique(names, std::string(name));
  }
  const std::vector<std::string> extensions = names;
  if (version >= 300) {
    for (const std::string& feature : device.features) AddUnique(names, feature);
  }
  if (is_20) {
    for (const char* feature : kFeaturesOf20) AddUnique(names, feature);
    for (const std::string& feature : device.features) AddUnique(names, feature);
  }
  if (generic) AddUnique(names, "__opencl_c_generic_address_space");
  if (version >= 200) PairFeatures(names);

  // clang forces the generic address space on in 2.0; 3.0 with the same features can do without.
  const unsigned compiled_as = is_20 ? 300 : version;
  view.arguments.push_back(
      absl::StrCat("-cl-std=CL", compiled_as / 100, ".", compiled_as / 10 % 10));
  view.arguments.push_back(absl::StrCat(
      "-cl-ext=-all", names.empty() ? "" : ",+", absl::StrJoin(names, ",+")));
  // Before anything else is read: the target must not look like SPIR.
  for (const char* macro : {"__SPIR__", "__SPIR64__", "__SPIR", "__SPIR64", "__IMAGE_SUPPORT__"}) {
    view.arguments.push_back(absl::StrCat("-U", macro));
  }
  for (const std::string& name : version >= 200 ? names : extensions) {
    view.arguments.push_back(absl::StrCat("-D", name, "=1"));
  }
  view.arguments.push_back(absl::StrCat("-D__OPENCL_VERSION__=", DeviceVersion(device)));
  if (device.little_endian) view.arguments.push_back("-D__ENDIAN_LITTLE__=1");
  if (device.images) view.arguments.push_back("-D__IMAGE_SUPPORT__=1");
  if (options.fast_relaxed_math) view.arguments.push_back("-D__FAST_RELAXED_MATH__=1");
  if (is_20) {
    absl::StrAppend(&view.after_header, "#undef __OPENCL_C_VERSION__\n",
                    "#define __OPENCL_C_VERSION__ ", version, "\n");
    for (const char* macro : kMacrosOf20) {
      absl::StrAppend(&view.after_header, "#undef ", macro, "\n#define ", macro, " 1\n");
    }
  }
  if (IsPocl(device)) AddPoclView(device, version, view);
  return view;
}

}  // namespace lockstep::instrument
