#include "host/build/own_compilation.h"

#include <atomic>
#include <cstdlib>

namespace lockstep::host {
namespace {

std::atomic<int> g_compilations{0};
thread_local int t_compilations = 0;  // of these, this thread's

std::atomic<void (*)()> g_wait{nullptr};

}  // namespace

OwnCompilation::OwnCompilation() {
  ++g_compilations;
  ++t_compilations;
}

OwnCompilation::~OwnCompilation() {
  --g_compilations;
  --t_compilations;
}

int CompilationsElsewhere() { return g_compilations - t_compilations; }

void ForgetParentsCompilations() { g_compilations = t_compilations; }

void SetWaitAtExit(void (*wait)()) { g_wait = wait; }

void WaitAtExitBeforeTearDown() {
  std::atexit([] {
    if (auto* wait = g_wait.load()) wait();
  });
}

}  // namespace lockstep::host
