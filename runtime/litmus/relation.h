// Sets of events and relations between events as bit matrices.
#ifndef LOCKSTEP_RUNTIME_LITMUS_RELATION_H_
#define LOCKSTEP_RUNTIME_LITMUS_RELATION_H_

#include <array>
#include <cstdint>

namespace lockstep::litmus {

inline constexpr int kMaxExecutionEvents = 128;

struct EventSet {
  std::array<uint64_t, 2> words{};

  bool Has(int i) const { return (words[i >> 6] >> (i & 63)) & 1; }
  void Add(int i) { words[i >> 6] |= uint64_t{1} << (i & 63); }
  bool Empty() const { return (words[0] | words[1]) == 0; }
  EventSet& operator|=(const EventSet& other) {
    words[0] |= other.words[0];
    words[1] |= other.words[1];
    return *this;
  }
  EventSet& operator&=(const EventSet& other) {
    words[0] &= other.words[0];
    words[1] &= other.words[1];
    return *this;
  }
  friend EventSet operator|(EventSet a, const EventSet& b) { return a |= b; }
  friend EventSet operator&(EventSet a, const EventSet& b) { return a &= b; }
  bool Intersects(const EventSet& other) const { return !(*this & other).Empty(); }

  // Calls f(i) for every member, ascending.
  template <typename F>
  void ForEach(F f) const {
    for (int w = 0; w < 2; ++w) {
      for (uint64_t rest = words[w]; rest != 0; rest &= rest - 1) f(w * 64 + __builtin_ctzll(rest));
    }
  }
};

// A relation over events 0 … n-1, n <= kMaxExecutionEvents.
class Relation {
 public:
  explicit Relation(int n = 0) : n_(n) {
    for (int i = 0; i < n; ++i) rows_[i] = EventSet();
  }
  Relation(const Relation& other) : n_(other.n_) { Copy(other); }
  Relation& operator=(const Relation& other) {
    n_ = other.n_;
    Copy(other);
    return *this;
  }

  int size() const { return n_; }
  bool Has(int a, int b) const { return rows_[a].Has(b); }
  void Add(int a, int b) { rows_[a].Add(b); }
  const EventSet& Row(int a) const { return rows_[a]; }
  EventSet& Row(int a) { return rows_[a]; }

  void Close() {
    for (int k = 0; k < n_; ++k) {
      for (int i = 0; i < n_; ++i) {
        if (rows_[i].Has(k)) rows_[i] |= rows_[k];
      }
    }
  }
  // Closes a relation that was closed before (a, b) came.
  void AddClosed(int a, int b) {
    if (rows_[a].Has(b)) return;
    EventSet reach = rows_[b];
    reach.Add(b);
    for (int i = 0; i < n_; ++i) {
      if (i == a || rows_[i].Has(a)) rows_[i] |= reach;
    }
  }
  bool Irreflexive() const {
    for (int i = 0; i < n_; ++i) {
      if (rows_[i].Has(i)) return false;
    }
    return true;
  }

 private:
  void Copy(const Relation& other) {
    for (int i = 0; i < n_; ++i) rows_[i] = other.rows_[i];
  }
  int n_;
  std::array<EventSet, kMaxExecutionEvents> rows_;
};

}  // namespace lockstep::litmus

#endif  // LOCKSTEP_RUNTIME_LITMUS_RELATION_H_
