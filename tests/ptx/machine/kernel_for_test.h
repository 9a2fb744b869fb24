// Small kernels for tests: the text around them, and their memory.
#ifndef LOCKSTEP_TESTS_PTX_MACHINE_KERNEL_FOR_TEST_H_
#define LOCKSTEP_TESTS_PTX_MACHINE_KERNEL_FOR_TEST_H_

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "tests/ptx/machine/launch.h"

namespace lockstep::ptx_machine {

// A module of one entry `k` with the parameter `out`, an address that is in %out. `before` stands before the entry.
// Registers: %h (16 bits), %r (32), %d (64), %f, %g (f32, f64), %p.
inline std::string ModuleText(const std::string& body, const std::string& before = "") {
  return ".version 7.0\n.target sm_70\n.address_size 64\n" + before +
         "\n.visible .entry k(.param .u64 out)\n{\n.reg .b16 %h<16>;\n.reg .b32 %r<32>;\n.reg .b64 %d<32>, %out;\n"
         ".reg .f32 %f<16>;\n.reg .f64 %g<16>;\n.reg .pred %p<16>;\nld.param.u64 %out, [out];\n" +
         body + "\nret;\n}\n";
}

struct Ran {
  Outcome outcome;
  std::vector<uint32_t> words;
};

// Runs the entry of `text` over `words`, whose address is its parameter.
inline Ran RunText(const std::string& text, std::vector<uint32_t> words, unsigned threads = 1, unsigned blocks = 1,
                   Options options = {}, uint64_t dynamic_shared = 0) {
  GlobalMemory memory;
  auto image = Image::Load(text, memory);
  if (!image.ok()) return {{Fault::kBadLaunch, std::string(image.status().message()), {}}, {}};
  if (words.size() % 2 != 0) words.push_back(0);
  std::vector<uint64_t> storage(words.size() / 2);
  std::memcpy(storage.data(), words.data(), 4 * words.size());
  const auto address = reinterpret_cast<uint64_t>(storage.data());
  memory.Add(address, 8 * storage.size());
  Launch launch;
  launch.image = image->get();
  launch.entry = (*image)->module().Find("k");
  launch.block = {threads, 1, 1};
  launch.grid = {blocks, 1, 1};
  launch.dynamic_shared = dynamic_shared;
  launch.parameters.emplace_back(8);
  std::memcpy(launch.parameters[0].data(), &address, 8);
  Ran ran;
  ran.outcome = Run(launch, options, memory);
  ran.words.resize(words.size());
  std::memcpy(ran.words.data(), storage.data(), 4 * words.size());
  return ran;
}

// What `body` leaves in %r0; in %d0 the second. What stops it is a failure of the test.
inline uint64_t Value32(const std::string& body) {
  const Ran ran = RunText(ModuleText(body + "\nst.global.u32 [%out], %r0;"), {0, 0});
  EXPECT_EQ(ran.outcome.message, "") << body;
  return ran.words.empty() ? 0 : ran.words[0];
}
inline uint64_t Value64(const std::string& body) {
  const Ran ran = RunText(ModuleText(body + "\nst.global.u64 [%out], %d0;"), {0, 0});
  EXPECT_EQ(ran.outcome.message, "") << body;
  return ran.words.empty() ? 0 : ran.words[0] | static_cast<uint64_t>(ran.words[1]) << 32;
}

}  // namespace lockstep::ptx_machine

#endif  // LOCKSTEP_TESTS_PTX_MACHINE_KERNEL_FOR_TEST_H_
