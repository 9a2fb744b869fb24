#include "runtime/report/html_markdown.h"

#include <cctype>
#include <vector>

#include "runtime/base/text.h"
#include "runtime/report/html_text.h"

namespace lockstep {
namespace {

bool IsWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

// What stands within a paragraph, a heading or an item.
std::string InlineHtml(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    if (const size_t end = rest.find('`', 1); rest[0] == '`' && end != std::string_view::npos) {
      out += StrCat("<code>", Html(rest.substr(1, end - 1)), "</code>");
      at += end + 1;
      continue;
    }
    if (const size_t middle = rest.find("]("); rest[0] == '[' && middle != std::string_view::npos) {
      const size_t end = rest.find(')', middle);
      if (end != std::string_view::npos) {
        const std::string shown = InlineHtml(rest.substr(1, middle - 1));
        const std::string_view target = rest.substr(middle + 2, end - middle - 2);
        const bool web = target.rfind("https://", 0) == 0;
        out += web ? StrCat("<a href=\"", Html(target), "\" rel=\"noreferrer\">", shown, "</a>") : shown;
        at += end + 1;
        continue;
      }
    }
    // Emphasis begins at a word; a product's star stands between blanks.
    const bool opens = rest[0] == '*' && rest.size() > 1 && IsWord(rest[1]);
    if (const size_t end = rest.find('*', 1); opens && end != std::string_view::npos) {
      out += StrCat("<em>", InlineHtml(rest.substr(1, end - 1)), "</em>");
      at += end + 1;
      continue;
    }
    const size_t next = rest.find_first_of("`[*", 1);
    out += Html(rest.substr(0, next));
    at += next == std::string_view::npos ? rest.size() : next;
  }
  return out;
}

class Blocks {
 public:
  explicit Blocks(unsigned top) : top_(top) {}

  void Add(const std::string& line) {
    if (line.rfind("```", 0) == 0) {
      End();
      code_ = !code_;
      out_ += code_ ? "<pre class=\"code\">" : "</pre>\n";
    } else if (code_) {
      out_ += HtmlSource(line) + "\n";
    } else if (line.empty()) {
      End();
    } else if (const size_t depth = line.find_first_not_of('#'); depth != 0 && depth != std::string::npos) {
      End();
      const std::string level = StrCat("h", top_ + depth - 1);
      out_ += StrCat("<", level, ">", InlineHtml(Strip(line.substr(depth))), "</", level, ">\n");
    } else if (line.rfind("- ", 0) == 0) {
      EndText();
      if (!list_) out_ += "<ul>\n";
      list_ = true;
      text_ = line.substr(2);
    } else {
      text_ += StrCat(text_.empty() ? "" : " ", Strip(line));
    }
  }

  std::string Take() {
    End();
    if (code_) out_ += "</pre>\n";
    return std::move(out_);
  }

 private:
  // Of a paragraph or an item.
  void EndText() {
    if (!text_.empty()) out_ += StrCat(list_ ? "<li>" : "<p>", InlineHtml(text_), list_ ? "</li>\n" : "</p>\n");
    text_.clear();
  }

  void End() {
    EndText();
    if (list_) out_ += "</ul>\n";
    list_ = false;
  }

  unsigned top_;
  bool code_ = false;
  bool list_ = false;
  std::string text_;
  std::string out_;
};

}  // namespace

std::string HtmlOfMarkdown(std::string_view markdown, unsigned top) {
  Blocks blocks(top);
  for (const std::string& line : Split(Strip(markdown), '\n')) blocks.Add(line);
  return blocks.Take();
}

}  // namespace lockstep
