// Which reports are written besides the one on stderr or in --report=FILE.
#include "runtime/base/report_file.h"

#include <algorithm>

#include "runtime/base/text.h"

namespace lockstep {

StatusOr<std::optional<ReportFile>> ParseReportFile(std::string_view text) {
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0) return std::optional<ReportFile>();
  const std::string_view word = text.substr(0, colon);
  if (!std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; })) {
    return std::optional<ReportFile>();
  }
  const std::optional<ReportForm> form = FromWord<ReportForm>(word);
  if (!form) {
    return InvalidArgumentError(StrCat("is FILE or FORM:FILE, and '", word, "' is no form (", AllWords<ReportForm>(),
                                       "); a file of that name is './", text, "'"));
  }
  const std::string path(text.substr(colon + 1));
  if (path.empty() || path == "-") {
    return InvalidArgumentError(StrCat("needs a file behind '", word, ":'; the report on stderr needs no option"));
  }
  return std::optional<ReportFile>(ReportFile{*form, path});
}

std::string ReportFileText(const ReportFile& file) { return StrCat(WordOf(file.form), ":", file.path); }

}  // namespace lockstep
