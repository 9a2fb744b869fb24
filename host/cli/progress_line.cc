#include "host/cli/progress_line.h"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "runtime/base/log.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

bool CanTakeBack() {
  const char* kind = std::getenv("TERM");
  return isatty(STDERR_FILENO) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
}

}  // namespace

ProgressLine::ProgressLine() : terminal_(CanTakeBack()) {}

void ProgressLine::Show(uint64_t done, uint64_t all) {
  if (!terminal_) return;
  Clear();
  WriteStderr(StrCat("[", done, " of ", all, "] "));
  shown_ = true;
}

void ProgressLine::Clear() {
  if (shown_) WriteStderr("\r\x1b[K");
  shown_ = false;
}

}  // namespace lockstep
