// A persistent vector clock: a radix tree with counted references.
#include "runtime/order/clock.h"

#include <algorithm>
#include <new>
#include <utility>

namespace lockstep {

namespace {
constexpr unsigned kBits = 3, kFan = 1u << kBits;            // of an inner node
constexpr unsigned kLeafBits = 5, kCounters = 1u << kLeafBits;  // of a leaf
constexpr unsigned kMaxHeight = (64 - kLeafBits + kBits - 1) / kBits;

unsigned InLeaf(uint64_t key) { return key & (kCounters - 1); }
unsigned Digit(uint64_t key, unsigned height) {
  return (key >> (kLeafBits + kBits * (height - 1))) & (kFan - 1);
}

unsigned HeightFor(uint64_t key) {
  unsigned height = 0;
  while (height < kMaxHeight && key >> (kLeafBits + kBits * height) != 0) ++height;
  return height;
}

thread_local std::pmr::memory_resource* memory_in_use = nullptr;

std::pmr::memory_resource* Memory() {
  return memory_in_use != nullptr ? memory_in_use : std::pmr::new_delete_resource();
}

template <typename T, typename... Args>
T* Make(const Args&... args) {
  return new (Memory()->allocate(sizeof(T), alignof(T))) T(args...);
}
template <typename T>
void End(T* node) {
  Memory()->deallocate(node, sizeof(T), alignof(T));
}
}  // namespace

ClockMemory::ClockMemory(std::pmr::memory_resource* memory) : before_(memory_in_use) { memory_in_use = memory; }
ClockMemory::~ClockMemory() { memory_in_use = before_; }

struct Clock::Node {
  uint32_t references = 1;
};
struct Clock::Leaf : Node {
  uint32_t counters[kCounters] = {};
};
struct Clock::Inner : Node {
  Node* children[kFan] = {};
};

Clock::Node* Clock::Keep(Node* node) {
  if (node != nullptr) ++node->references;
  return node;
}

void Clock::Drop(Node* node, unsigned height) {
  if (node == nullptr || --node->references != 0) return;
  if (height == 0) {
    End(static_cast<Leaf*>(node));
    return;
  }
  auto* inner = static_cast<Inner*>(node);
  for (Node* child : inner->children) Drop(child, height - 1);
  End(inner);
}

Clock::Clock(const Clock& other)
    : root_(Keep(other.root_)), height_(other.height_), last_value_(other.last_value_), last_key_(other.last_key_) {}

Clock::Clock(Clock&& other) noexcept
    : root_(std::exchange(other.root_, nullptr)),
      height_(other.height_),
      last_value_(std::exchange(other.last_value_, 0)),
      last_key_(other.last_key_) {}

Clock& Clock::operator=(Clock other) noexcept {
  std::swap(root_, other.root_);
  std::swap(height_, other.height_);
  std::swap(last_value_, other.last_value_);
  std::swap(last_key_, other.last_key_);
  return *this;
}

uint32_t Clock::InTree(uint64_t key) const {
  if (root_ == nullptr || HeightFor(key) > height_) return 0;
  const Node* node = root_;
  for (unsigned h = height_; h > 0; --h) {
    node = static_cast<const Inner*>(node)->children[Digit(key, h)];
    if (node == nullptr) return 0;
  }
  return static_cast<const Leaf*>(node)->counters[InLeaf(key)];
}

uint32_t Clock::Get(uint64_t key) const {
  const uint32_t there = InTree(key);
  return last_key_ == key ? std::max(there, last_value_) : there;
}

// `node` or a copy of it with the component raised; takes over the caller's reference to `node`. A
// node that nobody else refers to is changed in place.
Clock::Node* Clock::Raised(Node* node, unsigned height, uint64_t key, uint32_t value) {
  if (height == 0) {
    const unsigned digit = InLeaf(key);
    auto* leaf = static_cast<Leaf*>(node);
    if (leaf != nullptr && leaf->counters[digit] >= value) return leaf;
    if (leaf == nullptr) {
      leaf = Make<Leaf>();
    } else if (leaf->references != 1) {
      auto* copy = Make<Leaf>(*leaf);
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
    inner = Make<Inner>();
  } else if (inner->references != 1) {
    Node* child = Raised(Keep(inner->children[digit]), height - 1, key, value);
    if (child == inner->children[digit]) {
      Drop(child, height - 1);
      return inner;
    }
    auto* copy = Make<Inner>(*inner);
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

void Clock::Grow(unsigned height) {
  if (root_ == nullptr) {
    height_ = height;
    return;
  }
  while (height_ < height) {
    auto* above = Make<Inner>();
    above->children[0] = root_;
    root_ = above;
    ++height_;
  }
}

void Clock::RaiseInTree(uint64_t key, uint32_t value) {
  const unsigned height = HeightFor(key);
  if (root_ == nullptr || height > height_) Grow(height);
  root_ = Raised(root_, height_, key, value);
}

void Clock::Raise(uint64_t key, uint32_t value) {
  if (value == 0) return;
  if (last_value_ != 0 && last_key_ != key) {
    // What is to be raised is in the tree already, or what was raised last goes there.
    if (InTree(key) >= value) return;
    if (InTree(last_key_) < last_value_) RaiseInTree(last_key_, last_value_);
    last_value_ = 0;
  }
  last_key_ = key;
  last_value_ = std::max(last_value_, value);
}

// A tree with the greater components of both: `a` or `b` itself if it is that, without a further reference, so that
// what they share is not touched; else a new one.
Clock::Node* Clock::Joined(Node* a, Node* b, unsigned height) {
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
    if (above_a == 0) return a;
    if (above_b == 0) return b;
    auto* leaf = Make<Leaf>();
    std::copy(greatest, greatest + kCounters, leaf->counters);
    return leaf;
  }
  const auto* ia = static_cast<Inner*>(a);
  const auto* ib = static_cast<Inner*>(b);
  Node* children[kFan];
  for (unsigned i = 0; i < kFan; ++i) {
    children[i] = Joined(ia->children[i], ib->children[i], height - 1);
    is_a = is_a && children[i] == ia->children[i];
    is_b = is_b && children[i] == ib->children[i];
  }
  if (is_a || is_b) return is_a ? a : b;
  auto* inner = Make<Inner>();
  for (unsigned i = 0; i < kFan; ++i) {
    const bool shared = children[i] == ia->children[i] || children[i] == ib->children[i];
    inner->children[i] = shared ? Keep(children[i]) : children[i];
  }
  return inner;
}

void Clock::Join(const Clock& other) {
  if (Shares(other) || other.empty()) return;
  if (empty()) {
    *this = other;
    return;
  }
  if (root_ == nullptr) {
    root_ = Keep(other.root_);
    height_ = other.height_;
  } else if (other.root_ != nullptr && other.root_ != root_) {
    Clock taller;
    taller.root_ = Keep(other.root_);
    taller.height_ = other.height_;
    if (taller.height_ < height_) taller.Grow(height_);
    if (height_ < taller.height_) Grow(taller.height_);
    Node* joined = Joined(root_, taller.root_, height_);
    if (joined == taller.root_) Keep(joined);
    if (joined != root_) Drop(std::exchange(root_, joined), height_);
  }
  if (other.last_value_ == 0) return;
  if (last_value_ == 0 || last_key_ == other.last_key_ || InTree(last_key_) >= last_value_) {
    if (last_key_ != other.last_key_) last_value_ = 0;
    last_key_ = other.last_key_;
    last_value_ = std::max(last_value_, other.last_value_);
  } else if (InTree(other.last_key_) < other.last_value_) {
    // One's own stays beside the tree: it will be raised again.
    RaiseInTree(other.last_key_, other.last_value_);
  }
}

bool Clock::NodeAtMost(const Node* a, const Node* b, unsigned height) {
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
    if (!NodeAtMost(static_cast<const Inner*>(a)->children[i],
                    static_cast<const Inner*>(b)->children[i], height - 1)) {
      return false;
    }
  }
  return true;
}

bool Clock::AtMost(const Node* a, unsigned a_height, const Node* b, unsigned b_height) {
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

bool Clock::AtMost(const Clock& other) const {
  if (last_value_ != 0 && other.Get(last_key_) < last_value_) return false;
  if (AtMost(root_, height_, other.root_, other.height_)) return true;
  if (other.last_value_ == 0 || InTree(other.last_key_) == 0) return false;
  // What the other's tree lacks may stand beside it.
  Clock whole = other;
  whole.RaiseInTree(other.last_key_, other.last_value_);
  return AtMost(root_, height_, whole.root_, whole.height_);
}

}  // namespace lockstep
