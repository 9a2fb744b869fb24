#include "host/api/table.h"

#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <utility>

#include "host/api/hooks.h"
#include "host/api/link_order.h"
#include "host/api/shield.h"

namespace lockstep::host {
namespace {

// All state is constant-initialised: calls may come before any constructor of ours has run.
cl_icd_dispatch g_layer_next;  // what the loader gave us
cl_icd_dispatch g_layer;       // the same with our hooks
cl_icd_dispatch g_real;        // libOpenCL's exported functions
cl_icd_dispatch g_hooked;      // the same with our hooks
std::atomic<bool> g_layer_active{false};
std::atomic<const cl_icd_dispatch*> g_next{nullptr};
std::atomic<const cl_icd_dispatch*> g_export{nullptr};
std::atomic<void*> g_loader{nullptr};
std::mutex g_mutex;
const void* g_layer_home = nullptr;  // the object that has the loader's functions
thread_local bool t_resolving = false;

// The object in memory that has a table's functions; null if there is none any more.
const void* HomeOf(const cl_icd_dispatch& table) {
  Dl_info found;
  const void* function = reinterpret_cast<const void*>(table.clGetPlatformIDs);
  return dladdr(function, &found) != 0 ? found.dli_fbase : nullptr;
}

void InstallHooks(cl_icd_dispatch& table) {
#define LS_HOOK(name) \
  if (table.name != nullptr) table.name = Shielded<SignatureOf<decltype(cl_icd_dispatch::name)>, Hook_##name>::Call;
#include "host/api/hooks.def"
#undef LS_HOOK
}

// The handle of libOpenCL: what the link order gives, else one that is loaded already in a scope
// of its own (a plug-in's), else the one the application opened, else the system's.
void FillReal() {
  void* loaded = dlopen("libOpenCL.so.1", RTLD_LAZY | RTLD_NOLOAD);
  if (loaded == nullptr) loaded = g_loader.load();
  const void* const next = NextInLinkOrder("clGetPlatformIDs");
  // A stub need not have all functions.
  if (loaded == nullptr && (next == nullptr || !InLibOpenCl(next))) loaded = dlopen("libOpenCL.so.1", RTLD_LAZY);
  const auto find = [&](const char* name) -> void* {
    void* function = NextInLinkOrder(name);
    if (function == nullptr && loaded != nullptr) function = RealDlsym(loaded, name);
    return function;
  };
#define LS_CL_FUNCTION(name) \
  g_real.name = reinterpret_cast<decltype(g_real.name)>(find(#name));
#include "host/api/generated/functions.def"
#undef LS_CL_FUNCTION
}

}  // namespace

void* RealDlsymAddress() {
  static std::atomic<void*> real{nullptr};
  void* function = real.load(std::memory_order_acquire);
  // The symbol's version differs between releases and machines; this library has none itself.
  for (const char* version : {"GLIBC_2.34", "GLIBC_2.2.5", "GLIBC_2.17"}) {
    if (function != nullptr) return function;
    function = dlvsym(RTLD_NEXT, "dlsym", version);
    if (function == nullptr) function = dlvsym(RTLD_DEFAULT, "dlsym", version);
    real.store(function, std::memory_order_release);
  }
  return function;
}

void* RealDlsym(void* handle, const char* name) {
  const auto function = reinterpret_cast<void* (*)(void*, const char*)>(RealDlsymAddress());
  return function == nullptr ? nullptr : function(handle, name);
}

const cl_icd_dispatch& Next() {
  const cl_icd_dispatch* next = g_next.load(std::memory_order_acquire);
  if (next != nullptr) return *next;
  ExportTable();
  next = g_next.load(std::memory_order_acquire);
  return next != nullptr ? *next : g_real;
}

const cl_icd_dispatch& ExportTable() {
  const cl_icd_dispatch* table = g_export.load(std::memory_order_acquire);
  if (table != nullptr) return *table;
  // The loader's start-up may come back to us from a driver's constructor.
  if (t_resolving) return g_real;
  std::lock_guard<std::mutex> lock(g_mutex);
  table = g_export.load(std::memory_order_acquire);
  if (table != nullptr) return *table;
  t_resolving = true;
  FillReal();
  // Layers are initialised by the loader's first call; make it now, to know who hooks.
  if (std::getenv("OPENCL_LAYERS") != nullptr && g_real.clGetPlatformIDs != nullptr) {
    cl_uint count = 0;
    g_real.clGetPlatformIDs(0, nullptr, &count);
  }
  t_resolving = false;
  if (g_layer_active.load(std::memory_order_acquire)) {
    table = &g_real;
  } else {
    g_hooked = g_real;
    InstallHooks(g_hooked);
    g_next.store(&g_real, std::memory_order_release);
    table = &g_hooked;
  }
  g_export.store(table, std::memory_order_release);
  return *table;
}

const cl_icd_dispatch& ActivateLayer(const cl_icd_dispatch& target, cl_uint entries) {
  static std::mutex mutex;  // ExportTable() makes the loader call this
  std::lock_guard<std::mutex> lock(mutex);
  // Of two loaders, or of one that has us twice, the first counts, unless it has been unloaded.
  static bool known = false;
  if (std::exchange(known, true) && (g_layer_home == nullptr || HomeOf(g_layer_next) == g_layer_home)) return g_layer;
  const size_t size = std::min<size_t>(entries, kTableEntries) * sizeof(void*);
  std::memcpy(&g_layer_next, &target, size);
  g_layer_home = HomeOf(g_layer_next);
  g_layer = g_layer_next;
  // A preloaded library whose exports are in force already has hooked this process.
  if (g_layer_active.load(std::memory_order_acquire) || g_export.load(std::memory_order_acquire) == nullptr) {
    InstallHooks(g_layer);
    g_next.store(&g_layer_next, std::memory_order_release);
    g_layer_active.store(true, std::memory_order_release);
  }
  return g_layer;
}

void RememberLoader(void* handle) {
  void* expected = nullptr;
  g_loader.compare_exchange_strong(expected, handle);
}

}  // namespace lockstep::host
