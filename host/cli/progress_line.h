// "[120 of 858]" at the bottom of a terminal while a command works.
#ifndef LOCKSTEP_HOST_CLI_PROGRESS_LINE_H_
#define LOCKSTEP_HOST_CLI_PROGRESS_LINE_H_

#include <cstdint>

namespace lockstep {

// On stderr, and only if that is a terminal: in files and pipes there is no taking back.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine() { Clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Shows it in place of what it showed before.
  void Show(uint64_t done, uint64_t all);

  // Takes it away, so that other text can be written.
  void Clear();

 private:
  const bool terminal_;
  bool shown_ = false;
};

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_PROGRESS_LINE_H_
