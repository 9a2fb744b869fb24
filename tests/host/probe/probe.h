// What the scenarios of the probe share. Each scenario prints only what must be the same with and
// without lockstep.
#ifndef LOCKSTEP_TESTS_HOST_PROBE_PROBE_H_
#define LOCKSTEP_TESTS_HOST_PROBE_PROBE_H_

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The exit status of a scenario whose subject the driver lacks.
enum { kLacking = 77 };

// Scenario functions; each returns the exit status.
int RunQueries(void);
int RunBuildError(void);
int RunArguments(void);
int RunLifetimes(void);
int RunEvents(void);
int RunThreads(void);
int RunLocalSizes(void);
int RunErrors(void);
int RunRaces(void);
int RunLeave(void);
int RunMany(void);
int RunMemory(void);
int RunOptions(void);
int RunNames(void);
int RunReleaseEarly(void);
int RunBinaries(void);
int RunDevices(void);
int RunDeviceParts(void);
int RunImageOnPart(void);
int RunBinaryOnPart(void);
int RunEndingThreads(void);
int RunLinking(void);
int RunExitThread(void);
int RunExitHandler(void);
int RunChildren(void);
int RunNoKeeper(void);
int RunPending(void);
int RunTimer(void);
int RunDeviceVariables(void);
int RunExec(void);
int RunFork(void);
int RunForkedLaunch(void);
int RunForkedEnd(void);
int RunMemoryObjects(void);
int RunLong(void);
int RunContexts(void);
int RunPrograms(void);
int RunUnchecked(void);
int RunCommandBuffers(void);
int RunRecordedArguments(void);
int RunForeignCommands(void);
int RunRemappedCommands(void);
int RunForeignPointers(void);
int RunRebuilds(void);
int RunCode(void);
int RunCollective(void);
int RunForeignSvm(void);
int RunFailedLaunch(void);
int RunSmallStacks(void);

// The first PoCL device with context and an in-order queue; exits if there is none.
typedef struct {
  cl_platform_id platform;
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
} Setup;
Setup MakeSetup(cl_command_queue_properties properties);
void DropSetup(Setup* setup);

// Exits with a message if `error` is not CL_SUCCESS.
void Check(cl_int error, const char* what);

cl_program Build(const Setup* setup, const char* source, const char* options);
cl_kernel MakeKernel(cl_program program, const char* name);
cl_mem MakeBuffer(const Setup* setup, size_t bytes, const void* content);

// Launches over one dimension and waits; `local` 0: the driver chooses.
void Launch1D(const Setup* setup, cl_kernel kernel, size_t global, size_t local);

// Prints `count` ints of the buffer.
void PrintInts(const Setup* setup, const char* name, cl_mem buffer, size_t count);

#endif  // LOCKSTEP_TESTS_HOST_PROBE_PROBE_H_
