// The texts of a program that reports quote.
#ifndef LOCKSTEP_HOST_BUILD_EXCERPT_SOURCE_H_
#define LOCKSTEP_HOST_BUILD_EXCERPT_SOURCE_H_

#include <memory>

#include "runtime/model/launch.h"
#include "runtime/program/recipe.h"

namespace lockstep::host {

// The texts for excerpts in reports: those of all units and of their headers. One object for equal ones, since what is
// known of a kernel's launches stays, and an application may make its program a thousand times.
std::shared_ptr<const ProgramSource> SourceOf(const Recipe& recipe);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_BUILD_EXCERPT_SOURCE_H_
