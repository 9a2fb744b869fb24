// Parses an OpenCL litmus test in herd's format into a Test.
//
// The format has no published grammar; this follows what herd's OpenCL front end and later tools
// accept.
#include "runtime/litmus/parser.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/litmus/parser_base.h"
#include "runtime/litmus/parser_condition.h"
#include "runtime/litmus/parser_names.h"

namespace lockstep::litmus {

int LocationAt(const Test& test, int64_t address) {
  const int64_t slot = (address - kFirstAddress + kAddressStride / 2) / kAddressStride;
  if (address < kFirstAddress - kAddressStride / 2 ||
      slot >= static_cast<int64_t>(test.symbols.size()))
    return -1;
  const Symbol& symbol = test.symbols[slot];
  const int64_t cell = address - AddressOf(static_cast<int>(slot));
  return cell >= 0 && cell < symbol.count ? symbol.first + static_cast<int>(cell) : -1;
}

namespace {

int ThreadId(const Token& token) { return std::atoi(token.text.c_str() + 1); }

class Parser {
 public:
  Parser(const LexedTest& lexed, const std::string& file, bool strict)
      : c_(lexed.tokens, file, strict) {
    test_.name = lexed.name;
    test_.file = file;
  }

  StatusOr<Test> Run() {
    LITMUS_RETURN_IF_ERROR(InitialState());
    while (IsThreadName(c_.Peek())) LITMUS_RETURN_IF_ERROR(OneThread());
    if (test_.threads.empty()) return c_.Wanted("a thread 'P0 (…) { … }'");
    // A scope tree stands between the threads and the condition; some files put it behind.
    bool tree = false;
    if (c_.Is("scopeTree") || c_.Is("ScopeTree")) {
      LITMUS_RETURN_IF_ERROR(ScopeTree());
      tree = true;
    }
    ResolveNames(raw_, initial_, register_values_, test_);
    bool seen_condition = false;
    while (!c_.AtEnd()) {
      if (!tree && (c_.Is("scopeTree") || c_.Is("ScopeTree"))) {
        LITMUS_RETURN_IF_ERROR(ScopeTree());
        tree = true;
        continue;
      }
      LITMUS_RETURN_IF_ERROR(ParseFinalPart(c_, test_, seen_condition));
    }
    if (!seen_condition) test_.condition_text = "true";
    test_.warnings.insert(test_.warnings.end(), c_.warnings().begin(), c_.warnings().end());
    LITMUS_RETURN_IF_ERROR(Place(tree));
    std::stable_sort(test_.observed.begin(), test_.observed.end(),
                     [](const Term& a, const Term& b) {
                       if (a.kind != b.kind) return a.kind < b.kind;
                       return a.thread != b.thread ? a.thread < b.thread : a.text < b.text;
                     });
    return std::move(test_);
  }

 private:
  Status InitialState() {
    LITMUS_RETURN_IF_ERROR(c_.Expect("{", "that opens the initial state"));
    while (!c_.Accept("}")) {
      if (c_.Accept(";")) continue;
      if (c_.AtEnd()) return c_.Wanted("'}' that closes the initial state");
      Initial entry;
      entry.type = c_.Type();
      // 0:r1=5, P0:r1=5: a register's first value.
      int thread = -1;
      if (c_.Peek().kind == TokenKind::kNumber && c_.Peek(1).text == ":") {
        thread = static_cast<int>(c_.Take().number);
        c_.Take();
      } else if (IsThreadName(c_.Peek()) && c_.Peek(1).text == ":") {
        thread = ThreadId(c_.Take());
        c_.Take();
      }
      const bool bracket = c_.Accept("[");
      if (c_.Accept("*")) {
      }
      if (!c_.IsName()) return c_.Wanted("a location of the initial state");
      const Token name = c_.Take();
      entry.name = name.text;
      if (bracket) LITMUS_RETURN_IF_ERROR(c_.Expect("]", "after the location"));
      if (!bracket && c_.Accept("[")) {
        int64_t count = 0;
        LITMUS_RETURN_IF_ERROR(c_.Number(count));
        if (count < 1 || count > 1024)
          return c_.Error(name.at, "expected an array of 1 to 1024 cells");
        entry.count = static_cast<int>(count);
        LITMUS_RETURN_IF_ERROR(c_.Expect("]", "after the array's size"));
      }
      if (c_.Accept("=")) {
        if (c_.Accept("{")) {
          while (!c_.Accept("}")) {
            int64_t value = 0;
            LITMUS_RETURN_IF_ERROR(c_.Number(value));
            entry.values.push_back(value);
            if (!c_.Accept(",") && !c_.Is("}"))
              return c_.Wanted("',' or '}' in the array's values");
          }
          if (static_cast<int>(entry.values.size()) > entry.count) {
            return c_.Error(name.at, absl::StrCat("expected at most ", entry.count, " values for '",
                                                  name.text, "'"));
          }
        } else {
          int64_t value = 0;
          LITMUS_RETURN_IF_ERROR(c_.Number(value));
          entry.values.push_back(value);
        }
      }
      if (!c_.Accept(";") && !c_.Is("}")) return c_.Wanted("';' or '}' in the initial state");
      if (thread >= 0) {
        register_values_[{thread, entry.name}] = entry.values.empty() ? 0 : entry.values[0];
      } else {
        initial_.push_back(std::move(entry));
      }
    }
    return OkStatus();
  }

