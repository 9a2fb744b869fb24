// Writes a litmus test as an OpenCL C kernel.
//
// Each thread becomes a case of a switch over the work-item's part in the test. Barriers may only stand
// outside of all branches: there they part the threads' texts into phases, and all work-items of the
// group meet between two phases.
#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/substitute.h"
#include "runtime/litmus/device.h"

namespace lockstep::litmus {
namespace {

// The parts that are the same in every kernel. $0: first lines; $1: declarations; $2: instance layout.
constexpr char kPrologue[] = R"($0#if __OPENCL_C_VERSION__ < 200
#error "no C11 atomics: the test needs OpenCL C 2.0 or later"
#elif __OPENCL_C_VERSION__ >= 300 && !(defined(__opencl_c_atomic_order_acq_rel) && \
                                       defined(__opencl_c_atomic_order_seq_cst) && \
                                       defined(__opencl_c_atomic_scope_device))
#error "no acquire, release and seq_cst atomics of device scope"
#endif
#define G(cell) ((volatile global atomic_int *)&(cell))
#define L(cell) ((volatile local atomic_int *)&(cell))

// The cell `i` if it is in [first, end); others are dropped with the instance.
static int index_in(int i, int first, int end, int *dropped) {
  if (i >= first && i < end) return i;
  *dropped = 1;
  return first;
}

kernel void litmus_$8(global int *memory, global int *rows, global atomic_int *meeting,
                   global const int *groups_in_place, global const int *items_in_place,
                   global atomic_int *scratch, int places, int stride, int patience, int traffic) {
$1  const int place = groups_in_place[get_group_id(0)];
  if (place >= places) {
    for (int i = 0; i < traffic; ++i) {
      const int at = (place * 64 + i * 7 + (int)get_local_id(0)) & 1023;
      const int other = atomic_load_explicit(&scratch[1023 - at], memory_order_relaxed,
                                             memory_scope_device);
      atomic_store_explicit(&scratch[at], other + 1, memory_order_relaxed, memory_scope_device);
    }
    return;
  }
  const int role = place % $2;
  const int part = items_in_place[get_group_id(0) * $3 + get_local_id(0)];
  const int thread = part % $4;
  const int copy = part / $4;
  const int instance = place / $2 * $5 + copy;
  global int *cells = memory + instance * $6 * stride;
  global int *row = rows + instance * $7;
  int dropped = 0;
)";

// Threads of an instance wait for each other, for a while: on some devices others start only when this
// one is done.
constexpr char kMeeting[] = R"(  if (thread < $0 && patience > 0) {
    global atomic_int *here = meeting + instance * 16;
    atomic_fetch_add_explicit(here, 1, memory_order_relaxed, memory_scope_device);
    for (int i = 0; i < patience; ++i) {
      if (atomic_load_explicit(here, memory_order_relaxed, memory_scope_device) >= $1) break;
    }
  }
)";


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

// Orders that mean nothing on a load or a store are not allowed there in OpenCL C.
Order ForLoad(Order order) {
  if (order == Order::kRelease) return Order::kRelaxed;
  return order == Order::kAcqRel ? Order::kAcquire : order;
}
Order ForStore(Order order) {
  if (order == Order::kAcquire) return Order::kRelaxed;
  return order == Order::kAcqRel ? Order::kRelease : order;
}

// The narrowest scope there is for certain that is no narrower: on one device all_svm_devices is the
// device; OpenCL C has no work_item scope for atomics, and few devices have sub-groups.
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

class Generator {
 public:
  Generator(const Test& test, int unroll, bool lines)
      : test_(test), unroll_(unroll), lines_(lines) {}

  absl::StatusOr<DeviceKernel> Make() {
    PlaceThreads();
    PlaceCells();
    for (const std::vector<int>& role : roles_) SplitRole(role);
    if (!why_.empty()) return absl::UnimplementedError(why_);
    LayOutRow();
    kernel_.source = absl::StrCat(Head(), PhasesText(), Tail());
    return std::move(kernel_);
  }

 private:
  void Refuse(const std::string& why) {
    if (why_.empty()) why_ = why;
  }

