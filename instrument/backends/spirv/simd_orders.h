// What keeps the order of memory operations on llvmpipe, whose own means of order cannot be used.
#ifndef LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_SIMD_ORDERS_H_
#define LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_SIMD_ORDERS_H_

#include "runtime/program/program.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace lockstep::instrument {

// llvmpipe (Mesa 22.3) makes a wait of the whole group of every memory barrier, and so of every atomic that has
// an order, also in branches that only some work-items take. What it keeps without them:
//   - no pass moves, merges or drops a read-modify-write, and each becomes a sequentially consistent one of the CPU;
//   - a plain load or store is moved, merged or dropped across one, unless it is volatile.
// So atomics become relaxed ones (a load: a volatile load; a store: an exchange), fences go, and the plain accesses
// beside them to memory that others reach become volatile: all of the device library's but those of the control
// block, and all of kernels that synchronise. What an operation orders in the source is in its site and in the log.
void UseVolatileOrders(llvm::Module& module, const InstrumentedProgram& program);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_BACKENDS_SPIRV_SIMD_ORDERS_H_
