// Link namespaces (dlmopen): a program may load one libOpenCL more in one of its own, with a C library beside it, and
// the loader there takes a copy of this library as a layer. LD_PRELOAD reaches the program's own namespace only.
#ifndef LOCKSTEP_HOST_API_LINK_NAMESPACE_H_
#define LOCKSTEP_HOST_API_LINK_NAMESPACE_H_

namespace lockstep::host {

// Whether this copy is not in the program's own namespace. exit() does not run what is registered there (atexit), only
// destructors.
bool IsLoadedApart();

// Whether the libOpenCL that `function`, its clGetPlatformIDs, lies in is in another namespace than this copy, and has
// a copy as its layer: then the hooks are there. Has that libOpenCL load its layers.
bool HasLayerElsewhere(const void* function);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_API_LINK_NAMESPACE_H_
