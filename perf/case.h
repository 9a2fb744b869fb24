// One benchmark kernel as data: what lies in memory, which launches run, and what must come out.
// Nothing here knows OpenCL; harness.h runs it.
#ifndef LOCKSTEP_PERF_CASE_H_
#define LOCKSTEP_PERF_CASE_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace lockstep::perf {

enum class Type { kFloat, kInt, kByte };

// The content of one buffer.
struct Memory {
  Type type = Type::kFloat;
  std::vector<unsigned char> bytes;
  // Written again before each run, because the kernels read what they themselves wrote.
  bool restored = false;
  // Whether `Case::expected` says what must be in it afterwards.
  bool compared = true;

  template <typename T>
  T* As() {
    return reinterpret_cast<T*>(bytes.data());
  }
  float* floats() { return As<float>(); }
  int32_t* ints() { return As<int32_t>(); }
  Memory Restored() && { return restored = true, std::move(*this); }
  Memory Scratch() && { return compared = false, std::move(*this); }
};

// Fixed pseudo-random contents; `count` is in elements.
Memory Floats(size_t count);                // in [0, 1)
Memory Ints(size_t count, uint32_t below);  // in [0, below)
Memory Bytes(size_t count);
Memory ZeroFloats(size_t count);
Memory ZeroBytes(size_t count);
Memory ZeroInts(size_t count);
Memory FromInts(const std::vector<int32_t>& values);

struct Arg {
  enum class Kind { kBuffer, kLocal, kScalar };
  Kind kind = Kind::kScalar;
  size_t number = 0;  // kBuffer: index into Plan::memory; otherwise bytes
  unsigned char value[8] = {};
};

inline Arg Buffer(size_t index) { return {Arg::Kind::kBuffer, index, {}}; }
inline Arg Local(size_t bytes) { return {Arg::Kind::kLocal, bytes, {}}; }
template <typename T>
Arg Scalar(T value) {
  Arg arg{Arg::Kind::kScalar, sizeof value, {}};
  std::memcpy(arg.value, &value, sizeof value);
  return arg;
}
inline Arg Int(size_t value) { return Scalar(static_cast<int32_t>(value)); }
inline Arg Float(float value) { return Scalar(value); }

// One launch.
struct Step {
  std::string kernel;
  std::vector<Arg> args;
  std::vector<size_t> global, local;
};

struct Plan {
  std::vector<Memory> memory;
  std::vector<Step> steps;
};

// One row of the table. `size` is chosen for some 5 to 40 ms natively on PoCL with 2 cores,
// `small_size` for a simulator.
struct Case {
  const char* name;
  const char* file;  // in perf/kernels
  size_t size, small_size;
  Plan (*plan)(size_t n);
  // Does to `memory`, as the plan made it, what the kernels should do.
  void (*expected)(std::vector<Memory>& memory, size_t n);
};

// All cases; their tables stand in perf/cases.
const std::vector<Case>& Cases();

// The tables by what their kernels are about, in the order in which they are shown.
std::vector<Case> StreamingCases();
std::vector<Case> MatrixCases();
std::vector<Case> StencilCases();
std::vector<Case> ByteCases();
std::vector<Case> BlockCases();
std::vector<Case> SortingCases();
std::vector<Case> IrregularCases();
std::vector<Case> ComputeCases();
std::vector<Case> SynchronisingCases();

// Where `got` differs from `want` beyond rounding: "buffer 2, element 17: 0.5, expected 0.25"; empty if
// nowhere. Floats may differ by a thousandth of the larger magnitude in their buffer, since sums are
// formed in other orders.
std::string FirstDifference(std::vector<Memory>& got, std::vector<Memory>& want);

}  // namespace lockstep::perf

#endif  // LOCKSTEP_PERF_CASE_H_
