// A persistent map from numbers to counters, of which copies share all that is equal: a radix tree with counted
// references. What a clock (clock.h) is made of; its nodes are in the clock memory.
#ifndef LOCKSTEP_RUNTIME_ORDER_COUNTER_TREE_H_
#define LOCKSTEP_RUNTIME_ORDER_COUNTER_TREE_H_

#include <cstdint>

namespace lockstep {

// Counters are 0 unless raised. Copying is O(1). Not thread-safe, not even for trees that only came from one another.
class CounterTree {
 public:
  CounterTree() = default;
  ~CounterTree() {
    if (root_ != nullptr) Drop(root_, height_);
  }
  CounterTree(const CounterTree& other);
  CounterTree(CounterTree&& other) noexcept;
  CounterTree& operator=(CounterTree other) noexcept;

  uint32_t Get(uint64_t key) const;

  // Counter `key` becomes at least `value`, which is not 0. O(log of the greatest key).
  void Raise(uint64_t key, uint32_t value);

  // Every counter becomes the greater of the two; the tree is the other's if that has them all. As many steps as there
  // are nodes in which the trees differ and both have counters.
  void Join(const CounterTree& other);

  // True if no counter is greater than the other's.
  bool AtMost(const CounterTree& other) const;

  // True if the two are one tree: certainly equal. False says nothing.
  bool Shares(const CounterTree& other) const { return root_ == other.root_; }

 private:
  // 32 counters in a leaf, eight children in an inner node: a tree of height h has keys below 32 * 8^h.
  struct Node;
  struct Leaf;
  struct Inner;
  static Node* Keep(Node* node);
  static void Drop(Node* node, unsigned height);
  static Node* Raised(Node* node, unsigned height, uint64_t key, uint32_t value);
  static void Unite(Node** a, Node** b, unsigned height);
  static Node* Joined(Node* a, Node* b, unsigned height, bool* equal);
  static bool NodeAtMost(const Node* a, const Node* b, unsigned height);
  static bool AtMost(const Node* a, unsigned a_height, const Node* b, unsigned b_height);
  void Grow(unsigned height);

  Node* root_ = nullptr;
  unsigned height_ = 0;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_ORDER_COUNTER_TREE_H_
