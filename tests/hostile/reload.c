// Loads a plug-in that uses OpenCL, calls it with the other arguments, unloads it, and so on, three times.
//
// usage: reload PLUGIN deep|flat [argument...]
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(int count, char** words) {
  if (count < 3) return 2;
  const int deep = strcmp(words[2], "deep") == 0 ? RTLD_DEEPBIND : 0;
  for (int i = 0; i < 3; ++i) {
    void* plugin = dlopen(words[1], RTLD_NOW | deep);
    int (*run)(int, char**) = plugin == NULL ? NULL : (int (*)(int, char**))dlsym(plugin, "main");
    if (run == NULL) {
      fprintf(stderr, "reload: %s\n", dlerror());
      return 3;
    }
    const int status = run(count - 2, words + 2);
    if (status != 0) return status;
    dlclose(plugin);
  }
  return 0;
}
