/* The `//launch:` lines of a test kernel, parsed into plain structs. Grammar: README.md beside this
 * file. */
#ifndef LOCKSTEP_TESTS_E2E_LAUNCH_SPEC_H_
#define LOCKSTEP_TESTS_E2E_LAUNCH_SPEC_H_

#include <stddef.h>

#include "tests/e2e/image_arg.h"

enum { MAX_ARGS = 16, MAX_LAUNCHES = 40 };

typedef enum {
  ARG_UNSET,
  ARG_BUFFER,
  ARG_SUB,  /* a sub-buffer */
  ARG_OVER, /* a buffer over SVM memory */
  ARG_SVM,  /* an SVM allocation; its contents are not printed: it may hold addresses */
  ARG_SAME,
  ARG_KEEP,
  ARG_LOCAL,
  ARG_NULL, /* no buffer */
  ARG_SCALAR,
  ARG_IMAGE,
  ARG_VIEW, /* an image made from the buffer of argument `other` */
  ARG_SAMPLER
} ArgKind;

typedef struct {
  ArgKind kind;
  size_t size;    /* bytes: of the buffer, the local memory or the scalar */
  int other;      /* ARG_SAME, ARG_KEEP, ARG_SUB, ARG_OVER, ARG_VIEW: the argument whose buffer it is */
  size_t origin;  /* ARG_SUB, ARG_OVER: bytes from the start of that buffer; ARG_SAME of SVM memory too */
  int host_ptr;   /* ARG_BUFFER: CL_MEM_USE_HOST_PTR */
  int fine;       /* ARG_SVM: CL_MEM_SVM_FINE_GRAIN_BUFFER and atomics */
  void *contents; /* initial bytes of a buffer or image (malloc), or the scalar's */
  ImageArg image; /* ARG_IMAGE, ARG_VIEW */
  SamplerArg sampler;
} ArgSpec;

typedef struct {
  char kernel[64];
  unsigned dims;
  size_t global[3], local[3], offset[3];
  int has_local, has_offset;
  ArgSpec args[MAX_ARGS];
  int num_args;
} LaunchSpec;

typedef struct {
  char build_options[1024];
  LaunchSpec launches[MAX_LAUNCHES];
  int num_launches;
} TestSpec;

/* Reads the leading comment lines of `source` into `spec`. Returns 0, or prints what is wrong and
 * returns 1. */
int ParseTestSpec(const char *source, TestSpec *spec);

/* Frees the contents that ParseTestSpec allocated. */
void FreeTestSpec(TestSpec *spec);

#endif /* LOCKSTEP_TESTS_E2E_LAUNCH_SPEC_H_ */
