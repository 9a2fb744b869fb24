// The paper's notation, and expressions.
#include "tests/oracle/language/print.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tests/oracle/language/check.h"

namespace lockstep::oracle {
namespace {

const char* Symbol(Op op) {
  switch (op) {
    case Op::kAdd: return " + ";
    case Op::kSub: return " - ";
    case Op::kMul: return " * ";
    case Op::kMod: return " % ";
    case Op::kBitAnd: return " & ";
    case Op::kLess: return " < ";
    case Op::kLessEqual: return " <= ";
    case Op::kEqual: return " == ";
    case Op::kNotEqual: return " != ";
    case Op::kAnd: return " && ";
    case Op::kOr: return " || ";
    default: return nullptr;
  }
}

std::string PaperStatement(const Statement& s, const Routine& routine, const Kernel& kernel) {
  const auto print = [&](const ExprPtr& e) {
    return PrintExpr(*e, routine.privates, kernel.shared);
  };
  const auto name = [&](int variable) { return routine.privates[variable]; };
  const std::string target =
      s.to_shared ? absl::StrCat(kernel.shared[s.variable].name, "[", print(s.index), "]")
      : s.kind == Statement::Kind::kAssign || s.kind == Statement::Kind::kHavoc ? name(s.variable)
                                                                                : "";
  switch (s.kind) {
    case Statement::Kind::kAssign: return absl::StrCat(target, " := ", print(s.value));
    case Statement::Kind::kHavoc: return absl::StrCat("havoc ", target);
    case Statement::Kind::kAssume: return absl::StrCat("assume ", print(s.value));
    case Statement::Kind::kAssert: return absl::StrCat("assert ", print(s.value));
    case Statement::Kind::kSkip: return "skip";
    case Statement::Kind::kBarrier:
      if (s.flags == kBothFences) return "barrier";
      return s.flags == 0 ? "barrier none" : s.flags == kLocalFence ? "barrier local" : "barrier global";
    case Statement::Kind::kCollective:
      return absl::StrCat(target, " := ", s.part ? "part_" : "group_",
                          s.lane < 0 ? std::string("sum") : absl::StrCat("value", s.lane), "(", print(s.value), ")");
    case Statement::Kind::kCall: {
      std::vector<std::string> outs, arguments;
      for (int out : s.outs) outs.push_back(name(out));
      for (const ExprPtr& argument : s.arguments) arguments.push_back(print(argument));
      return absl::StrCat(absl::StrJoin(outs, ", "), outs.empty() ? "" : " := ", "call ",
                          kernel.routines[s.callee].name, "(", absl::StrJoin(arguments, ", "), ")");
    }
  }
  return "";
}

}  // namespace

std::string PrintExpr(const Expr& e, const std::vector<std::string>& privates,
                      const std::vector<SharedArray>& shared) {
  const auto print = [&](const ExprPtr& child) { return PrintExpr(*child, privates, shared); };
  switch (e.op) {
    case Op::kConst: return e.value < 0 ? absl::StrCat("(", e.value, ")") : absl::StrCat(e.value);
    case Op::kTid: return "tid";
    case Op::kThreads: return "threads";
    case Op::kGroup: return "group";
    case Op::kPrivate: return privates[e.value];
    case Op::kShared: return absl::StrCat(shared[e.value].name, "[", print(e.a), "]");
    case Op::kNot: return absl::StrCat("!", print(e.a));
    case Op::kCond: return absl::StrCat("(", print(e.a), " ? ", print(e.b), " : ", print(e.c), ")");
    default: return absl::StrCat("(", print(e.a), Symbol(e.op), print(e.b), ")");
  }
}

std::string PrintPaper(const Kernel& kernel) {
  std::string text;
  for (const SharedArray& array : kernel.shared) {
    absl::StrAppend(&text, array.region == Region::kLocal ? "local " : "shared ", array.name, "[",
                    array.length, "]", array.initial.empty() ? "" : " = ",
                    absl::StrJoin(array.initial, " "), ";\n");
  }
  for (size_t r = 0; r < kernel.routines.size(); ++r) {
    const Routine& routine = kernel.routines[r];
    const auto block_name = [&](int block) {
      return block == kEnd ? std::string("End") : routine.blocks[block].name;
    };
    if (r > 0) {
      std::vector<std::string> in, out;
      for (int p : routine.parameters) in.push_back(routine.privates[p]);
      for (int p : routine.outs) out.push_back(routine.privates[p]);
      absl::StrAppend(&text, "proc ", routine.name, "(in: ", absl::StrJoin(in, ", "),
                      ", out: ", absl::StrJoin(out, ", "), ") ", block_name(0), ";\n");
    }
    for (const Block& block : routine.blocks) {
      absl::StrAppend(&text, block.name, ":\n");
      for (const Statement& s : block.statements) {
        absl::StrAppend(&text, "    ", PaperStatement(s, routine, kernel), ";");
        if (s.id > 0) absl::StrAppend(&text, "  // ", s.id);
        absl::StrAppend(&text, "\n");
      }
      std::vector<std::string> targets;
      for (int target : block.targets) targets.push_back(block_name(target));
      absl::StrAppend(&text, "    ",
                      block.returns ? "return" : absl::StrCat("goto ", absl::StrJoin(targets, ", ")),
                      ";\n");
    }
  }
  return text;
}

}  // namespace lockstep::oracle
