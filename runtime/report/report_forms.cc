// The forms in which a report is written to files.
#include "runtime/report/report_forms.h"

#include "runtime/report/html_report.h"
#include "runtime/report/json_report.h"
#include "runtime/report/junit_report.h"
#include "runtime/report/sarif_report.h"
#include "runtime/report/text_report.h"

namespace lockstep {

std::string ReportInForm(const Report& report, ReportForm form, bool verbose) {
  switch (form) {
    case ReportForm::kText: return TextReport(report, {false, false, verbose});
    case ReportForm::kJson: return JsonReport(report);
    case ReportForm::kSarif: return SarifReport(report);
    case ReportForm::kJunit: return JunitReport(report);
    case ReportForm::kHtml: return HtmlReport(report);
  }
  return "";
}

}  // namespace lockstep
