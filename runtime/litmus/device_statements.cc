// The words of OpenCL C for a litmus test's statements, and the cells that they are about.
#include "runtime/litmus/device_statements.h"

#include "absl/strings/str_cat.h"

namespace lockstep::litmus {
namespace {

const char* OrderName(Order order) {
  switch (order) {
    case Order::kAcquire:
      return "memory_order_acquire";
    case Order::kRelease:
      return "memory_order_release";
    case Order::kAcqRel:
      return "memory_order_acq_rel";
    case Order::kSeqCst:
      return "memory_order_seq_cst";
    default:
      return "memory_order_relaxed";
  }
}

// Of orders that OpenCL C forbids for an operation, and a compiler may refuse, what they come to.
Order OfRead(Order order) {
  return order == Order::kRelease ? Order::kRelaxed : order == Order::kAcqRel ? Order::kAcquire : order;
}

Order OfWrite(Order order) {
  return order == Order::kAcquire ? Order::kRelaxed : order == Order::kAcqRel ? Order::kRelease : order;
}

// A success that is weaker than the `failure` beside it may be made as strong: what a device then shows it may
// show of the test too.
Order OfSuccess(Order success, Order failure) {
  if (failure == Order::kSeqCst) return failure;
  return success == Order::kRelaxed ? failure : success;
}

const char* FetchName(BinaryOp op) {
  switch (op) {
    case BinaryOp::kAdd: return "fetch_add";
    case BinaryOp::kSub: return "fetch_sub";
    case BinaryOp::kAnd: return "fetch_and";
    case BinaryOp::kOr: return "fetch_or";
    case BinaryOp::kXor: return "fetch_xor";
    case BinaryOp::kMin: return "fetch_min";
    default: return "fetch_max";
  }
}

const char* OperatorName(BinaryOp op) {
  switch (op) {
    case BinaryOp::kAdd: return "+";
    case BinaryOp::kSub: return "-";
    case BinaryOp::kMul: return "*";
    case BinaryOp::kDiv: return "/";
    case BinaryOp::kAnd: return "&";
    case BinaryOp::kOr: return "|";
    case BinaryOp::kXor: return "^";
    case BinaryOp::kEq: return "==";
    case BinaryOp::kNe: return "!=";
    case BinaryOp::kLt: return "<";
    case BinaryOp::kLe: return "<=";
    case BinaryOp::kGt: return ">";
    case BinaryOp::kGe: return ">=";
    case BinaryOp::kLogicalAnd: return "&&";
    case BinaryOp::kLogicalOr: return "||";
    default: return nullptr;
  }
}

bool HasAddress(const Expr& expr) {
  return expr.kind == ExprKind::kAddress || (expr.a && HasAddress(*expr.a)) ||
         (expr.kind == ExprKind::kBinary && expr.b && HasAddress(*expr.b));
}

}  // namespace

const char* ScopeName(Scope scope) {
  switch (scope) {
    case Scope::kWorkItem:
    case Scope::kSubGroup:
    case Scope::kWorkGroup:
      return "memory_scope_work_group";
    default:
      return "memory_scope_device";
  }
}

std::string FlagsName(unsigned flags) {
  if (flags == (kGlobalRegion | kLocalRegion)) return "CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE";
  if (flags == kGlobalRegion) return "CLK_GLOBAL_MEM_FENCE";
  return flags == kLocalRegion ? "CLK_LOCAL_MEM_FENCE" : "0";
}

int32_t DeviceStatements::Number(int64_t value) {
  if (value < INT32_MIN || value > INT32_MAX) Refuse("an address, or more than 32 bits, as a value");
  return static_cast<int32_t>(value);
}

std::string DeviceStatements::LineText(const Spot& at) const {
  if (!lines_ || at.line == 0 || test_.file.find_first_of("\"\\\n") != std::string::npos) return "";
  return absl::StrCat("#line ", at.line, " \"", test_.file, "\"\n");
}

std::string DeviceStatements::Text(const std::vector<Statement>& body, int indent) {
  std::string text;
  for (const Statement& statement : body) absl::StrAppend(&text, Text(statement, indent));
  return text;
}

std::string DeviceStatements::Text(const Statement& statement, int indent) {
  const std::string pad(indent, ' ');
  return absl::StrCat(LineText(statement.at), StatementText(statement, indent, pad));
}

std::string DeviceStatements::StatementText(const Statement& statement, int indent, const std::string& pad) {
  switch (statement.kind) {
    case StatementKind::kExpression:
      return statement.expr ? absl::StrCat(pad, Value(*statement.expr), ";\n") : "";
    case StatementKind::kIf:
      return absl::StrCat(pad, "if (", Condition(*statement.expr), ") {\n",
                          Text(statement.body, indent + 2), pad, "}",
                          statement.otherwise.empty()
                              ? "\n"
                              : absl::StrCat(" else {\n", Text(statement.otherwise, indent + 2),
                                             pad, "}\n"));
    case StatementKind::kWhile: {
      const std::string count = absl::StrCat("n", loops_++);
      return absl::StrCat(pad, "for (int ", count, " = 0; ", Condition(*statement.expr), "; ++", count,
                          ") {\n", pad, "  if (", count, " == ", unroll_,
                          ") {\n", pad, "    dropped = 1;\n", pad, "    break;\n", pad, "  }\n",
                          Text(statement.body, indent + 2), pad, "}\n");
    }
    case StatementKind::kBlock:
      return Text(statement.body, indent);
    case StatementKind::kBarrier:
      Refuse("it has a barrier in a branch or a loop");
      return "";
  }
  return "";
}

// The symbol whose cells `address` is about, and the index among them as text.
int DeviceStatements::SymbolOf(const Expr& address, std::string& index) {
  if (address.kind == ExprKind::kAddress) {
    const int symbol = static_cast<int>((address.value - kFirstAddress) / kAddressStride);
    index = absl::StrCat((address.value - kFirstAddress) % kAddressStride);
    return symbol;
  }
  if (address.kind == ExprKind::kBinary && address.op == BinaryOp::kAdd) {
    const bool left = HasAddress(*address.a);
    std::string base;
    const int symbol = SymbolOf(left ? *address.a : *address.b, base);
    index = absl::StrCat(base, " + ", Value(left ? *address.b : *address.a));
    return symbol;
  }
  Refuse("an address in a register");
  return 0;
}

// The cell at `address` as an lvalue.
std::string DeviceStatements::Cell(const Expr& address, bool* is_local) {
  std::string index;
  const size_t number = SymbolOf(address, index);
  if (!why_.empty() || number >= test_.symbols.size()) return "";
  const Symbol& symbol = test_.symbols[number];
  const int cell = cell_of_[symbol.first];
  const bool local = cell < 0;
  if (is_local != nullptr) *is_local = local;
  const int first = local ? -1 - cell : cell;
  if (local && !group_of_local_.emplace(number, group_).second &&
      group_of_local_[number] != group_) {
    Refuse(absl::StrCat("groups share the local location ", symbol.name));
  }
  std::string at = absl::StrCat(first, " + ", index);
  if (symbol.count == 1 && index == "0") {
    at = absl::StrCat(first);
  } else if (index.find_first_not_of("0123456789") != std::string::npos) {
    at = absl::StrCat("index_in(", at, ", ", first, ", ", first + symbol.count, ", &dropped)");
  }
  return local ? absl::StrCat("own[", at, "]") : absl::StrCat("cells[(", at, ") * stride]");
}

std::string DeviceStatements::Atomic(const Expr& expr, const char* name, const std::string& operands, Order order) {
  bool local = false;
  const std::string cell = Cell(*expr.a, &local);
  remote_ |= expr.remote;
  return absl::StrCat("atomic_", name, "_explicit", expr.remote ? "_remote" : "", "(",
                      local ? "L(" : "G(", cell, ")", operands, ", ", OrderName(order), ", ",
                      ScopeName(expr.scope), ")");
}

// The same without parentheses of its own around it, at which compilers take offence.
std::string DeviceStatements::Condition(const Expr& expr) {
  const std::string value = Value(expr);
  return expr.kind == ExprKind::kBinary ? value.substr(1, value.size() - 2) : value;
}

std::string DeviceStatements::Value(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kConstant:
      return expr.value < 0 ? absl::StrCat("(", Number(expr.value), ")")
                            : absl::StrCat(Number(expr.value));
    case ExprKind::kRegister:
      return absl::StrCat("r", expr.index);
    case ExprKind::kNot:
      return absl::StrCat("!", Value(*expr.a));
    case ExprKind::kNegate:
      return absl::StrCat("(-", Value(*expr.a), ")");
    case ExprKind::kBinary: {
      const char* name = OperatorName(expr.op);
      if (name == nullptr) Refuse("an operator that OpenCL C does not have");
      return absl::StrCat("(", Value(*expr.a), " ", name == nullptr ? "+" : name, " ",
                          Value(*expr.b), ")");
    }
    case ExprKind::kAssign:
      return absl::StrCat("(r", expr.index, " = ", Value(*expr.b), ")");
    case ExprKind::kPlainLoad:
      return Cell(*expr.a);
    case ExprKind::kPlainStore:
      return absl::StrCat("(", Cell(*expr.a), " = ", Value(*expr.b), ")");
    case ExprKind::kAtomicLoad:
      return Atomic(expr, "load", "", OfRead(expr.order));
    case ExprKind::kAtomicStore:
      return Atomic(expr, "store", absl::StrCat(", ", Value(*expr.b)), OfWrite(expr.order));
    case ExprKind::kExchange:
      return Atomic(expr, "exchange", absl::StrCat(", ", Value(*expr.b)), expr.order);
    case ExprKind::kFetch:
      return Atomic(expr, FetchName(expr.op), absl::StrCat(", ", Value(*expr.b)), expr.order);
    case ExprKind::kCompareExchange: {
      // The expected location is read plainly and never written.
      const Order failure = OfRead(expr.failure_order);
      const std::string expected = absl::StrCat("e", exchanges_++);
      const std::string operands =
          absl::StrCat(", &", expected, ", ", Value(*expr.b), ", ", OrderName(OfSuccess(expr.order, failure)));
      const std::string call =
          Atomic(expr, expr.weak ? "compare_exchange_weak" : "compare_exchange_strong", operands,
                 failure);
      return absl::StrCat("(", expected, " = ", Cell(*expr.c), ", (int)", call, ")");
    }
    case ExprKind::kFence:
      return absl::StrCat("atomic_work_item_fence(", FlagsName(expr.flags), ", ",
                          OrderName(expr.order), ", ", ScopeName(expr.scope), ")");
    case ExprKind::kComma:
      return absl::StrCat("(", Value(*expr.a), ", ", Value(*expr.b), ")");
    case ExprKind::kName:
    case ExprKind::kAddress:
      break;
  }
  Refuse("an address as a value");
  return "0";
}

}  // namespace lockstep::litmus