  void PlaceThreads() {
    std::set<int> devices;
    std::map<int, int> role_of;
    for (size_t t = 0; t < test_.threads.size(); ++t) {
      const Thread& thread = test_.threads[t];
      devices.insert(thread.device);
      const auto [found, fresh] = role_of.emplace(thread.group, roles_.size());
      if (fresh) roles_.emplace_back();
      roles_[found->second].push_back(static_cast<int>(t));
    }
    if (devices.size() > 1) {
      Refuse(absl::StrCat("its threads are on ", devices.size(), " devices, and this is one"));
    }
    kernel_.roles = static_cast<int>(roles_.size());
    kernel_.all_threads = static_cast<int>(test_.threads.size());
    for (const auto& role : roles_) {
      kernel_.threads = std::max(kernel_.threads, static_cast<int>(role.size()));
    }
    kernel_.threads = std::max(kernel_.threads, 1);
    kernel_.copies = std::max(1, 16 / kernel_.threads);
    kernel_.local = kernel_.copies * kernel_.threads;
  }

  void PlaceCells() {
    for (const Location& location : test_.locations) {
      if (location.regions == (kGlobalRegion | kLocalRegion)) {
        Refuse(absl::StrCat("location ", location.name, " is global and local at once"));
      }
      const bool local = location.regions == kLocalRegion;
      kernel_.cell_of.push_back(local ? -1 - static_cast<int>(local_initial_.size())
                                      : static_cast<int>(kernel_.initial.size()));
      (local ? local_initial_ : kernel_.initial).push_back(Number(location.initial));
    }
    if (kernel_.initial.empty()) kernel_.initial.push_back(0);  // no array has no elements
  }

  void LayOutRow() {
    int next = 0;
    for (const Thread& thread : test_.threads) {
      kernel_.first_register.push_back(next);
      next += static_cast<int>(thread.registers.size());
    }
    for (size_t t = 0; t < test_.threads.size(); ++t) kernel_.dropped.push_back(next++);
    kernel_.first_local = next;
    kernel_.row_size = next + static_cast<int>(local_initial_.size());
  }

  int32_t Number(int64_t value) {
    if (value < INT32_MIN || value > INT32_MAX) Refuse("an address, or more than 32 bits, as a value");
    return static_cast<int32_t>(value);
  }

  // The threads of one group, phase by phase.
  void SplitRole(const std::vector<int>& threads) {
    std::vector<std::vector<std::string>>& phases = phases_.emplace_back();
    std::vector<const Statement*>& meetings = meetings_.emplace_back();
    for (size_t i = 0; i < threads.size(); ++i) {
      const Thread& thread = test_.threads[threads[i]];
      group_ = thread.group;
      phases.emplace_back(1, "");
      for (size_t r = 0; r < thread.registers.size(); ++r) {
        absl::StrAppend(&phases[i][0], "        r", r, " = ", Number(thread.initial[r]), ";\n");
      }
      registers_ = std::max(registers_, thread.registers.size());
      size_t met = 0;
      Phases(thread.body, phases[i], meetings, met, i == 0);
      if (met != meetings.size()) Refuse("its threads do not all meet at every barrier");
    }
  }

  // All groups go through the phases together, so that no barrier stands in a branch: PoCL 3.1 lets
  // work-item 0 decide branches behind such a one for all. A barrier has the flags of all groups' then,
  // and the widest scope; that some groups have it for nothing only orders more.
  std::string PhasesText() const {
    size_t last = 0;
    for (const auto& meetings : meetings_) last = std::max(last, meetings.size());
    std::string text;
    for (size_t phase = 0; phase <= last; ++phase) {
      unsigned flags = 0;
      Scope scope = Scope::kWorkGroup;
      std::string line;
      for (size_t role = 0; role < roles_.size(); ++role) {
        if (phase < meetings_[role].size()) {
          flags |= meetings_[role][phase]->flags;
          line = LineText(meetings_[role][phase]->at);
          scope = std::max(scope, meetings_[role][phase]->scope);
        }
        if (phase > meetings_[role].size()) continue;
        absl::StrAppend(&text, "  if (role == ", role, ") {\n    switch (thread) {\n");
        for (size_t i = 0; i < roles_[role].size(); ++i) {
          absl::StrAppend(&text, "      case ", i, ":\n", phases_[role][i][phase],
                          lines_ ? "#line 1 \"around the test\"\n" : "", "        break;\n");
        }
        absl::StrAppend(&text, "      default:\n        break;\n    }\n  }\n");
      }
      if (phase == last) break;
      absl::StrAppend(&text, line, "  work_group_barrier(", FlagsName(flags), ", ", ScopeName(scope), ");\n");
    }
    return text;
  }

