// What two findings have in common that are one mistake, as texts.
#include "runtime/model/fingerprint.h"

#include <algorithm>

#include "runtime/base/sha256.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

constexpr size_t kDigits = 12;

std::string LineAt(const Finding& finding, const Site& site) {
  if (finding.launch == nullptr || finding.launch->kernel == nullptr || site.excerpt == 0) return "";
  const std::vector<std::string>& excerpts = finding.launch->kernel->excerpts;
  return site.excerpt <= excerpts.size() ? excerpts[site.excerpt - 1] : "";
}

std::vector<std::string> Sorted(std::vector<std::string> texts) {
  std::sort(texts.begin(), texts.end());
  return texts;
}

// What tells mistakes between the same statements apart, because each needs a change of its own.
std::vector<std::string> CauseOf(const Finding& finding, const SiteText& text) {
  std::vector<std::string> cause;
  if (finding.rule == Rule::kBarrierDivergence || finding.rule == Rule::kIrregularLoop) cause.push_back(finding.kind);
  if (finding.rule == Rule::kOutOfBounds) {
    cause.push_back(finding.coordinate ? "" : finding.position < 0 ? "before" : "behind");
  }
  std::vector<std::string> changes;
  for (const MissingOrder::Change& change : finding.missing_order.changes) {
    changes.push_back(StrCat(text(finding, change.site), "\n", change.from, "\n", change.to));
  }
  changes = Sorted(std::move(changes));
  cause.insert(cause.end(), changes.begin(), changes.end());
  return cause;
}

}  // namespace

std::string ObjectName(const Finding& finding) {
  if (!finding.memory) return "";
  const Memory& memory = *finding.memory;
  if (!memory.name.empty()) return StrCat(finding.region, " ", memory.name);
  return memory.argument >= 0 ? StrCat(finding.region, " argument ", memory.argument) : finding.region;
}

std::string StatementAt(const Finding& finding, const Site& site) {
  std::string text = StrCat(site.position.file, ":", site.position.line, "\n", LineAt(finding, site), "\n", site.macro);
  for (const SourcePosition& call : site.inlined_at) text += StrCat("\n", call.file, ":", call.line);
  return text;
}

std::string StatementText(const Finding& finding, const Site& site) {
  std::string text = FoldedLine(LineAt(finding, site));
  if (text.empty()) text = StrCat(site.position.function, "\n", WordOf(site.op), "\n", site.flags);
  text += StrCat("\n", site.macro);
  for (const SourcePosition& call : site.inlined_at) text += StrCat("\n", call.function);
  return text;
}

std::string FoldedLine(std::string_view line) {
  std::string folded;
  char quote = 0;
  bool blank = false;
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote == 0 && line.substr(i, 2) == "//") break;
    if (quote == 0 && line.substr(i, 2) == "/*") {
      const size_t end = line.find("*/", i + 2);
      if (end == std::string_view::npos) break;
      i = end + 1;
      blank = true;
      continue;
    }
    if (quote == 0 && std::string_view(" \t\v\f\r\n").find(c) != std::string_view::npos) {
      blank = true;
      continue;
    }
    if (blank && !folded.empty()) folded += ' ';
    blank = false;
    folded += c;
    if (quote != 0 && c == '\\' && i + 1 < line.size()) {
      folded += line[++i];
    } else if (c == '"' || c == '\'') {
      quote = quote == c ? 0 : quote == 0 ? c : quote;
    }
  }
  return folded;
}

std::vector<std::string> IdentityOf(const Finding& finding, const SiteText& text) {
  std::vector<std::string> parts = {RuleName(finding.rule), finding.kernel};
  const auto add_barriers = [&] {
    parts.push_back(finding.region);
    for (const Site& barrier : finding.barriers) parts.push_back(text(finding, barrier));
  };
  if (finding.kind == "wrong-fence-flag") {  // one for each barrier, whatever it stands between
    parts.push_back(finding.kind);
    add_barriers();
    return parts;
  }
  parts.push_back(ObjectName(finding));
  if (finding.commands) {
    parts.push_back(finding.kind);
    for (size_t i = 0; i < 2; ++i) {
      const CommandSide& side = (*finding.commands)[i];
      parts.insert(parts.end(), {side.call, side.kernel, side.op, side.blocking ? "blocking" : ""});
    }
    return parts;
  }
  if (finding.loop) {
    parts.push_back(text(finding, *finding.loop));
  } else {
    const auto sides = Sorted({text(finding, finding.accesses[0].site), text(finding, finding.accesses[1].site)});
    parts.insert(parts.end(), sides.begin(), sides.end());
  }
  const std::vector<std::string> cause = CauseOf(finding, text);
  parts.insert(parts.end(), cause.begin(), cause.end());
  if (finding.missing_order.cause == "barrier-flag") add_barriers();
  return parts;
}

std::string PlaceOfCommands(const Finding& finding) {
  if (!finding.commands) return "";
  std::string place = finding.memory ? StrCat(finding.memory->size, "\n") : "\n";
  for (const CommandSide& side : *finding.commands) {
    if (side.enqueued == nullptr || side.enqueued->frames.empty()) continue;
    const HostFrame& call = side.enqueued->frames.front();
    place += call.line != 0 ? StrCat(call.file, ":", call.line, "\n") : StrCat(call.module, "+", call.offset, "\n");
  }
  return place;
}

std::vector<std::string> PlaceIdentityOf(const Finding& finding) {
  std::vector<std::string> parts = IdentityOf(finding, StatementAt);
  if (finding.commands) parts.push_back(PlaceOfCommands(finding));
  return parts;
}

std::string FingerprintOf(const Finding& finding) {
  std::string text;
  // Each with its length, so that no two lists make one text.
  for (const std::string& part : IdentityOf(finding, StatementText)) text += StrCat(part.size(), ":", part);
  return Sha256Hex(text).substr(0, kDigits);
}

}  // namespace lockstep
