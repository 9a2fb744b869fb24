// Which plain reads are the guesses of compare-exchanges.
#ifndef LOCKSTEP_INSTRUMENT_PASSES_NOTE_GUESSES_H_
#define LOCKSTEP_INSTRUMENT_PASSES_NOTE_GUESSES_H_

#include "instrument/passes/check_plan.h"
#include "runtime/program/program.h"

namespace lockstep::instrument {

// Sets Site::guess_of in `info`: of plain reads of which a compare-exchange of the same bytes expects what they read. A
// wrong one costs another round there, but it is in a race all the same, and what is advised against that differs.
void NoteGuesses(const CheckPlan& plan, KernelDescription& info);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_PASSES_NOTE_GUESSES_H_
