// What the fake driver does with a module's PTX besides reading its entries: nothing (no_code.cc), or what it says
// (machine_code.cc), in two libraries of the same functions.
#ifndef LOCKSTEP_TESTS_HARDWARE_CUDA_ICD_FAKE_CODE_H_
#define LOCKSTEP_TESTS_HARDWARE_CUDA_ICD_FAKE_CODE_H_

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lockstep::fake_cuda {

class Code {
 public:
  struct Place {
    unsigned long long address;
    size_t bytes;
  };
  struct Work {
    std::string entry;
    std::array<unsigned, 3> grid, block;
    size_t shared;
    std::vector<std::vector<char>> parameters;
  };

  virtual ~Code() = default;
  // The module's variables by name.
  virtual std::map<std::string, Place> Variables() const = 0;
  virtual size_t SharedBytes(const std::string& entry) const = 0;
  // Runs a kernel to its end; a number of CUresult, and what to log.
  virtual int Run(const Work& work, std::string* told) = 0;
};

// Null, and why, for what is no PTX; null without a word where PTX is not run.
std::unique_ptr<Code> LoadCode(const std::string& ptx, std::string* error);

// What cuMemAlloc gave and cuMemFree took back. So many bytes in front of it and behind it belong to it too.
void NoteMemory(unsigned long long address, size_t bytes);
void ForgetMemory(unsigned long long address);
size_t Slack();

// How many multiprocessors the device has.
int Multiprocessors();

}  // namespace lockstep::fake_cuda

#endif  // LOCKSTEP_TESTS_HARDWARE_CUDA_ICD_FAKE_CODE_H_
