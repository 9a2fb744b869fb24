// What the parts of the parser share: the place in the text, and what names mean there.
#ifndef LOCKSTEP_TESTS_PTX_MACHINE_PARSER_H_
#define LOCKSTEP_TESTS_PTX_MACHINE_PARSER_H_

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/ptx/machine/lexer.h"
#include "tests/ptx/machine/program.h"

namespace lockstep::ptx_machine {

// The tokens, one after the other. After the first error there are none any more, so that every loop ends.
class Reader {
 public:
  explicit Reader(const std::string& text) : tokens_(Tokens(text)) {}

  const Token& Peek(size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
  Token Next() {
    const Token token = Peek();
    if (at_ + 1 < tokens_.size()) ++at_;
    return token;
  }
  bool AtEnd() const { return Peek().text.empty(); }
  // Takes the next token if it is `text`.
  bool Take(std::string_view text) {
    if (!Peek().Is(text)) return false;
    Next();
    return true;
  }
  void Expect(std::string_view text) {
    if (!Take(text)) Fail("'" + std::string(text) + "' expected, not '" + std::string(Peek().text) + "'");
  }
  void Fail(const std::string& what) { FailAt(Peek().line, what); }
  void FailAt(int line, const std::string& what) {
    if (error_.empty()) error_ = "line " + std::to_string(line) + ": " + what;
    at_ = tokens_.size() - 1;
  }
  const std::string& error() const { return error_; }

 private:
  std::vector<Token> tokens_;
  size_t at_ = 0;
  std::string error_;
};

// A whole number at the place of `reader`, with a sign if there is one.
uint64_t ReadInteger(Reader& reader);

// The number that `text` is, of any base; nothing if it is none.
std::optional<uint64_t> IntegerOf(std::string_view text);

// What names mean in a module, for declarations of variables and for bodies of functions.
struct Names {
  std::map<std::string, const Variable*, std::less<>> variables;
  std::map<std::string, Function*, std::less<>> functions;
};

// Reads "[.align N] .TYPE [.ptr …] NAME[SIZE]… [= …]" behind the word of `space`. `initialised`: a value may follow.
std::unique_ptr<Variable> ReadVariable(Reader& reader, Space space, const Names& names, bool initialised);

// The space that a directive such as ".global" begins a variable of.
std::optional<Space> SpaceOfDirective(std::string_view text);

// Reads the statements of `function` up to the brace that ends them; its parameters are known.
// Variables of .shared that it has, which are the module's, are added to `statics`.
void ReadBody(Reader& reader, const Names& names, Function& function, std::vector<std::unique_ptr<Variable>>& statics);

}  // namespace lockstep::ptx_machine

#endif  // LOCKSTEP_TESTS_PTX_MACHINE_PARSER_H_
