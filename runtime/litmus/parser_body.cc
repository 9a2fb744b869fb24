// Parses the statements of a litmus thread; names stay unresolved.
#include "runtime/litmus/parser_body.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "runtime/litmus/parser_atomics.h"

namespace lockstep::litmus {
namespace {

using ExprPtr = std::unique_ptr<Expr>;

ExprPtr Make(ExprKind kind, Spot at) {
  auto out = std::make_unique<Expr>();
  out->kind = kind;
  out->at = at;
  return out;
}

struct Operator {
  absl::string_view text;
  BinaryOp op;
  int level;  // higher binds tighter
};
constexpr Operator kOperators[] = {
    {"||", BinaryOp::kLogicalOr, 1}, {"&&", BinaryOp::kLogicalAnd, 2}, {"|", BinaryOp::kOr, 3},
    {"^", BinaryOp::kXor, 4},        {"&", BinaryOp::kAnd, 5},         {"==", BinaryOp::kEq, 6},
    {"!=", BinaryOp::kNe, 6},        {"<", BinaryOp::kLt, 7},          {"<=", BinaryOp::kLe, 7},
    {">", BinaryOp::kGt, 7},         {">=", BinaryOp::kGe, 7},         {"+", BinaryOp::kAdd, 8},
    {"-", BinaryOp::kSub, 8},        {"*", BinaryOp::kMul, 9},         {"/", BinaryOp::kDiv, 9}};

class BodyParser {
 public:
  BodyParser(Cursor& cursor, RawBody& out) : c_(cursor), out_(out) {}

  Status Block(std::vector<Statement>& statements) {
    const Spot open = c_.Peek().at;
    LITMUS_RETURN_IF_ERROR(c_.Expect("{"));
    while (!c_.Is("}")) {
      if (c_.AtEnd() || AtNextPart())
        return c_.Wanted(absl::StrCat("'}' that closes the block of ", open.line, ":", open.column));
      LITMUS_RETURN_IF_ERROR(OneStatement(statements));
    }
    c_.Take();
    return OkStatus();
  }

 private:
  // Where a statement may begin: another part of the file does, so that a '}' is missing before it.
  bool AtNextPart() const {
    if (c_.Is("else")) return true;
    if (IsThreadName(c_.Peek())) return c_.Peek(1).text == "(" || c_.Peek(1).text == "@";
    if (c_.Is("~")) return c_.Peek(1).text == "exists";
    static constexpr absl::string_view kParts[] = {"exists", "forall",   "scopeTree", "ScopeTree",
                                                   "filter", "locations"};
    const absl::string_view next = c_.Peek(1).text;
    return std::find(std::begin(kParts), std::end(kParts), c_.Peek().text) != std::end(kParts) && next != "=" &&
           next != ";";
  }

  // A branch or a loop body: a block or one statement.
  Status Branch(std::vector<Statement>& statements) {
    return c_.Is("{") ? Block(statements) : OneStatement(statements);
  }

  Status OneStatement(std::vector<Statement>& into) {
    LITMUS_RETURN_IF_ERROR(c_.Nest(1));
    LITMUS_RETURN_IF_ERROR(OneNestedStatement(into));
    return c_.Nest(-1);
  }

  Status OneNestedStatement(std::vector<Statement>& into) {
    const Spot at = c_.Peek().at;
    if (c_.Accept(";")) return OkStatus();
    Statement statement;
    statement.at = at;
    if (c_.Is("{")) {
      LITMUS_RETURN_IF_ERROR(Block(statement.body));
      into.push_back(std::move(statement));
      return OkStatus();
    }
    if (c_.Is("if") || c_.Is("while")) {
      const bool loop = c_.Take().text == "while";
      statement.kind = loop ? StatementKind::kWhile : StatementKind::kIf;
      LITMUS_RETURN_IF_ERROR(c_.Expect("(", loop ? "after 'while'" : "after 'if'"));
      LITMUS_RETURN_IF_ERROR(Expression(statement.expr));
      LITMUS_RETURN_IF_ERROR(c_.Expect(")", "after the condition"));
      LITMUS_RETURN_IF_ERROR(Branch(statement.body));
      if (!loop && c_.Accept("else")) LITMUS_RETURN_IF_ERROR(Branch(statement.otherwise));
      into.push_back(std::move(statement));
      return OkStatus();
    }
    const bool labelled =
        c_.IsName() && c_.Peek(1).text == ":" && c_.Peek(2).kind == TokenKind::kName;
    const std::string& call = labelled ? c_.Peek(2).text : c_.Peek().text;
    if (call == "barrier" || call == "work_group_barrier") {
      if (labelled) {
        statement.label = c_.Take().text;
        c_.Take();
      }
      c_.Take();
      statement.kind = StatementKind::kBarrier;
      LITMUS_RETURN_IF_ERROR(c_.Expect("(", "after 'barrier'"));
      LITMUS_RETURN_IF_ERROR(ParseFlags(c_, statement.flags));
      if (c_.Accept(",")) LITMUS_RETURN_IF_ERROR(ParseScope(c_, statement.scope));
      LITMUS_RETURN_IF_ERROR(c_.Expect(")", "after the barrier's flags"));
      LITMUS_RETURN_IF_ERROR(c_.Expect(";", "after this statement"));
      // A barrier without a label meets the one of the same number among its kind in the others.
      if (statement.label.empty()) statement.label = absl::StrCat("#", ++unlabelled_);
      into.push_back(std::move(statement));
      return OkStatus();
    }
    if (labelled) {
      c_.Take();
      c_.Take();
      return c_.Wanted("'barrier' after a label");
    }
    if (c_.AtType()) return Declaration(into);
    statement.kind = StatementKind::kExpression;
    LITMUS_RETURN_IF_ERROR(Expression(statement.expr));
    LITMUS_RETURN_IF_ERROR(c_.Expect(";", "after this statement"));
    into.push_back(std::move(statement));
    return OkStatus();
  }

