#include "tests/hardware/cuda_icd/fake/code.h"

namespace lockstep::fake_cuda {

std::unique_ptr<Code> LoadCode(const std::string&, std::string*) { return nullptr; }
void NoteMemory(unsigned long long, size_t) {}
void ForgetMemory(unsigned long long) {}
size_t Slack() { return 0; }
int Multiprocessors() { return 132; }

}  // namespace lockstep::fake_cuda
