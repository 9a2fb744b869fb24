// A vector clock for very many components, of which clocks that came from one another share all that is equal.
//
// A chain of releases and acquires through 10^5 work-items makes 10^5 clocks of up to 10^5 components
// that differ in one component each; as arrays they would take 10^10 counters. Here a clock is three things:
// - a tree (counter_tree.h), of which a change copies one path, and a join stops wherever two are the same one;
// - a list of components that were raised since, which goes with the tree and is shared, too: each clock knows so many
//   of them, and who knows all adds to it. A step of the chain writes one line there; only when the list is full all of
//   it goes to a tree, and the chain goes on with a list of its own;
// - the component that was raised last: most clocks are somebody's own and what they have from others.
#ifndef LOCKSTEP_RUNTIME_ORDER_CLOCK_H_
#define LOCKSTEP_RUNTIME_ORDER_CLOCK_H_

#include <cstdint>

namespace lockstep {

// Components are 0 unless raised. Copying is O(1). Not thread-safe, not even for clocks that only
// came from one another.
class Clock {
 public:
  Clock() = default;
  ~Clock() {
    if (base_ != nullptr) Drop(base_);
  }
  Clock(const Clock& other);
  Clock(Clock&& other) noexcept;
  Clock& operator=(Clock other) noexcept;

  uint32_t Get(uint64_t key) const;

  // Component `key` becomes at least `value`. O(log of the greatest key), most often O(1).
  void Raise(uint64_t key, uint32_t value);

  // Every component becomes the greater of the two. As many steps as there are nodes in which the
  // clocks differ and both have components.
  void Join(const Clock& other);

  // True if no component is greater than the other's.
  bool AtMost(const Clock& other) const;

  // True if the two share all: certainly equal. False says nothing.
  bool Shares(const Clock& other) const {
    return base_ == other.base_ && known_ == other.known_ && last_value_ == other.last_value_ &&
           (last_value_ == 0 || last_key_ == other.last_key_);
  }

  bool empty() const { return base_ == nullptr && last_value_ == 0; }

 private:
  struct Base;  // a tree with its list
  static Base* Keep(Base* base);
  static void Drop(Base* base);
  void TakeOver(Base* base, uint32_t known);
  static Base* Next(Base* full);
  uint32_t InBase(uint64_t key) const;
  void RaiseInBase(uint64_t key, uint32_t value);
  void RaiseInBase(const Clock& other);
  void JoinBase(const Clock& other);

  Base* base_ = nullptr;
  uint32_t known_ = 0;  // so many of the list
  // The component that was raised last, not in the base; there may be a lesser value of it there. Value 0: none.
  uint32_t last_value_ = 0;
  uint64_t last_key_ = 0;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_ORDER_CLOCK_H_