  Status Declaration(std::vector<Statement>& into) {
    c_.Type();
    do {
      while (c_.Accept("*")) {
      }
      if (!c_.IsName()) return c_.Wanted("the name of a register");
      const Token name = c_.Take();
      out_.declared.push_back(name.text);
      if (c_.Accept("=")) {
        Statement statement;
        statement.kind = StatementKind::kExpression;
        statement.at = name.at;
        statement.expr = Make(ExprKind::kAssign, name.at);
        statement.expr->name = name.text;
        LITMUS_RETURN_IF_ERROR(Assignment(statement.expr->b));
        into.push_back(std::move(statement));
      }
    } while (c_.Accept(","));
    return c_.Expect(";", "after this declaration");
  }

  Status Expression(ExprPtr& out) {
    LITMUS_RETURN_IF_ERROR(Assignment(out));
    while (c_.Is(",")) {
      auto comma = Make(ExprKind::kComma, c_.Take().at);
      comma->a = std::move(out);
      LITMUS_RETURN_IF_ERROR(Assignment(comma->b));
      out = std::move(comma);
    }
    return OkStatus();
  }

  Status Assignment(ExprPtr& out) {
    LITMUS_RETURN_IF_ERROR(c_.Nest(1));
    LITMUS_RETURN_IF_ERROR(NestedAssignment(out));
    return c_.Nest(-1);
  }

  Status NestedAssignment(ExprPtr& out) {
    ExprPtr left;
    LITMUS_RETURN_IF_ERROR(Binary(1, left));
    const bool compound = c_.Is("+=") || c_.Is("-=");
    if (!c_.Is("=") && !compound) {
      out = std::move(left);
      return OkStatus();
    }
    const bool place = left->kind == ExprKind::kName || left->kind == ExprKind::kPlainLoad;
    if (!place || (compound && left->kind != ExprKind::kName)) {
      return c_.Error(left->at, "expected a register or '*location' on the left of '='");
    }
    const Token sign = c_.Take();
    const bool reg = left->kind == ExprKind::kName;
    auto assign = Make(reg ? ExprKind::kAssign : ExprKind::kPlainStore, left->at);
    LITMUS_RETURN_IF_ERROR(Assignment(assign->b));
    if (compound) {
      auto sum = Make(ExprKind::kBinary, sign.at);
      sum->op = sign.text == "+=" ? BinaryOp::kAdd : BinaryOp::kSub;
      sum->a = Make(ExprKind::kName, left->at);
      sum->a->name = left->name;
      sum->b = std::move(assign->b);
      assign->b = std::move(sum);
    }
    if (reg) {
      assign->name = left->name;
    } else {
      assign->a = std::move(left->a);
    }
    out = std::move(assign);
    return OkStatus();
  }

  Status Binary(int level, ExprPtr& out) {
    LITMUS_RETURN_IF_ERROR(Unary(out));
    for (int length = 0; c_.Peek().kind == TokenKind::kSymbol; ++length) {
      const auto* found = std::find_if(std::begin(kOperators), std::end(kOperators),
                                       [&](const Operator& o) { return o.text == c_.Peek().text; });
      if (found == std::end(kOperators) || found->level < level) return OkStatus();
      if (length == 1000) return c_.Wanted("an expression of at most 1000 operands");
      auto binary = Make(ExprKind::kBinary, c_.Take().at);
      binary->op = found->op;
      binary->a = std::move(out);
      LITMUS_RETURN_IF_ERROR(Binary(found->level + 1, binary->b));
      out = std::move(binary);
    }
    return OkStatus();
  }

