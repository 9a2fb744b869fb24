#include "host/cli/findings_signal.h"

#include <signal.h>

namespace lockstep {
namespace {

volatile sig_atomic_t wants_findings = 0;
struct sigaction before_findings = {};
bool hears_findings = false;

void NoteFindingsSignal(int) { wants_findings = 1; }

}  // namespace

void HearFindingsSignal() {
  if (hears_findings) return;
  hears_findings = true;
  struct sigaction action = {};
  action.sa_handler = NoteFindingsSignal;
  action.sa_flags = SA_RESTART;
  sigaction(SIGUSR1, &action, &before_findings);
}

bool TakeFindingsSignal() {
  if (wants_findings == 0) return false;
  wants_findings = 0;
  return true;
}

void RestoreFindingsSignal() {
  if (hears_findings) sigaction(SIGUSR1, &before_findings, nullptr);
}

}  // namespace lockstep
