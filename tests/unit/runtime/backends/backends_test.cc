// The table of back ends: its rows agree with each other, and serve the devices that they should.
#include "runtime/backends/backends.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace lockstep {
namespace {

constexpr auto kCpuType = static_cast<uint64_t>(DeviceKind::kCpu), kGpuType = static_cast<uint64_t>(DeviceKind::kGpu);

DeviceIdentity Of(std::string platform, uint64_t type, std::string il = "", std::string version = "") {
  DeviceIdentity device;
  device.platform = std::move(platform);
  device.platform_version = std::move(version);
  device.type = type;
  device.il_version = std::move(il);
  return device;
}

std::string Serving(const DeviceIdentity& device, BackendChoice choice = BackendChoice::kAuto) {
  const DeviceRow* row = FindDeviceRow(device, choice);
  return row == nullptr ? "" : row->backend->name;
}

TEST(Backends, NamesDiffer) {
  std::set<std::string> names;
  for (const Backend& backend : AllBackends()) EXPECT_TRUE(names.insert(backend.name).second) << backend.name;
}

TEST(Backends, DevicesNameBackendsOrNone) {
  const std::string names[] = {
#define LOCKSTEP_DEVICES(backend, platform, kind, il, load, proven, unsafe) backend,
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

// Those libraries lock no cells: they are right where one work-item of a group runs at a time.
TEST(Backends, SerialGroupsHaveASerialLibrary) {
  for (const Backend& backend : AllBackends()) {
    const std::string library = backend.library;
    EXPECT_EQ(backend.serial_groups(), library == "lockstep-device.bc" || library == "lockstep-device-serial.bc")
        << backend.name;
  }
}

constexpr char kPocl[] = "Portable Computing Language";

TEST(Backends, FirstRowThatFitsServes) {
  EXPECT_EQ(Serving(Of(kPocl, kCpuType)), "pocl");
  EXPECT_EQ(Serving(Of(kPocl, kCpuType, "SPIR-V_1.2")), "spirv-serial");
  EXPECT_EQ(Serving(Of(kPocl, kGpuType)), "");
  EXPECT_EQ(Serving(Of("Clover", kGpuType, "SPIR-V_1.0")), "");
  EXPECT_EQ(Serving(Of("rusticl", kCpuType)), "spirv-llvmpipe");
  EXPECT_EQ(Serving(Of("rusticl", kCpuType, "SPIR-V_1.4")), "spirv-llvmpipe");
  EXPECT_EQ(Serving(Of("rusticl", kGpuType)), "spirv");
  EXPECT_EQ(Serving(Of("NVIDIA CUDA", kGpuType)), "ptx");
  EXPECT_EQ(Serving(Of("Another", kGpuType, "SPIR-V_1.2")), "spirv");
  EXPECT_EQ(Serving(Of("Another", kGpuType)), "");
}

TEST(Backends, OnlyThoseThatAreAskedFor) {
  EXPECT_EQ(Serving(Of(kPocl, kCpuType), BackendChoice::kSpirv), "");
  EXPECT_EQ(Serving(Of(kPocl, kCpuType), BackendChoice::kNone), "");
  EXPECT_EQ(Serving(Of(kPocl, kCpuType, "SPIR-V_1.2"), BackendChoice::kSpirv), "spirv-serial");
  EXPECT_EQ(Serving(Of("NVIDIA CUDA", kGpuType, "SPIR-V_1.2"), BackendChoice::kSpirv), "spirv");
  EXPECT_EQ(Serving(Of("NVIDIA CUDA", kGpuType, "SPIR-V_1.2"), BackendChoice::kPtx), "ptx");
  EXPECT_EQ(Serving(Of("Clover", kGpuType, "SPIR-V_1.0"), BackendChoice::kSpirv), "");
}

TEST(Backends, ServesAtOnceWhereOurTestsRun) {
  const auto proven = [](const DeviceIdentity& device) { return FindDeviceRow(device)->IsProven(device); };
  EXPECT_TRUE(proven(Of(kPocl, kCpuType, "", "OpenCL 3.0 PoCL 3.1+debian  Linux")));
  EXPECT_FALSE(proven(Of(kPocl, kCpuType, "", "OpenCL 3.0 PoCL 4.0  Linux")));
  EXPECT_FALSE(proven(Of(kPocl, kCpuType, "SPIR-V_1.2", "OpenCL 3.0 PoCL 6.0+debian  Linux")));
  EXPECT_FALSE(proven(Of("rusticl", kCpuType, "", "OpenCL 3.0")));
}

TEST(Backends, RusticlTakesSpirvAsItSays) {
  EXPECT_EQ(FindDeviceRow(Of("rusticl", kCpuType, "SPIR-V_1.4"))->load, CodeLoad::kIl);
  EXPECT_EQ(FindDeviceRow(Of("rusticl", kCpuType))->load, CodeLoad::kContainer);
}

TEST(Backends, QuirksOfADriverDoNotDependOnBeingAsked) {
  EXPECT_TRUE(DriverHas(Quirk::kLoopsEnd, Of("rusticl", kCpuType)));
  EXPECT_FALSE(DriverHas(Quirk::kLoopsEnd, Of("rusticl", kGpuType)));
  EXPECT_FALSE(DriverHas(Quirk::kLoopsEnd, Of("Clover", kCpuType)));
}

TEST(DeviceIdentity, ComesBackFromItsText) {
  DeviceIdentity device = Of("a \"platform\"", kGpuType, "SPIR-V_1.2", "OpenCL 3.0\nx");
  device.name = "n", device.version = "v", device.driver_version = "d";
  const auto read = ReadIdentity(WriteIdentity(device));
  ASSERT_TRUE(read);
  EXPECT_TRUE(*read == device);
  device.driver_version = "e";
  EXPECT_FALSE(*read == device);
  for (const char* text : {"", "{}", "[]", R"({"platform":1})", "\xff"}) EXPECT_FALSE(ReadIdentity(text)) << text;
}

}  // namespace
}  // namespace lockstep
