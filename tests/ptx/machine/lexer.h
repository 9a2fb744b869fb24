// PTX text as tokens.
#ifndef LOCKSTEP_TESTS_PTX_MACHINE_LEXER_H_
#define LOCKSTEP_TESTS_PTX_MACHINE_LEXER_H_

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::ptx_machine {

// A word (name, number, ".directive", "%register", string in quotes) or one sign. A name goes on over dots:
// "ld.global.u32",
// "%tid.x".
struct Token {
  std::string_view text;
  int line = 0;
  bool Is(std::string_view other) const { return text == other; }
};

// The tokens of `text`, which has to outlive them; comments are left out. The last one is empty.
std::vector<Token> Tokens(std::string_view text);

}  // namespace lockstep::ptx_machine

#endif  // LOCKSTEP_TESTS_PTX_MACHINE_LEXER_H_
