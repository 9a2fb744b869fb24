// A tracing OpenCL layer for tests: writes every call's answers to the file LOCKSTEP_TRACE.
//
// It stands between the application and whatever layers come after it in OPENCL_LAYERS, so that the
// traces of a run with lockstep and of one without must be equal.
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_layer.h>

#include <algorithm>
#include <cstring>

#include "tests/trace/line.h"

static cl_icd_dispatch g_next;
static cl_icd_dispatch g_layer;

#include "trace_calls.inc"

extern "C" {

__attribute__((visibility("default"))) cl_int clGetLayerInfo(cl_layer_info name, size_t size,
                                                             void* value, size_t* size_ret) {
  const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
  if (name != CL_LAYER_API_VERSION) return CL_INVALID_VALUE;
  if (value != nullptr && size >= sizeof(version)) std::memcpy(value, &version, sizeof(version));
  if (size_ret != nullptr) *size_ret = sizeof(version);
  return CL_SUCCESS;
}

__attribute__((visibility("default"))) cl_int clInitLayer(cl_uint entries,
                                                          const cl_icd_dispatch* target,
                                                          cl_uint* entries_ret,
                                                          const cl_icd_dispatch** layer_ret) {
  const cl_uint all = sizeof(cl_icd_dispatch) / sizeof(void*);
  std::memcpy(&g_next, target, std::min(entries, all) * sizeof(void*));
  g_layer = g_next;
  InstallAll();
  *entries_ret = all;
  *layer_ret = &g_layer;
  return CL_SUCCESS;
}

}  // extern "C"
