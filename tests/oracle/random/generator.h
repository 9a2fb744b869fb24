// Random kernels. A kernel starts from a discipline under which nothing races or diverges (arrays
// are written at the own index in phases between barriers, barriers stand in uniform control flow);
// `disorder` is the chance with which every single decision leaves it.
#ifndef LOCKSTEP_TESTS_ORACLE_RANDOM_GENERATOR_H_
#define LOCKSTEP_TESTS_ORACLE_RANDOM_GENERATOR_H_

#include <cstdint>
#include <optional>

#include "tests/oracle/language/structured.h"

namespace lockstep::oracle {

struct GeneratorOptions {
  bool several_groups = true;     // geometries with more than one work-group
  bool nondeterminism = false;    // havoc and unguarded choices, which OpenCL C cannot say
  bool parts = false;             // sub-groups: their barriers, and functions of groups and sub-groups
};

struct RandomKernel {
  Geometry geometry;
  // The blocks, without exit barrier. Always well-formed, reducible and finite.
  Kernel kernel;
  // The front form, if the kernel is structured: the same kernel as `kernel`.
  std::optional<StructuredKernel> source;
};

// The kernel of a seed; the same on every platform.
RandomKernel Generate(uint64_t seed, const GeneratorOptions& options);

// Reshapes a kernel's control flow by random jumps that keep it reducible and finite; their
// statements are numbered from `next_id` on.
class Rng;
void AddJumps(Kernel* kernel, Rng* rng, bool nondeterminism, int next_id);

}  // namespace lockstep::oracle

#endif  // LOCKSTEP_TESTS_ORACLE_RANDOM_GENERATOR_H_
