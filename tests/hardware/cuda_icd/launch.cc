// Launches: OpenCL's arguments and sizes as cuLaunchKernel's.
#include <algorithm>

#include "host/plan/local_size.h"
#include "tests/hardware/cuda_icd/answer.h"
#include "tests/hardware/cuda_icd/entry_points.h"
#include "tests/hardware/cuda_icd/module.h"
#include "tests/hardware/cuda_icd/queue.h"

using namespace lockstep::cuda_icd;

namespace {

using Size = std::array<size_t, 3>;

// What a local argument's offset is a multiple of; as in instrument/backends/ptx/cuda.cc.
constexpr size_t kLocalAlignment = 128;

// Everything of a launch that must not change once it is enqueued.
struct Launch {
  Ref<_cl_kernel> kernel;
  std::vector<Ref<_cl_mem>> memory;       // kept while it runs
  std::vector<std::vector<char>> values;  // what each argument's parameter points to
  size_t shared = 0;                      // bytes of dynamic shared memory
  Size groups{}, local{};
  std::array<cl_uint, 4> told{};          // offset and dimensions: __lockstep_launch of work_items.cl
};

template <typename T>
std::vector<char> BytesOf(const T& value) {
  const auto* bytes = reinterpret_cast<const char*>(&value);
  return std::vector<char>(bytes, bytes + sizeof(value));
}

cl_int TakeArguments(cl_kernel kernel, Launch& launch) {
  for (size_t i = 0; i < kernel->args.size(); ++i) {
    const _cl_kernel::Argument& argument = kernel->args[i];
    if (!argument.set) return CL_INVALID_KERNEL_ARGS;
    const std::string& space = kernel->form->args[i].space;
    if (space == "local") {
      launch.shared = (launch.shared + kLocalAlignment - 1) / kLocalAlignment * kLocalAlignment;
      launch.values.push_back(BytesOf<uint64_t>(launch.shared));
      launch.shared += argument.local;
    } else if (space == "private") {
      launch.values.emplace_back(argument.bytes.begin(), argument.bytes.end());
    } else {
      const bool given = argument.memory.get() != nullptr;
      launch.values.push_back(BytesOf<CuPointer>(given ? argument.memory->memory : 0));
      launch.memory.push_back(argument.memory);
    }
  }
  return CL_SUCCESS;
}

Size ChooseGroup(cl_device_id device, const Size& global) {
  lockstep::host::GroupLimits limits;
  // Small enough for kernels with many registers, which a launch of the application's own choice of
  // group would have to leave room for.
  limits.max_group = 256;
  limits.max_items = {256, 256, 64};
  limits.preferred_multiple = 32;
  limits.compute_units = static_cast<size_t>(device->Attribute(kMultiprocessorCount));
  return lockstep::host::ChooseLocalSize(global, limits);
}

cl_int TakeSizes(cl_device_id device, const KernelForm& form, cl_uint dimensions,
                 const size_t* offset, const size_t* global, const size_t* local, Launch& launch) {
  if (dimensions < 1 || dimensions > 3) return CL_INVALID_WORK_DIMENSION;
  if (global == nullptr) return CL_INVALID_GLOBAL_WORK_SIZE;
  Size whole = {1, 1, 1};
  std::copy(global, global + dimensions, whole.begin());
  launch.local = {1, 1, 1};
  if (local != nullptr) {
    std::copy(local, local + dimensions, launch.local.begin());
    if (form.group[0] != 0 && launch.local != form.group) return CL_INVALID_WORK_GROUP_SIZE;
  } else {
    launch.local = form.group[0] != 0 ? form.group : ChooseGroup(device, whole);
  }
  constexpr int kMaxBlock[] = {kMaxBlockX, kMaxBlockY, kMaxBlockZ};
  constexpr int kMaxGrid[] = {kMaxGridX, kMaxGridY, kMaxGridZ};
  size_t items = 1;
  for (size_t d = 0; d < 3; ++d) {
    if (launch.local[d] == 0) return CL_INVALID_WORK_GROUP_SIZE;
    if (launch.local[d] > static_cast<size_t>(device->Attribute(kMaxBlock[d]))) {
      return CL_INVALID_WORK_ITEM_SIZE;
    }
    if (whole[d] % launch.local[d] != 0) return CL_INVALID_WORK_GROUP_SIZE;
    launch.groups[d] = whole[d] / launch.local[d];
    if (launch.groups[d] > static_cast<size_t>(device->Attribute(kMaxGrid[d]))) {
      return CL_INVALID_GLOBAL_WORK_SIZE;
    }
    items *= launch.local[d];
    const size_t start = offset != nullptr && d < dimensions ? offset[d] : 0;
    if (start > UINT32_MAX) return CL_INVALID_GLOBAL_OFFSET;
    launch.told[d] = static_cast<cl_uint>(start);
  }
  launch.told[3] = dimensions;
  const bool fits = items <= static_cast<size_t>(device->Attribute(kMaxThreadsPerBlock));
  return fits ? CL_SUCCESS : CL_INVALID_WORK_GROUP_SIZE;
}

// Tells the module of the launch; not if no kernel of it asks.
CuResult TellModule(const Launch& launch, CuModule module, CuStream stream) {
  CuPointer variable = 0;
  size_t bytes = 0;
  const CuResult found =
      Cuda()->cuModuleGetGlobal(&variable, &bytes, module, "__lockstep_launch");
  constexpr CuResult kNotFound = 500;
  if (found == kNotFound) return 0;
  if (found != 0) return found;
  return Cuda()->cuMemcpyHtoDAsync(variable, launch.told.data(), sizeof(launch.told), stream);
}

// Dynamic shared memory beyond what any kernel gets has to be asked for.
CuResult AllowShared(const Launch& launch, CuFunction function) {
  constexpr size_t kUsual = 48 << 10;
  if (launch.shared == 0) return 0;
  int fixed = 0;
  const CuResult error = Cuda()->cuFuncGetAttribute(&fixed, kFunctionSharedBytes, function);
  if (error != 0 || launch.shared + static_cast<size_t>(fixed) <= kUsual) return error;
  return Cuda()->cuFuncSetAttribute(function, kFunctionMaxDynamicShared,
                                    static_cast<int>(launch.shared));
}

cl_int Perform(Launch& launch, CuStream stream) {
  const _cl_kernel& kernel = *launch.kernel.get();
  CuModule module = nullptr;
  CuFunction function = nullptr;
  const cl_int chosen =
      FunctionFor(*kernel.built, kernel.function, kernel.form->name,
                  launch.local[0] * launch.local[1] * launch.local[2], &module, &function);
  if (chosen != CL_SUCCESS) return chosen;
  std::vector<void*> parameters;
  for (std::vector<char>& value : launch.values) parameters.push_back(value.data());
  const auto number = [](size_t value) { return static_cast<unsigned>(value); };
  std::lock_guard<std::mutex> lock(kernel.program->context->launching);
  CuResult error = AllowShared(launch, function);
  if (error == 0) error = TellModule(launch, module, stream);
  if (error == 0) {
    error = Cuda()->cuLaunchKernel(function, number(launch.groups[0]), number(launch.groups[1]),
                                   number(launch.groups[2]), number(launch.local[0]),
                                   number(launch.local[1]), number(launch.local[2]),
                                   number(launch.shared), stream, parameters.data(), nullptr);
  }
  if (error == 0) error = Cuda()->cuStreamSynchronize(stream);
  return FromCuda(error, kernel.form->name.c_str());
}

}  // namespace

