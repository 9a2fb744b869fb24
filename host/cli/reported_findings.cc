// The findings of a report in JSON, for people who ask about one of them.
#include "host/cli/reported_findings.h"

#include <nlohmann/json.hpp>

#include "runtime/base/file.h"
#include "runtime/base/printable.h"
#include "runtime/base/text.h"
#include "runtime/model/rules.h"
#include "runtime/report/label.h"
#include "runtime/report/paint.h"

namespace lockstep {
namespace {

using json = nlohmann::json;

// The member `key` of `object`; null if there is none.
const json& Member(const json& object, const char* key) {
  static const json* null = new json;
  const auto found = object.find(key);
  return found == object.end() ? *null : *found;
}

// A text or a whole number that is to be shown; "" for anything else.
std::string Shown(const json& value) {
  if (value.is_string()) return Printable(value.get_ref<const std::string&>());
  return value.is_number_integer() ? value.dump() : "";
}

std::string Shown(const json& object, const char* key) { return Shown(Member(object, key)); }

unsigned Number(const json& object, const char* key) {
  const json& value = Member(object, key);
  if (!value.is_number_unsigned()) return 0;
  const uint64_t number = value.get<uint64_t>();
  return number <= 0xffffffff ? static_cast<unsigned>(number) : 0;
}

// "64, 4" of a list of three sizes or ids, whose last dimensions are left out where they are `rest`.
std::string Numbers(const json& list, const char* rest) {
  if (!list.is_array()) return "";
  std::vector<std::string> numbers;
  for (const json& one : list) numbers.push_back(Shown(one));
  while (numbers.size() > 1 && numbers.back() == rest) numbers.pop_back();
  return Join(numbers, ", ");
}

// "k.cl:7:3"
std::string Place(const json& position) {
  std::string place = Shown(position, "file");
  for (const char* key : {"line", "column"}) {
    const std::string number = Shown(position, key);
    if (!number.empty()) place += StrCat(":", number);
  }
  return place;
}

// "  work-item 8 (local 8, group 0)", as far as it is known.
std::string Actor(const json& access) {
  const std::string global = Numbers(Member(access, "global_id"), "0"),
                    local = Numbers(Member(access, "local_id"), "0"), group = Numbers(Member(access, "group_id"), "0");
  if (!global.empty()) return StrCat("  work-item ", global, " (local ", local, ", group ", group, ")");
  return group.empty() ? "" : StrCat("  work-group ", group);
}

std::string AccessText(const json& access, bool color) {
  const std::string op = StrCat(Member(access, "atomic") == true ? "atomic " : "", Shown(access, "op"));
  std::string text =
      StrCat(Label(op.c_str(), color), Painted(Place(access), Paint::kPlace, color), Actor(access), "\n");
  const json& snippet = Member(access, "snippet");
  if (snippet.is_string() && !snippet.get_ref<const std::string&>().empty()) {
    text += Excerpt(snippet.get<std::string>(), Number(access, "line"), Number(access, "column"), color);
  }
  for (const json& call : Member(access, "inlined_at")) {
    if (call.is_object()) text += StrCat(Label("", color), "called from ", Place(call), "\n");
  }
  return text;
}

std::string MemoryText(const json& memory) {
  std::string text = Shown(memory, "object");
  const std::string bytes = Shown(memory, "bytes"), offset = Shown(memory, "offset");
  if (!bytes.empty() && !offset.empty()) text += StrCat(", ", bytes, " bytes at offset ", offset);
  return text;
}

// "k, launch 1 (global 64, local 16)"
std::string LaunchText(const json& finding) {
  return StrCat(Shown(finding, "kernel"), ", launch ", Shown(finding, "launch"), " (global ",
                Numbers(Member(finding, "global_size"), "1"), ", local ", Numbers(Member(finding, "local_size"), "1"),
                ")");
}

// "read-write, intra-group, local memory": what it is, as far as it is known.
std::string KindText(const json& form) {
  std::vector<std::string> facts;
  for (const char* key : {"kind", "reach", "region"}) {
    const std::string fact = Shown(form, key);
    if (!fact.empty()) facts.push_back(key == std::string("region") ? fact + " memory" : fact);
  }
  return Join(facts, ", ");
}

std::string Places(const json& form) {
  std::vector<std::string> places;
  for (const json& access : Member(form, "accesses")) {
    if (access.is_object()) places.push_back(Place(access));
  }
  return Join(places, " and ");
}

// The forms of the finding besides the first, whose facts are the finding's own.
std::string OtherForms(const json& finding, bool color) {
  std::string text;
  bool first = true;
  for (const json& form : Member(finding, "forms")) {
    if (!first && form.is_object()) text += Labelled("also", StrCat(KindText(form), ": ", Places(form)), color);
    first = false;
  }
  return text;
}

std::string FindingText(const json& finding, bool color) {
  std::string text = StrCat("finding ", Painted(Shown(finding, "id"), Paint::kPlace, color), ": ",
                            Shown(finding, "rule"), ": ", TitleOf(Shown(finding, "kind")), "\n",
                            Labelled("kind", StrCat(KindText(finding), ", ", Shown(finding, "severity")), color),
                            Labelled("kernel", LaunchText(finding), color));
  const json& memory = Member(finding, "memory");
  if (memory.is_object()) text += Labelled("memory", MemoryText(memory), color);
  for (const json& access : Member(finding, "accesses")) {
    if (access.is_object()) text += AccessText(access, color);
  }
  for (const char* key : {"why", "repair"}) {
    const std::string words = Shown(finding, key);
    if (!words.empty()) text += Labelled(key, words, color);
  }
  const std::string with = Shown(finding, "repaired_with");
  if (!with.empty()) text += Labelled("with", StrCat("the repair of ", with, " removes this one, too"), color);
  const std::string least = Member(finding, "at_least") == true ? "at least " : "";
  return text + OtherForms(finding, color) + Labelled("seen", StrCat(least, Shown(finding, "count"), " times"), color);
}

// Adds the findings in `value` and all that it holds. Not deeper than a report is: what is, is none of ours.
void Collect(const json& value, int depth, bool color, std::vector<ReportedFinding>* findings) {
  if (value.is_object() && Member(value, "id").is_string() && Member(value, "kind").is_string()) {
    findings->push_back({Shown(value, "id"), Shown(value, "kind"),
                         StrCat(Shown(value, "kind"), " in ", Shown(value, "kernel"), ": ", Places(value)),
                         FindingText(value, color)});
  } else if (value.is_structured() && depth > 0) {
    for (const json& inner : value) Collect(inner, depth - 1, color, findings);
  }
}

}  // namespace

StatusOr<std::vector<ReportedFinding>> ReadFindings(const std::string& file, bool color) {
  const StatusOr<std::string> content = ReadFile(file);
  if (!content.ok()) return content.status();
  const json report = json::parse(*content, nullptr, /*allow_exceptions=*/false);
  if (!report.is_object()) {
    return InvalidArgumentError(
        StrCat(file, " is no JSON report; --format=json --report=", ShellQuote(file), " writes one"));
  }
  constexpr int kDepth = 8;  // launches[].report.suppressed_findings[].finding
  std::vector<ReportedFinding> findings;
  Collect(report, kDepth, color, &findings);
  return findings;
}

}  // namespace lockstep
