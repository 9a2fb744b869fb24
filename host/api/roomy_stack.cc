#include "host/api/roomy_stack.h"

#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <new>
#include <utility>

extern "C" __attribute__((weak)) void* __libc_stack_end;  // where the process's first stack begins; of glibc's ld.so

// lockstep_call_on(top, body, argument, left): body(argument) with the stack pointer at `top`, which is aligned to 16
// bytes; in *left where the caller's stack ends meanwhile, aligned likewise. Who unwinds comes by it from the one stack
// to the other, so that host stacks are whole, and threads may end in between.
#if defined(__x86_64__)
asm(R"(
  .text
  .hidden lockstep_call_on
  .type lockstep_call_on, @function
lockstep_call_on:
  .cfi_startproc
  endbr64
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  movq %rsp, (%rcx)
  movq %rdi, %rsp
  movq %rdx, %rdi
  callq *%rsi
  movq %rbp, %rsp
  popq %rbp
  .cfi_def_cfa %rsp, 8
  ret
  .cfi_endproc
  .size lockstep_call_on, . - lockstep_call_on
  .globl lockstep_call_on
)");
#define LS_CAN_CALL_ON 1
#elif defined(__aarch64__)
asm(R"(
  .text
  .hidden lockstep_call_on
  .type lockstep_call_on, %function
lockstep_call_on:
  .cfi_startproc
  stp x29, x30, [sp, #-16]!
  .cfi_def_cfa_offset 16
  .cfi_offset x29, -16
  .cfi_offset x30, -8
  mov x29, sp
  .cfi_def_cfa_register x29
  str x29, [x3]
  mov sp, x0
  mov x0, x2
  blr x1
  mov sp, x29
  ldp x29, x30, [sp], #16
  .cfi_def_cfa sp, 0
  ret
  .cfi_endproc
  .size lockstep_call_on, . - lockstep_call_on
  .globl lockstep_call_on
)");
#define LS_CAN_CALL_ON 1
#else
#define LS_CAN_CALL_ON 0
#endif
extern "C" void lockstep_call_on(uintptr_t top, void (*body)(void*), void* argument, uintptr_t* left);

namespace lockstep::host {
namespace {

// More than what most of our work takes, LLVM's excepted, which has a process of its own; and no more than what an
// application may count on that has as much left, and calls a driver which compiles.
constexpr size_t kSmall = size_t{1} << 18;
constexpr size_t kOwn = size_t{1} << 20;
constexpr size_t kGuard = size_t{1} << 16;

struct Range {
  uintptr_t low = 0, high = 0;
  bool Has(uintptr_t at) const { return low <= at && at < high; }
};

// The stack that the system or libc has given this thread. All of memory if that is not known.
Range OfThisThread() {
  const Range unknown = {0, UINTPTR_MAX};
  if (syscall(SYS_gettid) == getpid()) {  // libc would read all of /proc/self/maps
    rlimit limit;
    if (&__libc_stack_end == nullptr || getrlimit(RLIMIT_STACK, &limit) != 0) return unknown;
    // What lies above: the environment and the arguments, which count too, but are no stack.
    const auto high = reinterpret_cast<uintptr_t>(__libc_stack_end);
    return {limit.rlim_cur < high ? high - limit.rlim_cur : 0, high};
  }
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return unknown;
  void* low = nullptr;
  size_t size = 0;
  const bool known = pthread_attr_getstack(&attributes, &low, &size) == 0;
  pthread_attr_destroy(&attributes);
  const auto begin = reinterpret_cast<uintptr_t>(low);
  return known ? Range{begin, begin + size} : unknown;
}

// A stack of ours, at its own upper end, so that those of the application hold nothing of it.
struct OwnStack {
  OwnStack* next;  // of those that are free
  Range range;
  uintptr_t left = 0;  // where the stack that was left for it ends meanwhile
};

struct FreeStacks {
  std::mutex mutex;
  OwnStack* first = nullptr;
};

FreeStacks& GetFreeStacks() {
  static auto* stacks = new FreeStacks;
  return *stacks;
}

// The one on which this thread is, if it is on one.
thread_local OwnStack* t_own = nullptr;

OwnStack* Take() {
  FreeStacks& free = GetFreeStacks();
  {
    const std::lock_guard<std::mutex> lock(free.mutex);
    if (OwnStack* stack = free.first) {
      free.first = stack->next;
      return stack;
    }
  }
  void* memory = mmap(nullptr, kGuard + kOwn, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  mprotect(memory, kGuard, PROT_NONE);
  const auto low = reinterpret_cast<uintptr_t>(memory) + kGuard;
  const uintptr_t at = (low + kOwn - sizeof(OwnStack)) & ~(uintptr_t{alignof(std::max_align_t)} - 1u);
  auto* stack = new (reinterpret_cast<void*>(at)) OwnStack;
  stack->range = {low, at};
  return stack;
}

void GiveBack(OwnStack* stack) {
  FreeStacks& free = GetFreeStacks();
  const std::lock_guard<std::mutex> lock(free.mutex);
  stack->next = free.first;
  free.first = stack;
}

}  // namespace

bool StackIsSmall() {
  if (!LS_CAN_CALL_ON) return false;
  static thread_local const Range given = OfThisThread();
  const auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  if (given.Has(here)) return here - given.low < kSmall;
  return t_own == nullptr || !t_own->range.Has(here);
}

bool OnOwnStack() {
  return t_own != nullptr && t_own->range.Has(reinterpret_cast<uintptr_t>(__builtin_frame_address(0)));
}

void RunOnCallersStack(void (*body)(void*), void* argument) {
#if LS_CAN_CALL_ON
  uintptr_t unused;
  lockstep_call_on(t_own->left, body, argument, &unused);
#else
  body(argument);
#endif
}

void RunOnOwnStack(void (*body)(void*), void* argument) {
  OwnStack* own = LS_CAN_CALL_ON ? Take() : nullptr;
  if (own == nullptr) {
    body(argument);
    return;
  }
  const struct Stay {  // also where the thread ends, or something is thrown, in between
    OwnStack* const own;
    OwnStack* const before = std::exchange(t_own, own);
    ~Stay() {
      t_own = before;
      GiveBack(own);
    }
  } stay{own};
#if LS_CAN_CALL_ON
  lockstep_call_on(own->range.high, body, argument, &own->left);
#endif
}

}  // namespace lockstep::host