  Status OneThread() {
    const Token name = c_.Take();
    Thread thread;
    RawThread raw;
    thread.id = ThreadId(name);
    raw.at = name.at;
    for (const Thread& other : test_.threads) {
      if (other.id == thread.id)
        return c_.Error(name.at,
                        absl::StrCat("expected a new thread, found ", name.text, " again"));
    }
    if (c_.Accept("@")) {
      raw.placed = true;
      int64_t group = 0, device = 0, sub_group = -1;
      do {
        const std::string level = c_.Peek().text;
        int64_t* into = level == "wg"    ? &group
                        : level == "dev" ? &device
                        : level == "sg"  ? &sub_group
                                         : nullptr;
        if (into == nullptr) return c_.Wanted("'wg', 'dev' or 'sg' in the thread's place");
        c_.Take();
        LITMUS_RETURN_IF_ERROR(c_.Number(*into));
      } while (c_.Accept(","));
      thread.device = static_cast<int>(device);
      thread.group = GroupOf(absl::StrCat(device, "/", group));
      thread.sub_group =
          sub_group < 0 ? -1 : SubGroupOf(absl::StrCat(device, "/", group, "/", sub_group));
    }
    LITMUS_RETURN_IF_ERROR(
        c_.Expect("(", absl::StrCat("that opens the parameters of ", name.text)));
    while (!c_.Accept(")")) {
      Parameter parameter;
      parameter.type = c_.Type();
      while (c_.Accept("*")) {
      }
      if (!c_.IsName()) return c_.Wanted("a parameter");
      parameter.at = c_.Peek().at;
      parameter.name = c_.Take().text;
      if (!parameter.type.any) return c_.Error(parameter.at, "expected the type of this parameter");
      if (c_.Accept("[")) {
        c_.Take();
        LITMUS_RETURN_IF_ERROR(c_.Expect("]", "after the parameter's size"));
      }
      raw.parameters.push_back(std::move(parameter));
      if (!c_.Accept(",") && !c_.Is(")")) return c_.Wanted("',' or ')' after the parameter");
    }
    if (!c_.Is("{")) return c_.Wanted(absl::StrCat("'{' that opens the body of ", name.text));
    LITMUS_RETURN_IF_ERROR(ParseBody(c_, raw.body));
    test_.threads.push_back(std::move(thread));
    raw_.push_back(std::move(raw));
    return OkStatus();
  }

  // (device (work_group P0 P1) (work_group P2)) (device (work_group P3)); further levels are
  // sub_group, and kernel, which separates nothing.
  Status ScopeTree() {
    c_.Take();
    int node = 0;
    if (!c_.Is("(")) return c_.Wanted("'(' after 'scopeTree'");
    while (c_.Is("(")) LITMUS_RETURN_IF_ERROR(TreeNode(node, -1, -1, -1));
    return OkStatus();
  }

