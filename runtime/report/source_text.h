// Source lines for excerpts.
#ifndef LOCKSTEP_RUNTIME_REPORT_SOURCE_TEXT_H_
#define LOCKSTEP_RUNTIME_REPORT_SOURCE_TEXT_H_

#include "runtime/model/mistake.h"

namespace lockstep {

// Fills in the snippets of both sides of each form, and where accesses in macros go, from what the compiler has read
// and handed over with the kernel. No file is read for it: its name may be any that a #line gave, and its content
// another by now.
void AddSnippets(Mistake* mistake);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_SOURCE_TEXT_H_
