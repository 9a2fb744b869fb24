// Splits a litmus test into tokens with their places; knows the two comment forms.
#ifndef LOCKSTEP_RUNTIME_LITMUS_LEXER_H_
#define LOCKSTEP_RUNTIME_LITMUS_LEXER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "runtime/base/status.h"
#include "runtime/litmus/ast.h"

namespace lockstep::litmus {

enum class TokenKind { kEnd, kName, kNumber, kSymbol };

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string text;    // "end of file" for kEnd
  int64_t number = 0;  // kNumber
  Spot at;
};

struct LexedTest {
  std::string name;           // of the header line
  std::vector<Token> tokens;  // from the '{' of the initial state on; ends with one kEnd
};

// Reads the header and everything between it and the initial state, then tokens.
// Errors are InvalidArgument: "file:line:column: expected …".
StatusOr<LexedTest> Lex(absl::string_view text, const std::string& file);

// InvalidArgument with "file:line:column: message".
Status ErrorAt(const std::string& file, Spot at, absl::string_view message);

}  // namespace lockstep::litmus

#endif  // LOCKSTEP_RUNTIME_LITMUS_LEXER_H_
