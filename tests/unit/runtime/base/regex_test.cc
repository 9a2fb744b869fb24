#include "runtime/base/regex.h"

#include <gtest/gtest.h>
#include <regex.h>

#include <random>

namespace lockstep {
namespace {

bool Matches(const std::string& pattern, const std::string& text) {
  const StatusOr<Regex> regex = Regex::Compile(pattern);
  EXPECT_TRUE(regex.ok()) << pattern << ": " << regex.status().message();
  return regex.ok() && regex->Matches(text);
}

TEST(Regex, FindsAnywhere) {
  EXPECT_TRUE(Matches("duce", "reduce2"));
  EXPECT_FALSE(Matches("^duce", "reduce2"));
  EXPECT_TRUE(Matches("^(re|pro)duce[0-9]+$", "reduce2"));
  EXPECT_FALSE(Matches("^(re|pro)duce[0-9]+$", "reduce"));
  EXPECT_TRUE(Matches("", "anything"));
  EXPECT_TRUE(Matches("a||b", ""));
}

TEST(Regex, KnowsCharactersAndPlaces) {
  EXPECT_TRUE(Matches("[]a-]", "]"));
  EXPECT_TRUE(Matches("[^]a-]", "b"));
  EXPECT_FALSE(Matches("[^]a-]", "-"));
  EXPECT_TRUE(Matches("^[[:alpha:]_][[:alnum:]_]*$", "_k2"));
  EXPECT_TRUE(Matches("[[=x=][.y.]]", "y"));
  EXPECT_TRUE(Matches("\\bsum\\b", "a sum"));
  EXPECT_FALSE(Matches("\\bsum\\b", "sums"));
  EXPECT_TRUE(Matches("\\.", "a.b"));
  EXPECT_FALSE(Matches("\\.", "ab"));
  EXPECT_TRUE(Matches("a)", "a)"));
}

TEST(Regex, SaysWhatIsWrong) {
  for (const char* pattern : {"(", "[a", "a{2", "a{2,1}", "*a", "a|*", "^*", "a\\", "[z-a]", "[[:none:]]", "(a)\\1",
                              "x{99999}", "[[.ab.]]"}) {
    const StatusOr<Regex> regex = Regex::Compile(pattern);
    EXPECT_FALSE(regex.ok()) << pattern;
    EXPECT_NE(regex.status().message().find(pattern), std::string::npos);
  }
}

// Each of these keeps the C library's expressions busy for minutes, or takes all memory or the whole stack.
TEST(Regex, RefusesOrDoesWhatTakesLong) {
  EXPECT_FALSE(Regex::Compile("x{1,1000}{1,1000}").ok());
  EXPECT_FALSE(Regex::Compile("((x{1,99}){1,99}){1,99}").ok());
  EXPECT_FALSE(Regex::Compile("x{30000}{30000}{30000}{30000}{30000}").ok());
  EXPECT_FALSE(Regex::Compile(std::string(100000, '(')).ok());
  EXPECT_FALSE(Regex::Compile("x" + std::string(100000, '*')).ok());
  EXPECT_FALSE(Regex::Compile("x" + std::string(100000, 'y')).ok());
  EXPECT_TRUE(Matches("x{1,1000}y", std::string(5000, 'x') + "y"));
  EXPECT_FALSE(Matches("(x+x+)+y", std::string(5000, 'x')));
  EXPECT_FALSE(Matches("(x*)*(x*)*(x|x)*y", std::string(5000, 'x')));
}

constexpr int kDeepest = 2;

class Patterns {
 public:
  std::string Choice(int depth) {
    std::string text = Sequence(depth);
    while (Pick(4) == 0) text += "|" + Sequence(depth);
    return text;
  }
  std::string Text() {
    std::string text;
    for (unsigned length = Pick(7); length > 0; --length) text += "ab-_"[Pick(4)];
    return text;
  }

 private:
  unsigned Pick(unsigned bound) { return random_() % bound; }
  std::string Sequence(int depth) {
    std::string text;
    for (unsigned length = 1 + Pick(3); length > 0; --length) text += Repeated(depth);
    return text;
  }
  std::string Repeated(int depth) {
    static const char* const kPlaces[] = {"^", "$", "\\b", "\\B", "\\<", "\\>"};
    static const char* const kAtoms[] = {"a", "b", ".", "[ab]", "[^a]", "[[:alpha:]]", "\\w", "\\W", "[a-b-]"};
    static const char* const kTimes[] = {"*", "+", "?", "{2}", "{1,}", "{0,2}", "{1,3}", "{,2}", "{0}"};
    if (depth == kDeepest && Pick(8) == 0) return kPlaces[Pick(6)];  // within brackets the C library errs
    std::string text = depth > 0 && Pick(3) == 0 ? "(" + Choice(depth - 1) + ")" : kAtoms[Pick(9)];
    if (Pick(3) == 0) text += kTimes[Pick(9)];  // more of them take the C library long
    return text;
  }

  std::mt19937 random_{1};
};

TEST(Regex, AgreesWithTheCLibrary) {
  Patterns patterns;
  for (int i = 0; i < 1500; ++i) {
    const std::string pattern = patterns.Choice(kDeepest);
    regex_t theirs;
    ASSERT_EQ(regcomp(&theirs, pattern.c_str(), REG_EXTENDED | REG_NOSUB), 0) << pattern;
    for (int j = 0; j < 8; ++j) {
      const std::string text = patterns.Text();
      EXPECT_EQ(Matches(pattern, text), regexec(&theirs, text.c_str(), 0, nullptr, 0) == 0)
          << "'" << pattern << "' in '" << text << "'";
    }
    regfree(&theirs);
  }
}

TEST(KernelSelected, AsksBothPatterns) {
  EXPECT_TRUE(KernelSelected("scan", "", ""));
  EXPECT_TRUE(KernelSelected("scan", "^s", ""));
  EXPECT_FALSE(KernelSelected("scan", "^t", ""));
  EXPECT_FALSE(KernelSelected("scan", "^s", "can"));
}

}  // namespace
}  // namespace lockstep
