#include "instrument/ir/work_item_symbol.h"

namespace lockstep::instrument {

char WorkItemSymbol(llvm::StringRef name) {
  if (name == "_Z13get_global_idj") return 'g';
  if (name == "_Z12get_local_idj") return 'l';
  if (name == "_Z12get_group_idj") return 'w';
  if (name == "_Z15get_global_sizej") return 'G';
  if (name == "_Z14get_num_groupsj") return 'W';
  if (name == "_Z17get_global_offsetj") return 'o';
  if (name == "_Z14get_local_sizej") return 'S';  // smaller in a last group that is not full
  if (name == "_Z23get_enqueued_local_sizej") return 'L';
  return 0;
}

char LinearIdSymbol(llvm::StringRef name) {
  if (name == "_Z19get_local_linear_idv") return 'n';
  if (name == "_Z20get_global_linear_idv") return 'N';
  return 0;
}

}  // namespace lockstep::instrument
