// Sizes come from the CUDA driver; what the kernels may use is what our own PTX back end compiles, so
// orders and scopes of atomics are all there.
#include "tests/hardware/cuda_icd/device_facts.h"

#include <algorithm>
#include <cstdio>
#include <sstream>

namespace lockstep::cuda_icd {
namespace {

// The back ends' table looks for this (runtime/backends/backends.def).
constexpr char kPlatformName[] = "lockstep CUDA loader";
constexpr cl_version kVersionNumber = CL_MAKE_VERSION(3, 0, 0);

std::vector<cl_name_version> Named(const std::vector<std::string>& names) {
  std::vector<cl_name_version> list;
  for (const std::string& name : names) {
    cl_name_version entry{};
    entry.version = kVersionNumber;
    std::snprintf(entry.name, sizeof(entry.name), "%s", name.c_str());
    list.push_back(entry);
  }
  return list;
}

std::vector<std::string> Words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::string DriverVersion() {
  int version = 0;
  Cuda()->cuDriverGetVersion(&version);
  return "CUDA " + std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

size_t TotalMemory(cl_device_id device) {
  size_t bytes = 0;
  Cuda()->cuDeviceTotalMem(&bytes, device->device);
  return bytes;
}

cl_uint AsUint(int value) { return static_cast<cl_uint>(value); }
size_t AsSize(int value) { return static_cast<size_t>(value); }

}  // namespace

std::string DeviceName(cl_device_id device) {
  char name[256] = "";
  Cuda()->cuDeviceGetName(name, sizeof(name), device->device);
  return name;
}

std::string DeviceExtensions() {
  return "cl_khr_global_int32_base_atomics cl_khr_global_int32_extended_atomics "
         "cl_khr_local_int32_base_atomics cl_khr_local_int32_extended_atomics "
         "cl_khr_int64_base_atomics cl_khr_int64_extended_atomics cl_khr_byte_addressable_store "
         "cl_khr_fp64";
}

const std::vector<std::string>& DeviceFeatures() {
  static const auto* const features = new std::vector<std::string>{
      "__opencl_c_int64",
      "__opencl_c_fp64",
      "__opencl_c_atomic_order_acq_rel",
      "__opencl_c_atomic_order_seq_cst",
      "__opencl_c_atomic_scope_device",
      "__opencl_c_atomic_scope_all_devices",
  };
  return *features;
}

cl_int PlatformFact(cl_platform_info name, const Answer& answer) {
  switch (name) {
    case CL_PLATFORM_PROFILE:
      return answer.Text("FULL_PROFILE");
    case CL_PLATFORM_VERSION:
      return answer.Text(std::string("OpenCL 3.0 ") + DriverVersion());
    case CL_PLATFORM_NUMERIC_VERSION:
      return answer.Value(kVersionNumber);
    case CL_PLATFORM_NAME:
      return answer.Text(kPlatformName);
    case CL_PLATFORM_VENDOR:
      return answer.Text("lockstep");
    case CL_PLATFORM_EXTENSIONS:
      return answer.Text("cl_khr_icd");
    case CL_PLATFORM_EXTENSIONS_WITH_VERSION:
      return answer.List(Named({"cl_khr_icd"}));
    case CL_PLATFORM_ICD_SUFFIX_KHR:
      return answer.Text("LSCUDA");
    case CL_PLATFORM_HOST_TIMER_RESOLUTION:
      return answer.Value<cl_ulong>(0);
    default:
      return CL_INVALID_VALUE;
  }
}

cl_int DeviceFact(cl_device_id device, cl_device_info name, const Answer& answer) {
  switch (name) {
    case CL_DEVICE_TYPE:
      return answer.Value<cl_device_type>(CL_DEVICE_TYPE_GPU);
    case CL_DEVICE_VENDOR_ID:
      return answer.Value<cl_uint>(0x10de);
    case CL_DEVICE_NAME:
      return answer.Text(DeviceName(device));
    case CL_DEVICE_VENDOR:
      return answer.Text(kVendor);
    case CL_DRIVER_VERSION:
      return answer.Text(DriverVersion());
    case CL_DEVICE_PROFILE:
      return answer.Text("FULL_PROFILE");
    case CL_DEVICE_VERSION:
      return answer.Text(kVersion);
    case CL_DEVICE_NUMERIC_VERSION:
      return answer.Value(kVersionNumber);
    case CL_DEVICE_OPENCL_C_VERSION:
      return answer.Text(kCVersion);
    case CL_DEVICE_OPENCL_C_ALL_VERSIONS: {
      std::vector<cl_name_version> versions = Named({"OpenCL C", "OpenCL C", "OpenCL C"});
      versions[0].version = CL_MAKE_VERSION(1, 1, 0);
      versions[1].version = CL_MAKE_VERSION(1, 2, 0);
      return answer.List(versions);
    }
    case CL_DEVICE_OPENCL_C_FEATURES:
      return answer.List(Named(DeviceFeatures()));
    case CL_DEVICE_EXTENSIONS:
      return answer.Text(DeviceExtensions());
    case CL_DEVICE_EXTENSIONS_WITH_VERSION:
      return answer.List(Named(Words(DeviceExtensions())));
    case CL_DEVICE_IL_VERSION:
    case CL_DEVICE_BUILT_IN_KERNELS:
    case CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED:
      return answer.Text("");
    case CL_DEVICE_ILS_WITH_VERSION:
    case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION:
    case CL_DEVICE_PARTITION_PROPERTIES:
    case CL_DEVICE_PARTITION_TYPE:
      return answer.Bytes(nullptr, 0);
    case CL_DEVICE_PLATFORM:
      return answer.Value(device->platform);
    case CL_DEVICE_PARENT_DEVICE:
      return answer.Value<cl_device_id>(nullptr);
    case CL_DEVICE_REFERENCE_COUNT:
      return answer.Value<cl_uint>(1);
    case CL_DEVICE_MAX_COMPUTE_UNITS:
      return answer.Value(AsUint(device->Attribute(kMultiprocessorCount)));
    case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS:
      return answer.Value<cl_uint>(3);
    case CL_DEVICE_MAX_WORK_GROUP_SIZE:
      return answer.Value(AsSize(device->Attribute(kMaxThreadsPerBlock)));
    case CL_DEVICE_MAX_WORK_ITEM_SIZES:
      return answer.List(std::vector<size_t>{AsSize(device->Attribute(kMaxBlockX)),
                                             AsSize(device->Attribute(kMaxBlockY)),
                                             AsSize(device->Attribute(kMaxBlockZ))});
    case CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
      return answer.Value<size_t>(32);
    case CL_DEVICE_MAX_CLOCK_FREQUENCY:
      return answer.Value(AsUint(device->Attribute(kClockRate) / 1000));
    case CL_DEVICE_ADDRESS_BITS:
      return answer.Value<cl_uint>(64);
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
    case CL_DEVICE_GLOBAL_MEM_SIZE:
      return answer.Value<cl_ulong>(TotalMemory(device));
    case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE:
      return answer.Value<cl_device_mem_cache_type>(CL_READ_WRITE_CACHE);
    case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE:
      return answer.Value<cl_uint>(128);
    case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE:
      return answer.Value<cl_ulong>(AsSize(device->Attribute(kTotalConstantMemory)));
    case CL_DEVICE_MAX_CONSTANT_ARGS:
      return answer.Value<cl_uint>(9);
    case CL_DEVICE_MAX_PARAMETER_SIZE:
      return answer.Value<size_t>(4000);  // 4096 less what the hidden arguments take
    case CL_DEVICE_LOCAL_MEM_TYPE:
      return answer.Value<cl_device_local_mem_type>(CL_LOCAL);
    case CL_DEVICE_LOCAL_MEM_SIZE:
      return answer.Value<cl_ulong>(AsSize(device->Attribute(kMaxSharedPerBlockOptin)));
    case CL_DEVICE_MEM_BASE_ADDR_ALIGN:
      return answer.Value<cl_uint>(8 * 128);
    case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE:
      return answer.Value<cl_uint>(128);
    case CL_DEVICE_AVAILABLE:
    case CL_DEVICE_COMPILER_AVAILABLE:
    case CL_DEVICE_ENDIAN_LITTLE:
      return answer.Value<cl_bool>(CL_TRUE);
    case CL_DEVICE_IMAGE_SUPPORT:
    case CL_DEVICE_LINKER_AVAILABLE:
    case CL_DEVICE_ERROR_CORRECTION_SUPPORT:
    case CL_DEVICE_HOST_UNIFIED_MEMORY:
    case CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT:
    case CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT:
    case CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT:
    case CL_DEVICE_PIPE_SUPPORT:
    case CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS:
    case CL_DEVICE_PREFERRED_INTEROP_USER_SYNC:
      return answer.Value<cl_bool>(CL_FALSE);
    case CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES:
    case CL_DEVICE_SVM_CAPABILITIES: return answer.Value<cl_bitfield>(0);
    case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES:
    case CL_DEVICE_ATOMIC_FENCE_CAPABILITIES:
      return answer.Value<cl_bitfield>(CL_DEVICE_ATOMIC_ORDER_RELAXED |
                                       CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
                                       CL_DEVICE_ATOMIC_ORDER_SEQ_CST |
                                       CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM |
                                       CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP |
                                       CL_DEVICE_ATOMIC_SCOPE_DEVICE |
                                       CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES);
    case CL_DEVICE_SINGLE_FP_CONFIG:
    case CL_DEVICE_DOUBLE_FP_CONFIG:
      return answer.Value<cl_device_fp_config>(CL_FP_DENORM | CL_FP_INF_NAN |
                                               CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO |
                                               CL_FP_ROUND_TO_INF | CL_FP_FMA);
    case CL_DEVICE_EXECUTION_CAPABILITIES:
      return answer.Value<cl_device_exec_capabilities>(CL_EXEC_KERNEL);
    case CL_DEVICE_QUEUE_ON_HOST_PROPERTIES:
      return answer.Value<cl_command_queue_properties>(CL_QUEUE_PROFILING_ENABLE);
    case CL_DEVICE_PROFILING_TIMER_RESOLUTION: return answer.Value<size_t>(1);
    case CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE:
    case CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE:
    case CL_DEVICE_IMAGE2D_MAX_WIDTH:
    case CL_DEVICE_IMAGE2D_MAX_HEIGHT:
    case CL_DEVICE_IMAGE3D_MAX_WIDTH:
    case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
    case CL_DEVICE_IMAGE3D_MAX_DEPTH:
    case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE:
    case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE:
      return answer.Value<size_t>(0);
    case CL_DEVICE_PRINTF_BUFFER_SIZE:
      return answer.Value<size_t>(1 << 20);  // CU_LIMIT_PRINTF_FIFO_SIZE, if nobody changes it
    case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE:
    case CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES:
    case CL_DEVICE_HALF_FP_CONFIG:
    case CL_DEVICE_PARTITION_AFFINITY_DOMAIN:
      return answer.Value<cl_ulong>(0);
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_INT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE:
      return answer.Value<cl_uint>(1);
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF:
    case CL_DEVICE_MAX_READ_IMAGE_ARGS:
    case CL_DEVICE_MAX_WRITE_IMAGE_ARGS:
    case CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS:
    case CL_DEVICE_MAX_SAMPLERS:
    case CL_DEVICE_IMAGE_PITCH_ALIGNMENT:
    case CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT:
    case CL_DEVICE_PARTITION_MAX_SUB_DEVICES:
    case CL_DEVICE_MAX_NUM_SUB_GROUPS:
    case CL_DEVICE_MAX_ON_DEVICE_QUEUES:
    case CL_DEVICE_MAX_ON_DEVICE_EVENTS:
    case CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE:
    case CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE:
    case CL_DEVICE_MAX_PIPE_ARGS:
    case CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS:
    case CL_DEVICE_PIPE_MAX_PACKET_SIZE:
    case CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT:
    case CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT:
    case CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT:
      return answer.Value<cl_uint>(0);
    default:
      return CL_INVALID_VALUE;
  }
}

}  // namespace lockstep::cuda_icd
