// The files that a source includes, so that it can be compiled elsewhere.
#ifndef LOCKSTEP_HOST_CAPTURE_INCLUDED_FILES_H_
#define LOCKSTEP_HOST_CAPTURE_INCLUDED_FILES_H_

#include <string>
#include <utility>
#include <vector>

#include "runtime/program/recipe.h"

namespace lockstep::host {

// Name and text of the headers and files that the unit includes, and those that they include, as they are found now.
// A folder with files of these names is what -I has to name. `missing` gets a sentence for each that cannot be had so:
// one that is not found, or that a name with ".." or from "/" on leads to.
std::vector<std::pair<std::string, std::string>> IncludedFiles(const Unit& unit, std::vector<std::string>* missing);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_CAPTURE_INCLUDED_FILES_H_
