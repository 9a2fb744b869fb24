// An OpenCL driver that does not get as far as naming a platform: SICK_ICD=crash, hang or none.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int GetPlatformIDs(unsigned count, void** platforms, unsigned* count_ret) {
  const char* wanted = getenv("SICK_ICD");
  (void)count, (void)platforms;
  if (wanted != NULL && strcmp(wanted, "crash") == 0) abort();
  while (wanted != NULL && strcmp(wanted, "hang") == 0) pause();
  if (count_ret != NULL) *count_ret = 0;
  return -1001;  // CL_PLATFORM_NOT_FOUND_KHR
}

static int GetPlatformInfo(void) { return -30; }

void* clGetExtensionFunctionAddress(const char* name) {
  if (strcmp(name, "clIcdGetPlatformIDsKHR") == 0) return (void*)GetPlatformIDs;
  return strcmp(name, "clGetPlatformInfo") == 0 ? (void*)GetPlatformInfo : NULL;
}
