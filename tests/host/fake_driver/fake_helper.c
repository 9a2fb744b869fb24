// Stands in for lockstep-cc: hands over the image in FAKE_IMAGE, or misbehaves as FAKE_HELPER says (check_failures.py
// has the list). The request comes on stdin, the answer goes to descriptor 3: its length in a line, then the image.
// No shell script, because some tests start it thousands of times.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int Is(const char* word, const char* name) { return strcmp(word, name) == 0; }

static void Write(int to, const char* text, size_t size) {
  while (size > 0) {
    const ssize_t written = write(to, text, size);
    if (written <= 0) exit(2);
    text += written;
    size -= (size_t)written;
  }
}

// All of `file`, with a zero behind it.
static char* ReadAll(FILE* file) {
  size_t capacity = 1 << 16, size = 0, more;
  char* text = malloc(capacity);
  while ((more = fread(text + size, 1, capacity - 1 - size, file)) > 0) {
    size += more;
    if (size == capacity - 1) text = realloc(text, capacity *= 2);
  }
  text[size] = 0;
  return text;
}

// The length in a line, of `size` bytes, then the first `sent` of them.
static void Answer(const char* text, size_t size, size_t sent) {
  char head[32];
  Write(3, head, (size_t)sprintf(head, "%zu\n", size));
  Write(3, text, sent);
}

// The image without what lies from the first `begin` up to the first `end` behind it, and `with` in its place.
static char* Replaced(const char* image, const char* begin, const char* end, const char* with) {
  const char* from = strstr(image, begin);
  const char* to = from ? strstr(from + strlen(begin) - 1, end) : NULL;
  if (to == NULL) exit(2);
  char* text = calloc(strlen(image) + strlen(with) + 1, 1);
  memcpy(text, image, (size_t)(from - image));
  strcat(strcat(text, with), to + strlen(end));
  return text;
}

static int Reject(const char* message, int status) { return fputs(message, stderr), status; }

int main(int argc, char** argv) {
  if (argc < 3 || !Is(argv[1], "--request=-") || !Is(argv[2], "--output=fd:3")) return Reject("wrong arguments\n", 2);
  // What the application's own streams and preloads must not reach.
  if (getenv("LD_PRELOAD") || getenv("OPENCL_LAYERS")) return Reject("loaded into the helper\n", 2);
  puts("noise on stdout");
  if (!strstr(ReadAll(stdin), "\"abi\":1")) return Reject("no request\n", 2);
  FILE* file = fopen(getenv("FAKE_IMAGE"), "r");
  if (!file) return Reject("no image to hand over\n", 2);
  const char* image = ReadAll(file);
  const size_t size = strlen(image), some = size < 300 ? size : 300;
  const char* mode = getenv("FAKE_HELPER") ? getenv("FAKE_HELPER") : "ok";

  if (Is(mode, "crash")) return raise(SIGSEGV);
  if (Is(mode, "killed")) return raise(SIGKILL);
  if (Is(mode, "reject")) return Reject("k.cl:1:2: error: no\n", 1);
  if (Is(mode, "fail")) return Reject("out of luck\n", 2);
  if (Is(mode, "silent")) return 0;
  if (Is(mode, "hang")) return (int)sleep(600);
  if (Is(mode, "garbage")) return Write(3, "what?\n", 6), 0;
  if (Is(mode, "nonsense")) return Answer("what?\n", 6, 6), 0;
  if (Is(mode, "cut")) return Answer(image, size, some), 0;
  if (Is(mode, "truncated")) return Answer(image, some, some), 0;
  if (Is(mode, "chatter")) {
    for (int i = 0; i < 3000; ++i) {
      char line[1000];
      Write(2, memset(line, 'x', sizeof line), sizeof line);
    }
    return 2;
  }
  if (Is(mode, "other-kernel")) image = Replaced(image, "\"name\": \"k\"", "\"", "\"name\": \"j\"");
  if (Is(mode, "other-arguments")) image = Replaced(image, ", {\"index\": 1", "}", "");
  // A child that outlives the helper keeps its end of the pipe open.
  if (Is(mode, "orphan") && fork() == 0) return (int)sleep(600);
  Answer(image, strlen(image), strlen(image));
  return 0;
}