  // Splits top-level statements (in blocks too) at barriers. `first`: this thread makes the list.
  void Phases(const std::vector<Statement>& body, std::vector<std::string>& phases,
              std::vector<const Statement*>& meetings, size_t& met, bool first) {
    for (const Statement& statement : body) {
      if (statement.kind == StatementKind::kBlock) {
        Phases(statement.body, phases, meetings, met, first);
      } else if (statement.kind == StatementKind::kBarrier) {
        if (first) {
          meetings.push_back(&statement);
        } else if (met >= meetings.size() || meetings[met]->label != statement.label ||
                   meetings[met]->flags != statement.flags ||
                   meetings[met]->scope != statement.scope) {
          Refuse("its threads do not all meet at every barrier");
        }
        ++met;
        phases.emplace_back();
      } else {
        absl::StrAppend(&phases.back(), Text(statement, 8));
      }
    }
  }

  // So that whoever compiles the kernel speaks of the test's lines. Nothing if the name needs escapes.
  std::string LineText(const Spot& at) const {
    if (!lines_ || at.line == 0 || test_.file.find_first_of("\"\\\n") != std::string::npos) return "";
    return absl::StrCat("#line ", at.line, " \"", test_.file, "\"\n");
  }

  std::string Text(const std::vector<Statement>& body, int indent) {
    std::string text;
    for (const Statement& statement : body) absl::StrAppend(&text, Text(statement, indent));
    return text;
  }

  std::string Text(const Statement& statement, int indent) {
    const std::string pad(indent, ' ');
    return absl::StrCat(LineText(statement.at), StatementText(statement, indent, pad));
  }