cl_int Icd_clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                  const size_t* offset, const size_t* global, const size_t* local,
                                  cl_uint waits, const cl_event* wait_list, cl_event* event) {
  if (queue == nullptr) return CL_INVALID_COMMAND_QUEUE;
  if (kernel == nullptr) return CL_INVALID_KERNEL;
  if (kernel->program->context.get() != queue->context.get()) return CL_INVALID_CONTEXT;
  auto launch = std::make_shared<Launch>();
  cl_int error = TakeArguments(kernel, *launch);
  if (error == CL_SUCCESS) {
    error = TakeSizes(queue->context->device, *kernel->form, dimensions, offset, global, local,
                      *launch);
  }
  if (error != CL_SUCCESS) return error;
  launch->kernel = Ref<_cl_kernel>(kernel);
  const bool empty = launch->groups[0] * launch->groups[1] * launch->groups[2] == 0;
  return Enqueue(queue, CL_COMMAND_NDRANGE_KERNEL, waits, wait_list, event, /*blocking=*/false,
                 [launch, empty](CuStream stream) {
                   return empty ? CL_SUCCESS : Perform(*launch, stream);
                 });
}

cl_int Icd_clEnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint waits,
                         const cl_event* wait_list, cl_event* event) {
  const size_t one = 1;
  return Icd_clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, &one, waits, wait_list, event);
}
