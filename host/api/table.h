// Which functions a call goes to: the hooks, the driver behind them, and the tables between.
//
//   layer:    app -> libOpenCL -> [layer table: hooks] -> driver
//   preload:  app -> exported cl* -> [export table: hooks] -> libOpenCL -> driver
//   both:     app -> exported cl* -> [export table: libOpenCL] -> [layer table: hooks] -> driver
//
// so each call meets its hook once. In another link namespace (dlmopen) the layer is a copy of its own
// (link_namespace.h).
#ifndef LOCKSTEP_HOST_API_TABLE_H_
#define LOCKSTEP_HOST_API_TABLE_H_

#include "host/api/cl.h"

namespace lockstep::host {

// What lies below the hooks. Hooks and everything they call use only this, never a cl* symbol.
const cl_icd_dispatch& Next();

// What the exported cl* functions call: the hooks, or plain libOpenCL when the layer is active.
// The first call finds libOpenCL. Entries that libOpenCL lacks are null.
const cl_icd_dispatch& ExportTable();

// Takes the loader's `target` (of `entries` pointers) as Next() and returns the table with the
// hooks in. Later calls (a second loader in one process) get the same table.
const cl_icd_dispatch& ActivateLayer(const cl_icd_dispatch& target, cl_uint entries);

// How many functions the dispatch structure of these headers has.
constexpr cl_uint kTableEntries = sizeof(cl_icd_dispatch) / sizeof(void*);

// Our exported function of that name; null if we export none. `hooked_only`: only if it is hooked.
void* ExportedFunction(const char* name, bool hooked_only);

// Remembers the libOpenCL that the application opened by itself, in case no other is found.
void RememberLoader(void* handle);

// dlsym of the C library, not ours, and its address.
void* RealDlsymAddress();
void* RealDlsym(void* handle, const char* name);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_API_TABLE_H_