  std::string StatementText(const Statement& statement, int indent, const std::string& pad) {
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
  int SymbolOf(const Expr& address, std::string& index) {
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

  static bool HasAddress(const Expr& expr) {
    return expr.kind == ExprKind::kAddress || (expr.a && HasAddress(*expr.a)) ||
           (expr.kind == ExprKind::kBinary && expr.b && HasAddress(*expr.b));
  }

  // The cell at `address` as an lvalue.
  std::string Cell(const Expr& address, bool* is_local = nullptr) {
    std::string index;
    const size_t number = SymbolOf(address, index);
    if (!why_.empty() || number >= test_.symbols.size()) return "";
    const Symbol& symbol = test_.symbols[number];
    const int cell = kernel_.cell_of[symbol.first];
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

  std::string Atomic(const Expr& expr, const char* name, const std::string& operands, Order order) {
    bool local = false;
    const std::string cell = Cell(*expr.a, &local);
    remote_ |= expr.remote;
    return absl::StrCat("atomic_", name, "_explicit", expr.remote ? "_remote" : "", "(",
                        local ? "L(" : "G(", cell, ")", operands, ", ", OrderName(order), ", ",
                        ScopeName(expr.scope), ")");
  }

  // The same without parentheses of its own around it, at which compilers take offence.
  std::string Condition(const Expr& expr) {
    const std::string value = Value(expr);
    return expr.kind == ExprKind::kBinary ? value.substr(1, value.size() - 2) : value;
  }

  std::string Value(const Expr& expr) {
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
        return Atomic(expr, "load", "", ForLoad(expr.order));
      case ExprKind::kAtomicStore:
        return Atomic(expr, "store", absl::StrCat(", ", Value(*expr.b)), ForStore(expr.order));
      case ExprKind::kExchange:
        return Atomic(expr, "exchange", absl::StrCat(", ", Value(*expr.b)), expr.order);
      case ExprKind::kFetch:
        return Atomic(expr, FetchName(expr.op), absl::StrCat(", ", Value(*expr.b)), expr.order);
      case ExprKind::kCompareExchange: {
        // The expected location is read plainly and never written.
        const std::string expected = absl::StrCat("e", exchanges_++);
        const std::string operands =
            absl::StrCat(", &", expected, ", ", Value(*expr.b), ", ", OrderName(expr.order));
        const std::string call =
            Atomic(expr, expr.weak ? "compare_exchange_weak" : "compare_exchange_strong", operands,
                   ForLoad(expr.failure_order));
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

  std::string Head() const {
    std::string declarations;
    if (!local_initial_.empty()) {
      absl::StrAppend(&declarations, "  local int locals[",
                      kernel_.copies * static_cast<int>(local_initial_.size()), "];\n");
    }
    std::string name = test_.name;
    for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    std::string text = absl::Substitute(
        kPrologue, remote_ ? "#include <lockstep/rsp.clh>\n" : "", declarations, kernel_.roles,
        kernel_.local, kernel_.threads, kernel_.copies, kernel_.initial.size(), kernel_.row_size, name);
    for (size_t r = 0; r < registers_; ++r) absl::StrAppend(&text, "  int r", r, " = 0;\n");
    for (int e = 0; e < exchanges_; ++e) absl::StrAppend(&text, "  int e", e, " = 0;\n");
    if (!local_initial_.empty()) {
      absl::StrAppend(&text, "  local int *own = locals + copy * ", local_initial_.size(),
                      ";\n  if (thread == 0) {\n");
      for (size_t i = 0; i < local_initial_.size(); ++i) {
        absl::StrAppend(&text, "    own[", i, "] = ", local_initial_[i], ";\n");
      }
      absl::StrAppend(&text, "  }\n  barrier(CLK_LOCAL_MEM_FENCE);\n");
    }
    std::string sizes = "0";  // of the group that this work-item plays in
    for (size_t role = 0; role < roles_.size(); ++role) {
      sizes = absl::StrCat("(role == ", role, " ? ", roles_[role].size(), " : ", sizes, ")");
    }
    return text + absl::Substitute(kMeeting, sizes, kernel_.all_threads);
  }

  std::string Tail() const {
    std::string text;
    if (!local_initial_.empty()) text = "  barrier(CLK_LOCAL_MEM_FENCE);\n";
    for (size_t role = 0; role < roles_.size(); ++role) {
      for (size_t i = 0; i < roles_[role].size(); ++i) {
        const int t = roles_[role][i];
        absl::StrAppend(&text, "  if (role == ", role, " && thread == ", i, ") {\n");
        for (size_t r = 0; r < test_.threads[t].registers.size(); ++r) {
          absl::StrAppend(&text, "    row[", kernel_.first_register[t] + r, "] = r", r, ";\n");
        }
        absl::StrAppend(&text, "    row[", kernel_.dropped[t], "] = dropped;\n");
        if (i == 0) AppendLocals(role, text);
        absl::StrAppend(&text, "  }\n");
      }
    }
    return text + "}\n";
  }

  // The final values of the local cells that group `role` uses; the first one also tells those that
  // no group does.
  void AppendLocals(size_t role, std::string& text) const {
    for (size_t number = 0; number < test_.symbols.size(); ++number) {
      const Symbol& symbol = test_.symbols[number];
      const auto user = group_of_local_.find(number);
      const int group = test_.threads[roles_[role][0]].group;
      if (user == group_of_local_.end() ? role != 0 : user->second != group) continue;
      for (int c = 0; c < symbol.count; ++c) {
        const int cell = -1 - kernel_.cell_of[symbol.first + c];
        if (cell < 0) break;  // a global one
        absl::StrAppend(&text, "    row[", kernel_.first_local + cell, "] = own[", cell, "];\n");
      }
    }
  }

  const Test& test_;
  const int unroll_;
  const bool lines_;
  DeviceKernel kernel_;
  std::vector<std::vector<int>> roles_;  // threads by group
  std::vector<std::vector<std::vector<std::string>>> phases_;  // text by role, thread of it, phase
  std::vector<std::vector<const Statement*>> meetings_;         // the barriers between them, by role
  std::vector<int32_t> local_initial_;
  std::map<size_t, int> group_of_local_;  // symbol -> group that uses it
  std::string why_;
  int group_ = 0;
  size_t registers_ = 0;
  int exchanges_ = 0;
  int loops_ = 0;
  bool remote_ = false;
};

}  // namespace

absl::StatusOr<DeviceKernel> MakeDeviceKernel(const Test& test, int unroll, bool lines) {
  return Generator(test, unroll, lines).Make();
}

}  // namespace lockstep::litmus
