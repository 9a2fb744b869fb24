// Splits a litmus test into tokens with their places; knows the two comment forms.
//
// "(*" opens a comment in the herd format and is also how "if (*x == 1)" begins. Inside a thread,
// where an operand may stand, it is code if no "*)" comes before the next ';', '{' or '}'.
#include "runtime/litmus/lexer.h"

#include <cctype>
#include <cstdlib>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace lockstep::litmus {

Status ErrorAt(const std::string& file, Spot at, absl::string_view message) {
  return InvalidArgumentError(
      absl::StrCat(file, ":", at.line, ":", at.column, ": ", message));
}

namespace {

bool IsNameStart(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool IsNamePart(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

class Lexer {
 public:
  Lexer(absl::string_view text, const std::string& file) : text_(text), file_(file) {
    if (absl::StartsWith(text_, "\xef\xbb\xbf")) text_.remove_prefix(3);  // byte order mark
  }

  StatusOr<LexedTest> Run() {
    LexedTest out;
    if (auto status = Header(out); !status.ok()) return status;
    while (true) {
      if (auto status = SkipBlank(out.tokens); !status.ok()) return status;
      Token token;
      token.at = spot_;
      if (at_ >= text_.size()) {
        token.text = "end of file";
        out.tokens.push_back(token);
        return out;
      }
      if (auto status = Next(token); !status.ok()) return status;
      if (token.text == "{") ++depth_;
      if (token.text == "}") {
        --depth_;
        if (depth_ == 0) init_done_ = true;
      }
      out.tokens.push_back(std::move(token));
    }
  }

 private:
  char Peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  void Advance(size_t count = 1) {
    for (; count > 0 && at_ < text_.size(); --count, ++at_) {
      if (text_[at_] == '\n') {
        ++spot_.line;
        spot_.column = 1;
      } else {
        ++spot_.column;
      }
    }
  }

  // End (one past "*)") of the comment that opens at at_, npos if it is never closed. Comments
  // nest; a "(*" inside that is never closed is taken as text.
  size_t CommentEnd() const {
    int depth = 0;
    for (size_t i = at_; i + 1 < text_.size(); ++i) {
      if (text_[i] == '(' && text_[i + 1] == '*' && text_.substr(i, 3) != "(*)") {
        ++depth;
        ++i;
      } else if (text_[i] == '*' && text_[i + 1] == ')') {
        ++i;
        if (--depth == 0) return i + 1;
      }
    }
    const size_t first = text_.find("*)", at_ + 2);
    return first == absl::string_view::npos ? first : first + 2;
  }

  bool OpensComment(const std::vector<Token>& tokens) const {
    const bool in_body = init_done_ && depth_ > 0;
    // Between the parameters of a thread and in calls parentheses are code as well.
    const absl::string_view last = tokens.empty() ? "" : absl::string_view(tokens.back().text);
    const bool operand =
        !tokens.empty() && last != ";" && last != "{" && last != "}" && last != ")";
    const bool tight = IsNameStart(Peek(2)) || Peek(2) == '(';
    if (!in_body || !(operand || tight)) return true;
    const size_t close = text_.find("*)", at_ + 2);
    const size_t stop = text_.find_first_of(";{}", at_);
    return close != absl::string_view::npos && (stop == absl::string_view::npos || close < stop);
  }

  Status SkipBlank(const std::vector<Token>& tokens) {
    while (at_ < text_.size()) {
      const char c = Peek();
      if (std::isspace(static_cast<unsigned char>(c)) || c == '\0') {
        Advance();
      } else if (c == '/' && Peek(1) == '/') {
        while (at_ < text_.size() && Peek() != '\n') Advance();
      } else if (c == '/' && Peek(1) == '*') {
        const size_t close = text_.find("*/", at_ + 2);
        if (close == absl::string_view::npos)
          return ErrorAt(file_, spot_, "expected '*/' that closes this comment");
        Advance(close + 2 - at_);
      } else if (c == '(' && Peek(1) == '*' && OpensComment(tokens)) {
        const size_t end = CommentEnd();
        if (end == absl::string_view::npos)
          return ErrorAt(file_, spot_, "expected '*)' that closes this comment");
        Advance(end - at_);
      } else {
        break;
      }
    }
    return OkStatus();
  }

  Status Header(LexedTest& out) {
    if (auto status = SkipBlank(out.tokens); !status.ok()) return status;
    const Spot at = spot_;
    std::string word;
    while (IsNamePart(Peek())) {
      word += Peek();
      Advance();
    }
    if (!absl::EqualsIgnoreCase(word, "opencl")) {
      return ErrorAt(file_, at, "expected the header 'OpenCL NAME'");
    }
    while (Peek() == ' ' || Peek() == '\t') Advance();
    const Spot name_at = spot_;
    while (at_ < text_.size() && !std::isspace(static_cast<unsigned char>(Peek())) &&
           Peek() != '{' && !(Peek() == '(' && Peek(1) == '*')) {
      out.name += Peek();
      Advance();
    }
    if (out.name.empty()) return ErrorAt(file_, name_at, "expected the test's name after 'OpenCL'");
    // Between the header and the initial state herd's generators leave a quoted description and
    // lines of the form Key=Value; neither means anything here.
    while (true) {
      if (auto status = SkipBlank(out.tokens); !status.ok()) return status;
      if (Peek() == '{') return OkStatus();
      const Spot here = spot_;
      if (Peek() == '"') {
        const size_t close = text_.find('"', at_ + 1);
        if (close == absl::string_view::npos)
          return ErrorAt(file_, here, "expected '\"' that closes this text");
        Advance(close + 1 - at_);
        continue;
      }
      const size_t line_end = std::min(text_.find('\n', at_), text_.size());
      const absl::string_view line = text_.substr(at_, line_end - at_);
      const size_t equals = line.find('=');
      bool key = equals != absl::string_view::npos && equals > 0;
      for (size_t i = 0; key && i < equals; ++i)
        key = IsNamePart(line[i]) || line[i] == ' ' || line[i] == '-';
      if (!key) return ErrorAt(file_, here, "expected '{' that opens the initial state");
      Advance(line_end - at_);
    }
  }

  Status Next(Token& token) {
    const char c = Peek();
    if (IsNameStart(c)) {
      token.kind = TokenKind::kName;
      while (IsNamePart(Peek())) {
        token.text += Peek();
        Advance();
      }
      return OkStatus();
    }
    if (std::isdigit(static_cast<unsigned char>(c))) {
      token.kind = TokenKind::kNumber;
      while (IsNamePart(Peek())) {
        token.text += Peek();
        Advance();
      }
      char* end = nullptr;
      token.number = static_cast<int64_t>(std::strtoull(token.text.c_str(), &end, 0));
      const std::string suffix = absl::AsciiStrToLower(end);
      if (suffix != "" && suffix != "u" && suffix != "l" && suffix != "ul" && suffix != "lu") {
        return ErrorAt(file_, token.at,
                       absl::StrCat("expected a number, found '", token.text, "'"));
      }
      return OkStatus();
    }
    token.kind = TokenKind::kSymbol;
    static constexpr absl::string_view kLong[] = {
        "/\\", "\\/", "==", "!=", "<=", ">=", "&&", "||", "++", "--", "+=", "-="};
    for (absl::string_view symbol : kLong) {
      if (absl::StartsWith(text_.substr(at_), symbol)) {
        token.text = std::string(symbol);
        Advance(symbol.size());
        return OkStatus();
      }
    }
    static constexpr absl::string_view kShort = "{}()[];,=:*+-/&|^!~<>@.\"'?";
    if (kShort.find(c) == absl::string_view::npos) {
      return ErrorAt(
          file_, token.at,
          absl::StrCat("expected a token, found the character '", std::string(1, c), "'"));
    }
    token.text = std::string(1, c);
    Advance();
    return OkStatus();
  }

  absl::string_view text_;
  const std::string& file_;
  size_t at_ = 0;
  Spot spot_{1, 1};
  int depth_ = 0;
  bool init_done_ = false;
};

}  // namespace

StatusOr<LexedTest> Lex(absl::string_view text, const std::string& file) {
  return Lexer(text, file).Run();
}

}  // namespace lockstep::litmus
