#include "runtime/order/clock.h"

#include <algorithm>
#include <utility>

#include "runtime/order/clock_memory.h"
#include "runtime/order/counter_tree.h"

namespace lockstep {

struct Clock::Base {
  static constexpr uint32_t kMost = 16;  // of the list: what does not go to a tree is looked for one by one

  Base() {}  // and not by default: what the list has no entries for yet stays as it is

  uint32_t references = 1;
  uint32_t size = 0;
  CounterTree tree;
  // Where the list went when it was full, while that lives, and the one that went to this.
  Base *next = nullptr, *before = nullptr;
  // Each is more than what the tree or the list up to it has for the key.
  uint64_t keys[kMost];
  uint32_t values[kMost];

  void Add(uint64_t key, uint32_t value) {
    keys[size] = key;
    values[size++] = value;
  }
};

Clock::Base* Clock::Keep(Base* base) {
  if (base != nullptr) ++base->references;
  return base;
}

void Clock::Drop(Base* base) {
  if (base == nullptr || --base->references != 0) return;
  if (base->next != nullptr) base->next->before = nullptr;
  if (base->before != nullptr) base->before->next = nullptr;
  ClockMemory::End(base);
}

Clock::Clock(const Clock& other)
    : base_(Keep(other.base_)), known_(other.known_), last_value_(other.last_value_), last_key_(other.last_key_) {}

Clock::Clock(Clock&& other) noexcept
    : base_(std::exchange(other.base_, nullptr)),
      known_(std::exchange(other.known_, 0)),
      last_value_(std::exchange(other.last_value_, 0)),
      last_key_(other.last_key_) {}

Clock& Clock::operator=(Clock other) noexcept {
  std::swap(base_, other.base_);
  std::swap(known_, other.known_);
  std::swap(last_value_, other.last_value_);
  std::swap(last_key_, other.last_key_);
  return *this;
}

// `base`: a reference that is the clock's from now on.
void Clock::TakeOver(Base* base, uint32_t known) {
  Drop(std::exchange(base_, base));
  known_ = known;
}

uint32_t Clock::InBase(uint64_t key) const {
  if (base_ == nullptr) return 0;
  for (uint32_t i = known_; i-- > 0;) {
    if (base_->keys[i] == key) return base_->values[i];
  }
  return base_->tree.Get(key);
}

uint32_t Clock::Get(uint64_t key) const {
  const uint32_t there = InBase(key);
  return last_key_ == key ? std::max(there, last_value_) : there;
}

// A new reference to what goes on where the list of `full` ends.
Clock::Base* Clock::Next(Base* full) {
  if (full->next != nullptr) return Keep(full->next);
  Base* const next = ClockMemory::Make<Base>();
  next->tree = full->tree;
  for (uint32_t i = 0; i < full->size; ++i) next->tree.Raise(full->keys[i], full->values[i]);
  next->before = full;
  full->next = next;
  return next;
}

// More than the base has for `key`.
void Clock::RaiseInBase(uint64_t key, uint32_t value) {
  if (known_ == Base::kMost) TakeOver(Next(base_), 0);
  if (base_ == nullptr || known_ != base_->size) {
    // Somebody else has added to the list what this clock does not know.
    Base* const own = ClockMemory::Make<Base>();
    if (base_ != nullptr) own->tree = base_->tree;
    for (uint32_t i = 0; i < known_; ++i) own->Add(base_->keys[i], base_->values[i]);
    TakeOver(own, known_);
  }
  base_->Add(key, value);
  known_ = base_->size;
}

// All of the other's list.
void Clock::RaiseInBase(const Clock& other) {
  for (uint32_t i = 0; i < other.known_; ++i) {
    const uint64_t key = other.base_->keys[i];
    if (InBase(key) < other.base_->values[i]) RaiseInBase(key, other.base_->values[i]);
  }
}

void Clock::Raise(uint64_t key, uint32_t value) {
  if (value == 0) return;
  if (last_value_ != 0 && last_key_ != key) {
    // What is to be raised is in the base already, or what was raised last goes there.
    if (InBase(key) >= value) return;
    if (InBase(last_key_) < last_value_) RaiseInBase(last_key_, last_value_);
    last_value_ = 0;
  }
  last_key_ = key;
  last_value_ = std::max(last_value_, value);
}

void Clock::JoinBase(const Clock& other) {
  if (other.base_ == nullptr) return;
  if (base_ == other.base_) {
    known_ = std::max(known_, other.known_);
    return;
  }
  if (base_ == nullptr || base_->next == other.base_) {
    TakeOver(Keep(other.base_), other.known_);
    return;
  }
  if (base_->before == other.base_) return;
  CounterTree tree = base_->tree;
  tree.Join(other.base_->tree);
  if (!tree.Shares(base_->tree)) {
    const Clock mine(std::move(*this));
    last_key_ = mine.last_key_;
    last_value_ = mine.last_value_;
    if (tree.Shares(other.base_->tree)) {
      TakeOver(Keep(other.base_), other.known_);
      RaiseInBase(mine);
      return;
    }
    base_ = ClockMemory::Make<Base>();
    base_->tree = std::move(tree);
    RaiseInBase(mine);
  }
  RaiseInBase(other);
}

void Clock::Join(const Clock& other) {
  if (Shares(other) || other.empty()) return;
  if (empty()) {
    *this = other;
    return;
  }
  JoinBase(other);
  if (other.last_value_ == 0) return;
  if (last_value_ == 0 || last_key_ == other.last_key_ || InBase(last_key_) >= last_value_) {
    if (last_key_ != other.last_key_) last_value_ = 0;
    last_key_ = other.last_key_;
    last_value_ = std::max(last_value_, other.last_value_);
  } else if (InBase(other.last_key_) < other.last_value_) {
    // One's own stays beside the base: it will be raised again.
    RaiseInBase(other.last_key_, other.last_value_);
  }
}

bool Clock::AtMost(const Clock& other) const {
  if (last_value_ != 0 && other.Get(last_key_) < last_value_) return false;
  if (base_ == nullptr) return true;
  for (uint32_t i = base_ == other.base_ ? other.known_ : 0; i < known_; ++i) {
    if (other.Get(base_->keys[i]) < base_->values[i]) return false;
  }
  CounterTree whole = other.base_ != nullptr ? other.base_->tree : CounterTree();
  if (base_->tree.AtMost(whole)) return true;
  // What the other's tree lacks may stand beside it.
  for (uint32_t i = 0; i < other.known_; ++i) whole.Raise(other.base_->keys[i], other.base_->values[i]);
  if (other.last_value_ != 0) whole.Raise(other.last_key_, other.last_value_);
  return base_->tree.AtMost(whole);
}

}  // namespace lockstep