  Status Unary(ExprPtr& out) {
    const Token token = c_.Peek();
    if (c_.Accept("!") || c_.Accept("-") || c_.Accept("*")) {
      out = Make(token.text == "!"   ? ExprKind::kNot
                 : token.text == "-" ? ExprKind::kNegate
                                     : ExprKind::kPlainLoad,
                 token.at);
      LITMUS_RETURN_IF_ERROR(c_.Nest(1));
      LITMUS_RETURN_IF_ERROR(Unary(out->a));
      return c_.Nest(-1);
    }
    // The address of a location is what its name already stands for.
    if (c_.Accept("&") || c_.Accept("+")) {
      LITMUS_RETURN_IF_ERROR(c_.Nest(1));
      LITMUS_RETURN_IF_ERROR(Unary(out));
      return c_.Nest(-1);
    }
    if (c_.Is("++") || c_.Is("--")) {
      c_.Take();
      if (!c_.IsName()) return c_.Wanted("a register");
      return Increment(c_.Take(), token.text == "++", out);
    }
    return Postfix(out);
  }

  // r++ and ++r as statements; the value is the new one, so the postfix form may not be used in
  // an operand, where it would mean the old one.
  Status Increment(const Token& name, bool up, ExprPtr& out) {
    out = Make(ExprKind::kAssign, name.at);
    out->name = name.text;
    out->b = Make(ExprKind::kBinary, name.at);
    out->b->op = up ? BinaryOp::kAdd : BinaryOp::kSub;
    out->b->a = Make(ExprKind::kName, name.at);
    out->b->a->name = name.text;
    out->b->b = Make(ExprKind::kConstant, name.at);
    out->b->b->value = 1;
    return OkStatus();
  }

  Status Postfix(ExprPtr& out) {
    LITMUS_RETURN_IF_ERROR(Primary(out));
    while (true) {
      if (c_.Is("[")) {
        const Spot at = c_.Take().at;
        auto load = Make(ExprKind::kPlainLoad, at);
        load->a = Make(ExprKind::kBinary, at);
        load->a->a = std::move(out);
        LITMUS_RETURN_IF_ERROR(Expression(load->a->b));
        LITMUS_RETURN_IF_ERROR(c_.Expect("]", "after the index"));
        out = std::move(load);
      } else if ((c_.Is("++") || c_.Is("--")) && out->kind == ExprKind::kName &&
                 c_.Peek(1).text == ";") {
        const bool up = c_.Take().text == "++";
        Token name;
        name.text = out->name;
        name.at = out->at;
        return Increment(name, up, out);
      } else {
        return OkStatus();
      }
    }
  }

  Status Primary(ExprPtr& out) {
    const Token token = c_.Peek();
    if (token.kind == TokenKind::kNumber) {
      out = Make(ExprKind::kConstant, c_.Take().at);
      out->value = token.number;
      return OkStatus();
    }
    if (c_.Is("(")) {
      c_.Take();
      if (c_.AtType()) {  // a cast says nothing here
        c_.Type();
        LITMUS_RETURN_IF_ERROR(c_.Expect(")", "after the type of a cast"));
        LITMUS_RETURN_IF_ERROR(c_.Nest(1));
        LITMUS_RETURN_IF_ERROR(Unary(out));
        return c_.Nest(-1);
      }
      LITMUS_RETURN_IF_ERROR(Expression(out));
      return c_.Expect(")", "that closes this parenthesis");
    }
    if (token.kind != TokenKind::kName) return c_.Wanted("an expression");
    if (token.text == "NULL" || token.text == "false" || token.text == "true") {
      out = Make(ExprKind::kConstant, c_.Take().at);
      out->value = token.text == "true";
      return OkStatus();
    }
    if (token.text == "else" || token.text == "if" || token.text == "while")
      return c_.Wanted("an expression");
    c_.Take();
    if (!c_.Is("(")) {
      out = Make(ExprKind::kName, token.at);
      out->name = token.text;
      return OkStatus();
    }
    return ParseCall(
        c_, token, [this](ExprPtr& argument) { return Assignment(argument); }, out);
  }

  Cursor& c_;
  RawBody& out_;
  int unlabelled_ = 0;
};

}  // namespace

Status ParseBody(Cursor& cursor, RawBody& out) {
  return BodyParser(cursor, out).Block(out.statements);
}

}  // namespace lockstep::litmus
