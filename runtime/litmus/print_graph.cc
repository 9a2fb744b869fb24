// Draws one execution of a litmus test with Graphviz.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "runtime/base/child.h"
#include "runtime/litmus/print.h"

namespace lockstep::litmus {
namespace {

std::string Quoted(const std::string& text) {
  return absl::StrCat("\"", absl::StrReplaceAll(text, {{"\\", "\\\\"}, {"\"", "\\\""}}), "\"");
}

}  // namespace

std::string ResultDot(const Test& test, const Result& result) {
  if (!result.has_sample) return "";
  const Execution& x = result.sample;
  const int n = static_cast<int>(x.events.size());
  // Initial writes that nothing reads would only fill the picture.
  std::vector<bool> shown(n, true);
  for (int e = 0; e < n; ++e) {
    if (x.events[e].thread >= 0) continue;
    shown[e] = false;
    for (int source : x.reads_from) shown[e] = shown[e] || source == e;
  }
  std::string out = absl::StrCat(
      "digraph ", Quoted(test.name), " {\n  label=",
      Quoted(absl::StrCat(
          test.name, ": ",
          result.sample_races     ? "a racing execution"
          : result.sample_decides ? "an execution that decides the condition"
                                  : "an execution")),
      ";\n  labelloc=t; node [shape=plaintext, fontsize=10]; edge [fontsize=9];\n");
  const auto node = [&](int e) {
    const Event& event = x.events[e];
    return absl::StrCat(
        "    e", e, " [label=",
        Quoted(
            absl::StrCat(std::string(1, static_cast<char>('a' + e % 26)),
                         e >= 26 ? absl::StrCat(e / 26) : "", ": ", EventText(test, event),
                         event.thread >= 0 ? absl::StrCat("\nline ", event.at.line) : "\ninitial")),
        "];\n");
  };
  for (int e = 0; e < n; ++e) {
    if (x.events[e].thread < 0 && shown[e]) absl::StrAppend(&out, node(e));
  }
  for (size_t t = 0; t < test.threads.size(); ++t) {
    const Thread& thread = test.threads[t];
    absl::StrAppend(&out, "  subgraph cluster_", t, " {\n    label=",
                    Quoted(absl::StrCat("P", thread.id, " (device ", thread.device, ", group ",
                                        thread.group, ")")),
                    "; color=gray;\n");
    for (int e = 0; e < n; ++e) {
      if (x.events[e].thread == static_cast<int>(t)) absl::StrAppend(&out, node(e));
    }
    absl::StrAppend(&out, "  }\n");
  }
  const auto edge = [&](int a, int b, const char* label, const char* style) {
    if (shown[a] && shown[b])
      absl::StrAppend(&out, "  e", a, " -> e", b, " [label=\"", label, "\", ", style, "];\n");
  };
  for (int a = 0; a < n; ++a) {
    x.sequenced.Row(a).ForEach([&](int b) {
      for (int c = 0; c < n; ++c) {
        if (x.sequenced.Has(a, c) && x.sequenced.Has(c, b)) return;
      }
      edge(a, b, "sb", "color=black");
    });
    result.sample_order.Row(a).ForEach([&](int b) {
      if (x.events[a].thread < 0 || x.events[a].thread == x.events[b].thread) return;
      for (int c = 0; c < n; ++c) {
        if (result.sample_order.Has(a, c) && result.sample_order.Has(c, b)) return;
      }
      edge(a, b, "hb", "color=purple");
    });
  }
  for (int e = 0; e < n; ++e) {
    if (x.reads_from[e] >= 0) edge(x.reads_from[e], e, "rf", "color=red, constraint=false");
  }
  for (const auto& writes : x.modification) {
    for (size_t i = 1; i < writes.size(); ++i)
      edge(writes[i - 1], writes[i], "mo", "color=blue, constraint=false");
  }
  for (const auto& [a, b] : result.sample_races_pairs)
    edge(a, b, "race", "color=darkgreen, dir=none, style=bold, constraint=false");
  absl::StrAppend(&out, "}\n");
  return out;
}

Status WriteSvg(const std::string& dot, const std::string& path) {
  int pipe_ends[2];
  if (pipe2(pipe_ends, O_CLOEXEC) != 0)
    return InternalError(absl::StrCat("pipe: ", std::strerror(errno)));
  ChildSetup setup;
  setup.descriptors = {{pipe_ends[0], STDIN_FILENO}};
  const pid_t child = StartChild({"dot", "-Tsvg", "-o", path}, setup);
  const int error = errno;
  close(pipe_ends[0]);
  if (child < 0) {
    close(pipe_ends[1]);
    return NotFoundError(absl::StrCat("drawing needs Graphviz, and its program 'dot' cannot be started: ",
                                      std::strerror(error), " (apt-get install graphviz)"));
  }
  // One write is enough unless dot dies early, which its exit status then tells.
  size_t done = 0;
  while (done < dot.size()) {
    const ssize_t wrote = write(pipe_ends[1], dot.data() + done, dot.size() - done);
    if (wrote <= 0) break;
    done += static_cast<size_t>(wrote);
  }
  close(pipe_ends[1]);
  int status = 0;
  if (waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    return InternalError(absl::StrCat("'dot' could not write '", path, "'"));
  }
  return OkStatus();
}

}  // namespace lockstep::litmus
