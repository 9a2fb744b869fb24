// A program that has nothing to do with OpenCL: "started" on stdout, and becomes its arguments if it has any.
#include <stdio.h>
#include <unistd.h>

int main(int count, char** words) {
  puts("started");
  fflush(stdout);
  if (count > 1) execvp(words[1], words + 1);
  return count > 1;
}
