// Parses final-state propositions, `locations` and `filter` of a litmus test.
#include "runtime/litmus/parser_condition.h"

#include <algorithm>
#include <utility>

namespace lockstep::litmus {
namespace {

class ConditionParser {
 public:
  ConditionParser(Cursor& cursor, Test& test) : c_(cursor), test_(test) {}

  // An empty proposition, nothing at all or "()", is true.
  Status Whole(Prop& out) {
    if (c_.AtEnd() || c_.Is("locations") || c_.Is("filter") || c_.Is("exists") || c_.Is("forall")) {
      out = Prop();
      return OkStatus();
    }
    return Or(out);
  }

  Status OneTerm(Term& out) {
    if (c_.Peek().kind == TokenKind::kNumber && c_.Peek(1).text == ":") {
      const int64_t id = c_.Take().number;
      c_.Take();
      return Register(id, out);
    }
    if (c_.Peek().kind == TokenKind::kNumber || c_.Is("-") || c_.Is("+")) {
      out.kind = Term::kConstant;
      LITMUS_RETURN_IF_ERROR(c_.Number(out.value));
      out.text = absl::StrCat(out.value);
      return OkStatus();
    }
    if (c_.Accept("*")) return Location(out);
    if (c_.Accept("[")) {
      LITMUS_RETURN_IF_ERROR(Location(out));
      return c_.Expect("]", "after the location");
    }
    const Token token = c_.Peek();
    if (token.kind == TokenKind::kName && token.text.size() > 1 && token.text[0] == 'P' &&
        c_.Peek(1).text == ":") {
      int64_t id = 0;
      for (char digit : token.text.substr(1)) {
        if (digit < '0' || digit > '9') return c_.Wanted("a thread 'Pn'");
        id = id * 10 + (digit - '0');
      }
      c_.Take();
      c_.Take();
      return Register(id, out);
    }
    return Location(out);
  }

 private:
  Status Or(Prop& out) {
    LITMUS_RETURN_IF_ERROR(And(out));
    while (c_.Accept("\\/") || c_.Accept("||")) {
      Prop right;
      LITMUS_RETURN_IF_ERROR(And(right));
      Join(PropKind::kOr, out, std::move(right));
    }
    return OkStatus();
  }

  Status And(Prop& out) {
    LITMUS_RETURN_IF_ERROR(Unary(out));
    while (c_.Accept("/\\") || c_.Accept("&&")) {
      Prop right;
      LITMUS_RETURN_IF_ERROR(Unary(right));
      Join(PropKind::kAnd, out, std::move(right));
    }
    return OkStatus();
  }

  static void Join(PropKind kind, Prop& left, Prop right) {
    if (left.kind != kind) {
      Prop joined;
      joined.kind = kind;
      joined.parts.push_back(std::move(left));
      left = std::move(joined);
    }
    left.parts.push_back(std::move(right));
  }

  Status Unary(Prop& out) {
    LITMUS_RETURN_IF_ERROR(c_.Nest(1));
    LITMUS_RETURN_IF_ERROR(NestedUnary(out));
    return c_.Nest(-1);
  }

  Status NestedUnary(Prop& out) {
    if (c_.Accept("~") || c_.Accept("not") || c_.Accept("!")) {
      Prop inner;
      LITMUS_RETURN_IF_ERROR(Unary(inner));
      out = Prop();
      out.kind = PropKind::kNot;
      out.parts.push_back(std::move(inner));
      return OkStatus();
    }
    if (c_.Accept("(")) {
      if (c_.Accept(")")) return OkStatus();
      LITMUS_RETURN_IF_ERROR(Or(out));
      return c_.Expect(")", "that closes this parenthesis");
    }
    if (c_.Accept("true")) return OkStatus();
    if (c_.Accept("false")) {
      out.kind = PropKind::kFalse;
      return OkStatus();
    }
    LITMUS_RETURN_IF_ERROR(OneTerm(out.left));
    if (c_.Accept("=") || c_.Accept("==")) {
      out.kind = PropKind::kEqual;
    } else if (c_.Accept("!=") || c_.Accept("<>")) {
      out.kind = PropKind::kNotEqual;
    } else {
      return c_.Wanted("'=' in the condition");
    }
    return OneTerm(out.right);
  }

