// What one process leaves in the channel: that it uses OpenCL, and texts, each in place of the last one.
#ifndef LOCKSTEP_RUNTIME_SESSION_PROCESS_SLOT_H_
#define LOCKSTEP_RUNTIME_SESSION_PROCESS_SLOT_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "runtime/session/board.h"
#include "runtime/session/channel.h"

namespace lockstep {

// The writing side. Not thread-safe. In a child that is forked the window is not there: nothing may be called,
// and the slot is leaked.
class ProcessSlot {
 public:
  // An entry for this process, whose lock is held and whose board is in use (board.h) from then on; null if there is
  // no channel, or no room in it (`lockstep run` sees the latter).
  static std::unique_ptr<ProcessSlot> Take();

  uint64_t number() const { return number_; }

  // Puts `text` in the place of the last one. False if it finds no room, which is noted; then the last one stands.
  bool Leave(std::string_view text);

  // The same for the last time: nothing but `text` and `kernels`, by their numbers, is of interest any more. True if
  // `lockstep run` will report it; false if this process must: it finds no room, or nobody waits for it any more.
  bool Finish(std::string_view text, const std::map<uint64_t, std::string>& kernels);

  // Another launch has ended since. For whoever reads the entry.
  void NoteLate();

  // A text to which others refer by `number`; written once. False as Leave.
  bool AddKernel(uint64_t number, std::string_view text);

 private:
  ProcessSlot() = default;

  // The offset of `bytes` more of the window; 0 if there is no room.
  uint64_t Allocate(uint64_t bytes);
  bool Write(uint64_t offset, std::string_view text);
  // Writes a kernel's text behind the one at `*newest`, and puts its own offset there.
  bool WriteKernel(uint64_t number, std::string_view text, uint64_t* newest);

  void MapBoard(int file);

  uint64_t number_ = 0;
  Board* board_ = nullptr;  // null: there was no memory for it
  ProcessEntry* entry_ = nullptr;
  char* window_ = nullptr;
  uint64_t mapped_ = 0;       // bytes of the window
  uint64_t used_ = 0;
  uint64_t capacity_[2] = {};  // of the entry's two texts
};

// What a process left, as `lockstep run` reads it.
struct SlotContent {
  uint64_t slot = 0;
  long pid = 0;
  bool finished = false;
  bool alive = false;
  bool lost = false;  // what it had to say last found no room
  uint64_t late = 0;  // launches that ended after it had finished
  uint64_t saves = 0;  // changes with the text; 0: there is none yet
  std::string text;   // the last one; may be damaged, whoever crashed may have written anywhere
  std::map<uint64_t, std::string> kernels;
  BoardContent board;  // of one that is not finished
};

// Entry `slot` of the channel `file`; false if no process has it, or it reports itself.
bool ReadSlot(const ChannelTable& table, int file, uint64_t slot, SlotContent* content);

// The same without the texts if there is none since the one of `saves`. What a process writes meanwhile does not get
// mixed in.
bool ReadSlotNow(const ChannelTable& table, int file, uint64_t slot, uint64_t saves, SlotContent* content);

// From now on what this process has not left there is its own to report. For `lockstep run`, which reads the entry
// then.
void TakeSlot(const ChannelTable& table, uint64_t slot);

// What stands on the board of the process of that entry; false if there is none, or it has finished.
bool ReadBoardOf(const ChannelTable& table, int file, uint64_t slot, BoardContent* content);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_SESSION_PROCESS_SLOT_H_
