// What two findings have in common that are one mistake, as texts.
#ifndef LOCKSTEP_RUNTIME_MODEL_FINGERPRINT_H_
#define LOCKSTEP_RUNTIME_MODEL_FINGERPRINT_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/model/finding.h"

namespace lockstep {

// What a place of `finding` is called.
using SiteText = std::function<std::string(const Finding& finding, const Site& site)>;

// The object as the source calls it, with its region; the region where it has no name.
std::string ObjectName(const Finding& finding);

// The statement at a place exactly: file, line and what stands there, the macro and the calls that lead to it. No
// column: all that one line does is one statement.
std::string StatementAt(const Finding& finding, const Site& site);

// The statement without where it stands: what must not change when lines are added elsewhere. The source line, or where
// that is not known the function and what is done there.
std::string StatementText(const Finding& finding, const Site& site);

// `line` without comments, and all blanks in a row as one. A comment that began on an earlier line is not known.
std::string FoldedLine(std::string_view line);

// Rule, kernel, memory object, the two statements in no order, and what a repair has to change there; not how the two
// met (kind, reach) or how severe that is. With StatementText for `text` the list is the same in every run.
std::vector<std::string> IdentityOf(const Finding& finding, const SiteText& text);

// Of a race between commands: what tells it from others of such calls in one run, but may be otherwise in the next: how
// large the memory is, and where the host program called, if that is known. Else empty.
std::string PlaceOfCommands(const Finding& finding);

// IdentityOf(StatementAt) with PlaceOfCommands: equal lists are one mistake.
std::vector<std::string> PlaceIdentityOf(const Finding& finding);

// Twelve hexadecimal digits of IdentityOf(StatementText).
std::string FingerprintOf(const Finding& finding);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_MODEL_FINGERPRINT_H_
