// Reads the mangled names of work-group and sub-group functions.
#include "instrument/ir/collectives.h"

#include "device-lib/shared/exchange.h"
#include "instrument/ir/builtin_name.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::instrument {
namespace {

constexpr std::string_view kPrefix = "work_group_", kPartPrefix = "sub_group_";

bool TakePrefix(std::string_view& text, std::string_view prefix) {
  if (text.substr(0, prefix.size()) != prefix) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// The type of the first parameter, as Itanium mangles it.
std::string_view TypeOf(std::string_view parameters) {
  switch (parameters.empty() ? '\0' : parameters[0]) {
    case 'i': return "int";
    case 'j': return "uint";
    case 'l': return "long";
    case 'm': return "ulong";
    case 'f': return "float";
    case 'd': return "double";
    default: return "";
  }
}

std::optional<uint32_t> OperationOf(std::string_view name) {
  if (name == "add") return LS_COLLECTIVE_ADD;
  if (name == "min") return LS_COLLECTIVE_MIN;
  if (name == "max") return LS_COLLECTIVE_MAX;
  return std::nullopt;
}

// With values of any type.
std::optional<Collective> Parse(const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || !callee->isDeclaration()) return std::nullopt;
  const std::string mangled = callee->getName().str();
  const std::optional<BuiltinName> name = ParseBuiltinName(mangled);
  if (!name || !IsCollectiveName(name->base) || call.arg_size() == 0) return std::nullopt;
  Collective collective;
  collective.name = std::string(name->base);
  collective.of = TypeOf(name->parameters);
  std::string_view rest = name->base;
  collective.part = !TakePrefix(rest, kPrefix) && TakePrefix(rest, kPartPrefix);
  if (rest == "all" || rest == "any") {
    if (collective.of != "int" || call.arg_size() != 1) return std::nullopt;
    collective.of = "predicate";
    collective.shared = true;
    collective.what = rest == "all" ? LS_COLLECTIVE_ALL : LS_COLLECTIVE_ANY;
    return collective;
  }
  if (rest == "broadcast") {
    if (call.arg_size() < 2 || call.arg_size() > (collective.part ? 2 : 4)) return std::nullopt;
    collective.of = "chosen";
    collective.broadcast = collective.shared = true;
    return collective;
  }
  if (call.arg_size() != 1) return std::nullopt;
  if (TakePrefix(rest, "reduce_")) {
    collective.what = LS_COLLECTIVE_REDUCE;
    collective.shared = true;
  } else if (TakePrefix(rest, "scan_inclusive_")) {
    collective.what = LS_COLLECTIVE_INCLUSIVE;
  } else if (TakePrefix(rest, "scan_exclusive_")) {
    collective.what = LS_COLLECTIVE_EXCLUSIVE;
  } else {
    return std::nullopt;
  }
  const std::optional<uint32_t> operation = OperationOf(rest);
  if (!operation) return std::nullopt;
  collective.what |= *operation;
  return collective;
}

}  // namespace

bool IsCollectiveName(std::string_view name) {
  return TakePrefix(name, kPrefix) ? name != "barrier" : TakePrefix(name, kPartPrefix);
}

std::optional<Collective> AsCollective(const llvm::CallInst& call) {
  std::optional<Collective> collective = Parse(call);
  return collective && !collective->of.empty() ? collective : std::nullopt;
}

std::optional<Collective> AsPartFunction(const llvm::CallInst& call) {
  std::optional<Collective> collective = Parse(call);
  return collective && collective->part ? collective : std::nullopt;
}

}  // namespace lockstep::instrument
