#include "host/api/link_namespace.h"

#include <dlfcn.h>
#include <link.h>

#include <cstdlib>

#include "host/api/cl.h"

namespace lockstep::host {
namespace {

const char g_here = 0;

// The namespace of the library that `address` lies in; -1 if that is not known.
Lmid_t NamespaceOf(const void* address, Dl_info* info) {
  link_map* library = nullptr;
  Lmid_t number = -1;
  if (dladdr1(address, info, reinterpret_cast<void**>(&library), RTLD_DL_LINKMAP) == 0 || library == nullptr ||
      dlinfo(library, RTLD_DI_LMID, &number) != 0) {
    return -1;
  }
  return number;
}

}  // namespace

bool IsLoadedApart() {
  Dl_info info;
  return NamespaceOf(&g_here, &info) > LM_ID_BASE;
}

bool HasLayerElsewhere(const void* function) {
  Dl_info there, here;
  const Lmid_t number = NamespaceOf(function, &there);
  if (number < 0 || number == NamespaceOf(&g_here, &here) || std::getenv("OPENCL_LAYERS") == nullptr) return false;
  // Layers are initialised by the loader's first call.
  cl_uint count = 0;
  reinterpret_cast<decltype(&clGetPlatformIDs)>(const_cast<void*>(function))(0, nullptr, &count);
  void* copy = dlmopen(number, here.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  if (copy == nullptr) return false;
  dlclose(copy);
  return true;
}

}  // namespace lockstep::host
