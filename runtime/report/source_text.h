// Source lines for excerpts.
#ifndef LOCKSTEP_RUNTIME_REPORT_SOURCE_TEXT_H_
#define LOCKSTEP_RUNTIME_REPORT_SOURCE_TEXT_H_

#include <map>
#include <string>
#include <vector>

#include "runtime/model/finding.h"

namespace lockstep {

// Finds lines in the program's text as the host handed it over, in its headers, or in the file of
// that name. Reads each file once.
class SourceText {
 public:
  // The line `position.line` of its file without its end; "" if it cannot be had.
  std::string Line(const ProgramSource* program, const SourcePosition& position);

  // Fills in the snippets of both sides.
  void AddSnippets(Finding* finding);

 private:
  const std::vector<std::string>& FileLines(const std::string& path);
  const std::vector<std::string>& TextLines(const std::string& text);

  std::map<std::string, std::vector<std::string>> files_;
  std::map<std::string, std::vector<std::string>> texts_;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_SOURCE_TEXT_H_
