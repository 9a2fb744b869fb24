// `lockstep kernel`: its command line, and starting the process that is checked.
#include "host/cli/kernel.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "host/cli/command_line.h"
#include "host/cli/run.h"
#include "runtime/base/file.h"
#include "runtime/base/log.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

constexpr char kHostVariable[] = "LOCKSTEP_KERNEL_HOST";

const std::vector<OwnOption>& OwnOptions() {
  static const auto* options = new std::vector<OwnOption>{
      {"kernel", "NAME", "the kernel to run; needed if the file has several"},
      {"global", "X[,Y[,Z]]", "number of work-items (required)"},
      {"local", "X[,Y[,Z]]", "size of a work-group; left to the driver if not given"},
      {"offset", "X[,Y[,Z]]", "global offset"},
      {"arg", "I:SPEC",
       "argument number I (or its name); SPEC is buffer,SIZE[,FILL] (SIZE in bytes or COUNT*TYPE, "
       "FILL zeros, iota:TYPE, random:SEED:TYPE, value:V:TYPE or file:PATH), same:J (the buffer of "
       "argument J), sub:J,OFFSET,SIZE (a part of it), local:SIZE, null, TYPE:V (int:5, "
       "float4:1,2,3,4) or bytes:HEX. Arguments not given get a zeroed buffer with 16 bytes or "
       "one element of their type per work-item, one element per work-item of a group of local "
       "memory, or, for numbers, the number of work-items"},
      {"build-options", "OPTIONS", "options for the OpenCL compiler, in one word"},
      {"device", "P.D|REGEX",
       "number of platform and device as `lockstep doctor` shows them, or what to find in their "
       "names"},
      {"repeat", "N", "launch the kernel N times"},
      {"output", "I:FILE", "write the content of argument I's buffer to FILE afterwards"},
      {"unchecked", "", "run it without checking"}};
  return *options;
}

constexpr char kUsage[] =
    "usage: lockstep kernel FILE.cl --global=X[,Y[,Z]] [options]\n"
    "\n"
    "Runs one kernel of a file with generated arguments and checks it. Example:\n"
    "  lockstep kernel sum.cl --global=1024 --local=64 --arg=0:buffer,1024*float,iota:float\n"
    "\n";

// "8,4" into sizes; the number of them, 0 if the text is wrong.
unsigned ParseSizes(const std::string& text, uint64_t* sizes) {
  std::vector<std::string> parts = Split(text, ',');
  if (parts.size() > 3) return 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    auto number = ParseUnsigned(parts[i]);
    if (!number) return 0;
    sizes[i] = *number;
  }
  return static_cast<unsigned>(parts.size());
}

Status ParseGeometry(const ParsedLine& line, KernelRequest* request) {
  request->dimensions = ParseSizes(line.Own("global"), request->global);
  if (request->dimensions == 0) {
    return InvalidArgumentError("kernel needs --global=X[,Y[,Z]], the number of work-items");
  }
  const std::pair<const char*, uint64_t*> others[] = {{"local", request->local},
                                                      {"offset", request->offset}};
  for (const auto& [name, sizes] : others) {
    if (!line.HasOwn(name)) continue;
    if (ParseSizes(line.Own(name), sizes) != request->dimensions) {
      return InvalidArgumentError(StrCat("--", name, "=", line.Own(name), " needs ",
                                         Counted(request->dimensions, "number", "numbers"),
                                         ", like --global"));
    }
  }
  request->has_local = line.HasOwn("local");
  request->has_offset = line.HasOwn("offset");
  return OkStatus();
}

}  // namespace

StatusOr<KernelRequest> ParseKernelRequest(const std::vector<std::string>& words) {
  auto line = ParseCommandLine(words, OwnOptions(), /*stop_at_word=*/false);
  if (!line.ok()) return line.status();
  KernelRequest request;
  request.options = line->options;
  request.help = line->help;
  if (line->help) return request;
  if (line->rest.size() != 1) {
    return InvalidArgumentError(
        line->rest.empty() ? "kernel needs a file: lockstep kernel FILE.cl --global=N"
                           : StrCat("one file at a time: '", line->rest[1], "' is one too many"));
  }
  request.file = line->rest[0];
  if (Status status = ParseGeometry(*line, &request); !status.ok()) return status;
  for (const auto& [name, value] : line->own) {
    if (name == "arg") {
      auto spec = ParseArgSpec(value);
      if (!spec.ok()) return spec.status();
      request.args.push_back(std::move(*spec));
    } else if (name == "output") {
      size_t colon = value.find(':');
      if (colon == std::string::npos || colon + 1 == value.size()) {
        return InvalidArgumentError(StrCat("--output=", value, " is not INDEX:FILE"));
      }
      request.outputs.emplace_back(value.substr(0, colon), value.substr(colon + 1));
    }
  }
  auto repeat = ParseUnsigned(line->Own("repeat", "1"));
  if (!repeat || *repeat == 0) return InvalidArgumentError("--repeat needs a number from 1 on");
  request.repeat = *repeat;
  request.kernel = line->Own("kernel");
  request.build_options = line->Own("build-options");
  request.device = line->Own("device");
  request.checked = !line->HasOwn("unchecked");
  request.quiet = line->options.quiet;
  return request;
}

bool IsKernelHost() { return std::getenv(kHostVariable) != nullptr; }

int KernelHost(const std::vector<std::string>& words) {
  if (words.empty()) return 2;
  auto request = ParseKernelRequest({words.begin() + 1, words.end()});
  Status status = request.ok() ? RunKernel(*request) : request.status();
  if (status.ok()) return 0;
  Log(status.message());
  return 1;
}

int KernelCommand(const std::vector<std::string>& words) {
  auto request = ParseKernelRequest(words);
  if (!request.ok()) {
    Log(request.status().message());
    return 2;
  }
  if (request->help) {
    std::printf("%s%s", kUsage, OptionsHelp(OwnOptions()).c_str());
    return 0;
  }
  if (access(request->file.c_str(), R_OK) != 0) {
    Log(StrCat("cannot read ", request->file));
    return 2;
  }
  std::vector<std::string> command = {ExecutableDirectory() + "/lockstep", "kernel"};
  command.insert(command.end(), words.begin(), words.end());
  if (!request->checked) return KernelHost({command.begin() + 1, command.end()});
  // A kernel that was asked for by name is not also to be filtered by name.
  request->options.kernel.clear();
  ProcessEnd end = RunChecked(command, request->options, {{kHostVariable, "1"}});
  if (end.signal != 0) EndLike(end);
  return end.status;
}

}  // namespace lockstep
