// One life of an application on the fake driver.
#ifndef LOCKSTEP_TESTS_HOST_FAKE_DRIVER_LIFE_H_
#define LOCKSTEP_TESTS_HOST_FAKE_DRIVER_LIFE_H_

#include <stdio.h>

#include "objects.h"

// Makes every hooked call, prints every answer to `out` and goes on after failures as far as it
// can. Releases all it has got.
void Life(const FakeControl* control, FILE* out);

// A part of it: blocking transfers from and to `memory`.
void Transfers(const FakeControl* control, FILE* out, cl_command_queue queue, cl_mem memory);

// Another: commands that wait for one another.
void Commands(const FakeControl* control, FILE* out, cl_context context, cl_device_id device, cl_mem memory);

// The codes that the specification documents for a call; 0 ends them.
typedef struct {
  const char* call;
  cl_int codes[24];
} Case;
extern const Case kCases[];  // a null name ends them

#endif  // LOCKSTEP_TESTS_HOST_FAKE_DRIVER_LIFE_H_
