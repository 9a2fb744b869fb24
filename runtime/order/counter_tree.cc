#include "runtime/order/counter_tree.h"

#include <algorithm>
#include <utility>

#include "runtime/order/clock_memory.h"

namespace lockstep {

namespace {
constexpr unsigned kBits = 3, kFan = 1u << kBits;               // of an inner node
constexpr unsigned kLeafBits = 5, kCounters = 1u << kLeafBits;  // of a leaf
constexpr unsigned kMaxHeight = (64 - kLeafBits + kBits - 1) / kBits;

unsigned InLeaf(uint64_t key) { return key & (kCounters - 1); }
unsigned Digit(uint64_t key, unsigned height) { return (key >> (kLeafBits + kBits * (height - 1))) & (kFan - 1); }

unsigned HeightFor(uint64_t key) {
  unsigned height = 0;
  while (height < kMaxHeight && key >> (kLeafBits + kBits * height) != 0) ++height;
  return height;
}
}  // namespace

struct CounterTree::Node {
  uint32_t references = 1;
};
struct CounterTree::Leaf : Node {
  uint32_t counters[kCounters] = {};
};
struct CounterTree::Inner : Node {
  Node* children[kFan] = {};
};

CounterTree::Node* CounterTree::Keep(Node* node) {
  if (node != nullptr) ++node->references;
  return node;
}

void CounterTree::Drop(Node* node, unsigned height) {
  if (node == nullptr || --node->references != 0) return;
  if (height == 0) {
    ClockMemory::End(static_cast<Leaf*>(node));
    return;
  }
  auto* inner = static_cast<Inner*>(node);
  for (Node* child : inner->children) Drop(child, height - 1);
  ClockMemory::End(inner);
}

CounterTree::CounterTree(const CounterTree& other) : root_(Keep(other.root_)), height_(other.height_) {}

CounterTree::CounterTree(CounterTree&& other) noexcept
    : root_(std::exchange(other.root_, nullptr)), height_(other.height_) {}

CounterTree& CounterTree::operator=(CounterTree other) noexcept {
  std::swap(root_, other.root_);
  std::swap(height_, other.height_);
  return *this;
}

uint32_t CounterTree::Get(uint64_t key) const {
  if (root_ == nullptr || HeightFor(key) > height_) return 0;
  const Node* node = root_;
  for (unsigned h = height_; h > 0; --h) {
    node = static_cast<const Inner*>(node)->children[Digit(key, h)];
    if (node == nullptr) return 0;
  }
  return static_cast<const Leaf*>(node)->counters[InLeaf(key)];
}

// `node` or a copy of it with the counter raised; takes over the caller's reference to `node`. A
// node that nobody else refers to is changed in place.
CounterTree::Node* CounterTree::Raised(Node* node, unsigned height, uint64_t key, uint32_t value) {
  if (height == 0) {
    const unsigned digit = InLeaf(key);
    auto* leaf = static_cast<Leaf*>(node);
    if (leaf != nullptr && leaf->counters[digit] >= value) return leaf;
    if (leaf == nullptr) {
      leaf = ClockMemory::Make<Leaf>();
    } else if (leaf->references != 1) {
      auto* copy = ClockMemory::Make<Leaf>(*leaf);
      copy->references = 1;
      --leaf->references;
      leaf = copy;
    }
    leaf->counters[digit] = value;
    return leaf;
  }
  const unsigned digit = Digit(key, height);
  auto* inner = static_cast<Inner*>(node);
  if (inner == nullptr) {
    inner = ClockMemory::Make<Inner>();
  } else if (inner->references != 1) {
    Node* child = Raised(Keep(inner->children[digit]), height - 1, key, value);
    if (child == inner->children[digit]) {
      Drop(child, height - 1);
      return inner;
    }
    auto* copy = ClockMemory::Make<Inner>(*inner);
    copy->references = 1;
    for (unsigned i = 0; i < kFan; ++i) {
      if (i != digit) Keep(copy->children[i]);
    }
    copy->children[digit] = child;
    --inner->references;
    return copy;
  }
  inner->children[digit] = Raised(inner->children[digit], height - 1, key, value);
  return inner;
}

void CounterTree::Grow(unsigned height) {
  if (root_ == nullptr) {
    height_ = height;
    return;
  }
  while (height_ < height) {
    auto* above = ClockMemory::Make<Inner>();
    above->children[0] = root_;
    root_ = above;
    ++height_;
  }
}

void CounterTree::Raise(uint64_t key, uint32_t value) {
  const unsigned height = HeightFor(key);
  if (root_ == nullptr || height > height_) Grow(height);
  root_ = Raised(root_, height_, key, value);
}

// Two equal nodes become one, for all that refer to either place.
void CounterTree::Unite(Node** a, Node** b, unsigned height) {
  if ((*a)->references < (*b)->references) std::swap(a, b);
  Drop(std::exchange(*b, Keep(*a)), height);
}

// A tree with the greater counters of both: `a` or `b` itself if it is that, without a further reference, so that
// what they share is not touched; else a new one. What is equal in them is one afterwards: the same often comes about
// in several ways, as where many hold locks in turn, and the next who join what came from these two would compare it
// again.
CounterTree::Node* CounterTree::Joined(Node* a, Node* b, unsigned height, bool* equal) {
  *equal = a == b;
  if (a == b || b == nullptr) return a;
  if (a == nullptr) return b;
  bool is_a = true, is_b = true;
  if (height == 0) {
    const auto* la = static_cast<Leaf*>(a);
    const auto* lb = static_cast<Leaf*>(b);
    uint32_t greatest[kCounters];
    uint32_t above_a = 0, above_b = 0;
    for (unsigned i = 0; i < kCounters; ++i) {
      const uint32_t x = la->counters[i], y = lb->counters[i];
      greatest[i] = x > y ? x : y;
      above_a |= greatest[i] ^ x;
      above_b |= greatest[i] ^ y;
    }
    *equal = (above_a | above_b) == 0;
    if (above_a == 0) return a;
    if (above_b == 0) return b;
    auto* leaf = ClockMemory::Make<Leaf>();
    std::copy(greatest, greatest + kCounters, leaf->counters);
    return leaf;
  }
  auto* ia = static_cast<Inner*>(a);
  auto* ib = static_cast<Inner*>(b);
  Node* children[kFan];
  for (unsigned i = 0; i < kFan; ++i) {
    bool alike = false;
    children[i] = Joined(ia->children[i], ib->children[i], height - 1, &alike);
    if (alike && ia->children[i] != ib->children[i]) {
      Unite(&ia->children[i], &ib->children[i], height - 1);
      children[i] = ia->children[i];
    }
    is_a = is_a && children[i] == ia->children[i];
    is_b = is_b && children[i] == ib->children[i];
  }
  *equal = is_a && is_b;
  if (is_a || is_b) return is_a ? a : b;
  auto* inner = ClockMemory::Make<Inner>();
  for (unsigned i = 0; i < kFan; ++i) {
    const bool shared = children[i] == ia->children[i] || children[i] == ib->children[i];
    inner->children[i] = shared ? Keep(children[i]) : children[i];
  }
  return inner;
}

void CounterTree::Join(const CounterTree& other) {
  if (other.root_ == nullptr || other.root_ == root_) return;
  if (root_ == nullptr) {
    *this = other;
    return;
  }
  CounterTree taller = other;
  if (taller.height_ < height_) taller.Grow(height_);
  if (height_ < taller.height_) Grow(taller.height_);
  bool equal = false;
  Node* joined = Joined(root_, taller.root_, height_, &equal);
  if (joined == taller.root_) Keep(joined);
  if (joined != root_) Drop(std::exchange(root_, joined), height_);
}

bool CounterTree::NodeAtMost(const Node* a, const Node* b, unsigned height) {
  if (a == b || a == nullptr) return true;
  if (b == nullptr) return false;  // no node is without a counter above 0
  if (height == 0) {
    for (unsigned i = 0; i < kCounters; ++i) {
      if (static_cast<const Leaf*>(a)->counters[i] > static_cast<const Leaf*>(b)->counters[i]) {
        return false;
      }
    }
    return true;
  }
  for (unsigned i = 0; i < kFan; ++i) {
    if (!NodeAtMost(static_cast<const Inner*>(a)->children[i], static_cast<const Inner*>(b)->children[i], height - 1)) {
      return false;
    }
  }
  return true;
}

bool CounterTree::AtMost(const Node* a, unsigned a_height, const Node* b, unsigned b_height) {
  if (a == b || a == nullptr) return true;
  if (b == nullptr) return false;
  while (b_height > a_height) {
    b = static_cast<const Inner*>(b)->children[0];
    if (b == nullptr) return false;
    --b_height;
  }
  while (a_height > b_height) {
    const auto* inner = static_cast<const Inner*>(a);
    for (unsigned i = 1; i < kFan; ++i) {
      if (inner->children[i] != nullptr) return false;
    }
    a = inner->children[0];
    if (a == nullptr) return true;
    --a_height;
  }
  return NodeAtMost(a, b, a_height);
}

bool CounterTree::AtMost(const CounterTree& other) const { return AtMost(root_, height_, other.root_, other.height_); }

}  // namespace lockstep
