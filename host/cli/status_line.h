// One line at the bottom of a terminal to which another program writes at the same time.
#ifndef LOCKSTEP_HOST_CLI_STATUS_LINE_H_
#define LOCKSTEP_HOST_CLI_STATUS_LINE_H_

#include <string>
#include <string_view>

namespace lockstep {

// The line lies outside the terminal's scrolling region (DECSTBM) while it is shown: what the program prints moves
// above it, whenever that comes, and neither touches the other. The program's place on the screen and its colours stay.
class StatusLine {
 public:
  StatusLine() = default;
  ~StatusLine();
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  // Shows `text`, as much of it as there is room for, in place of what it showed before. False if there is no such
  // line: stderr is no terminal that obeys, stdout goes into a pipe (to a pager, perhaps, which has the screen), this
  // process is in the background, or another one shows such a line there.
  bool Show(std::string_view text);

  // Takes it away.
  void Clear();

 private:
  bool Reserve();

  int terminal_ = -1;  // opened for a lock on it
  int rows_ = 0;       // of the terminal when the line was shown last; 0: it is not shown
};

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_STATUS_LINE_H_
