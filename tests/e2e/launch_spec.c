/* Parser of `//launch:` lines; see launch_spec.h. */
#include "tests/e2e/launch_spec.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const char *name;
  size_t size;
  char form; /* i: signed, u: unsigned, f: float, d: double */
} TypeRow;

static const TypeRow kTypes[] = {
    {"char", 1, 'i'}, {"uchar", 1, 'u'}, {"short", 2, 'i'}, {"ushort", 2, 'u'}, {"int", 4, 'i'},
    {"uint", 4, 'u'}, {"long", 8, 'i'},  {"ulong", 8, 'u'}, {"float", 4, 'f'},  {"double", 8, 'd'}};

static const TypeRow *FindType(const char *name) {
  for (size_t i = 0; i < sizeof kTypes / sizeof kTypes[0]; ++i)
    if (strcmp(kTypes[i].name, name) == 0) return &kTypes[i];
  return NULL;
}

static void StoreValue(const TypeRow *type, void *at, double value) {
  float f = (float)value;
  int64_t bits = (int64_t)value; /* low bytes first: the machines we test on are little-endian */
  if (type->form == 'f')
    memcpy(at, &f, sizeof f);
  else if (type->form == 'd')
    memcpy(at, &value, sizeof value);
  else
    memcpy(at, &bits, type->size);
}

/* FILL is zeros:T, iota:T, random:SEED:T or value:V:T. */
static int Fill(const char *fill, size_t bytes, ArgSpec *arg) {
  char text[96];
  snprintf(text, sizeof text, "%s", fill);
  char *colon = strrchr(text, ':');
  const TypeRow *type = colon ? FindType(colon + 1) : NULL;
  if (!type || bytes % type->size) return 1;
  *colon = 0;
  arg->size = bytes;
  arg->contents = calloc(bytes ? bytes : 1, 1);
  uint64_t state = 0;
  double value = 0;
  int random = sscanf(text, "random:%lu", &state) == 1;
  int constant = sscanf(text, "value:%lf", &value) == 1;
  int iota = strcmp(text, "iota") == 0;
  if (!random && !constant && !iota) return strcmp(text, "zeros") != 0;
  for (size_t i = 0; i < bytes / type->size; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    double v = constant ? value : iota ? (double)i : (double)(state >> 44 & 1023);
    StoreValue(type, (char *)arg->contents + i * type->size, v);
  }
  return 0;
}

static int ParseArg(const char *text, LaunchSpec *launch) {
  int index = -1, used = 0;
  if (sscanf(text, "%d:%n", &index, &used) != 1 || index < 0 || index >= MAX_ARGS) return 1;
  const char *spec = text + used;
  ArgSpec *arg = &launch->args[index];
  size_t bytes = 0;
  char fill[64], type_name[16];
  double value;
  const char *rest = spec;
  if (index >= launch->num_args) launch->num_args = index + 1;
  if (sscanf(spec, "buffer,%zu,%63s", &bytes, fill) == 2) {
    arg->kind = ARG_BUFFER;
    return Fill(fill, bytes, arg);
  }
  if (strncmp(spec, "image", 5) == 0) {
    arg->kind = ARG_IMAGE;
    return ParseImageArg(&rest, &arg->image) || Fill(rest, ImageBytes(&arg->image), arg);
  }
  if (sscanf(spec, "view:%d,%n", &arg->other, &used) == 1) {
    arg->kind = ARG_VIEW;
    rest = spec + used;
    if (ParseImageArg(&rest, &arg->image)) return 1;
    return *rest && sscanf(rest, "%zu", &arg->image.row_pitch) != 1;
  }
  if (strncmp(spec, "sampler:", 8) == 0) {
    arg->kind = ARG_SAMPLER;
    return ParseSamplerArg(spec + 8, &arg->sampler);
  }
  if (sscanf(spec, "hostptr,%zu,%63s", &bytes, fill) == 2) {
    arg->kind = ARG_BUFFER;
    arg->host_ptr = 1;
    return Fill(fill, bytes, arg);
  }
  if (sscanf(spec, "svm,%zu,%63s", &bytes, fill) == 2 ||
      sscanf(spec, "finesvm,%zu,%63s", &bytes, fill) == 2) {
    arg->kind = ARG_SVM;
    arg->fine = spec[0] == 'f';
    return Fill(fill, bytes, arg);
  }
  if (sscanf(spec, "sub:%d:%zu:%zu", &arg->other, &arg->origin, &arg->size) == 3)
    return arg->kind = ARG_SUB, 0;
  if (sscanf(spec, "over:%d:%zu:%zu", &arg->other, &arg->origin, &arg->size) == 3)
    return arg->kind = ARG_OVER, 0;
  if (sscanf(spec, "same:%d:%zu", &arg->other, &arg->origin) >= 1) return arg->kind = ARG_SAME, 0;
  if (sscanf(spec, "keep:%d", &arg->other) == 1) return arg->kind = ARG_KEEP, 0;
  if (sscanf(spec, "local:%zu", &arg->size) == 1) return arg->kind = ARG_LOCAL, 0;
  if (strcmp(spec, "null") == 0) return arg->kind = ARG_NULL, 0;
  if (sscanf(spec, "%15[a-z]:%lf", type_name, &value) == 2) {
    const TypeRow *type = FindType(type_name);
    if (!type) return 1;
    arg->kind = ARG_SCALAR;
    arg->size = type->size;
    arg->contents = calloc(1, 8);
    StoreValue(type, arg->contents, value);
    return 0;
  }
  return 1;
}

