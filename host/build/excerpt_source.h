// The texts of a program that reports quote.
#ifndef LOCKSTEP_HOST_BUILD_EXCERPT_SOURCE_H_
#define LOCKSTEP_HOST_BUILD_EXCERPT_SOURCE_H_

#include <memory>

#include "runtime/model/launch.h"
#include "runtime/program/recipe.h"

namespace lockstep::host {

// The texts for excerpts in reports: those of all units and of their headers.
std::shared_ptr<const ProgramSource> SourceOf(const Recipe& recipe, ProgramId id);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_BUILD_EXCERPT_SOURCE_H_
