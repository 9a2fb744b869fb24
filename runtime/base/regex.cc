// Regular expressions (POSIX extended) without exceptions, in time linear in pattern and text.
//
// The C library's take a pattern like x{1,1000}{1,1000} for hours. So patterns become the states of Thompson's
// machine (Regular Expression Search Algorithm, CACM 11(6), 1968), which are all followed at once; what would
// need too many states, or a memory of what was matched (\1), is refused.
#include "runtime/base/regex.h"

#include <algorithm>
#include <bitset>
#include <cctype>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "runtime/base/text.h"

namespace lockstep {
namespace {

constexpr size_t kMaxStates = 10000;
constexpr int kMaxDepth = 200;         // of brackets in brackets
constexpr unsigned kUnbounded = ~0u;
constexpr unsigned kMaxRepeats = 32767;  // POSIX's RE_DUP_MAX in glibc

using Bytes = std::bitset<256>;

enum class Place { kStart, kEnd, kWordEdge, kNoWordEdge, kWordStart, kWordEnd };

// A parsed pattern.
struct Node {
  enum class Kind { kBytes, kPlace, kSequence, kChoice, kRepeat } kind = Kind::kSequence;
  Bytes bytes;
  Place place = Place::kStart;
  unsigned least = 0, most = 0;  // of kRepeat
  std::vector<Node> parts;       // in the order of the pattern; kRepeat has one
};

// One state of the machine.
struct State {
  enum class Kind { kBytes, kPlace, kSplit, kFound } kind = Kind::kFound;
  size_t set = 0;  // kBytes: which of the sets
  Place place = Place::kStart;
  size_t next = 0, other = 0;
};

bool IsWord(unsigned char c) { return std::isalnum(c) != 0 || c == '_'; }

template <typename Holds>
Bytes BytesWhich(Holds&& holds) {
  Bytes bytes;
  for (int c = 0; c < 256; ++c) bytes[static_cast<size_t>(c)] = holds(static_cast<unsigned char>(c));
  return bytes;
}

class Parser {
 public:
  explicit Parser(std::string_view pattern) : rest_(pattern) {}

  std::optional<Node> Parse() {
    Node node = Choice(0);
    return why_.empty() ? std::optional<Node>(std::move(node)) : std::nullopt;
  }
  const std::string& why() const { return why_; }

