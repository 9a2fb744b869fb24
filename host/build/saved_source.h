// --save-sources: the texts of programs that come from no file, so that the lines of a report can be opened.
#ifndef LOCKSTEP_HOST_BUILD_SAVED_SOURCE_H_
#define LOCKSTEP_HOST_BUILD_SAVED_SOURCE_H_

#include <string>

#include "runtime/program/recipe.h"

namespace lockstep::host {

// The folder, made at the first call, as reports name it: from the current directory then, if it lies below that. "" if
// none is asked for, or it cannot be made, which is said once.
const std::string& SourceFolder();

// Writes the texts of those units that are named after that folder. What cannot be written is said once.
void SaveSources(const Recipe& recipe);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_BUILD_SAVED_SOURCE_H_
