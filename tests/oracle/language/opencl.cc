// Kernels as OpenCL C, one statement per line, so that reports can be mapped back to statements.
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tests/oracle/language/check.h"
#include "tests/oracle/language/print.h"

namespace lockstep::oracle {
namespace {

// Writes one routine after the other; `Source` is Routine or StructuredRoutine.
class Writer {
 public:
  Writer(const std::string& kernel_name, int part, const std::vector<SharedArray>& shared, int first_line)
      : kernel_name_(kernel_name), part_(part), shared_(shared), next_line_(first_line), first_line_(first_line) {}

  OpenClText Finish() {
    result_.lines = next_line_ - first_line_;
    return std::move(result_);
  }

  // Writes a line, which holds statement `id` unless that is 0.
  void Line(const std::string& text, int id = 0) {
    if (id > 0) result_.line_of[id] = next_line_;
    absl::StrAppend(&result_.text, std::string(2 * indent_, ' '), text, "\n");
    ++next_line_;
  }

  void Indent(int by) { indent_ += by; }

  // Opens a routine: its head, the arrays and the private variables.
  template <typename Source>
  void Open(const Source& routine, bool is_main) {
    std::vector<std::string> parameters;
    for (const SharedArray& array : shared_) {
      if (array.region == Region::kGlobal) {
        parameters.push_back(absl::StrCat("__global int *", array.name));
      } else if (!is_main) {
        parameters.push_back(absl::StrCat("__local int *", array.name));
      }
    }
    std::vector<bool> declared(routine.privates.size(), false);
    if (!is_main) {
      for (const char* name : {"tid", "threads", "group"}) {
        parameters.push_back(absl::StrCat("int ", name));
      }
      for (int p : routine.parameters) {
        parameters.push_back(absl::StrCat("int ", routine.privates[p]));
        declared[p] = true;
      }
      for (size_t i = 0; i < routine.outs.size(); ++i) parameters.push_back(absl::StrCat("int *out", i));
    }
    Line(absl::StrCat(is_main ? "__kernel void " : "static void ", Name(routine, is_main), "(",
                      absl::StrJoin(parameters, ", "), ") {"));
    Indent(1);
    if (is_main) {
      for (const SharedArray& array : shared_) {
        if (array.region == Region::kLocal) {
          Line(absl::StrCat("__local int ", array.name, "[", array.length, "];"));
        }
      }
      // A sub-group is a row of its group.
      Line(part_ == 0 ? "const int tid = (int)get_local_id(0), threads = (int)get_local_size(0), "
                        "group = (int)get_group_id(0);"
                      : "const int tid = (int)(get_local_id(0) + get_local_size(0) * get_local_id(1)), "
                        "threads = (int)(get_local_size(0) * get_local_size(1)), group = (int)get_group_id(0);");
    }
    std::vector<std::string> variables;
    for (size_t p = 0; p < routine.privates.size(); ++p) {
      if (!declared[p]) variables.push_back(absl::StrCat(routine.privates[p], " = 0"));
    }
    if (!variables.empty()) Line(absl::StrCat("int ", absl::StrJoin(variables, ", "), ";"));
  }

  template <typename Source>
  void Close(const Source& routine, bool is_main) {
    if (!is_main) WriteOuts(routine);
    Indent(-1);
    Line("}");
  }

  template <typename Source>
  void WriteOuts(const Source& routine) {
    for (size_t i = 0; i < routine.outs.size(); ++i) {
      Line(absl::StrCat("*out", i, " = ", routine.privates[routine.outs[i]], ";"));
    }
  }

  template <typename Source>
  std::string Name(const Source& routine, bool is_main) const {
    return is_main ? kernel_name_ : absl::StrCat(kernel_name_, "_", routine.name);
  }

  std::string Print(const Expr& e, const std::vector<std::string>& privates) const {
    return PrintExpr(e, privates, shared_);
  }

  // The same where a statement's own parentheses stand around it.
  std::string PrintCondition(const Expr& e, const std::vector<std::string>& privates) const {
    std::string text = Print(e, privates);
    const bool wrapped = e.a && e.op != Op::kNot && e.op != Op::kShared;
    return wrapped ? text.substr(1, text.size() - 2) : text;
  }

  template <typename Sources>
  void WriteStatement(const Statement& s, const std::vector<std::string>& privates,
                      const Sources& routines) {
    switch (s.kind) {
      case Statement::Kind::kAssign:
        Line(absl::StrCat(s.to_shared ? absl::StrCat(shared_[s.variable].name, "[",
                                                     Print(*s.index, privates), "]")
                                      : privates[s.variable],
                          " = ", PrintCondition(*s.value, privates), ";"),
             s.id);
        return;
      case Statement::Kind::kSkip:
        return;
      case Statement::Kind::kBarrier: {
        if (s.at_exit) return;
        const char* flags[] = {"0", "CLK_LOCAL_MEM_FENCE", "CLK_GLOBAL_MEM_FENCE",
                               "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE"};
        Line(absl::StrCat(s.part ? "sub_group_barrier(" : "barrier(", flags[s.flags], ");"), s.id);
        return;
      }
      case Statement::Kind::kCollective: {
        const std::string of = s.part ? "sub_group_" : "work_group_", value = Print(*s.value, privates);
        const std::string call =
            s.lane < 0 ? absl::StrCat(of, "reduce_add(", value, ")")
            : s.part   ? absl::StrCat(of, "broadcast(", value, ", ", s.lane, ")")
                       : absl::StrCat(of, "broadcast(", value, ", ", s.lane % part_, ", ", s.lane / part_, ")");
        Line(absl::StrCat(privates[s.variable], " = ", call, " & 7;"), s.id);
        return;
      }
      case Statement::Kind::kCall: {
        std::vector<std::string> arguments;
        for (const SharedArray& array : shared_) arguments.push_back(array.name);
        for (const char* name : {"tid", "threads", "group"}) arguments.push_back(name);
        for (const ExprPtr& argument : s.arguments) arguments.push_back(Print(*argument, privates));
        for (int out : s.outs) arguments.push_back(absl::StrCat("&", privates[out]));
        Line(absl::StrCat(Name(routines[s.callee], false), "(", absl::StrJoin(arguments, ", "), ");"),
             s.id);
        return;
      }
      default:
        ORACLE_CHECK(false, "not expressible in OpenCL C");
    }
  }

