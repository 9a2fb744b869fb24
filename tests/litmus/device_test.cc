// `lockstep litmus --device` with a device of our own: the kernel's text, the judgement, the exit status.
#include <gtest/gtest.h>

#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "runtime/litmus/device.h"
#include "runtime/litmus/enumerate.h"
#include "runtime/litmus/main.h"
#include "runtime/litmus/parser.h"

namespace lockstep::litmus {
namespace {

std::string File(const std::string& name) {
  return std::string(LITMUS_CORPUS) + "/" + name + ".litmus";
}

StatusOr<DeviceKernel> KernelOf(const std::string& name) {
  const auto test = ParseFile(File(name));
  if (!test.ok()) return test.status();
  return MakeDeviceKernel(*test, 3, /*lines=*/false);
}

bool Contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// A device on which every instance ends with these rows and cells.
DeviceRunner Ending(std::vector<int32_t> row, std::vector<int32_t> cells) {
  return [=](const DeviceKernel& kernel, const DeviceOptions& options, const InstanceSink& each) {
    EXPECT_EQ(static_cast<int>(row.size()), kernel.row_size);
    EXPECT_EQ(cells.size(), kernel.initial.size());
    for (uint64_t i = 0; i < options.iterations; ++i) each(row.data(), cells);
    DeviceDescription facts;
    facts.name = "test device";
    facts.launches = 1;
    return facts;
  };
}

struct Outcome {
  int status = 0;
  std::string out, err;
};

Outcome Command(const DeviceRunner& device, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"lockstep litmus", "--device", "--iterations=7"});
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  std::ostringstream out, err;
  auto* const old_out = std::cout.rdbuf(out.rdbuf());
  auto* const old_err = std::cerr.rdbuf(err.rdbuf());
  Outcome outcome;
  outcome.status = LitmusMain(static_cast<int>(argv.size()), argv.data(), device);
  std::cout.rdbuf(old_out);
  std::cerr.rdbuf(old_err);
  outcome.out = out.str();
  outcome.err = err.str();
  return outcome;
}

TEST(Device, KernelSaysWhatTheTestSays) {
  const auto kernel = KernelOf("wsq-push-steal");
  ASSERT_TRUE(kernel.ok());
  EXPECT_TRUE(Contains(kernel->source, "#include <lockstep/rsp.clh>"));
  EXPECT_TRUE(Contains(kernel->source,
                       "atomic_store_explicit(G(cells[(1) * stride]), 1, memory_order_release, "
                       "memory_scope_work_group)"));
  EXPECT_TRUE(Contains(kernel->source,
                       "atomic_load_explicit_remote(G(cells[(1) * stride]), memory_order_acquire, "
                       "memory_scope_device)"));
  EXPECT_EQ(kernel->roles, 2);
  EXPECT_EQ(kernel->threads, 1);
  EXPECT_FALSE(Contains(KernelOf("mp-rel-acq-dev")->source, "rsp.clh"));
}

TEST(Device, ThreadsOfAGroupShareAWorkGroup) {
  const auto kernel = KernelOf("mp-rel-acq-wg");
  ASSERT_TRUE(kernel.ok());
  EXPECT_EQ(kernel->roles, 1);
  EXPECT_EQ(kernel->threads, 2);
  EXPECT_EQ(kernel->local, kernel->copies * 2);
}

TEST(Device, LocalLocationsAreInLocalMemory) {
  const auto kernel = KernelOf("region-local-local");
  ASSERT_TRUE(kernel.ok());
  EXPECT_TRUE(Contains(kernel->source, "local int locals["));
}

TEST(Device, BarriersStandInNoBranch) {
  const auto kernel = KernelOf("barrier-twice");
  ASSERT_TRUE(kernel.ok());
  EXPECT_TRUE(Contains(kernel->source, "\n  work_group_barrier(CLK_GLOBAL_MEM_FENCE"));
  EXPECT_FALSE(Contains(kernel->source, "\n    work_group_barrier("));
}

TEST(Device, WhatOneDeviceCannotRunIsRefused) {
  EXPECT_TRUE(Contains(std::string(KernelOf("mp-all-devices").status().message()), "2 devices"));
  EXPECT_TRUE(Contains(std::string(KernelOf("barrier-loop").status().message()), "a loop"));
  EXPECT_TRUE(
      Contains(std::string(KernelOf("format-two-regions").status().message()), "at once"));
}

// Rows of mp-rel-acq-dev: r1, r0 of P1 (P0 has no registers), then a mark for each thread.
TEST(Device, AllowedStatesPass) {
  const Outcome outcome = Command(Ending({1, 1, 0, 0}, {1, 1}), {File("mp-rel-acq-dev")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(Contains(outcome.out, "         7 :> 1:r0=1; 1:r1=1;\n")) << outcome.out;
  EXPECT_TRUE(Contains(outcome.out, "allowed, not seen")) << outcome.out;
  EXPECT_TRUE(Contains(outcome.out, "Conforms Yes")) << outcome.out;
}

TEST(Device, ForbiddenStatesFail) {
  const Outcome outcome = Command(Ending({0, 1, 0, 0}, {1, 1}), {File("mp-rel-acq-dev")});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(Contains(outcome.out, "FORBIDDEN by the model")) << outcome.out;
  EXPECT_TRUE(Contains(outcome.out, "Conforms No")) << outcome.out;
}

TEST(Device, RacyTestsAreNotJudged) {
  const Outcome outcome = Command(Ending({7, 1, 0, 0}, {1, 1}), {File("mp-rel-rlx")});
  EXPECT_EQ(outcome.status, 0) << outcome.out;
  EXPECT_TRUE(Contains(outcome.out, "undefined: with a data race")) << outcome.out;
}

TEST(Device, DroppedExecutionsDoNotCount) {
  const Outcome outcome = Command(Ending({0, 1, 0, 1}, {1, 1}), {File("mp-rel-acq-dev")});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(Contains(outcome.out, "Left out 7 executions")) << outcome.out;
}

TEST(Device, JsonHasTheHistogram) {
  const Outcome outcome =
      Command(Ending({0, 1, 0, 0}, {1, 1}), {"--format=json", File("mp-rel-acq-dev")});
  const auto json = nlohmann::json::parse(outcome.out);
  const auto& device = json["tests"][0]["device"];
  EXPECT_TRUE(device["forbidden"].get<bool>());
  EXPECT_EQ(device["executions"], 7);
  EXPECT_EQ(device["histogram"].size(), 3u);
}

TEST(Device, SkippedTestsSayWhy) {
  const Outcome outcome =
      Command(Ending({}, {}), {"--format=json", File("mp-all-devices"), File("barrier-missing")});
  EXPECT_EQ(outcome.status, 0);
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_TRUE(Contains(json["tests"][0]["device"]["skipped"], "2 devices"));
  EXPECT_TRUE(Contains(json["tests"][1]["device"]["skipped"], "part at a barrier"));
}

TEST(Device, WithoutOpenClThatIsSaid) {
  const Outcome outcome = Command(nullptr, {File("mp-rel-acq-dev")});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(Contains(outcome.err, "no OpenCL"));
}

TEST(Device, AFailingDeviceIsAnError) {
  const DeviceRunner broken = [](const DeviceKernel&, const DeviceOptions&,
                                 const InstanceSink&) -> StatusOr<DeviceDescription> {
    return InternalError("the device has no C11 atomics");
  };
  const Outcome outcome = Command(broken, {File("mp-rel-acq-dev")});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(Contains(outcome.err, "no C11 atomics"));
}

}  // namespace
}  // namespace lockstep::litmus
