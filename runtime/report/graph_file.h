// The graphs around all races between commands of a report as a file: --command-graph.
#ifndef LOCKSTEP_RUNTIME_REPORT_GRAPH_FILE_H_
#define LOCKSTEP_RUNTIME_REPORT_GRAPH_FILE_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "runtime/report/report.h"

namespace lockstep {

// The content of the file `path`: SVG if it ends in .svg, else DOT. Of a report without such findings it says that
// there are none; behind the first kMostGraphs it says how many more there are.
std::string GraphFile(const Report& report, std::string_view path);

constexpr size_t kMostGraphs = 20;

// Whether the name of a file asks for this form.
bool IsSvgName(std::string_view path);  // .svg
bool IsDotName(std::string_view path);  // .dot, .gv

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_GRAPH_FILE_H_