static unsigned ParseRange(const char *text, size_t out[3]) {
  out[0] = out[1] = out[2] = 1;
  int n = sscanf(text, "%zu,%zu,%zu", &out[0], &out[1], &out[2]);
  return n < 0 ? 0 : (unsigned)n;
}

static int ParseWord(const char *word, LaunchSpec *launch) {
  if (strncmp(word, "kernel=", 7) == 0)
    return snprintf(launch->kernel, sizeof launch->kernel, "%s", word + 7) < 1;
  if (strncmp(word, "global=", 7) == 0)
    return (launch->dims = ParseRange(word + 7, launch->global)) == 0;
  if (strncmp(word, "local=", 6) == 0)
    return (launch->has_local = ParseRange(word + 6, launch->local)) == 0;
  if (strncmp(word, "offset=", 7) == 0)
    return (launch->has_offset = ParseRange(word + 7, launch->offset)) == 0;
  if (strncmp(word, "arg=", 4) == 0) return ParseArg(word + 4, launch);
  return 1;
}

int ParseTestSpec(const char *source, TestSpec *spec) {
  memset(spec, 0, sizeof *spec);
  for (const char *line = source; strncmp(line, "//", 2) == 0;) {
    const char *end = strchr(line, '\n');
    size_t length = end ? (size_t)(end - line) : strlen(line);
    char text[1024];
    snprintf(text, sizeof text, "%.*s", (int)length, line);
    if (strncmp(text, "//build:", 8) == 0)
      snprintf(spec->build_options, sizeof spec->build_options, "%s", text + 8);
    if (strncmp(text, "//launch:", 9) == 0) {
      if (spec->num_launches == MAX_LAUNCHES)
        return fprintf(stderr, "more than %d launches\n", MAX_LAUNCHES), 1;
      LaunchSpec *launch = &spec->launches[spec->num_launches++];
      char *save = NULL;
      for (char *word = strtok_r(text + 9, " ", &save); word; word = strtok_r(NULL, " ", &save))
        if (ParseWord(word, launch))
          return fprintf(stderr, "bad word in launch line: %s\n", word), 1;
    }
    if (!end) break;
    line = end + 1;
  }
  if (spec->num_launches == 0) return fprintf(stderr, "no //launch: line\n"), 1;
  return 0;
}

void FreeTestSpec(TestSpec *spec) {
  for (int l = 0; l < spec->num_launches; ++l)
    for (int a = 0; a < spec->launches[l].num_args; ++a) free(spec->launches[l].args[a].contents);
}