  Status TreeNode(int& node, int device, int group, int sub_group) {
    c_.Take();
    const std::string level = c_.Peek().text;
    const int id = node++;
    if (level == "device") {
      device = id;
    } else if (level == "work_group" || level == "cta" || level == "block") {
      group = id;
    } else if (level == "sub_group" || level == "warp") {
      sub_group = id;
    } else if (level != "(" && level != "kernel" && level != "system" && level != "thread" &&
               level != "all_svm_devices") {
      return c_.Wanted("'device', 'work_group' or 'sub_group' in the scope tree");
    }
    if (level != "(") c_.Take();  // "((device …))": a level without a name separates nothing
    while (!c_.Accept(")")) {
      if (c_.Is("(")) {
        LITMUS_RETURN_IF_ERROR(c_.Nest(1));
        LITMUS_RETURN_IF_ERROR(TreeNode(node, device, group, sub_group));
        LITMUS_RETURN_IF_ERROR(c_.Nest(-1));
        continue;
      }
      if (!IsThreadName(c_.Peek())) return c_.Wanted("a thread, '(' or ')' in the scope tree");
      const Token name = c_.Take();
      bool found = false;
      for (size_t t = 0; t < test_.threads.size(); ++t) {
        Thread& thread = test_.threads[t];
        if (thread.id != ThreadId(name)) continue;
        if (raw_[t].placed)
          return c_.Error(name.at, absl::StrCat("expected ", name.text, " to be placed once"));
        raw_[t].placed = found = true;
        thread.device = device < 0 ? 0 : device;
        thread.group = group < 0 ? GroupOf(absl::StrCat("of thread ", thread.id))
                                 : GroupOf(absl::StrCat("node ", group));
        thread.sub_group = sub_group < 0 ? -1 : SubGroupOf(absl::StrCat("node ", sub_group));
      }
      if (!found)
        return c_.Error(name.at, absl::StrCat("expected a thread of this test, found ", name.text));
    }
    return OkStatus();
  }

  int GroupOf(const std::string& key) {
    return groups_.emplace(key, static_cast<int>(groups_.size())).first->second;
  }
  int SubGroupOf(const std::string& key) {
    return sub_groups_.emplace(key, static_cast<int>(sub_groups_.size())).first->second;
  }

  Status Place(bool tree) {
    bool any = tree;
    for (const RawThread& raw : raw_) any = any || raw.placed;
    for (size_t t = 0; t < raw_.size(); ++t) {
      Thread& thread = test_.threads[t];
      if (!raw_[t].placed) {
        if (any) {
          return c_.Error(raw_[t].at,
                          absl::StrCat("expected a place for P", thread.id, " (scopeTree or @wg)"));
        }
        thread.group = GroupOf("the only one");
      }
      // Sub-groups that the test does not draw hold one work-item each.
      if (thread.sub_group < 0)
        thread.sub_group = SubGroupOf(absl::StrCat("of thread ", thread.id));
    }
    if (!any && raw_.size() > 1) {
      test_.warnings.push_back(absl::StrCat(
          test_.file, ": no scopeTree: all threads are taken to be in one work-group"));
    }
    return OkStatus();
  }

  Cursor c_;
  Test test_;
  std::vector<RawThread> raw_;
  std::vector<Initial> initial_;
  RegisterValues register_values_;
  std::map<std::string, int> groups_;
  std::map<std::string, int> sub_groups_;
};

}  // namespace

StatusOr<Test> Parse(absl::string_view text, const std::string& file, bool strict) {
  auto lexed = Lex(text, file);
  if (!lexed.ok()) return lexed.status();
  return Parser(*lexed, file, strict).Run();
}

StatusOr<Test> ParseFile(const std::string& path, bool strict) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return NotFoundError(absl::StrCat("cannot read '", path, "': ", std::strerror(errno)));
  std::ostringstream text;
  text << in.rdbuf();
  if (std::filesystem::is_directory(path))
    return NotFoundError(absl::StrCat("cannot read '", path, "': ", std::strerror(EISDIR)));
  if (in.bad() || text.bad()) return NotFoundError(absl::StrCat("cannot read '", path, "': ", std::strerror(EIO)));
  return Parse(text.str(), path, strict);
}

}  // namespace lockstep::litmus
