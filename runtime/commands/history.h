// Who touched which bytes last, per root object, and which regions are mapped.
//
// Each range of bytes keeps, of each chain, the accesses that are not covered by later ones: an access that is ordered
// behind another, and conflicts with whatever that would conflict with, stands for it (FastTrack's argument, Flanagan
// and Freund 2009, for ranges). A launch of which it is, or will be, known what it touches stands for equal ones only.
// What the host knows to be complete is dropped, since all that follows is behind it.
#ifndef LOCKSTEP_RUNTIME_COMMANDS_HISTORY_H_
#define LOCKSTEP_RUNTIME_COMMANDS_HISTORY_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "runtime/commands/footprint.h"
#include "runtime/commands/graph.h"
#include "runtime/commands/launch_touches.h"
#include "runtime/commands/link.h"
#include "runtime/model/command.h"

namespace lockstep {

// Roots of a launch, by number, that are one image: it is read through the one and written through the other.
struct ImageTwice {
  size_t read = 0, written = 0;
};

// A command as the history remembers it.
struct CommandRecord {
  enum class Mapping { kNone, kMap, kUnmap };
  CommandSide side;
  Mapping mapping = Mapping::kNone;
  Footprint footprint;
  // Of launches: what comes to be known of them, and where it lies; null: nothing.
  std::shared_ptr<const LaunchTouches> touched;
  std::vector<RootPlace> places;   // of its roots, by number
  std::vector<ImageTwice> images;  // ... that may not be one image, but are
  CommandLinks links;
  // The last command when the host was told, because it asked the event, that this one is complete; 0: it was not.
  mutable uint64_t told_after = 0;

  // What is known of what it touches: kUnknown of all that are no launches.
  LaunchTouches::State state() const { return touched != nullptr ? touched->state : LaunchTouches::State::kUnknown; }
};
using CommandRecordRef = std::shared_ptr<const CommandRecord>;

// Two commands met in bytes that one of them writes, and nothing orders them.
struct Meeting {
  enum class Kind { kUnordered, kMapped };
  Kind kind = Kind::kUnordered;
  CommandRecordRef first, second;   // first: noted earlier; kMapped: the map
  Touch first_touch, second_touch;  // of the first bytes in conflict
  RootNumber root = kHostSpace;
  uint64_t begin = 0, end = 0;  // the hull of all bytes in conflict
};

class CommandHistory {
 public:
  // The node's clock is known, and it touches `footprint`. What it meets is added to `meetings`, one for each other
  // command and root. Its own touches never meet one another.
  void Add(const CommandNode& node, const CommandRecordRef& record, const Footprint& footprint,
           const CommandGraph& graph, std::vector<Meeting>* meetings);

  // A map of `footprint` has begun; `map` tells it from others. Commands that touch the region meet it until Unmap().
  void Map(uint64_t map, const CommandRecordRef& record, const Footprint& footprint);
  void Unmap(uint64_t map);

  // The host's memory that commands were given which `complete` knows is not in use any more: nobody meets them there.
  void GiveBack(const CommandClock& complete) { over_.Join(complete); }

  // Whether a command that the host does not know to be complete may write any of these bytes.
  bool IsWritten(RootNumber root, uint64_t begin, uint64_t end, const CommandGraph& graph) const;

  // Drops what the host knows to be complete.
  void Sweep(const CommandGraph& graph);

  // Ranges kept over all roots, and roots whose ranges were widened because there were more than kMostKept.
  size_t ranges() const;
  uint64_t widened() const { return widened_; }

  static constexpr size_t kMostKept = 4096;  // ranges of one root; of the host's memory 16 times as many

 private:
  struct Access {
    size_t chain = 0;
    uint64_t in_chain = 0;
    Touch touch;
    CommandRecordRef record;
    bool open = false;  // of a launch of which it is not known yet, but will be, what of this it touches
  };
  struct Range {
    uint64_t end = 0;
    std::vector<Access> accesses;
  };
  using Ranges = std::map<uint64_t, Range>;  // by their first byte; they do not overlap
  struct Mapped {
    uint64_t map = 0;
    CommandRecordRef record;
    Touch touch;
  };
  struct Root {
    Ranges ranges;
    std::vector<Mapped> mapped;
    std::deque<Access> open;  // as they were added; settled ones may be among them
  };

  bool IsGivenBack(RootNumber root, const Access& access) const;
  static Ranges::iterator SplitAt(Ranges& ranges, uint64_t at);
  void Widen(Ranges& ranges);
  template <typename Each>
  static void Cover(Ranges& ranges, uint64_t begin, uint64_t end, const Each& each);
  static void Settle(RootNumber number, Root& root);
  void AddTouch(const CommandNode& node, const CommandRecordRef& record, const Touch& touch, const CommandGraph& graph);

  std::map<RootNumber, Root> roots_;
  CommandClock over_;  // of commands that the host was told are complete, which orders nothing
  std::map<uint64_t, std::vector<RootNumber>> maps_;  // that are active: where
  uint64_t widened_ = 0;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_COMMANDS_HISTORY_H_