 private:
  bool Failed() const { return !why_.empty(); }
  Node Fail(std::string why) {
    if (why_.empty()) why_ = std::move(why);
    rest_ = {};
    return {};
  }
  bool Take(char c) {
    if (rest_.empty() || rest_[0] != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  unsigned char Next() {
    const auto c = static_cast<unsigned char>(rest_[0]);
    rest_.remove_prefix(1);
    return c;
  }

  Node Choice(int depth) {
    if (depth > kMaxDepth) return Fail("brackets nested too deep");
    Node choice;
    choice.kind = Node::Kind::kChoice;
    do choice.parts.push_back(Sequence(depth));
    while (Take('|'));
    return choice;
  }

  Node Sequence(int depth) {
    Node sequence;
    while (!rest_.empty() && rest_[0] != '|' && (rest_[0] != ')' || depth == 0)) {
      sequence.parts.push_back(Repeated(depth));
    }
    return sequence;
  }

  Node Repeated(int depth) {
    Node node = Atom(depth);
    for (int nested = 0;; ++nested) {
      unsigned least = 0, most = 0;
      if (Take('*')) most = kUnbounded;
      else if (Take('+')) least = 1, most = kUnbounded;
      else if (Take('?')) most = 1;
      else if (Take('{')) {
        if (!Bounds(least, most)) return Fail("what is between { and } is not how often");
      } else {
        return node;
      }
      if (node.kind == Node::Kind::kPlace) return Fail("nothing to repeat");
      if (nested == kMaxDepth) return Fail("too many repetitions of one thing");
      Node repeat;
      repeat.kind = Node::Kind::kRepeat;
      repeat.least = least;
      repeat.most = most;
      repeat.parts.push_back(std::move(node));
      node = std::move(repeat);
    }
  }

  std::optional<unsigned> Number() {
    unsigned number = 0;
    bool any = false;
    while (!rest_.empty() && rest_[0] >= '0' && rest_[0] <= '9') {
      number = number * 10 + static_cast<unsigned>(Next() - '0');
      if (number > kMaxRepeats) return std::nullopt;
      any = true;
    }
    return any ? std::optional<unsigned>(number) : std::nullopt;
  }

  // "m}", "m,}", "m,n}" or ",n}".
  bool Bounds(unsigned& least, unsigned& most) {
    const bool open = !rest_.empty() && rest_[0] == ',';
    const std::optional<unsigned> first = open ? std::optional<unsigned>(0) : Number();
    if (!first) return false;
    least = most = *first;
    if (Take(',')) {
      most = kUnbounded;
      if (!rest_.empty() && rest_[0] != '}') {
        const std::optional<unsigned> second = Number();
        if (!second) return false;
        most = *second;
      }
    }
    return least <= most && Take('}');
  }

  static Node Of(Bytes bytes) {
    Node node;
    node.kind = Node::Kind::kBytes;
    node.bytes = bytes;
    return node;
  }
  static Node Of(Place place) {
    Node node;
    node.kind = Node::Kind::kPlace;
    node.place = place;
    return node;
  }

  Node Atom(int depth) {
    const unsigned char c = Next();
    switch (c) {
      case '(': {
        Node node = Choice(depth + 1);
        return Failed() || Take(')') ? node : Fail("a ( is not closed");
      }
      case '*': case '+': case '?': case '{': return Fail("nothing to repeat");
      case '[': return Set();
      case '.': return Of(Bytes().set());
      case '^': return Of(Place::kStart);
      case '$': return Of(Place::kEnd);
      case '\\': return Escape();
      default: return Of(Bytes().set(c));
    }
  }

  Node Escape() {
    if (rest_.empty()) return Fail("it ends with a backslash");
    const unsigned char c = Next();
    const auto space = [](unsigned char b) { return std::isspace(b) != 0; };
    switch (c) {
      case 'w': return Of(BytesWhich(IsWord));
      case 'W': return Of(~BytesWhich(IsWord));
      case 's': return Of(BytesWhich(space));
      case 'S': return Of(~BytesWhich(space));
      case 'b': return Of(Place::kWordEdge);
      case 'B': return Of(Place::kNoWordEdge);
      case '<': return Of(Place::kWordStart);
      case '>': return Of(Place::kWordEnd);
      case '`': return Of(Place::kStart);
      case '\'': return Of(Place::kEnd);
      default: break;
    }
    if (c >= '1' && c <= '9') return Fail(StrCat("\\", std::string(1, static_cast<char>(c)), " is not supported"));
    return Of(Bytes().set(c));
  }

  // Behind "[".
  Node Set() {
    const bool negated = Take('^');
    Bytes bytes;
    for (bool first = true;; first = false) {
      if (rest_.empty()) return Fail("a [ is not closed");
      if (!first && Take(']')) break;
      if (rest_.substr(0, 2) == "[:") {
        if (!Class(bytes)) return Fail("unknown name between [: and :]");
        continue;
      }
      const std::optional<unsigned char> low = Member();
      if (!low) return Fail("a name between [. and .] or [= and =] is no single character");
      unsigned char high = *low;
      if (rest_.size() > 1 && rest_[0] == '-' && rest_[1] != ']') {
        rest_.remove_prefix(1);
        const std::optional<unsigned char> last = Member();
        if (!last || *last < *low) return Fail("a range between [ and ] ends before it begins");
        high = *last;
      }
      for (unsigned c = *low; c <= high; ++c) bytes.set(c);
    }
    return Of(negated ? ~bytes : bytes);
  }

  // A character, [.x.] or [=x=].
  std::optional<unsigned char> Member() {
    const std::string_view start = rest_.substr(0, 2);
    if (start != "[." && start != "[=") return Next();
    if (rest_.size() < 5 || rest_[3] != start[1] || rest_[4] != ']') return std::nullopt;
    const auto c = static_cast<unsigned char>(rest_[2]);
    rest_.remove_prefix(5);
    return c;
  }

  bool Class(Bytes& bytes) {
    const size_t end = rest_.find(":]");
    if (end == std::string_view::npos) return false;
    const std::string_view name = rest_.substr(2, end - 2);
    rest_.remove_prefix(end + 2);
    struct Row {
      std::string_view name;
      int (*holds)(int);
    };
    constexpr Row kClasses[] = {{"alpha", std::isalpha}, {"digit", std::isdigit}, {"alnum", std::isalnum},
                                {"upper", std::isupper}, {"lower", std::islower}, {"space", std::isspace},
                                {"blank", std::isblank}, {"punct", std::ispunct}, {"print", std::isprint},
                                {"graph", std::isgraph}, {"cntrl", std::iscntrl}, {"xdigit", std::isxdigit}};
    for (const Row& row : kClasses) {
      if (row.name != name) continue;
      bytes |= BytesWhich([&](unsigned char c) { return row.holds(c) != 0; });
      return true;
    }
    return false;
  }

  std::string_view rest_;
  std::string why_;
};

// How many states `node` takes; more than kMaxStates stands for too many.
size_t StatesOf(const Node& node) {
  if (node.kind == Node::Kind::kBytes || node.kind == Node::Kind::kPlace) return 1;
  size_t sum = 0;
  for (const Node& part : node.parts) sum = std::min(sum + StatesOf(part) + 1, kMaxStates + 1);
  if (node.kind != Node::Kind::kRepeat) return sum;
  const size_t copies = node.most == kUnbounded ? node.least + 1 : std::max(node.most, 1u);
  return std::min((sum + 1) * copies, kMaxStates + 1);
}

}  // namespace

struct Regex::Compiled {
  std::vector<State> states;
  std::vector<Bytes> sets;
  size_t first = 0;

