// Contexts: the first begins the process for us, and the release of one waits for its launches.
#include "host/api/hooks.h"
#include "host/api/roomy_stack.h"
#include "host/api/table.h"
#include "host/driver/context.h"
#include "host/launch/process.h"
#include "host/track/content.h"

namespace lockstep::host {

cl_context Hook_clCreateContext(const cl_context_properties* properties, cl_uint count,
                                const cl_device_id* devices,
                                void(CL_CALLBACK* notify)(const char*, const void*, size_t, void*),
                                void* user, cl_int* error) {
  cl_context context = Next().clCreateContext(properties, count, devices, notify, user, error);
  Guard("clCreateContext", [&] {
    StartProcess();
    if (context == nullptr) return;
    NoteContext(context);
    NoteContextWithoutQueues(context);
  });
  return context;
}

cl_context Hook_clCreateContextFromType(const cl_context_properties* properties,
                                        cl_device_type type,
                                        void(CL_CALLBACK* notify)(const char*, const void*, size_t,
                                                                  void*),
                                        void* user, cl_int* error) {
  cl_context context = Next().clCreateContextFromType(properties, type, notify, user, error);
  Guard("clCreateContextFromType", [&] {
    StartProcess();
    if (context == nullptr) return;
    NoteContext(context);
    NoteContextWithoutQueues(context);
  });
  return context;
}

cl_int Hook_clRetainContext(cl_context context) {
  const cl_int result = Next().clRetainContext(context);
  Guard("clRetainContext", [&] {
    if (result == CL_SUCCESS) ContextOf(context)->Retain();
  });
  return result;
}

cl_int Hook_clReleaseContext(cl_context context) {
  Guard("clReleaseContext", [&] {
    if (context == nullptr) return;
    const std::shared_ptr<Context> known = FindContext(context);
    if (!known) return;
    // Launches that have completed must have given back what they use before the application's
    // release, so that the driver's destructor callbacks come when they would without us.
    SettleLaunches();
    known->Release();
  });
  cl_int result = CL_SUCCESS;
  OnCallersStack([&] { result = Next().clReleaseContext(context); });  // it may call the application back
  return result;
}

cl_int Hook_clGetContextInfo(cl_context context, cl_context_info name, size_t size, void* value,
                             size_t* size_ret) {
  const cl_int result = Next().clGetContextInfo(context, name, size, value, size_ret);
  Guard("clGetContextInfo", [&] {
    if (result == CL_SUCCESS && name == CL_CONTEXT_REFERENCE_COUNT && value != nullptr) {
      *static_cast<cl_uint*>(value) -= ContextOf(context)->own_references.load();
    }
  });
  return result;
}

}  // namespace lockstep::host
