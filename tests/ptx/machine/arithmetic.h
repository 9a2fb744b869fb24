// What instructions compute, apart from registers, memory and threads. A value is its bits, those above its width zero.
#ifndef LOCKSTEP_TESTS_PTX_MACHINE_ARITHMETIC_H_
#define LOCKSTEP_TESTS_PTX_MACHINE_ARITHMETIC_H_

#include <cstdint>

#include "tests/ptx/machine/instruction.h"

namespace lockstep::ptx_machine {

// The result of an operation on numbers or bits: of `instruction`'s type, of twice its width for .wide. Sets `*known`
// to false if the machine has no such instruction for that type.
uint64_t Compute(const Instruction& instruction, uint64_t a, uint64_t b, uint64_t c, uint64_t d, bool* known);

// The same for the types of floating-point numbers.
uint64_t ComputeFloat(const Instruction& instruction, uint64_t a, uint64_t b, uint64_t c, bool* known);

// What setp and set compare.
bool CompareValues(const Instruction& instruction, uint64_t a, uint64_t b);

// cvt: `a`, of type2, as a value of type, of `width` bits at most: a narrower integer is extended to a wider register.
uint64_t Convert(const Instruction& instruction, uint64_t a, unsigned width);

// What atom and red leave in memory where `old` was.
uint64_t AtomicResult(const Instruction& instruction, uint64_t old, uint64_t b, uint64_t c);

// 16-bit floating-point numbers.
double FromHalf(uint64_t half);
uint64_t ToHalf(double value, Rounding rounding);

// The bits of an immediate that the text wrote as a float of `width` bits, as one of `type`.
uint64_t FloatImmediate(uint64_t bits, unsigned width, Type type);

}  // namespace lockstep::ptx_machine

#endif  // LOCKSTEP_TESTS_PTX_MACHINE_ARITHMETIC_H_
