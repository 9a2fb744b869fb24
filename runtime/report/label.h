// The rows of text reports: a label, and a text beside it.
#ifndef LOCKSTEP_RUNTIME_REPORT_LABEL_H_
#define LOCKSTEP_RUNTIME_REPORT_LABEL_H_

#include <string>

#include "runtime/base/severity.h"
#include "runtime/report/paint.h"

namespace lockstep {

// "  name      ": up to where the text begins.
std::string Label(const char* name, bool color);

// A whole row, wrapped beside its label; ends with a line feed.
std::string Labelled(const char* name, const std::string& text, bool color);

Paint PaintOf(Severity severity);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_LABEL_H_