 private:
  const std::string& kernel_name_;
  const int part_;
  const std::vector<SharedArray>& shared_;
  int next_line_;
  const int first_line_;
  int indent_ = 0;
  OpenClText result_;
};

void WriteBlocks(const Kernel& kernel, const Routine& routine, bool is_main, Writer* writer) {
  for (size_t b = 0; b < routine.blocks.size(); ++b) {
    const Block& block = routine.blocks[b];
    writer->Indent(-1);
    writer->Line(absl::StrCat("B", b, ":;"));
    writer->Indent(1);
    for (size_t i = Guard(block) ? 1 : 0; i < block.statements.size(); ++i) {
      writer->WriteStatement(block.statements[i], routine.privates, kernel.routines);
    }
    if (block.returns) {
      if (!is_main) writer->WriteOuts(routine);
      writer->Line("return;");
      continue;
    }
    // Guards of the targets are exclusive and one always holds (Def. 5.1), so the last needs no test.
    for (size_t i = 0; i < block.targets.size(); ++i) {
      const int target = block.targets[i];
      const std::string jump = target == kEnd ? "return;" : absl::StrCat("goto B", target, ";");
      const Expr* guard = target == kEnd ? nullptr : Guard(routine.blocks[target]);
      if (i + 1 < block.targets.size()) {
        ORACLE_CHECK(guard, "a choice without a guard");
        writer->Line(absl::StrCat("if (", writer->PrintCondition(*guard, routine.privates), ") ", jump));
      } else {
        writer->Line(jump);
      }
    }
  }
}

class NodeWriter {
 public:
  NodeWriter(const StructuredKernel& kernel, const StructuredRoutine& routine, bool is_main,
             Writer* writer)
      : kernel_(kernel), routine_(routine), is_main_(is_main), writer_(writer) {}

  void WriteList(const std::vector<Node>& nodes) {
    for (const Node& node : nodes) Write(node);
  }

 private:
  void Write(const Node& node) {
    const auto condition = [&] { return writer_->PrintCondition(*node.condition, routine_.privates); };
    switch (node.kind) {
      case Node::Kind::kStatement:
        writer_->WriteStatement(node.statement, routine_.privates, kernel_.routines);
        return;
      case Node::Kind::kIf:
        writer_->Line(absl::StrCat("if (", condition(), ") {"), node.id);
        WriteBody(node.body);
        if (!node.orelse.empty()) {
          writer_->Line("} else {");
          WriteBody(node.orelse);
        }
        writer_->Line("}");
        return;
      case Node::Kind::kWhile:
        writer_->Line(absl::StrCat("while (", condition(), ") {"), node.id);
        WriteBody(node.body);
        writer_->Line("}");
        return;
      case Node::Kind::kDoWhile:
        writer_->Line("do {");
        WriteBody(node.body);
        writer_->Line(absl::StrCat("} while (", condition(), ");"), node.id);
        return;
      case Node::Kind::kBreak:
        writer_->Line("break;");
        return;
      case Node::Kind::kContinue:
        writer_->Line("continue;");
        return;
      case Node::Kind::kReturn:
        if (!is_main_) writer_->WriteOuts(routine_);
        writer_->Line("return;");
        return;
    }
  }

  void WriteBody(const std::vector<Node>& nodes) {
    writer_->Indent(1);
    WriteList(nodes);
    writer_->Indent(-1);
  }

  const StructuredKernel& kernel_;
  const StructuredRoutine& routine_;
  const bool is_main_;
  Writer* writer_;
};

}  // namespace

OpenClText PrintOpenCl(const Kernel& kernel, int first_line) {
  Writer writer(kernel.name, kernel.part, kernel.shared, first_line);
  for (size_t r = kernel.routines.size(); r-- > 0;) {  // callees first
    writer.Open(kernel.routines[r], r == 0);
    WriteBlocks(kernel, kernel.routines[r], r == 0, &writer);
    writer.Indent(-1);
    writer.Line("}");
  }
  return writer.Finish();
}

OpenClText PrintOpenCl(const StructuredKernel& kernel, int first_line) {
  Writer writer(kernel.name, kernel.part, kernel.shared, first_line);
  for (size_t r = kernel.routines.size(); r-- > 0;) {
    writer.Open(kernel.routines[r], r == 0);
    NodeWriter(kernel, kernel.routines[r], r == 0, &writer).WriteList(kernel.routines[r].body);
    writer.Close(kernel.routines[r], r == 0);
  }
  return writer.Finish();
}

}  // namespace lockstep::oracle
