#include "runtime/prune/group_text.h"

#include "runtime/base/text.h"

namespace lockstep {
namespace {

constexpr int kDeepest = 12;  // operations in one another; what is deeper is left out

const char* NameOf(GroupOp op) {
  switch (op) {
#define LOCKSTEP_GROUP_OP(name, text, operands) \
  case GroupOp::name:                           \
    return text;
#include "runtime/prune/group_ops.def"
  }
  return "?";
}

std::string ValueText(const GroupProgram& program, int number, int depth = 0) {
  const GroupValue& value = program.values[number];
  switch (value.op) {
    case GroupOp::kUnknown: return "?";
    case GroupOp::kConstant: return StrCat(value.immediate);
    case GroupOp::kArgument: return StrCat("argument ", value.immediate);
    case GroupOp::kPhi: return StrCat("%", number);
    case GroupOp::kId:
      return StrCat(std::string(1, static_cast<char>(value.immediate / 4)), value.immediate % 4);
    default: break;
  }
  if (depth == kDeepest) return "...";
  const auto operand = [&](int i) { return ValueText(program, value.operands[i], depth + 1); };
  switch (OperandsOf(value.op)) {
    case 1: return StrCat("(", NameOf(value.op), " ", operand(0), ")");
    case 2: return StrCat("(", operand(0), " ", NameOf(value.op), " ", operand(1), ")");
    default: return StrCat("(", operand(0), " ? ", operand(1), " : ", operand(2), ")");
  }
}

// "" for what only computes: it stands where it is used.
std::string StepText(const GroupProgram& program, const GroupStep& step) {
  const char* what = nullptr;
  switch (step.kind) {
    case GroupStep::Kind::kCompute: return "";
    case GroupStep::Kind::kBarrier: return "    barrier\n";
    case GroupStep::Kind::kRead: what = "read"; break;
    case GroupStep::Kind::kWrite: what = "write"; break;
    case GroupStep::Kind::kAtomic: what = "atomic"; break;
  }
  return StrCat("    ", what, " root ", step.root, " at ", ValueText(program, step.value), ", ", step.bytes,
                " bytes, line ", step.line, "\n");
}

std::string EndText(const GroupProgram& program, const GroupBlock& block) {
  if (block.successors.empty()) return "    ends\n";
  std::string text = StrCat("    to ", block.successors[0]);
  if (block.successors.size() > 1 && block.condition >= 0) {
    text += StrCat(" if ", ValueText(program, block.condition), ", else ", block.successors[1]);
  } else {
    for (size_t i = 1; i < block.successors.size(); ++i) text += StrCat(" or ", block.successors[i]);
  }
  return StrCat(text, block.steers ? ", the group together" : "", "\n");
}

}  // namespace

std::string GroupText(const GroupProgram& program) {
  std::string text = program.open_barriers ? "  open barriers\n" : "";
  for (const int root : program.roots) text += StrCat("  root ", root, "\n");
  for (const int root : program.others) text += StrCat("  not followed: root ", root, "\n");
  for (size_t i = 0; i < program.blocks.size(); ++i) {
    const GroupBlock& block = program.blocks[i];
    text += StrCat("  block ", i);
    for (const int loop : block.loops) text += StrCat(", in the loop of ", program.headers[loop]);
    text += "\n";
    for (const GroupPhi& phi : block.phis) {
      text += StrCat("    %", phi.value, " is");
      for (const auto& [from, value] : phi.sources) text += StrCat(" ", ValueText(program, value), " from ", from);
      text += "\n";
    }
    for (const GroupStep& step : block.steps) text += StepText(program, step);
    text += EndText(program, block);
  }
  return text;
}

}  // namespace lockstep
