// One PTX instruction as the parser leaves it.
#ifndef LOCKSTEP_TESTS_PTX_MACHINE_INSTRUCTION_H_
#define LOCKSTEP_TESTS_PTX_MACHINE_INSTRUCTION_H_

#include <cstdint>
#include <string>
#include <vector>

#include "tests/ptx/machine/type.h"

namespace lockstep::ptx_machine {

// What an instruction does: the first part of its name, or two where the second decides ("bar.warp").
enum class Op : uint8_t {
#define PTX_OP(name, text) name,
#include "tests/ptx/machine/ops.def"
};

enum class Space : uint8_t { kGeneric, kGlobal, kShared, kLocal, kConst, kParam };

enum class Compare : uint8_t {
  kNone,
  kEq,
  kNe,
  kLt,
  kLe,
  kGt,
  kGe,
  kLo,
  kLs,
  kHi,
  kHs,
  kEqu,
  kNeu,
  kLtu,
  kLeu,
  kGtu,
  kGeu,
  kNum,
  kNan
};

enum class Rounding : uint8_t { kNone, kRn, kRz, kRm, kRp, kRni, kRzi, kRmi, kRpi };

// Which half of a product, and such.
enum class Part : uint8_t { kNone, kLo, kHi, kWide };

// Of atom, red, vote, shfl, shf, and the way setp joins a predicate.
enum class Variant : uint8_t {
  kNone,
  kAdd,
  kAnd,
  kOr,
  kXor,
  kMin,
  kMax,
  kExch,
  kCas,
  kInc,
  kDec,  // atom, red, setp
  kAll,
  kAny,
  kUni,
  kBallot,  // vote
  kUp,
  kDown,
  kBfly,
  kIdx,  // shfl
  kL,
  kR,  // shf
  kF4e,
  kB4e,
  kRc8,
  kEcl,
  kEcr,
  kRc16,  // prmt
  kFinite,
  kInfinite,
  kNumber,
  kNotANumber,
  kNormal,
  kSubnormal,  // testp
};

enum class Order : uint8_t { kWeak, kVolatile, kRelaxed, kAcquire, kRelease, kAcqRel, kSc };
enum class Scope : uint8_t { kNone, kCta, kGpu, kSys };

enum class SpecialRegister : uint8_t {
  kTidX,
  kTidY,
  kTidZ,
  kNtidX,
  kNtidY,
  kNtidZ,
  kCtaidX,
  kCtaidY,
  kCtaidZ,
  kNctaidX,
  kNctaidY,
  kNctaidZ,
  kLaneid,
  kWarpid,
  kNwarpid,
  kSmid,
  kNsmid,
  kGridid,
  kWarpSize,
  kClock,
  kClock64,
  kGlobaltimer,
  kLanemaskEq,
  kLanemaskLe,
  kLanemaskLt,
  kLanemaskGe,
  kLanemaskGt,
  kEnvreg0,
  kEnvreg31 = kEnvreg0 + 31,
};

struct Variable;
struct Function;

struct Operand {
  enum class Kind : uint8_t {
    kSink,       // _
    kRegister,   // index
    kImmediate,  // bits; of a float its own bits as f64 if `is_float`
    kSpecial,    // special
    kSymbol,     // the address of `variable`, plus bits
    kFunction,   // the address of `function`
    kVector,     // {elements}
    kAddress,    // [elements[0] + bits]
  };
  Kind kind = Kind::kSink;
  bool negated = false;   // !p
  bool is_float = false;  // an immediate written as a float
  SpecialRegister special = SpecialRegister::kTidX;
  uint32_t index = 0;  // of a register
  uint32_t width = 0;  // bits of a register; 1 of a predicate
  uint64_t bits = 0;
  const Variable* variable = nullptr;
  const Function* function = nullptr;
  std::vector<Operand> elements;
};

struct Instruction {
  Op op{};
  int line = 0;
  int guard = -1;  // the predicate register that decides, if any
  bool guard_negated = false;
  // Its modifiers. Types in the order in which they stand.
  Type type = Type::kNone, type2 = Type::kNone;
  Space space = Space::kGeneric;
  bool has_space = false;
  Compare compare = Compare::kNone;
  Rounding rounding = Rounding::kNone;
  Part part = Part::kNone;
  Variant variant = Variant::kNone;
  Order order = Order::kWeak;
  Scope scope = Scope::kNone;
  uint8_t count = 1;  // .v2, .v4
  bool to = false, saturate = false, flush = false, approximate = false, clamp = false, wrap = false, nan = false;
  bool carry_out = false, uniform = false, sync = false, aligned = true, read_only = false;
  std::vector<Operand> operands;
  uint32_t target = 0;            // of a branch: where it leads
  std::vector<uint32_t> targets;  // of brx.idx
  // Of a call: what is called (null: the address in operands[0]), and the variables of .param it passes and receives.
  const Function* callee = nullptr;
  std::vector<const Variable*> arguments, results;
  std::string text;  // the name with its modifiers, for messages
};

}  // namespace lockstep::ptx_machine

#endif  // LOCKSTEP_TESTS_PTX_MACHINE_INSTRUCTION_H_
