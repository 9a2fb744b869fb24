// The graph around a race between commands in DOT, the language of Graphviz.
#ifndef LOCKSTEP_RUNTIME_REPORT_GRAPH_DOT_H_
#define LOCKSTEP_RUNTIME_REPORT_GRAPH_DOT_H_

#include <string>
#include <vector>

#include "runtime/model/mistake.h"

namespace lockstep {

// One digraph of all of them, each a cluster with a cluster for each queue; of one without a graph nothing. `note`:
// what there is to say below.
std::string GraphsDot(const std::vector<const Mistake*>& mistakes, const std::string& note);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_GRAPH_DOT_H_
