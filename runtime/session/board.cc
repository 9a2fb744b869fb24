// What a process is doing right now.
#include "runtime/session/board.h"

#include <time.h>

#include <algorithm>
#include <cstring>

namespace lockstep {
namespace {

std::atomic<Board*> current{nullptr};

uint64_t Now() {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1000000000 + static_cast<uint64_t>(now.tv_nsec);
}

template <size_t size>
void Copy(std::string_view text, char (&to)[size]) {
  const size_t length = std::min(text.size(), size - 1);
  std::memcpy(to, text.data(), length);
  to[length] = '\0';
}

template <size_t size>
std::string Text(const char (&from)[size]) {
  return std::string(from, strnlen(from, size));
}

// The number of an entry that is ours now, below `end`; kEntries if all are taken.
uint32_t TakeEntry(Board& board, uint32_t end) {
  for (uint32_t i = 0; i < end; ++i) {
    std::atomic<uint32_t>& taken = board.entries[i].taken;
    uint32_t free = 0;
    if (taken.load(std::memory_order_relaxed) == free &&
        taken.compare_exchange_strong(free, 1, std::memory_order_acquire)) {
      return i;
    }
  }
  return Board::kEntries;
}

UnderWay Read(const BoardEntry& entry, uint64_t now) {
  UnderWay one;
  one.kernel = Text(entry.kernel);
  one.what = Text(entry.what);
  one.launch = entry.launch;
  one.part = entry.part;
  one.parts = entry.parts;
  const uint64_t since = entry.since.load(std::memory_order_relaxed);
  // A container may have a monotonic clock of its own.
  if (since <= now) one.seconds = static_cast<double>(now - since) * 1e-9;
  return one;
}

UnderWay::State StateOf(Doing doing) {
  return doing == Doing::kCompiling  ? UnderWay::State::kCompiling
         : doing == Doing::kRunning  ? UnderWay::State::kRunning
         : doing == Doing::kChecking ? UnderWay::State::kChecking
                                     : UnderWay::State::kWaiting;
}

}  // namespace

void UseBoard(Board* board) { current.store(board, std::memory_order_release); }

Board* CurrentBoard() { return current.load(std::memory_order_acquire); }

BoardPlace Post(Doing doing, std::string_view what, std::string_view kernel, uint64_t launch, BoardPart part) {
  Board* board = CurrentBoard();
  if (board == nullptr) return {};
  const uint32_t number = TakeEntry(*board, doing == Doing::kQueued ? Board::kForQueued : Board::kEntries);
  if (number == Board::kEntries) return {};
  BoardEntry& entry = board->entries[number];
  entry.since.store(Now(), std::memory_order_relaxed);
  entry.launch = launch;
  Copy(kernel, entry.kernel);
  Copy(what, entry.what);
  entry.part = part.part;
  entry.parts = part.parts;
  entry.doing.store(static_cast<uint32_t>(doing), std::memory_order_release);
  return {board, number};
}

void Repost(BoardPlace* place, Doing doing, std::string_view kernel, uint64_t launch) {
  if (place->board == nullptr) {
    *place = Post(doing, "", kernel, launch);
    return;
  }
  if (place->board != CurrentBoard()) return;
  BoardEntry& entry = place->board->entries[place->number];
  entry.since.store(Now(), std::memory_order_relaxed);
  entry.doing.store(static_cast<uint32_t>(doing), std::memory_order_release);
}

void Unpost(BoardPlace place) {
  if (place.board == nullptr || place.board != CurrentBoard()) return;  // the latter: in a child that was forked
  BoardEntry& entry = place.board->entries[place.number];
  entry.doing.store(0, std::memory_order_relaxed);
  entry.taken.store(0, std::memory_order_release);
}

void PostNative(std::string_view kernel, uint64_t launch) {
  Board* board = CurrentBoard();
  if (board == nullptr) return;
  BoardEntry& entry = board->native;
  uint32_t free = 0;
  if (!entry.taken.compare_exchange_strong(free, 1, std::memory_order_acquire)) return;  // another is the last, as well
  entry.doing.store(0, std::memory_order_relaxed);
  entry.since.store(Now(), std::memory_order_relaxed);
  entry.launch = launch;
  Copy(kernel, entry.kernel);
  entry.doing.store(static_cast<uint32_t>(Doing::kQueued), std::memory_order_release);
  entry.taken.store(0, std::memory_order_release);
}

BoardContent ReadBoard(const Board& board) {
  const BoardCounts& counts = board.counts;
  BoardContent content;
  content.twins_begun = counts.twins_begun.load();
  content.twins_ended = counts.twins_ended.load();
  content.launches = counts.launches.load();
  content.checked = counts.checked.load();
  content.pruned = counts.pruned.load();
  content.certified = counts.certified.load();
  content.unsaved = counts.unsaved.load() != 0;
  const uint64_t now = Now();
  for (const BoardEntry& entry : board.entries) {
    const uint32_t doing = entry.doing.load(std::memory_order_acquire);
    if (doing == 0 || doing > static_cast<uint32_t>(Doing::kChecking)) continue;
    UnderWay one = Read(entry, now);
    one.state = StateOf(static_cast<Doing>(doing));
    one.queued = doing == static_cast<uint32_t>(Doing::kQueued);
    content.under_way.push_back(std::move(one));
  }
  if (board.native.doing.load(std::memory_order_acquire) != 0) content.native = Read(board.native, now);
  std::stable_sort(content.under_way.begin(), content.under_way.end(),
                   [](const UnderWay& a, const UnderWay& b) { return a.seconds > b.seconds; });
  return content;
}

}  // namespace lockstep
