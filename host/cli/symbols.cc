#include "host/cli/symbols.h"

#include "host/cli/doctor.h"
#include "host/cli/process.h"
#include "host/cli/run.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

constexpr char kLimit[] = "--cpu-seconds=60";  // large programs' debugging data takes some

}  // namespace

StatusOr<std::string> AskCompilerForSymbols(const std::vector<std::string>& arguments) {
  const StatusOr<std::string> library = LibraryPath();
  std::vector<std::string> command = {CompilerPath(library.ok() ? *library : ""), "--output=-", kLimit};
  command.insert(command.end(), arguments.begin(), arguments.end());
  std::string answer;
  const ProcessEnd end = RunCaptured(command, {}, &answer);
  if (!end.started || end.status != 0 || end.signal != 0) {
    return InternalError(StrCat("lockstep-cc could not read debugging data: ", answer));
  }
  return answer;
}

}  // namespace lockstep