  // Adds the states of `node`, from the last one to the first, so that they lead to `next`. Returns the first.
  size_t Add(const Node& node, size_t next) {
    switch (node.kind) {
      case Node::Kind::kBytes:
        sets.push_back(node.bytes);
        return Push({State::Kind::kBytes, sets.size() - 1, Place::kStart, next, 0});
      case Node::Kind::kPlace: return Push({State::Kind::kPlace, 0, node.place, next, 0});
      case Node::Kind::kSequence:
        for (auto part = node.parts.rbegin(); part != node.parts.rend(); ++part) next = Add(*part, next);
        return next;
      case Node::Kind::kChoice: {
        size_t start = Add(node.parts.back(), next);
        for (auto part = node.parts.rbegin() + 1; part != node.parts.rend(); ++part) {
          const size_t taken = Add(*part, next);
          start = Push({State::Kind::kSplit, 0, Place::kStart, taken, start});
        }
        return start;
      }
      case Node::Kind::kRepeat: break;
    }
    const Node& part = node.parts.front();
    if (node.most == kUnbounded) {
      const size_t loop = Push({State::Kind::kSplit, 0, Place::kStart, 0, next});
      const size_t body = Add(part, loop);
      states[loop].next = body;
      next = loop;
    } else {
      const size_t behind = next;
      for (unsigned i = node.least; i < node.most; ++i) {
        const size_t body = Add(part, next);
        next = Push({State::Kind::kSplit, 0, Place::kStart, body, behind});
      }
    }
    for (unsigned i = 0; i < node.least; ++i) next = Add(part, next);
    return next;
  }

