#include "host/launch/held_parts.h"

#include "host/api/hooks.h"
#include "host/driver/query.h"

namespace lockstep::host {

HeldParts::~HeldParts() {
  for (const cl_mem part : parts_) Hook_clReleaseMemObject(part);
}

void HeldParts::Add(cl_mem mem) {
  if (mem == nullptr) return;
  if (QueryValue<cl_mem>(Of(Next().clGetMemObjectInfo, mem, CL_MEM_ASSOCIATED_MEMOBJECT)) == nullptr) return;
  parts_.push_back(mem);
  if (Hook_clRetainMemObject(mem) != CL_SUCCESS) parts_.pop_back();
}

}  // namespace lockstep::host
