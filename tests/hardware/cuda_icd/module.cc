#include "tests/hardware/cuda_icd/module.h"

#include "tests/hardware/cuda_icd/queue.h"

namespace lockstep::cuda_icd {
namespace {

// A multiprocessor has 65,536 registers, and a group at most 1,024 work-items.
constexpr unsigned kThriftyRegisters = 64;

void* AsValue(size_t number) { return reinterpret_cast<void*>(number); }

}  // namespace

Built::~Built() {
  if (module == nullptr) return;
  const CurrentContext current(context);
  Cuda()->cuModuleUnload(module);
  if (thrifty != nullptr) Cuda()->cuModuleUnload(thrifty);
}

CuModule LoadModule(const Built& built, unsigned max_registers, std::string* log) {
  const CurrentContext current(built.context);
  std::vector<char> errors(16384);
  int names[] = {kJitErrorLog, kJitErrorLogSize, kJitMaxRegisters};
  void* values[] = {errors.data(), AsValue(errors.size()), AsValue(max_registers)};
  CuModule module = nullptr;
  const CuResult error = Cuda()->cuModuleLoadDataEx(
      &module, built.ptx.c_str(), max_registers == 0 ? 2 : 3, names, values);
  if (error == 0) return module;
  *log += "the CUDA driver does not take the PTX: " + CudaError(error) + "\n" + errors.data();
  return nullptr;
}

cl_int FunctionFor(const Built& built, CuFunction usual, const std::string& kernel, size_t items,
                   CuModule* module, CuFunction* function) {
  *module = built.module;
  *function = usual;
  int most = 0;
  if (Cuda()->cuFuncGetAttribute(&most, kFunctionMaxThreads, usual) != 0) return CL_OUT_OF_RESOURCES;
  if (items <= static_cast<size_t>(most)) return CL_SUCCESS;
  auto& shared = const_cast<Built&>(built);
  std::lock_guard<std::mutex> lock(shared.mutex);
  std::string log;
  if (shared.thrifty == nullptr) shared.thrifty = LoadModule(built, kThriftyRegisters, &log);
  if (shared.thrifty == nullptr) return CL_OUT_OF_RESOURCES;
  *module = shared.thrifty;
  return FromCuda(Cuda()->cuModuleGetFunction(function, shared.thrifty, kernel.c_str()),
                  "cuModuleGetFunction");
}

}  // namespace lockstep::cuda_icd
