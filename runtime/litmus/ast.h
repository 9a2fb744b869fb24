// The parsed form of an OpenCL litmus test: locations, placed threads, statements, condition.
#ifndef LOCKSTEP_RUNTIME_LITMUS_AST_H_
#define LOCKSTEP_RUNTIME_LITMUS_AST_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::litmus {

// 1-based place in the test's file.
struct Spot {
  int line = 0;
  int column = 0;
};

enum class Order { kPlain, kRelaxed, kAcquire, kRelease, kAcqRel, kSeqCst };
enum class Scope { kNone, kWorkItem, kSubGroup, kWorkGroup, kDevice, kAllDevices };

// Regions as bits, so that a fence flag and a location's home have one type.
inline constexpr unsigned kGlobalRegion = 1;
inline constexpr unsigned kLocalRegion = 2;

enum class BinaryOp {
  kAdd,
  kSub,
  kMul,
  kDiv,
  kAnd,
  kOr,
  kXor,
  kMin,
  kMax,
  kEq,
  kNe,
  kLt,
  kLe,
  kGt,
  kGe,
  kLogicalAnd,
  kLogicalOr
};

enum class ExprKind {
  kConstant,         // value
  kName,             // name; resolved to kRegister or kAddress before any use
  kRegister,         // index
  kAddress,          // value: the address of a location (see AddressOf)
  kNot,              // !a
  kNegate,           // -a
  kBinary,           // a op b
  kAssign,           // register index = b
  kPlainLoad,        // *a
  kPlainStore,       // *a = b
  kAtomicLoad,       // a
  kAtomicStore,      // a, b
  kExchange,         // a, b
  kFetch,            // a, op, b
  kCompareExchange,  // a: object, b: desired, c: address of the expected value
  kFence,            // flags
  kComma,            // a, b
};

struct Expr {
  ExprKind kind = ExprKind::kConstant;
  Spot at;
  int64_t value = 0;
  std::string name;
  int index = -1;
  BinaryOp op = BinaryOp::kAdd;
  std::unique_ptr<Expr> a, b, c;
  Order order = Order::kPlain;
  Order failure_order = Order::kPlain;
  Scope scope = Scope::kNone;
  bool remote = false;
  bool weak = false;
  unsigned flags = 0;
};

enum class StatementKind { kExpression, kIf, kWhile, kBlock, kBarrier };

struct Statement {
  StatementKind kind = StatementKind::kBlock;
  Spot at;
  std::unique_ptr<Expr> expr;        // expression, or condition of if and while
  std::vector<Statement> body;       // block; then-branch; loop body
  std::vector<Statement> otherwise;  // else-branch
  std::string label;                 // barrier
  unsigned flags = 0;                // barrier
  Scope scope = Scope::kWorkGroup;   // barrier
};

// One memory cell. An array is a run of cells that share `name`'s base.
struct Location {
  std::string name;  // as printed: x, or y[1]
  int64_t initial = 0;
  bool plain = false;    // declared non-atomic by some thread
  unsigned regions = 0;  // kGlobalRegion | kLocalRegion
  bool generic = false;  // no thread names an address space: ordered as global memory, but
                         // its plain reads may return writes that race with them
};

// A declared name: cells [first, first + count).
struct Symbol {
  std::string name;
  int first = 0;
  int count = 1;
};

struct Thread {
  int id = 0;  // the number behind P
  int device = 0;
  int group = 0;      // unique across devices
  int sub_group = 0;  // unique across groups
  std::vector<std::string> registers;
  std::vector<int64_t> initial;  // of the registers
  std::vector<Statement> body;
  std::vector<std::pair<std::string, int64_t>> parameters;  // name, address
};

enum class PropKind { kTrue, kFalse, kEqual, kNotEqual, kAnd, kOr, kNot };

// A proposition over final states; an atom compares two observables or constants.
struct Term {
  enum Kind { kConstant, kRegister, kLocation } kind = kConstant;
  int64_t value = 0;
  int thread = -1;   // index into Test::threads; -1: a thread that does not exist
  int index = -1;    // register (-1: never set, reads 0) or location
  std::string text;  // as printed in a state line
};
struct Prop {
  PropKind kind = PropKind::kTrue;
  Term left, right;
  std::vector<Prop> parts;
};

enum class Quantifier { kExists, kNotExists, kForall };

struct Test {
  std::string name;
  std::string file;
  std::vector<Symbol> symbols;
  std::vector<Location> locations;
  std::vector<Thread> threads;
  Quantifier quantifier = Quantifier::kForall;
  Prop condition;
  Prop filter;
  bool has_filter = false;
  std::string condition_text;  // normalised, without the quantifier
  std::vector<Term> observed;  // what a state line shows, in order, without repetition
  std::vector<std::string> warnings;
};

// Addresses are numbers far from any value a test computes with: a symbol's slot and a cell in it.
inline constexpr int64_t kFirstAddress = int64_t{1} << 40;
inline constexpr int64_t kAddressStride = int64_t{1} << 20;
inline int64_t AddressOf(int symbol) { return kFirstAddress + symbol * kAddressStride; }

// The cell at `address`, or -1 if the address is outside every symbol.
int LocationAt(const Test& test, int64_t address);

}  // namespace lockstep::litmus

#endif  // LOCKSTEP_RUNTIME_LITMUS_AST_H_
