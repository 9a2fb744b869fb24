// dlsym for applications that open libOpenCL by themselves: look-ups of cl* in a libOpenCL give
// our exported function, everything else goes to the C library as if we were not there.
//
// RTLD_NEXT and RTLD_DEFAULT depend on who asks, which the C library reads off the return address.
// So what is not ours is not called but jumped to.
#include <dlfcn.h>

#include "host/api/link_namespace.h"
#include "host/api/link_order.h"
#include "host/api/table.h"

namespace lockstep::host {
namespace {

// What dlsym(handle, name), called from `caller`, answers; null: not ours to answer.
extern "C" __attribute__((visibility("hidden"), used)) void* lockstep_pick_symbol(
    void* handle, const char* name, const void* caller) {
  if (name == nullptr || name[0] != 'c' || name[1] != 'l') return nullptr;
  if (handle == RTLD_NEXT || handle == RTLD_DEFAULT) return nullptr;
  void* ours = ExportedFunction(name, false);
  if (ours == nullptr) return nullptr;
  // Only for libOpenCL itself (drivers export some cl* names too), and not for the loader's own
  // look-ups in its drivers.
  void* real = RealDlsym(handle, name);
  if (real == nullptr || real == ours || !InLibOpenCl(real) || InLibOpenCl(caller)) return nullptr;
  if (IsNextInLinkOrder(name, caller)) return nullptr;
  const void* first = RealDlsym(handle, "clGetPlatformIDs");
  if (first != nullptr && HasLayerElsewhere(first)) return nullptr;
  RememberLoader(handle);
  return ours;
}

// Where everything else goes.
extern "C" __attribute__((visibility("hidden"), used)) void* lockstep_real_dlsym() {
  return RealDlsymAddress();
}

}  // namespace
}  // namespace lockstep::host

#if defined(__x86_64__)
asm(R"(
  .text
  .globl dlsym
  .type dlsym, @function
dlsym:
  .cfi_startproc
  pushq %rdi
  .cfi_adjust_cfa_offset 8
  pushq %rsi
  .cfi_adjust_cfa_offset 8
  subq $8, %rsp
  .cfi_adjust_cfa_offset 8
  movq 24(%rsp), %rdx
  call lockstep_pick_symbol
  testq %rax, %rax
  jne 1f
  call lockstep_real_dlsym
  movq %rax, %r11
  addq $8, %rsp
  .cfi_adjust_cfa_offset -8
  popq %rsi
  .cfi_adjust_cfa_offset -8
  popq %rdi
  .cfi_adjust_cfa_offset -8
  jmp *%r11
1:
  .cfi_adjust_cfa_offset 24
  addq $24, %rsp
  .cfi_adjust_cfa_offset -24
  ret
  .cfi_endproc
  .size dlsym, .-dlsym
)");
#else
// Without the jump RTLD_NEXT counts from this library.
extern "C" __attribute__((visibility("default"))) void* dlsym(void* handle, const char* name) {
  void* ours = lockstep::host::lockstep_pick_symbol(handle, name, __builtin_return_address(0));
  if (ours != nullptr) return ours;
  return lockstep::host::RealDlsym(handle, name);
}
#endif
