// The table of back ends: its rows agree with each other, and serve the devices that they should.
#include "runtime/backends/backends.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>

namespace lockstep {
namespace {

constexpr auto kCpuType = static_cast<uint64_t>(DeviceKind::kCpu), kGpuType = static_cast<uint64_t>(DeviceKind::kGpu);

std::string Serving(std::string_view platform, uint64_t type, std::string_view il) {
  const DeviceRow* row = FindDeviceRow(platform, type, il);
  return row == nullptr ? "" : row->backend->name;
}

TEST(Backends, NamesDiffer) {
  std::set<std::string> names;
  for (const Backend& backend : AllBackends()) EXPECT_TRUE(names.insert(backend.name).second) << backend.name;
}

TEST(Backends, DevicesNameBackendsOrNone) {
  const std::string names[] = {
#define LOCKSTEP_DEVICES(backend, platform, kind, il, load, wanted) backend,
#include "runtime/backends/backends.def"
  };
  for (const std::string& name : names) EXPECT_TRUE(name.empty() || FindBackend(name) != nullptr) << name;
}

TEST(Backends, EachServesSomeDevices) {
  for (const Backend& backend : AllBackends()) {
    const auto& rows = AllDeviceRows();
    EXPECT_TRUE(std::any_of(rows.begin(), rows.end(), [&](const DeviceRow& row) { return row.backend == &backend; }))
        << backend.name;
  }
}

// That library locks no cells: it is right where one work-item of a group runs at a time.
TEST(Backends, SerialGroupsHaveTheSerialLibrary) {
  for (const Backend& backend : AllBackends()) {
    EXPECT_EQ(backend.serial_groups(), std::string(backend.library) == "lockstep-device.bc") << backend.name;
  }
}

TEST(Backends, FirstRowThatFitsServes) {
  EXPECT_EQ(Serving("Portable Computing Language", kCpuType, "SPIR-V_1.2"), "pocl");
  EXPECT_EQ(Serving("Portable Computing Language", kGpuType, ""), "");
  EXPECT_EQ(Serving("Clover", kGpuType, "SPIR-V_1.0"), "");
  EXPECT_EQ(Serving("rusticl", kCpuType, ""), "spirv-llvmpipe");
  EXPECT_EQ(Serving("rusticl", kGpuType, ""), "spirv");
  EXPECT_EQ(Serving("NVIDIA CUDA", kGpuType, ""), "ptx");
  EXPECT_EQ(Serving("Another", kGpuType, "SPIR-V_1.2"), "spirv");
  EXPECT_EQ(Serving("Another", kGpuType, ""), "");
}

TEST(Backends, AskedForByTheEnvironment) {
  unsetenv("LOCKSTEP_SPIRV");
  EXPECT_EQ(ServingRow("rusticl", kCpuType, ""), nullptr);
  setenv("LOCKSTEP_SPIRV", "1", 1);
  EXPECT_NE(ServingRow("rusticl", kCpuType, ""), nullptr);
  unsetenv("LOCKSTEP_SPIRV");
  EXPECT_NE(ServingRow("Portable Computing Language", kCpuType, ""), nullptr);
}

TEST(Backends, QuirksOfADriverDoNotDependOnBeingAsked) {
  EXPECT_TRUE(DriverHas(Quirk::kLoopsEnd, "rusticl", kCpuType, ""));
  EXPECT_FALSE(DriverHas(Quirk::kLoopsEnd, "rusticl", kGpuType, ""));
  EXPECT_FALSE(DriverHas(Quirk::kLoopsEnd, "Clover", kCpuType, ""));
}

}  // namespace
}  // namespace lockstep
