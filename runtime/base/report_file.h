// Which reports are written besides the one on stderr or in --report=FILE: --report=FORM:FILE.
#ifndef LOCKSTEP_RUNTIME_BASE_REPORT_FILE_H_
#define LOCKSTEP_RUNTIME_BASE_REPORT_FILE_H_

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/enum_words.h"
#include "runtime/base/status.h"

namespace lockstep {

enum class ReportForm { kText, kJson, kSarif, kJunit, kHtml };
constexpr std::array<const char*, 5> WordsOf(ReportForm) { return {"text", "json", "sarif", "junit", "html"}; }

struct ReportFile {
  ReportForm form = ReportForm::kText;
  std::string path;  // %p in it is the process id
};
inline bool operator==(const ReportFile& a, const ReportFile& b) { return a.form == b.form && a.path == b.path; }

// "sarif:out.sarif"; nullopt if `text` is a path alone. What stands before the first colon is a form unless it has
// another character than small letters: "./a:b" is a path. kInvalidArgument: there is no such form, or no path behind
// it.
StatusOr<std::optional<ReportFile>> ParseReportFile(std::string_view text);

// The text that ParseReportFile reads.
std::string ReportFileText(const ReportFile& file);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_REPORT_FILE_H_
