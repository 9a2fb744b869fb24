// Every cl* function by way of the real libOpenCL, which is looked for when one is first called: a stub that programs
// link, or that is preloaded to look at calls. Arguments are integers and pointers, some of them on the stack.
#define _GNU_SOURCE
#include <dlfcn.h>

static void* Real(const char* name) { return dlsym(dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL), name); }

typedef long (*Function)(long, long, long, long, long, long, long, long, long, long, long, long, long, long);

#define LS_CL_FUNCTION(name)                                                                                          \
  __attribute__((visibility("default"))) long name(long a, long b, long c, long d, long e, long f, long g, long h,    \
                                                   long i, long j, long k, long l, long m, long n) {                  \
    static Function real;                                                                                             \
    if (!real) real = (Function)Real(#name);                                                                          \
    return real(a, b, c, d, e, f, g, h, i, j, k, l, m, n);                                                            \
  }
#include "host/api/generated/functions.def"
