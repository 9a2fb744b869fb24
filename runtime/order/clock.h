// A vector clock for very many components: a persistent map from numbers to counters, of which
// clocks that came from one another share all that is equal.
//
// A chain of releases and acquires through 10^5 work-items makes 10^5 clocks of up to 10^5 components
// that differ in one component each; as arrays they would take 10^10 counters. Here a step of the
// chain copies one path of the tree, and a join stops wherever the two trees are the same one. The component that was
// raised last stands beside the tree until another one is: most clocks are somebody's own component and a tree that
// they have from others, and so cost no tree of their own.
#ifndef LOCKSTEP_RUNTIME_ORDER_CLOCK_H_
#define LOCKSTEP_RUNTIME_ORDER_CLOCK_H_

#include <cstdint>
#include <memory_resource>

namespace lockstep {

// Where clocks of this thread have their trees while it lives, instead of the heap. Clocks of one memory may be used,
// copied and ended only with that memory.
class ClockMemory {
 public:
  explicit ClockMemory(std::pmr::memory_resource* memory);
  ~ClockMemory();
  ClockMemory(const ClockMemory&) = delete;
  ClockMemory& operator=(const ClockMemory&) = delete;

 private:
  std::pmr::memory_resource* const before_;
};

// Components are 0 unless raised. Copying is O(1). Not thread-safe, not even for clocks that only
// came from one another.
class Clock {
 public:
  Clock() = default;
  ~Clock() {
    if (root_ != nullptr) Drop(root_, height_);
  }
  Clock(const Clock& other);
  Clock(Clock&& other) noexcept;
  Clock& operator=(Clock other) noexcept;

  uint32_t Get(uint64_t key) const;

  // Component `key` becomes at least `value`. O(log of the greatest key).
  void Raise(uint64_t key, uint32_t value);

  // Every component becomes the greater of the two. As many steps as there are nodes in which the
  // clocks differ and both have components.
  void Join(const Clock& other);

  // True if no component is greater than the other's.
  bool AtMost(const Clock& other) const;

  // True if the two are one tree: certainly equal. False says nothing.
  bool Shares(const Clock& other) const {
    return root_ == other.root_ && last_value_ == other.last_value_ &&
           (last_value_ == 0 || last_key_ == other.last_key_);
  }

  bool empty() const { return root_ == nullptr && last_value_ == 0; }

 private:
  // 32 counters in a leaf, eight children in an inner node: a tree of height h has keys below 32 * 8^h.
  struct Node;
  struct Leaf;
  struct Inner;
  static Node* Keep(Node* node);
  static void Drop(Node* node, unsigned height);
  static Node* Raised(Node* node, unsigned height, uint64_t key, uint32_t value);
  static Node* Joined(Node* a, Node* b, unsigned height);
  static bool NodeAtMost(const Node* a, const Node* b, unsigned height);
  static bool AtMost(const Node* a, unsigned a_height, const Node* b, unsigned b_height);
  void Grow(unsigned height);
  uint32_t InTree(uint64_t key) const;
  void RaiseInTree(uint64_t key, uint32_t value);

  Node* root_ = nullptr;
  unsigned height_ = 0;
  // The component that was raised last, not in the tree; there may be a lesser value of it there. Value 0: none.
  uint32_t last_value_ = 0;
  uint64_t last_key_ = 0;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_ORDER_CLOCK_H_
