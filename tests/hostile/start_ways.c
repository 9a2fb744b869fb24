// Starts a program in one of the ways that there are, and waits for it: start_ways WAY PROGRAM [argument...].
// With a last letter "-" of WAY its environment is empty.
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

static char* nothing[] = {NULL};

static void Become(const char* way, char** words) {
  char** environment = way[strlen(way) - 1] == '-' ? nothing : environ;
  if (environment == nothing) environ = nothing;
  if (strncmp(way, "execve", 6) == 0 && way[6] != 'a') execve(words[0], words, environment);
  if (strncmp(way, "execv", 5) == 0 && strlen(way) <= 6 && way[5] != 'p') execv(words[0], words);
  if (strncmp(way, "execvp", 6) == 0) execvp(words[0], words);
  if (strncmp(way, "execl", 5) == 0) execl(words[0], words[0], words[1], (char*)NULL);
  if (strncmp(way, "xlp", 3) == 0) execlp(words[0], words[0], words[1], (char*)NULL);
  if (strncmp(way, "xle", 3) == 0 && words[1] == NULL) execle(words[0], words[0], (char*)NULL, environment);
  if (strncmp(way, "xle", 3) == 0) execle(words[0], words[0], words[1], (char*)NULL, environment);
  if (strncmp(way, "fexecve", 7) == 0) fexecve(open(words[0], O_RDONLY), words, environment);
  if (strncmp(way, "execveat", 8) == 0) execveat(AT_FDCWD, words[0], words, environment, 0);
}

int main(int count, char** words) {
  if (count < 3) return 2;
  const char* way = words[1];
  int status = 0;
  pid_t pid = -1;
  char** environment = way[strlen(way) - 1] == '-' ? nothing : environ;
  if (strncmp(way, "system", 6) == 0 || strncmp(way, "popen", 5) == 0) {
    char command[4096];
    snprintf(command, sizeof(command), "%s %s", words[2], words[3] == NULL ? "" : words[3]);
    environ = environment;
    if (*way == 's') return system(command) == 0 ? 0 : 6;
    FILE* output = popen(command, "r");
    while (fgets(command, sizeof(command), output) != NULL) {
    }
    return pclose(output) == 0 ? 0 : 6;
  }
  if (strncmp(way, "spawnp", 6) == 0) {
    if (posix_spawnp(&pid, words[2], NULL, NULL, words + 2, environment) != 0) return 3;
  } else if (strncmp(way, "spawn", 5) == 0) {
    if (posix_spawn(&pid, words[2], NULL, NULL, words + 2, environment) != 0) return 3;
  } else {
    pid = strncmp(way, "execve", 6) == 0 ? vfork() : fork();
    if (pid == 0) {
      Become(way, words + 2);
      _exit(9);
    }
  }
  if (waitpid(pid, &status, 0) != pid) return 4;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 5;
}
