#include "host/cli/status_line.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include <cstdlib>

#include "runtime/base/log.h"
#include "runtime/base/printable.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

// Smaller terminals have no line to spare.
constexpr int kLeastRows = 5, kLeastColumns = 30;

constexpr char kSave[] =
    "\x1b"
    "7",
               kRestore[] =
                   "\x1b"
                   "8";  // place and colours
// One line down and up again in the same column: what stands in the bottom line moves up.
constexpr char kMakeRoom[] =
    "\x1b"
    "D\x1b[A";
constexpr char kWholeScreen[] = "\x1b[r";

std::string Region(int rows) { return StrCat("\x1b[1;", rows, "r"); }

std::string ErasedRow(int row) { return StrCat("\x1b[", row, ";1H\x1b[0m\x1b[2K"); }

bool Obeys() {
  const char* kind = std::getenv("TERM");
  return isatty(STDERR_FILENO) == 1 && kind != nullptr && *kind != '\0' && std::string_view(kind) != "dumb";
}

// Whether a program takes key by key what is typed, as those do that use the whole screen.
bool IsTakenOver() {
  termios mode = {};
  return tcgetattr(STDERR_FILENO, &mode) == 0 && (mode.c_lflag & ICANON) == 0;
}

bool IsPipe(int file) {
  struct stat facts = {};
  return fstat(file, &facts) == 0 && (S_ISFIFO(facts.st_mode) || S_ISSOCK(facts.st_mode));
}

// `text` in at most `columns` columns. A character counts as one, so that wide ones may be cut by the terminal.
std::string Cut(std::string_view text, size_t columns) {
  size_t end = 0;
  while (end < text.size()) {
    size_t next = end + 1;
    while (next < text.size() && (static_cast<unsigned char>(text[next]) & 0xc0) == 0x80) ++next;
    if (columns-- == 0) break;
    end = next;
  }
  return std::string(text.substr(0, end));
}

}  // namespace

StatusLine::~StatusLine() {
  Clear();
  if (terminal_ >= 0) close(terminal_);
}

// Whether the terminal is this process's alone, as far as such lines go.
bool StatusLine::Reserve() {
  if (terminal_ >= 0) return true;
  if (!Obeys() || IsPipe(STDOUT_FILENO)) return false;
  const int file = open("/proc/self/fd/2", O_WRONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0) {
    terminal_ = file;
    return true;
  }
  if (file >= 0) close(file);
  return false;
}

bool StatusLine::Show(std::string_view text) {
  if (IsTakenOver()) {
    Clear();
    return true;
  }
  winsize size = {};
  if (!Reserve() || ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row < kLeastRows ||
      size.ws_col < kLeastColumns || tcgetpgrp(STDERR_FILENO) != getpgrp()) {
    Clear();
    return false;
  }
  const int rows = size.ws_row;
  if (rows_ != rows) Clear();
  // In one piece, so that nothing of the program's comes in between.
  WriteStderr(StrCat(rows_ == 0 ? kMakeRoom : "", kSave, Region(rows - 1), ErasedRow(rows),
                     Cut(Printable(text), size.ws_col - 1u), kRestore));
  rows_ = rows;
  return true;
}

void StatusLine::Clear() {
  if (rows_ == 0) return;
  WriteStderr(StrCat(kSave, kWholeScreen, ErasedRow(rows_), kRestore));
  rows_ = 0;
}

}  // namespace lockstep
