// The entry points by which an OpenCL loader takes this library as a layer (OPENCL_LAYERS).
//
// ocl-icd and older Khronos loaders call clInitLayer, the newest one clInitLayerWithProperties;
// both ask for API version 100.
#include <CL/cl_layer.h>

#include <cstring>

#include "host/api/cl.h"
#include "host/api/table.h"

namespace {

constexpr char kLayerName[] = "lockstep";

template <typename T>
cl_int Answer(const T* value, size_t bytes, size_t size, void* out, size_t* size_ret) {
  if (out != nullptr) {
    if (size < bytes) return CL_INVALID_VALUE;
    std::memcpy(out, value, bytes);
  }
  if (size_ret != nullptr) *size_ret = bytes;
  return CL_SUCCESS;
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info name, size_t size, void* value,
                                               size_t* size_ret) {
  const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
  switch (name) {
    case CL_LAYER_API_VERSION:
      return Answer(&version, sizeof(version), size, value, size_ret);
    case CL_LAYER_NAME:
      return Answer(kLayerName, sizeof(kLayerName), size, value, size_ret);
    default:
      return CL_INVALID_VALUE;
  }
}

CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch* target,
                                            cl_uint* entries_ret,
                                            const cl_icd_dispatch** layer_ret) {
  if (target == nullptr || entries_ret == nullptr || layer_ret == nullptr) return CL_INVALID_VALUE;
  *layer_ret = &lockstep::host::ActivateLayer(*target, entries);
  *entries_ret = lockstep::host::kTableEntries;
  return CL_SUCCESS;
}

// `properties` is a list of cl_properties that ends with 0; none is known to us.
CL_API_ENTRY cl_int CL_API_CALL clInitLayerWithProperties(cl_uint entries,
                                                          const cl_icd_dispatch* target,
                                                          cl_uint* entries_ret,
                                                          const cl_icd_dispatch** layer_ret,
                                                          const cl_ulong* properties) {
  if (properties != nullptr && properties[0] != 0) return CL_INVALID_PROPERTY;
  return clInitLayer(entries, target, entries_ret, layer_ret);
}

// Nothing to undo: the report is written when the process ends.
CL_API_ENTRY cl_int CL_API_CALL clDeinitLayer(void) { return CL_SUCCESS; }

}  // extern "C"
#pragma GCC visibility pop
