// A module in memory: its variables of .global and .const have places.
#ifndef LOCKSTEP_TESTS_PTX_MACHINE_IMAGE_H_
#define LOCKSTEP_TESTS_PTX_MACHINE_IMAGE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tests/ptx/machine/memory.h"
#include "tests/ptx/machine/program.h"

namespace lockstep::ptx_machine {

// Addresses of functions, for indirect calls: no memory is there.
constexpr uint64_t kCodeWindow = 0xb000'0000'0000;

class Image {
 public:
  // Parses `text` and gives its variables places in `memory`, which must outlive the image.
  static absl::StatusOr<std::unique_ptr<Image>> Load(const std::string& text, GlobalMemory& memory);
  ~Image();
  Image(const Image&) = delete;
  Image& operator=(const Image&) = delete;

  const Module& module() const { return *module_; }
  // Of a variable outside functions, in .global or .const.
  uint64_t AddressOf(const Variable& variable) const;
  const Variable* FindVariable(const std::string& name) const;
  // Bytes of static shared memory that `entry` and what it calls use, and where each variable lies (by its number).
  // Those of unknown size, which are the launch's, lie behind all others.
  uint64_t LayOutShared(const Function& entry, std::vector<uint64_t>* offsets) const;
  const Function* FunctionAt(uint64_t address) const;

 private:
  Image(std::unique_ptr<Module> module, GlobalMemory& memory) : module_(std::move(module)), memory_(memory) {}
  void Place();

  std::unique_ptr<Module> module_;
  GlobalMemory& memory_;
  std::vector<std::unique_ptr<uint8_t[]>> places_;  // by the variables' numbers, with room to align
};

}  // namespace lockstep::ptx_machine

#endif  // LOCKSTEP_TESTS_PTX_MACHINE_IMAGE_H_
