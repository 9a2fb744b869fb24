#include "runtime/base/forked.h"

#include <pthread.h>
#include <sys/mman.h>

#include <atomic>
#include <new>

#include "runtime/base/page.h"

namespace lockstep {
namespace {

using InChild = void (*)(bool);

constexpr int kMost = 4;
std::atomic<InChild> g_all[kMost];
std::atomic<int> g_count{0};
std::atomic<std::atomic<int>*> g_here{nullptr};  // 1 in the process that wrote it, 0 in its children; null: not told

void CallAll(bool unannounced) {
  for (std::atomic<InChild>& one : g_all) {
    if (InChild become = one.load()) become(unannounced);
  }
}

std::atomic<int>* Watch() {
  void* page = mmap(nullptr, kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return nullptr;
  if (madvise(page, kPage, MADV_WIPEONFORK) == 0) return new (page) std::atomic<int>(1);
  munmap(page, kPage);
  return nullptr;
}

}  // namespace

void OnFork(void (*become)(bool unannounced)) {
  const int place = g_count++;
  if (place >= kMost) return;
  g_all[place] = become;
  if (place != 0) return;
  g_here = Watch();
  pthread_atfork(nullptr, nullptr, [] {
    if (std::atomic<int>* here = g_here.load()) here->store(1);
    CallAll(false);
  });
}

void ForgetParent() {
  std::atomic<int>* here = g_here.load(std::memory_order_acquire);
  if (here == nullptr || here->load(std::memory_order_relaxed) != 0 || here->exchange(1) != 0) return;
  CallAll(true);
}

}  // namespace lockstep
