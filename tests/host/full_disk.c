// A preloaded library that lets every write to a file below the directory FULL_DISK fail with
// ENOSPC, after SPACE_LEFT bytes.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

ssize_t write(int fd, const void* bytes, size_t count) {
  static ssize_t (*real)(int, const void*, size_t);
  static long left = -1;
  if (real == NULL) real = (ssize_t(*)(int, const void*, size_t))dlsym(RTLD_NEXT, "write");
  const char* directory = getenv("FULL_DISK");
  if (left < 0) left = getenv("SPACE_LEFT") != NULL ? atol(getenv("SPACE_LEFT")) : 0;
  char link[64], path[4096] = "";
  snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
  if (directory == NULL || readlink(link, path, sizeof(path) - 1) < 0 ||
      strncmp(path, directory, strlen(directory)) != 0) {
    return real(fd, bytes, count);
  }
  if (left == 0) {
    errno = ENOSPC;
    return -1;
  }
  if (count > (size_t)left) count = (size_t)left;
  left -= (long)count;
  return real(fd, bytes, count);
}
