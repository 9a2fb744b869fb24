// Lowering by structural recursion; `current` is the block that is being filled.
#include "tests/oracle/language/structured.h"

#include <utility>

#include "tests/oracle/language/check.h"

namespace lockstep::oracle {
namespace {

class Lowering {
 public:
  explicit Lowering(const StructuredRoutine& source, bool is_main) : is_main_(is_main) {
    routine_.name = source.name;
    routine_.privates = source.privates;
    routine_.parameters = source.parameters;
    routine_.outs = source.outs;
    current_ = NewBlock("start");
    LowerList(source.body);
    Leave();
  }

  Routine Take() { return std::move(routine_); }

 private:
  struct LoopTargets {
    int on_break, on_continue;
  };

  int NewBlock(const std::string& hint) {
    Block block;
    block.name = hint + "_" + std::to_string(routine_.blocks.size());
    routine_.blocks.push_back(std::move(block));
    return static_cast<int>(routine_.blocks.size()) - 1;
  }

  Block& At(int block) { return routine_.blocks[block]; }

  void Goto(std::vector<int> targets) { At(current_).targets = std::move(targets); }

  // Ends the routine here.
  void Leave() {
    if (is_main_) {
      Goto({kEnd});
    } else {
      At(current_).returns = true;
    }
  }

  // A private form of the condition, evaluated at the end of the current block.
  ExprPtr PrivateCondition(const Node& node) {
    if (!node.condition->reads_shared) return node.condition;
    const int variable = static_cast<int>(routine_.privates.size());
    routine_.privates.push_back("c" + std::to_string(node.id));
    At(current_).statements.push_back(Assign(node.id, variable, node.condition));
    return Private(variable);
  }

  // Ends the current block with a branch to two new blocks guarded by the condition.
  std::pair<int, int> Branch(const Node& node, const char* yes_hint, const char* no_hint) {
    const ExprPtr condition = PrivateCondition(node);
    const int yes = NewBlock(yes_hint), no = NewBlock(no_hint);
    At(yes).statements.push_back(Assume(condition));
    At(no).statements.push_back(Assume(Not(condition)));
    Goto({yes, no});
    return {yes, no};
  }

  void LowerList(const std::vector<Node>& nodes) {
    for (const Node& node : nodes) LowerNode(node);
  }

  void LowerNode(const Node& node) {
    switch (node.kind) {
      case Node::Kind::kStatement:
        At(current_).statements.push_back(node.statement);
        return;
      case Node::Kind::kIf: {
        const auto [yes, no] = Branch(node, "then", "else");
        const int join = NewBlock("join");
        current_ = yes;
        LowerList(node.body);
        Goto({join});
        current_ = no;
        LowerList(node.orelse);
        Goto({join});
        current_ = join;
        return;
      }
      case Node::Kind::kWhile: {
        const int head = NewBlock("head"), after = NewBlock("after");
        Goto({head});
        current_ = head;
        const auto [body, exit] = Branch(node, "body", "exit");
        At(exit).targets = {after};
        LowerLoopBody(node, body, {after, head});
        Goto({head});
        current_ = after;
        return;
      }
      case Node::Kind::kDoWhile: {
        const int body = NewBlock("do"), test = NewBlock("test"), after = NewBlock("after");
        Goto({body});
        LowerLoopBody(node, body, {after, test});
        Goto({test});
        current_ = test;
        const auto [again, exit] = Branch(node, "again", "exit");
        At(again).targets = {body};
        At(exit).targets = {after};
        current_ = after;
        return;
      }
      case Node::Kind::kBreak:
        JumpTo(loops_.back().on_break);
        return;
      case Node::Kind::kContinue:
        JumpTo(loops_.back().on_continue);
        return;
      case Node::Kind::kReturn:
        Leave();
        current_ = NewBlock("dead");
        return;
    }
  }

  void LowerLoopBody(const Node& node, int body, LoopTargets targets) {
    loops_.push_back(targets);
    current_ = body;
    LowerList(node.body);
    loops_.pop_back();
  }

  void JumpTo(int target) {
    Goto({target});
    current_ = NewBlock("dead");  // what follows a jump in the same list is never reached
  }

  const bool is_main_;
  Routine routine_;
  int current_ = 0;
  std::vector<LoopTargets> loops_;
};

}  // namespace

Node Do(Statement statement) {
  Node node;
  node.id = statement.id;
  node.statement = std::move(statement);
  return node;
}

Node If(int id, ExprPtr condition, std::vector<Node> body, std::vector<Node> orelse) {
  Node node;
  node.kind = Node::Kind::kIf;
  node.id = id;
  node.condition = std::move(condition);
  node.body = std::move(body);
  node.orelse = std::move(orelse);
  return node;
}

Node While(int id, ExprPtr condition, std::vector<Node> body) {
  Node node = If(id, std::move(condition), std::move(body));
  node.kind = Node::Kind::kWhile;
  return node;
}

Node DoWhile(int id, ExprPtr condition, std::vector<Node> body) {
  Node node = If(id, std::move(condition), std::move(body));
  node.kind = Node::Kind::kDoWhile;
  return node;
}

Node Jump(Node::Kind kind) {
  Node node;
  node.kind = kind;
  return node;
}

Kernel Lower(const StructuredKernel& kernel) {
  Kernel result;
  result.name = kernel.name;
  result.part = kernel.part;
  result.shared = kernel.shared;
  for (size_t r = 0; r < kernel.routines.size(); ++r) {
    result.routines.push_back(Lowering(kernel.routines[r], r == 0).Take());
  }
  return result;
}

}  // namespace lockstep::oracle
