#include "runtime/base/option_table.h"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

enum class Form { kText, kJson };

struct Values {
  std::string file;
  bool strict = false;
  int16_t count = 3;
  Form form = Form::kText;
  std::string graph = "none";

  std::vector<OptionRow> Table() {
    auto set_graph = [this](std::string_view, const std::string* value) {
      graph = value == nullptr ? "" : *value;
      return OkStatus();
    };
    return {{"file", "FILE", "", "where to", IntoText(&file), 'f'},
            {"strict", "", "", "no warnings", IntoFlag(&strict)},
            {"count", "N", "3", "how many", IntoNumber(&count, 1)},
            {"form", "text|json", "text", "form of the output", IntoChoice(&form, "text|json")},
            {"graph", "[FILE]", "", "a picture", set_graph}};
  }
  StatusOr<GivenWords> Read(const std::vector<std::string>& words, bool stop_at_word = false) {
    return ParseWords(words, Table(), "tool", stop_at_word);
  }
  std::string Error(const std::vector<std::string>& words) {
    const StatusOr<GivenWords> given = Read(words);
    return given.ok() ? "" : given.status().message();
  }
};

using Words = std::vector<std::string>;

TEST(OptionTable, TakesEveryForm) {
  Values values;
  auto given = values.Read({"a", "-f", "x", "--strict", "--count=7", "--form", "json", "-", "--", "--strict=maybe"});
  ASSERT_TRUE(given.ok()) << given.status().message();
  EXPECT_EQ(given->words, (Words{"a", "-", "--strict=maybe"}));
  EXPECT_FALSE(given->help);
  EXPECT_EQ(values.file, "x");
  EXPECT_TRUE(values.strict);
  EXPECT_EQ(values.count, 7);
  EXPECT_EQ(values.form, Form::kJson);
  EXPECT_TRUE(values.Read({"--strict=no", "--file=", "-h"})->help);
  EXPECT_FALSE(values.strict);
  EXPECT_EQ(values.file, "");
}

TEST(OptionTable, AValueThatMayBeLeftOutIsNeverTheNextWord) {
  Values values;
  EXPECT_EQ(values.Read({"--graph", "a"})->words, Words{"a"});
  EXPECT_EQ(values.graph, "");
  EXPECT_TRUE(values.Read({"--graph=b"})->words.empty());
  EXPECT_EQ(values.graph, "b");
}

TEST(OptionTable, StopsAtTheFirstWordIfAsked) {
  Values values;
  EXPECT_EQ(values.Read({"--strict", "app", "--count=x"}, true)->words, (Words{"app", "--count=x"}));
}

TEST(OptionTable, SaysWhatIsWrongAndWhatToDo) {
  Values values;
  EXPECT_EQ(values.Error({"--nonsense=1"}), "unknown option '--nonsense'; `tool --help` lists them");
  EXPECT_EQ(values.Error({"--cuont=1"}), "unknown option '--cuont'; did you mean '--count'?");
  EXPECT_EQ(values.Error({"-strict"}), "unknown option '-strict'; did you mean '--strict'?");
  EXPECT_EQ(values.Error({"-z"}), "unknown option '-z'; `tool --help` lists them");
  EXPECT_EQ(values.Error({"--count"}), "--count needs a value: --count=N");
  EXPECT_EQ(values.Error({"a", "-f"}), "--file needs a value: --file=FILE");
  EXPECT_EQ(values.Error({"--count=1x"}), "option count needs a number from 1 to 32767, not '1x'");
  EXPECT_EQ(values.Error({"--count=32768"}), "option count needs a number from 1 to 32767, not '32768'");
  EXPECT_EQ(values.Error({"--form=xml"}), "option form is one of text, json, not 'xml'");
  EXPECT_EQ(values.Error({"--strict=maybe"}), "option strict is yes or no, not 'maybe'");
  EXPECT_EQ(values.count, 3);
}

TEST(OptionTable, HelpHasEveryRow) {
  Values values;
  EXPECT_EQ(TableHelp(values.Table()),
            "  -f FILE, --file=FILE\n      where to\n"
            "  --strict\n      no warnings\n"
            "  --count=N\n      how many (default 3)\n"
            "  --form=text|json\n      form of the output (default text)\n"
            "  --graph[=FILE]\n      a picture\n"
            "  -h, --help\n      print this\n");
}

}  // namespace
}  // namespace lockstep
