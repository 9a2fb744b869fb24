#include "host/api/link_order.h"

#include <dlfcn.h>
#include <link.h>

#include <atomic>
#include <cstring>

#include "host/api/table.h"

namespace lockstep::host {
namespace {

std::atomic<const link_map*> g_last{nullptr};  // of those that were there from the beginning

const link_map* ObjectOf(const void* address) {
  Dl_info info;
  link_map* object = nullptr;
  const int found = dladdr1(address, &info, reinterpret_cast<void**>(&object), RTLD_DL_LINKMAP);
  return found != 0 ? object : nullptr;
}

bool WasThere(const link_map& object) {
  const link_map* const last = g_last.load();
  if (last == nullptr) return true;
  const link_map* at = last;
  while (at != nullptr && at != &object) at = at->l_prev;
  return at != nullptr;
}

}  // namespace

void NoteLinkOrder() {
  static const char here = 0;
  const link_map* last = ObjectOf(&here);
  while (last != nullptr && last->l_next != nullptr) last = last->l_next;
  g_last.store(last);
}

bool InLibOpenCl(const void* address) {
  Dl_info info;
  if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) return false;
  const char* slash = std::strrchr(info.dli_fname, '/');
  const char* name = slash != nullptr ? slash + 1 : info.dli_fname;
  return std::strncmp(name, "libOpenCL", 9) == 0;
}

void* NextInLinkOrder(const char* name) {
  void* const next = RealDlsym(RTLD_NEXT, name);
  if (next == nullptr || InLibOpenCl(next)) return next;
  const link_map* const object = ObjectOf(next);
  return object != nullptr && WasThere(*object) ? next : nullptr;
}

bool IsNextInLinkOrder(const char* name, const void* caller) {
  const void* const next = NextInLinkOrder(name);
  return next != nullptr && ObjectOf(next) == ObjectOf(caller);
}

}  // namespace lockstep::host
