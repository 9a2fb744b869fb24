// Objects that know how often they are held, and the switchboard for failures.
#include "objects.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { kMaxCalls = 160 };

static pthread_mutex_t g_mutex = PTHREAD_MUTEX_INITIALIZER;
static Object* g_living = NULL;
static Object* g_dead = NULL;  // kept, so that no address comes back
static int g_alive = 0, g_invalid = 0, g_ran[2] = {0, 0};

static char g_announced[64] = "";
static int g_counted = 0;  // several attempts at one call of the application's are that one call
static struct {
  int who, nth, seen, struck;
  cl_int code;
  char call[64];
} g_failure;
static struct {
  const char* call;
  int count;
} g_others[kMaxCalls];

Object* NewObject(const cl_icd_dispatch* dispatch, int kind, void* parent, void* second) {
  Object* object = calloc(1, sizeof(*object));
  object->dispatch = dispatch;
  object->kind = kind;
  object->references = 1;
  object->parents[0] = parent;
  object->parents[1] = second;
  pthread_mutex_lock(&g_mutex);
  for (int i = 0; i < 2; ++i) {
    if (object->parents[i] != NULL) ++object->parents[i]->references;
  }
  object->next = g_living;
  g_living = object;
  ++g_alive;
  pthread_mutex_unlock(&g_mutex);
  return object;
}

int IsValid(void* handle, int kind) {
  pthread_mutex_lock(&g_mutex);
  int valid = 0;
  // Looked up, not looked at: the handle may be anything.
  for (Object* object = g_living; object != NULL && !valid; object = object->next) {
    valid = object == handle && object->kind == kind;
  }
  if (!valid) ++g_invalid;
  pthread_mutex_unlock(&g_mutex);
  return valid;
}

void RetainObject(Object* object) {
  pthread_mutex_lock(&g_mutex);
  ++object->references;
  pthread_mutex_unlock(&g_mutex);
}

void ReleaseObject(Object* object) {
  pthread_mutex_lock(&g_mutex);
  const int last = --object->references == 0;
  if (last) {
    --g_alive;
    Object** link = &g_living;
    while (*link != object) link = &(*link)->next;
    *link = object->next;
    object->next = g_dead;
    g_dead = object;
  }
  pthread_mutex_unlock(&g_mutex);
  if (!last) return;
  for (int i = object->gone_count - 1; i >= 0; --i) object->gone[i]((cl_mem)object, object->gone_user[i]);
  for (int i = 0; i < 2; ++i) {
    if (object->parents[i] != NULL) ReleaseObject(object->parents[i]);
  }
}

void CountRun(int twin) {
  pthread_mutex_lock(&g_mutex);
  ++g_ran[twin != 0];
  pthread_mutex_unlock(&g_mutex);
}

cl_int FailureOf(const char* call) {
  cl_int result = CL_SUCCESS;
  pthread_mutex_lock(&g_mutex);
  const int mine = strcmp(call, g_announced) == 0;
  for (int i = 0; !mine && i < kMaxCalls; ++i) {
    if (g_others[i].call == NULL) g_others[i].call = call;
    if (strcmp(g_others[i].call, call) != 0) continue;
    ++g_others[i].count;
    break;
  }
  if ((g_failure.who & (mine ? kApplication : kOthers)) != 0 &&
      strcmp(call, g_failure.call) == 0) {
    if (!mine || !g_counted) ++g_failure.seen;
    if (mine) g_counted = 1;
    if (g_failure.nth == 0 || g_failure.seen == g_failure.nth) {
      ++g_failure.struck;
      result = g_failure.code;
    }
  }
  pthread_mutex_unlock(&g_mutex);
  return result;
}

static void Announce(const char* call) {
  pthread_mutex_lock(&g_mutex);
  strncpy(g_announced, call, sizeof(g_announced) - 1);
  g_counted = 0;
  pthread_mutex_unlock(&g_mutex);
}

static void Fail(int who, const char* call, cl_int code, int nth) {
  pthread_mutex_lock(&g_mutex);
  memset(&g_failure, 0, sizeof(g_failure));
  memset(g_others, 0, sizeof(g_others));
  g_announced[0] = '\0';
  g_failure.who = who;
  g_failure.code = code;
  g_failure.nth = nth;
  strncpy(g_failure.call, call, sizeof(g_failure.call) - 1);
  pthread_mutex_unlock(&g_mutex);
}

static int Struck(void) { return g_failure.struck; }
static int Alive(void) { return g_alive; }
static int Invalid(void) { return g_invalid; }
static int Ran(int twin) { return g_ran[twin != 0]; }

static const char* Others(int index, int* count) {
  if (index >= kMaxCalls) return NULL;
  *count = g_others[index].count;
  return g_others[index].call;
}

const FakeControl kFakeControl = {Announce, Fail, Struck, Others, Alive, Invalid, Ran};
