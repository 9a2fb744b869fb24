// fake_app life|silent|application|all|ours: lives on the fake driver, with failures.
//
//   life         one life without a failure, and how many kernels ran
//   silent       the same, nothing on stderr
//   application  one life for each hooked call, each documented code and each of the application's
//                calls of it: that call fails
//   all          likewise, but every call of that name fails, whoever makes it
//   ours         first a life that shows which calls lockstep makes on its own account, then one
//                life for each of them, in which it fails: the application must not notice
#include <stdlib.h>
#include <string.h>

#include "life.h"

// One life's answers; to be freed.
static char* Live(const FakeControl* control, int who, const char* call, cl_int code, int nth) {
  char* text = NULL;
  size_t size = 0;
  FILE* out = open_memstream(&text, &size);
  const int before = control->invalid(), alive = control->alive();
  control->fail(who, call, code, nth);
  Life(control, out);
  fprintf(out, "alive %d invalid %d\n", control->alive() - alive, control->invalid() - before);
  fclose(out);
  return text;
}

// True if every hooked call has a row in kCases.
static int AllHaveCases(void) {
  static const char* kHooked[] = {
#define LS_HOOK(name) #name,
#include "host/api/hooks.def"
#undef LS_HOOK
  };
  int missing = 0;
  for (size_t i = 0; i < sizeof(kHooked) / sizeof(kHooked[0]); ++i) {
    const Case* row = kCases;
    while (row->call != NULL && strcmp(row->call, kHooked[i]) != 0) ++row;
    if (row->call != NULL) continue;
    printf("%s is hooked but has no row in cases.c\n", kHooked[i]);
    missing = 1;
  }
  return !missing;
}

// Fails the application's calls (`who` kApplication), or all (kAnybody).
static void FailHooked(const FakeControl* control, int who) {
  for (const Case* row = kCases; row->call != NULL; ++row) {
    for (int i = 0; row->codes[i] != 0; ++i) {
      for (int nth = who == kAnybody ? 0 : 1;; ++nth) {
        char* text = Live(control, who, row->call, row->codes[i], nth);
        const int struck = control->struck();
        if (struck > 0) printf("-- %s fails with %d, call %d\n%s", row->call, row->codes[i], nth, text);
        free(text);
        if (struck == 0 && nth < 2) printf("%s is never called\n", row->call);
        // One code at every place, the others at the first: which one it is makes no difference.
        if (struck == 0 || who == kAnybody || (i > 0 && nth >= 1)) break;
      }
    }
  }
}

static int FailOurs(const FakeControl* control) {
  char* good = Live(control, kNobody, "", 0, 0);
  char* calls[160];
  int counts[160], rows = 0, lives = 0, wrong = 0;
  for (int i = 0; i < 160; ++i) {
    const char* call = control->others(i, &counts[rows]);
    if (call == NULL) break;
    calls[rows++] = strdup(call);
  }
  for (int row = 0; row < rows; ++row) {
    for (int nth = 0; nth <= counts[row]; ++nth) {
      char* text = Live(control, kOthers, calls[row], CL_OUT_OF_HOST_MEMORY, nth);
      ++lives;
      if (control->struck() > 0 && strcmp(text, good) != 0) {
        ++wrong;
        fprintf(stderr, "-- %s fails for lockstep, call %d\n%s-- without the failure\n%s", calls[row],
                nth, text, good);
      }
      free(text);
    }
    free(calls[row]);
  }
  fprintf(stderr, "%d calls of lockstep's, %d lives, %d disturbed\n", rows, lives, wrong);
  printf("%s", good);
  free(good);
  return wrong != 0;
}

int main(int argc, char** argv) {
  const char* mode = argc == 2 ? argv[1] : "life";
  cl_platform_id platform = NULL;
  clGetPlatformIDs(1, &platform, NULL);
  const FakeControl* control = clGetExtensionFunctionAddressForPlatform(platform, "fakeControl");
  if (control == NULL || !AllHaveCases()) return 2;
  if (strcmp(mode, "application") == 0) {
    FailHooked(control, kApplication);
  } else if (strcmp(mode, "all") == 0) {
    FailHooked(control, kAnybody);
  } else if (strcmp(mode, "ours") == 0) {
    return FailOurs(control);
  } else {
    char* text = Live(control, kNobody, "", 0, 0);
    printf("%s", text);
    free(text);
    if (strcmp(mode, "silent") != 0) {
      fprintf(stderr, "own %d twin %d\n", control->ran(0), control->ran(1));
    }
  }
  return 0;
}
