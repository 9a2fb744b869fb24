// A preload library in whose presence lockstep's library finds no memory: malloc fails when liblockstep.so calls it
// (its operator new does; the C++ library is part of it), and serves everybody else. NO_MEMORY=N: the N-th such call
// fails; NO_MEMORY=N+: and all after it. NO_MEMORY=?: none does, and their number is told on stderr at the end.
// With NO_MEMORY_KILL=1 the process is killed there instead.
#define _GNU_SOURCE
#include <errno.h>
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern void* __libc_malloc(size_t size);

static uintptr_t first, end;  // of liblockstep.so
static unsigned long calls, wanted;
static int onwards, tells, kills;

static int Note(struct dl_phdr_info* info, size_t size, void* unused) {
  (void)size;
  (void)unused;
  if (strstr(info->dlpi_name, "/liblockstep.so") == NULL) return 0;
  uintptr_t low = UINTPTR_MAX, high = 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)* part = &info->dlpi_phdr[i];
    if (part->p_type != PT_LOAD) continue;
    const uintptr_t at = info->dlpi_addr + part->p_vaddr;
    if (at < low) low = at;
    if (at + part->p_memsz > high) high = at + part->p_memsz;
  }
  end = high;
  first = low;
  return 1;
}

__attribute__((constructor)) static void Begin(void) {
  const char* when = getenv("NO_MEMORY");
  if (when == NULL) return;
  char* rest;
  tells = *when == '?';
  wanted = strtoul(when, &rest, 10);
  onwards = *rest == '+';
  kills = getenv("NO_MEMORY_KILL") != NULL;
  dl_iterate_phdr(Note, NULL);
}

__attribute__((destructor)) static void Tell(void) {
  if (!tells || calls == 0) return;
  char text[64];
  const int length = snprintf(text, sizeof(text), "no_memory: %lu calls\n", calls);
  if (write(2, text, (size_t)length) < 0) return;
}

void* malloc(size_t size) {
  const uintptr_t caller = (uintptr_t)__builtin_return_address(0);
  if (caller >= first && caller < end) {
    const unsigned long call = __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
    if (wanted != 0 && (call == wanted || (onwards && call > wanted))) {
      if (kills) raise(SIGKILL);
      errno = ENOMEM;
      return NULL;
    }
  }
  return __libc_malloc(size);
}