  size_t Push(State state) {
    states.push_back(state);
    return states.size() - 1;
  }
};

namespace {

bool HoldsAt(Place place, std::string_view text, size_t at) {
  const bool before = at > 0 && IsWord(static_cast<unsigned char>(text[at - 1]));
  const bool behind = at < text.size() && IsWord(static_cast<unsigned char>(text[at]));
  switch (place) {
    case Place::kStart: return at == 0;
    case Place::kEnd: return at == text.size();
    case Place::kWordEdge: return before != behind;
    case Place::kNoWordEdge: return before == behind;
    case Place::kWordStart: return !before && behind;
    case Place::kWordEnd: return before && !behind;
  }
  return false;
}

}  // namespace

StatusOr<Regex> Regex::Compile(const std::string& pattern) {
  constexpr size_t kShown = 200;
  const std::string shown = pattern.size() > kShown ? pattern.substr(0, kShown) + "…" : pattern;
  Parser parser(pattern);
  const std::optional<Node> node = parser.Parse();
  if (!node) return InvalidArgumentError(StrCat("'", shown, "' is not a regular expression: ", parser.why()));
  if (StatesOf(*node) > kMaxStates) {
    return InvalidArgumentError(StrCat("'", shown, "' is too long, or repeats too often: it needs more than ",
                                       kMaxStates, " states"));
  }
  auto compiled = std::make_shared<Compiled>();
  const size_t found = compiled->Push({});
  compiled->first = compiled->Add(*node, found);
  Regex regex;
  regex.compiled_ = std::move(compiled);
  return regex;
}

bool Regex::Matches(const std::string& text) const {
  if (compiled_ == nullptr) return false;
  const std::vector<State>& states = compiled_->states;
  std::vector<size_t> now, next, pending;
  std::vector<size_t> seen(states.size(), 0);  // 1 + the place in the text at which the state was last entered
  bool found = false;
  // Follows what takes no byte.
  const auto enter = [&](size_t start, size_t at, std::vector<size_t>& list) {
    pending.push_back(start);
    while (!pending.empty()) {
      const size_t number = pending.back();
      pending.pop_back();
      if (seen[number] == at + 1) continue;
      seen[number] = at + 1;
      const State& state = states[number];
      switch (state.kind) {
        case State::Kind::kFound: found = true; break;
        case State::Kind::kBytes: list.push_back(number); break;
        case State::Kind::kPlace:
          if (HoldsAt(state.place, text, at)) pending.push_back(state.next);
          break;
        case State::Kind::kSplit:
          pending.push_back(state.next);
          pending.push_back(state.other);
          break;
      }
    }
  };
  enter(compiled_->first, 0, now);
  for (size_t at = 0; at < text.size() && !found; ++at) {
    next.clear();
    for (size_t number : now) {
      const State& state = states[number];
      if (compiled_->sets[state.set][static_cast<unsigned char>(text[at])]) enter(state.next, at + 1, next);
    }
    enter(compiled_->first, at + 1, next);
    now.swap(next);
  }
  return found;
}

namespace {

// Each pattern is compiled once in a process.
Regex KnownRegex(const std::string& pattern) {
  static auto* mutex = new std::mutex;
  static auto* known = new std::map<std::string, Regex>;
  std::lock_guard<std::mutex> lock(*mutex);
  const auto found = known->find(pattern);
  if (found != known->end()) return found->second;
  const StatusOr<Regex> regex = Regex::Compile(pattern);
  return known->emplace(pattern, regex.ok() ? *regex : Regex()).first->second;
}

}  // namespace

bool KernelSelected(const std::string& name, const std::string& kernel,
                    const std::string& exclude_kernel) {
  if (!kernel.empty() && !KnownRegex(kernel).Matches(name)) return false;
  return exclude_kernel.empty() || !KnownRegex(exclude_kernel).Matches(name);
}

}  // namespace lockstep
