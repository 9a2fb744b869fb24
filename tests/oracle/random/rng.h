// A small generator of pseudo-random numbers, the same on every platform (splitmix64).
#ifndef LOCKSTEP_TESTS_ORACLE_RANDOM_RNG_H_
#define LOCKSTEP_TESTS_ORACLE_RANDOM_RNG_H_

#include <cstdint>

namespace lockstep::oracle {

class Rng {
 public:
  explicit Rng(uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 0x1234567u) {}

  uint64_t Next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  // A number of [0, count).
  int Below(int count) { return static_cast<int>(Next() % static_cast<uint64_t>(count)); }
  bool Percent(int percent) { return Below(100) < percent; }

 private:
  uint64_t state_;
};

}  // namespace lockstep::oracle

#endif  // LOCKSTEP_TESTS_ORACLE_RANDOM_RNG_H_
