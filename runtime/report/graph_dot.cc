#include "runtime/report/graph_dot.h"

#include "runtime/base/columns.h"
#include "runtime/base/printable.h"
#include "runtime/base/text.h"
#include "runtime/report/graph_layout.h"
#include "runtime/report/mistake_text.h"

namespace lockstep {
namespace {

// `text`, which comes from outside, as a string of DOT: what it says, in lines of at most `width` characters.
std::string Quoted(std::string_view text, size_t width) {
  std::string out = "\"";
  for (const char c : Wrapped(Printable(text), 0, width)) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

// Lines as they are.
std::string QuotedLines(const std::array<std::string, 3>& lines) {
  std::string out;
  for (const std::string& line : lines) {
    if (line.empty()) continue;
    const std::string quoted = Quoted(line, 1000);
    out += StrCat(out.empty() ? "" : "\\n", std::string_view(quoted).substr(1, quoted.size() - 2));
  }
  return StrCat("\"", out, "\"");
}

// Names of nodes are those of one finding.
std::string Node(size_t finding, size_t command) { return StrCat("f", finding, "_c", command); }

std::string StyleOf(OrderedBy by) {
  switch (by) {
    case OrderedBy::kQueue: return "style=solid, color=gray40";
    case OrderedBy::kWaitList: return "style=bold, color=black";
    case OrderedBy::kMarker:
    case OrderedBy::kBarrier: return "style=dashed, color=gray40";
    case OrderedBy::kHost: return "style=dotted, color=black";
  }
  return "";
}

std::string NodeDot(const CommandSide& side, const std::string& name, bool second) {
  const char* emphasis = side.op.empty() ? ""
                         : second        ? ", style=filled, fillcolor=\"#fbe9de\", color=\"#a8400a\", penwidth=2"
                                         : ", style=filled, fillcolor=\"#e3eefa\", color=\"#0a58a8\", penwidth=2";
  return StrCat("      ", name, " [label=", QuotedLines(NodeLines(side)), ", tooltip=", Quoted(NodeText(side), 1000),
                emphasis, "];\n");
}

std::string ClusterOf(const Mistake& mistake, size_t number) {
  const Finding& finding = mistake.first();
  const OrderGraph& graph = *finding.graph;
  const GraphLayout layout = LayoutOf(graph);
  const auto [first, second] = RacingIn(graph);
  std::string out = StrCat("  subgraph cluster_f", number,
                           " {\n    label=", Quoted(StrCat(mistake.id, " ", MistakeWithoutId(mistake)), 100), ";\n");
  for (size_t lane = 0; lane < layout.lanes.size(); ++lane) {
    out += StrCat("    subgraph cluster_f", number, "_q", layout.lanes[lane].queue,
                  " {\n      label=", Quoted(layout.lanes[lane].name, 100), ";\n");
    for (size_t i = 0; i < graph.commands.size(); ++i) {
      if (layout.places[i].lane == lane) out += NodeDot(graph.commands[i], Node(number, i), i == second);
    }
    out += "    }\n";
  }
  for (const OrderEdge& edge : graph.edges) {
    const uint64_t between = Between(graph, edge);
    out += StrCat("    ", Node(number, edge.from), " -> ", Node(number, edge.to), " [label=",
                  Quoted(StrCat(EdgeText(edge.by), between == 0 ? "" : StrCat(", ", between, " between")), 100), ", ",
                  StyleOf(edge.by), "];\n");
  }
  out += StrCat("    ", Node(number, first), " -> ", Node(number, second),
                " [label=", Quoted(StrCat(MissingText(finding), ": ", finding.why), 44),
                ", style=dashed, color=red, fontcolor=red, penwidth=2];\n");
  if (graph.cut) {
    out += StrCat("    f", number, "_cut [shape=plaintext, label=", Quoted("what is further back is left out", 100),
                  "];\n");
  }
  return out + "  }\n";
}

}  // namespace

std::string GraphsDot(const std::vector<const Mistake*>& mistakes, const std::string& note) {
  std::string out =
      "digraph commands {\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\", fontsize=11];\n"
      "  edge [fontname=\"sans-serif\", fontsize=10];\n  fontname=\"sans-serif\";\n";
  if (!note.empty()) out += StrCat("  label=", Quoted(note, 100), ";\n");
  size_t number = 0;
  for (const Mistake* mistake : mistakes) {
    if (mistake->first().graph) out += ClusterOf(*mistake, ++number);
  }
  return out + "}\n";
}

}  // namespace lockstep
