// What the functions of the fake driver share.
#ifndef LOCKSTEP_TESTS_HOST_FAKE_DRIVER_CALLS_H_
#define LOCKSTEP_TESTS_HOST_FAKE_DRIVER_CALLS_H_

#include <string.h>

#include "objects.h"

extern cl_icd_dispatch g_dispatch;
extern Object* g_platform;
extern Object* g_device;

// Enters the calls on programs and kernels, and launches, into g_dispatch.
void FillPrograms(void);
// ... blocking transfers.
void FillTransfers(void);
// ... other commands, user events, queues of OpenCL 1.x.
void FillCommands(void);

#define ENTRY(call, function) g_dispatch.call = function
#define FAIL_HERE(name)                        \
  do {                                         \
    const cl_int failure = FailureOf(name);    \
    if (failure != CL_SUCCESS) return failure; \
  } while (0)
#define FAIL_NULL(name, error_ret)               \
  do {                                           \
    const cl_int failure = FailureOf(name);      \
    if (error_ret != NULL) *error_ret = failure; \
    if (failure != CL_SUCCESS) return NULL;      \
  } while (0)
#define NEED(handle, kind, code)              \
  do {                                        \
    if (!IsValid(handle, kind)) return code;  \
  } while (0)
#define NEED_NULL(handle, kind, error_ret, code)   \
  do {                                             \
    if (!IsValid(handle, kind)) {                  \
      if (error_ret != NULL) *error_ret = code;    \
      return NULL;                                 \
    }                                              \
  } while (0)

static inline cl_int Answer(const void* value, size_t bytes, size_t size, void* out, size_t* size_ret) {
  if (size_ret != NULL) *size_ret = bytes;
  if (out == NULL) return CL_SUCCESS;
  if (size < bytes) return CL_INVALID_VALUE;
  memcpy(out, value, bytes);
  return CL_SUCCESS;
}

#define TEXT(text) Answer(text, strlen(text) + 1, size, out, size_ret)
#define VALUE(type, expression)                                \
  do {                                                         \
    const type value = expression;                             \
    return Answer(&value, sizeof(value), size, out, size_ret); \
  } while (0)
#define INFO size_t size, void *out, size_t *size_ret

#endif  // LOCKSTEP_TESTS_HOST_FAKE_DRIVER_CALLS_H_
