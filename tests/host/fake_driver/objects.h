// The objects of the fake driver: counted, checked, never freed; and the failures it was asked for.
#ifndef LOCKSTEP_TESTS_HOST_FAKE_DRIVER_OBJECTS_H_
#define LOCKSTEP_TESTS_HOST_FAKE_DRIVER_OBJECTS_H_

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_icd.h>
#include <stddef.h>

enum { kPlatform = 1, kDevice, kContext, kQueue, kMemory, kProgram, kKernel, kEvent };

enum { MOST_GONE = 4 };

typedef struct Object Object;
struct Object {
  const cl_icd_dispatch* dispatch;  // first, for the loader
  int kind;
  int references;      // 0: dead, and every further use is an error
  Object* parents[2];  // each held by one reference
  Object* next;        // of all that live, or of all that are dead
  size_t size;         // memory
  char name[64];       // kernels; programs: "twin" if made from a binary that is not ours to know
  unsigned set;        // kernels: bit i: argument i is set
  void(CL_CALLBACK* gone[MOST_GONE])(cl_mem, void*);  // called in turn from the last to the first
  void* gone_user[MOST_GONE];
  int gone_count;
};

Object* NewObject(const cl_icd_dispatch* dispatch, int kind, void* parent, void* second);
// True if `handle` is a living object of that kind. If not, counts an invalid use.
int IsValid(void* handle, int kind);
void RetainObject(Object* object);
void ReleaseObject(Object* object);

// Who is meant by a failure: the application's own calls, those that something between it and the
// driver makes on its own account, or all.
enum { kNobody, kApplication, kOthers, kAnybody };

// What a test may ask of the driver; found under the name "fakeControl" with
// clGetExtensionFunctionAddressForPlatform.
typedef struct {
  // The application is about to call `call`. Whatever else reaches the driver until the next
  // announcement is not the application's.
  void (*announce)(const char* call);
  // From now on the nth matching call (from 1; 0: each) of that name fails with `code`. Starts
  // counting afresh.
  void (*fail)(int who, const char* call, cl_int code, int nth);
  // How often the failure struck.
  int (*struck)(void);
  // Row `index` of the calls that were not the application's since the last `fail`: name and how
  // often; null after the last.
  const char* (*others)(int index, int* count);
  int (*alive)(void);    // objects
  int (*invalid)(void);  // uses of handles that are dead, null or of another kind
  int (*ran)(int twin);  // kernels
} FakeControl;

extern const FakeControl kFakeControl;

// The code that this call is to fail with; CL_SUCCESS if it is not to fail.
cl_int FailureOf(const char* call);
// A kernel runs. `twin`: it is not the application's own.
void CountRun(int twin);

#endif  // LOCKSTEP_TESTS_HOST_FAKE_DRIVER_OBJECTS_H_
