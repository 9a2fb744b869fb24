// Parses calls of atomic functions and fences, with their orders, scopes and flags.
#include "runtime/litmus/parser_atomics.h"

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"

namespace lockstep::litmus {
namespace {

template <typename T>
struct Word {
  absl::string_view text;
  T value;
};

constexpr Word<Order> kOrderWords[] = {{"memory_order_relaxed", Order::kRelaxed},
                                       {"memory_order_acquire", Order::kAcquire},
                                       {"memory_order_release", Order::kRelease},
                                       {"memory_order_acq_rel", Order::kAcqRel},
                                       {"memory_order_seq_cst", Order::kSeqCst},
                                       {"mo_rlx", Order::kRelaxed},
                                       {"mo_acq", Order::kAcquire},
                                       {"mo_rel", Order::kRelease},
                                       {"mo_ar", Order::kAcqRel},
                                       {"mo_sc", Order::kSeqCst}};

constexpr Word<Scope> kScopeWords[] = {{"memory_scope_work_item", Scope::kWorkItem},
                                       {"memory_scope_sub_group", Scope::kSubGroup},
                                       {"memory_scope_work_group", Scope::kWorkGroup},
                                       {"memory_scope_device", Scope::kDevice},
                                       {"memory_scope_all_svm_devices", Scope::kAllDevices},
                                       {"memory_scope_all_devices", Scope::kAllDevices},
                                       {"s_wi", Scope::kWorkItem},
                                       {"s_sg", Scope::kSubGroup},
                                       {"s_wg", Scope::kWorkGroup},
                                       {"s_dev", Scope::kDevice},
                                       {"s_all", Scope::kAllDevices}};

struct Function {
  absl::string_view stem;  // between "atomic_" and the suffixes
  ExprKind kind;
  BinaryOp op;
};
constexpr Function kFunctions[] = {
    {"load", ExprKind::kAtomicLoad, BinaryOp::kAdd},
    {"store", ExprKind::kAtomicStore, BinaryOp::kAdd},
    {"exchange", ExprKind::kExchange, BinaryOp::kAdd},
    {"compare_exchange_strong", ExprKind::kCompareExchange, BinaryOp::kAdd},
    {"compare_exchange_weak", ExprKind::kCompareExchange, BinaryOp::kAdd},
    {"fetch_add", ExprKind::kFetch, BinaryOp::kAdd},
    {"fetch_sub", ExprKind::kFetch, BinaryOp::kSub},
    {"fetch_or", ExprKind::kFetch, BinaryOp::kOr},
    {"fetch_xor", ExprKind::kFetch, BinaryOp::kXor},
    {"fetch_and", ExprKind::kFetch, BinaryOp::kAnd},
    {"fetch_min", ExprKind::kFetch, BinaryOp::kMin},
    {"fetch_max", ExprKind::kFetch, BinaryOp::kMax}};

Status ParseFence(Cursor& c, absl::string_view name, Expr& out) {
  out.kind = ExprKind::kFence;
  LITMUS_RETURN_IF_ERROR(ParseFlags(c, out.flags));
  out.order = Order::kAcqRel;
  out.scope = Scope::kWorkGroup;
  if (name == "mem_fence") return OkStatus();
  if (name == "read_mem_fence") {
    out.order = Order::kAcquire;
    return OkStatus();
  }
  if (name == "write_mem_fence") {
    out.order = Order::kRelease;
    return OkStatus();
  }
  LITMUS_RETURN_IF_ERROR(c.Expect(",", "after the fence's flags"));
  LITMUS_RETURN_IF_ERROR(ParseOrder(c, out.order));
  LITMUS_RETURN_IF_ERROR(c.Expect(",", "after the fence's order"));
  return ParseScope(c, out.scope);
}

enum Allowed : unsigned { kRelaxedBit = 1, kAcquireBit = 2, kReleaseBit = 4, kAcqRelBit = 8, kSeqCstBit = 16 };

unsigned BitOf(Order order) {
  switch (order) {
    case Order::kAcquire:
      return kAcquireBit;
    case Order::kRelease:
      return kReleaseBit;
    case Order::kAcqRel:
      return kAcqRelBit;
    case Order::kSeqCst:
      return kSeqCstBit;
    default:
      return kRelaxedBit;
  }
}

// "memory_order_relaxed, memory_order_release or memory_order_seq_cst".
std::string OrdersText(unsigned allowed) {
  std::string out;
  for (int i = 0; i < 5; ++i) {  // kOrderWords begins with the five names of OpenCL C
    if ((BitOf(kOrderWords[i].value) & allowed) == 0) continue;
    const bool last = (allowed & ~(BitOf(kOrderWords[i].value) * 2 - 1)) == 0;
    absl::StrAppend(&out, out.empty() ? "" : last ? " or " : ", ", kOrderWords[i].text);
  }
  return out;
}

// The orders that OpenCL C lets an operation have ("The OpenCL C Specification", atomic functions).
unsigned OrdersOf(ExprKind kind) {
  if (kind == ExprKind::kAtomicLoad) return kRelaxedBit | kAcquireBit | kSeqCstBit;
  if (kind == ExprKind::kAtomicStore) return kRelaxedBit | kReleaseBit | kSeqCstBit;
  return kRelaxedBit | kAcquireBit | kReleaseBit | kAcqRelBit | kSeqCstBit;
}

// Of a failed compare_exchange, which only reads: not stronger than in success. Release and acquire are
// not comparable.
unsigned FailureOrders(Order success) {
  if (success == Order::kRelaxed) return kRelaxedBit;
  return kRelaxedBit | kAcquireBit | (success == Order::kSeqCst ? kSeqCstBit : 0u);
}

// An order of those `allowed` to `what`. Published tests have others, which herd takes: what a read has of
// an order is its acquire half, what a write has its release half (Event::Acquires, Event::Releases).
Status ParseOrderOf(Cursor& c, unsigned allowed, absl::string_view what, Order& order) {
  const Token token = c.Peek();
  LITMUS_RETURN_IF_ERROR(ParseOrder(c, order));
  if (allowed & BitOf(order)) return OkStatus();
  return c.Forbidden(token.at,
                     absl::StrCat("expected ", OrdersText(allowed), " for ", what, ", found '", token.text, "'"));
}

}  // namespace

Status ParseOrder(Cursor& c, Order& order) {
  for (const auto& word : kOrderWords) {
    if (c.Accept(word.text)) {
      order = word.value;
      return OkStatus();
    }
  }
  return c.Wanted("a memory order (memory_order_relaxed … memory_order_seq_cst)");
}

Status ParseScope(Cursor& c, Scope& scope) {
  for (const auto& word : kScopeWords) {
    if (c.Accept(word.text)) {
      scope = word.value;
      return OkStatus();
    }
  }
  return c.Wanted("a memory scope (memory_scope_work_item … memory_scope_all_svm_devices)");
}

Status ParseFlags(Cursor& c, unsigned& flags) {
  flags = 0;
  const bool parenthesis = c.Accept("(");
  do {
    if (c.Accept("CLK_GLOBAL_MEM_FENCE")) {
      flags |= kGlobalRegion;
    } else if (c.Accept("CLK_LOCAL_MEM_FENCE")) {
      flags |= kLocalRegion;
    } else if (!c.Accept("CLK_IMAGE_MEM_FENCE") && !c.Accept("0")) {
      return c.Wanted("CLK_GLOBAL_MEM_FENCE or CLK_LOCAL_MEM_FENCE");
    }
  } while (c.Accept("|"));
  return parenthesis ? c.Expect(")", "after the flags") : OkStatus();
}

Status ParseCall(Cursor& c, const Token& name,
                       const std::function<Status(std::unique_ptr<Expr>&)>& argument,
                       std::unique_ptr<Expr>& result) {
  auto out = std::make_unique<Expr>();
  out->at = name.at;
  c.Take();  // '('
  absl::string_view word = name.text;
  out->remote = absl::ConsumeSuffix(&word, "_remote");
  if (word == "atomic_work_item_fence" || word == "fence" || word == "mem_fence" ||
      word == "read_mem_fence" || word == "write_mem_fence") {
    LITMUS_RETURN_IF_ERROR(ParseFence(c, word, *out));
    result = std::move(out);
    return c.Expect(")", "after the fence's arguments");
  }
  // "load_exp" and "store" are the short names that herd's own tests use.
  const bool is_explicit =
      absl::ConsumeSuffix(&word, "_explicit") || absl::ConsumeSuffix(&word, "_exp");
  const bool prefixed = absl::ConsumePrefix(&word, "atomic_");
  const Function* function = nullptr;
  for (const auto& candidate : kFunctions) {
    if (candidate.stem == word && (prefixed || word == "load" || word == "store"))
      function = &candidate;
  }
  if (function == nullptr) {
    return c.Error(
        name.at, absl::StrCat("expected an atomic function, a fence or a labelled barrier, found '",
                              name.text, "'"));
  }
  out->kind = function->kind;
  out->op = function->op;
  out->weak = word == "compare_exchange_weak";
  out->order = out->failure_order = Order::kSeqCst;
  out->scope = Scope::kDevice;
  LITMUS_RETURN_IF_ERROR(argument(out->a));
  if (out->kind == ExprKind::kCompareExchange) {
    LITMUS_RETURN_IF_ERROR(c.Expect(",", "before the location of the expected value"));
    LITMUS_RETURN_IF_ERROR(argument(out->c));
  }
  if (out->kind != ExprKind::kAtomicLoad) {
    LITMUS_RETURN_IF_ERROR(c.Expect(",", "before the operand"));
    LITMUS_RETURN_IF_ERROR(argument(out->b));
  }
  if (is_explicit) {
    LITMUS_RETURN_IF_ERROR(c.Expect(",", "before the memory order"));
    LITMUS_RETURN_IF_ERROR(ParseOrderOf(
        c, OrdersOf(out->kind), out->kind == ExprKind::kAtomicLoad ? "a load" : "a store", out->order));
    out->failure_order = out->order;
    if (out->kind == ExprKind::kCompareExchange) {
      LITMUS_RETURN_IF_ERROR(c.Expect(",", "before the memory order of a failure"));
      LITMUS_RETURN_IF_ERROR(ParseOrderOf(
          c, FailureOrders(out->order),
          absl::StrCat("a failure of a compare_exchange with ", OrdersText(BitOf(out->order))),
          out->failure_order));
    }
    if (c.Accept(",")) LITMUS_RETURN_IF_ERROR(ParseScope(c, out->scope));
  }
  result = std::move(out);
  return c.Expect(")", absl::StrCat("after the arguments of ", name.text));
}

}  // namespace lockstep::litmus
