// A program of ours below the application, which does not notice it.
#ifndef LOCKSTEP_HOST_BUILD_UNSEEN_CHILD_H_
#define LOCKSTEP_HOST_BUILD_UNSEEN_CHILD_H_

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

namespace lockstep::host {

// What a program starts with: these descriptors of ours as its stdin, its stderr and its `answer_number`, /dev/null as
// its stdout, no others; no signal ignored or blocked.
struct ChildStart {
  std::vector<std::string> command;  // its path, and its words
  std::string parent_option;         // "--parent=": a word behind these, with its parent's process id; or ""
  std::vector<char*> environment;    // without the null at its end
  int input = -1, errors = -1, answer = -1;
  int answer_number = -1;
};

// An ordinary child would be seen by whatever of the application waits for any child (wait(), a handler of SIGCHLD,
// which interrupts system calls besides), and that may take its status from us. So there is a keeper between this
// process and the program: a process that shares our memory and files, whose end raises no signal, and which only a
// wait with __WCLONE sees. It starts the program, waits for it, and ends. (It cannot become the program itself: exec
// makes an ordinary child of a process.) Where the system makes no such process, or ends it (sandboxes, emulators), the
// program is a child of this one.
//
// One thread uses an object, and lives until ended(): the keeper ends with it, and the program, if it has the
// parent_option, with the keeper.
class UnseenChild {
 public:
  UnseenChild();
  ~UnseenChild();  // ends it
  UnseenChild(const UnseenChild&) = delete;
  UnseenChild& operator=(const UnseenChild&) = delete;

  // Starts it. False, with the reason in errno, if it could not be started; then there is no process.
  bool Begin(ChildStart start);
  // Looks whether it has ended.
  void Poll();
  // Ends it, if it has not ended, and waits for its end.
  void End();

  bool ended() const { return ended_; }
  // How it ended, as wait() has it; status_known(): false if somebody else has taken that.
  int status() const { return status_; }
  bool status_known() const { return status_known_; }

 private:
  struct Shared;
  static int Keep(void* shared);
  bool BeginKeeper();
  void Reap(int flags);

  std::unique_ptr<Shared> shared_;
  pid_t child_ = -1;  // whom we wait for: the keeper, or without one the program
  bool kept_ = false;
  bool ended_ = false, status_known_ = false;
  int status_ = 0;
};

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_BUILD_UNSEEN_CHILD_H_
