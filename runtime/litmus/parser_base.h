// The token cursor and the type words that the parts of the litmus parser share.
#ifndef LOCKSTEP_RUNTIME_LITMUS_PARSER_BASE_H_
#define LOCKSTEP_RUNTIME_LITMUS_PARSER_BASE_H_

#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "runtime/base/status.h"
#include "runtime/litmus/lexer.h"

#define LITMUS_RETURN_IF_ERROR(expr)        \
  do {                                      \
    if (auto s = (expr); !s.ok()) return s; \
  } while (false)

namespace lockstep::litmus {

// What one declaration says: words before the name, up to and including the stars.
struct TypeWords {
  bool any = false;
  bool atomic = false;
  unsigned regions = 0;
  int stars = 0;
};

// A position in the tokens of one file.
class Cursor {
 public:
  // `strict`: what OpenCL C forbids is an error even where herd gives it a meaning.
  Cursor(const std::vector<Token>& tokens, const std::string& file, bool strict = false)
      : tokens_(tokens), file_(file), strict_(strict) {}

  const Token& Peek(size_t ahead = 0) const {
    const size_t i = at_ + ahead;
    return i < tokens_.size() ? tokens_[i] : tokens_.back();
  }
  bool Is(absl::string_view text) const {
    return Peek().kind != TokenKind::kEnd && Peek().text == text;
  }
  bool IsName() const { return Peek().kind == TokenKind::kName; }
  bool AtEnd() const { return Peek().kind == TokenKind::kEnd; }
  const Token& Take() {
    const Token& token = Peek();
    if (at_ + 1 < tokens_.size()) ++at_;
    return token;
  }
  bool Accept(absl::string_view text) {
    if (!Is(text)) return false;
    Take();
    return true;
  }
  Status Expect(absl::string_view text, absl::string_view where = "") {
    if (Accept(text)) return OkStatus();
    return Wanted(absl::StrCat("'", text, "'", where.empty() ? "" : " ", where));
  }
  // "expected WHAT, found TOKEN" at the next token.
  Status Wanted(absl::string_view what) const {
    const bool end = Peek().kind == TokenKind::kEnd;
    return ErrorAt(
        file_, Peek().at,
        absl::StrCat("expected ", what, ", found ", end ? "" : "'", Peek().text, end ? "" : "'"));
  }
  Status Error(Spot at, absl::string_view message) const {
    return ErrorAt(file_, at, message);
  }

  // What OpenCL C forbids and herd takes: a warning, or an error for strict readers.
  Status Forbidden(Spot at, absl::string_view message) {
    const Status status = ErrorAt(file_, at, message);
    if (strict_) return status;
    warnings_.push_back(
        absl::StrCat(std::string(status.message()), "; OpenCL C forbids it, and it is judged as herd does"));
    return OkStatus();
  }
  const std::vector<std::string>& warnings() const { return warnings_; }

  // An optionally signed number.
  Status Number(int64_t& value) {
    const bool negative = Is("-") && Peek(1).kind == TokenKind::kNumber;
    if (negative || (Is("+") && Peek(1).kind == TokenKind::kNumber)) Take();
    if (Peek().kind != TokenKind::kNumber) return Wanted("a number");
    value = Take().number;
    if (negative) value = -value;
    return OkStatus();
  }

  // Counts a level of nesting up (by +1) or down; an error past what the recursive parser and
  // interpreter can bear.
  Status Nest(int by) {
    depth_ += by;
    return depth_ <= kMaxDepth ? OkStatus()
                               : Wanted(absl::StrCat("at most ", kMaxDepth, " levels of nesting"));
  }

  // Takes words of a type and the stars between and behind them.
  TypeWords Type();
  // True if the next token is a word that only a type has.
  bool AtType() const;

 private:
  const std::vector<Token>& tokens_;
  const std::string& file_;
  const bool strict_;
  std::vector<std::string> warnings_;
  size_t at_ = 0;
  static constexpr int kMaxDepth = 200;
  int depth_ = 0;
};

// Whether the token is P and a number.
bool IsThreadName(const Token& token);

bool IsAtomicTypeWord(absl::string_view word);

}  // namespace lockstep::litmus

#endif  // LOCKSTEP_RUNTIME_LITMUS_PARSER_BASE_H_
