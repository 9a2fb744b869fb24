// A program that does nothing with OpenCL: "started" on stdout, and becomes its arguments if it has any. MAY_USE: a
// name that it knows.
#include <stdio.h>
#include <unistd.h>

#ifdef MAY_USE
const char* volatile may_use = MAY_USE;
#endif

int main(int count, char** words) {
  puts("started");
  fflush(stdout);
  if (count > 1) execvp(words[1], words + 1);
  return count > 1;
}