  Status Register(int64_t id, Term& out) {
    if (!c_.IsName()) return c_.Wanted("the name of a register");
    const Token token = c_.Take();
    out.kind = Term::kRegister;
    out.text = absl::StrCat(id, ":", token.text);
    for (size_t t = 0; t < test_.threads.size(); ++t) {
      if (test_.threads[t].id != id) continue;
      out.thread = static_cast<int>(t);
      const auto& registers = test_.threads[t].registers;
      const auto found = std::find(registers.begin(), registers.end(), token.text);
      if (found != registers.end()) {
        out.index = static_cast<int>(found - registers.begin());
        return OkStatus();
      }
      for (const auto& [name, address] : test_.threads[t].parameters) {
        if (name != token.text) continue;
        out.kind = Term::kConstant;  // a parameter that stays what it was: an address, so not 0
        out.value = address;
      }
      return OkStatus();
    }
    return c_.Error(
        token.at,
        absl::StrCat("expected the register of a thread of this test; there is no P", id));
  }

  Status Location(Term& out) {
    if (!c_.IsName()) return c_.Wanted("a location, a register 'n:r' or a number");
    const Token token = c_.Take();
    int64_t index = 0;
    if (c_.Accept("[")) {
      LITMUS_RETURN_IF_ERROR(c_.Number(index));
      LITMUS_RETURN_IF_ERROR(c_.Expect("]", "after the index"));
    }
    out.kind = Term::kLocation;
    for (const Symbol& symbol : test_.symbols) {
      if (symbol.name != token.text) continue;
      if (index < 0 || index >= symbol.count) {
        return c_.Error(token.at, absl::StrCat("expected an index below ", symbol.count, " of '",
                                               token.text, "'"));
      }
      out.index = symbol.first + static_cast<int>(index);
      out.text = test_.locations[out.index].name;
      return OkStatus();
    }
    return c_.Error(token.at,
                    absl::StrCat("expected a location of this test, found '", token.text, "'"));
  }

  Cursor& c_;
  Test& test_;
};

void Observe(const Term& term, std::vector<Term>& into) {
  if (term.kind == Term::kConstant) return;
  for (const Term& known : into) {
    if (known.text == term.text) return;
  }
  into.push_back(term);
}

void Observe(const Prop& prop, std::vector<Term>& into) {
  if (prop.kind == PropKind::kEqual || prop.kind == PropKind::kNotEqual) {
    Observe(prop.left, into);
    Observe(prop.right, into);
  }
  for (const Prop& part : prop.parts) Observe(part, into);
}

}  // namespace

std::string PropText(const Prop& prop, bool inner) {
  const auto join = [&](absl::string_view sign) {
    std::string out;
    for (const Prop& part : prop.parts) {
      absl::StrAppend(&out, out.empty() ? "" : sign, PropText(part, true));
    }
    return inner ? absl::StrCat("(", out, ")") : out;
  };
  switch (prop.kind) {
    case PropKind::kTrue:
      return "true";
    case PropKind::kFalse:
      return "false";
    case PropKind::kEqual:
      return absl::StrCat(prop.left.text, "=", prop.right.text);
    case PropKind::kNotEqual:
      return absl::StrCat(prop.left.text, "!=", prop.right.text);
    case PropKind::kAnd:
      return join(" /\\ ");
    case PropKind::kOr:
      return join(" \\/ ");
    case PropKind::kNot:
      return absl::StrCat("~(", PropText(prop.parts[0]), ")");
  }
  return "";
}

Status ParseFinalPart(Cursor& c, Test& test, bool& seen_condition) {
  ConditionParser parser(c, test);
  if (c.Accept("locations")) {
    LITMUS_RETURN_IF_ERROR(c.Expect("[", "after 'locations'"));
    while (!c.Accept("]")) {
      c.Type();
      Term term;
      LITMUS_RETURN_IF_ERROR(parser.OneTerm(term));
      Observe(term, test.observed);
      if (!c.Accept(";") && !c.Accept(",") && !c.Is("]"))
        return c.Wanted("';' or ']' after the location");
    }
    return OkStatus();
  }
  if (c.Accept("filter")) {
    test.has_filter = true;
    return parser.Whole(test.filter);
  }
  if (seen_condition) return c.Wanted("the end of the file after the condition");
  seen_condition = true;
  if (c.Is("~") && c.Peek(1).text == "exists") {
    c.Take();
    c.Take();
    test.quantifier = Quantifier::kNotExists;
  } else if (c.Accept("exists")) {
    test.quantifier = Quantifier::kExists;
  } else if (c.Accept("forall")) {
    test.quantifier = Quantifier::kForall;
  } else {
    return c.Wanted(
        "a thread, 'scopeTree', 'locations', 'filter', 'exists', '~exists' or 'forall'");
  }
  LITMUS_RETURN_IF_ERROR(parser.Whole(test.condition));
  test.condition_text = PropText(test.condition);
  Observe(test.condition, test.observed);
  return OkStatus();
}

}  // namespace lockstep::litmus
