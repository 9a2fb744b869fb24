// What the mistakes of many reports are called in the one that is made of them.
#ifndef LOCKSTEP_RUNTIME_REPORT_MERGED_IDS_H_
#define LOCKSTEP_RUNTIME_REPORT_MERGED_IDS_H_

#include <map>
#include <set>
#include <string>

#include "runtime/report/report.h"

namespace lockstep {

// An id says what stands in the statements, not where (model/fingerprint.h), and each report numbers by itself those
// of which the source has several: what one process calls ID is ID-2 to another that has seen the first of them, too.
// So mistakes of two reports are one if their statements are the same to the line; where their files differ, so that
// lines tell nothing, if they have the same id. The others get the next number.
class MergedIds {
 public:
  // Renames all mistakes of `report`, and what they are repaired with. Reports that are given first keep their ids.
  void Rename(Report* report);

 private:
  std::string IdFor(const Mistake& mistake);

  std::map<std::string, std::string> by_statements_;
  std::map<std::string, std::set<std::string>> files_by_id_;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_MERGED_IDS_H_
