// `lockstep kernel`: its command line, and starting the process that is checked.
#include "host/cli/kernel.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "host/cli/command_line.h"
#include "host/cli/kernel_batch.h"
#include "host/cli/launch_comment.h"
#include "host/cli/run.h"
#include "runtime/base/file.h"
#include "runtime/base/log.h"
#include "runtime/base/printable.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

constexpr char kHostVariable[] = "LOCKSTEP_KERNEL_HOST";

const std::vector<OwnOption>& OwnOptions() {
  static const auto* options = new std::vector<OwnOption>{
      {"kernel", "NAME", "the kernel to run; needed for one file with several kernels, where others run all"},
      {"global", "X[,Y[,Z]]", "number of work-items; required unless the file's comment says it"},
      {"local", "X[,Y[,Z]]", "size of a work-group; left to the driver if not given"},
      {"offset", "X[,Y[,Z]]", "global offset"},
      {"arg", "I:SPEC",
       "argument number I (or its name); SPEC is buffer,SIZE[,FILL] (SIZE in bytes or COUNT*TYPE, "
       "FILL zeros, iota:TYPE, random:SEED:TYPE, value:V:TYPE or file:PATH), same:J (the buffer of "
       "argument J), sub:J,OFFSET,SIZE (a part of it), local:SIZE, null, TYPE:V (int:5, "
       "float4:1,2,3,4), bytes:HEX, an image (image2d,64x48,rgba:float[,FILL] and the like), "
       "view:J,IMAGE (an image made from argument J's buffer) or "
       "sampler:ADDRESSING,FILTER[,normalized]. Arguments not given get a zeroed buffer with 16 bytes or "
       "one element of their type per work-item, one element per work-item of a group of local "
       "memory, or, for numbers, the number of work-items in the first dimension"},
      {"memory", "NAME:SPEC",
       "a buffer that is no argument itself, but that arguments may refer to by its name: SPEC is "
       "buffer,SIZE[,FILL] or sub:NAME,OFFSET,SIZE"},
      {"default", "NAME:V", "the value of number arguments of that name that are not given"},
      {"buffer-size", "SIZE", "least size of buffers that are not given"},
      {"local-buffer-size", "SIZE", "least size of local memory that is not given"},
      {"fill", "FILL",
       "content of buffers that are not given: zeros, iota, random:SEED or value:V, in elements of "
       "their own type"},
      {"build-options", "OPTIONS", "options for the OpenCL compiler, in one word"},
      {"device", "P.D|REGEX",
       "number of platform and device as `lockstep doctor` shows them, or what to find in their "
       "names"},
      {"repeat", "N", "launch the kernel N times"},
      {"output", "I:FILE", "write the content of argument I's buffer to FILE afterwards"},
      {"unchecked", "", "run it without checking"},
      {"launch", "N", "which of the launches in the file's comment; else all"},
      {"list", "", "print the names of the file's kernels and run none"},
      {"jobs", "N",
       "several files or folders: run N kernels at a time (default: as many as there are processors, at most 16)"},
      {"timeout", "SECONDS", "several files or folders: give a kernel up after that time (default 60, 0: never)"}};
  return *options;
}

constexpr char kKernelUsage[] =
    "usage: lockstep kernel FILE.cl --global=X[,Y[,Z]] [options]\n"
    "       lockstep kernel FOLDER|FILE.cl… [options]\n"
    "\n"
    "Runs one kernel of a file with generated arguments and checks it. Example:\n"
    "  lockstep kernel sum.cl --global=1024 --local=64 --arg=in:buffer,1024*float,iota:float\n"
    "\n"
    "Or runs every kernel of several files and folders, each in a process of its own,\n"
    "and prints one line for each. What a file launches stands in comments at its top:\n"
    "  //launch: kernel=sum global=1024 local=64 arg=n:int:1024\n"
    "  //build: -DN=4\n"
    "or, as GPUVerify has it, //--local_size=[16,4] --num_groups=[4,1]\n"
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
  for (unsigned d = 0; d < request->dimensions; ++d) {
    if (request->global[d] != 0 && !(request->has_local && request->local[d] == 0)) continue;
    return InvalidArgumentError(
        "--global and --local need numbers from 1 on: a launch without work-items checks nothing");
  }
  request->has_offset = line.HasOwn("offset");
  return OkStatus();
}

// The options that say what arguments get.
Status ParseArguments(const ParsedLine& line, KernelRequest* request) {
  for (const auto& [name, value] : line.own) {
    size_t colon = value.find(':');
    bool two_parts = colon != std::string::npos && colon > 0 && colon + 1 < value.size();
    if (name == "arg" || name == "memory") {
      auto spec = ParseArgSpec(value);
      if (!spec.ok()) return spec.status();
      if (name == "memory" && spec->kind != ArgSpec::Kind::kBuffer && spec->kind != ArgSpec::Kind::kSubBuffer) {
        return InvalidArgumentError(StrCat("--memory=", value, " is none of buffer,… and sub:…"));
      }
      (name == "arg" ? request->args : request->memory).push_back(std::move(*spec));
    } else if (name == "output") {
      if (!two_parts) return InvalidArgumentError(StrCat("--output=", value, " is not INDEX:FILE"));
      request->outputs.emplace_back(value.substr(0, colon), value.substr(colon + 1));
    } else if (name == "default") {
      if (!two_parts) return InvalidArgumentError(StrCat("--default=", value, " is not NAME:V"));
      request->defaults[value.substr(0, colon)] = value.substr(colon + 1);
    } else if (name == "fill") {
      // Of a known kind and with its own parts; the element type is each argument's.
      auto fill = ParseArgSpec(StrCat("0:buffer,16,", value, value == "zeros" ? "" : ":double"));
      if (!fill.ok()) {
        return InvalidArgumentError(
            StrCat("--fill=", value, " is none of zeros, iota, random:SEED, value:V"));
      }
      request->fill = value;
    } else if (name == "buffer-size" || name == "local-buffer-size") {
      auto spec = ParseArgSpec(StrCat("0:local:", value));
      if (!spec.ok()) return InvalidArgumentError(StrCat("--", name, "=", value, " is no size"));
      (name == "buffer-size" ? request->buffer_size : request->local_buffer_size) = spec->size;
    }
  }
  return OkStatus();
}

bool IsFolder(const std::string& path) {
  struct stat facts;
  return stat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode);
}

// The words that describe one launch, if `line` (parsed from `words`) means one: `words` themselves, or
// with what the file's comment says, if there is only one launch in it or --launch picks it. nullopt if
// there may be several to run.
StatusOr<std::optional<std::vector<std::string>>> OneLaunch(const std::vector<std::string>& words,
                                                            const ParsedLine& line) {
  using Words = std::optional<std::vector<std::string>>;
  if (line.rest.empty() || line.HasOwn("list")) return Words(words);
  if (line.rest.size() > 1 || IsFolder(line.rest[0])) return Words();
  auto text = ReadFile(line.rest[0]);
  if (!text.ok()) return text.status();
  auto comment = ReadLaunchComment(*text);
  if (!comment.ok()) return comment.status();
  size_t count = comment->launches.size();
  // The command line's launch in place of the comment's; how the file is to be built still holds.
  if (line.HasOwn("global")) return Words(LaunchWords(*comment, count, line.rest[0], line));
  if (count == 0) return Words(words);
  auto number = ParseUnsigned(line.Own("launch", "1"));
  if (!number || *number == 0 || *number > count) {
    return InvalidArgumentError(StrCat("--launch=", line.Own("launch"), ": ", line.rest[0],
                                       " has launches 1 to ", count));
  }
  if (!line.HasOwn("kernel") || (count > 1 && !line.HasOwn("launch"))) return Words();
  return Words(LaunchWords(*comment, *number - 1, line.rest[0], line));
}

int PrintKernels(const KernelRequest& request) {
  auto names = ListKernels(request);
  if (!names.ok()) {
    Log(names.status().message());
    return 1;
  }
  // A process of our own gets them as they are, to choose by.
  const bool exact = std::getenv(kListVariable) != nullptr;
  for (const std::string& name : *names) {
    std::printf("%s\n", exact ? name.c_str() : Printable(name).c_str());
  }
  return 0;
}

}  // namespace

StatusOr<KernelRequest> ParseKernelRequest(const std::vector<std::string>& words) {
  auto parsed = ParseCommandLine(words, OwnOptions(), /*stop_at_word=*/false);
  if (!parsed.ok()) return parsed.status();
  const ParsedLine& line = *parsed;
  KernelRequest request;
  request.options = line.options;
  if (line.rest.empty()) {
    return InvalidArgumentError("kernel needs a file: lockstep kernel FILE.cl --global=N, or a folder");
  }
  if (line.rest.size() > 1) return InvalidArgumentError(StrCat("'", line.rest[1], "': one file is enough here"));
  if (line.HasOwn("timeout")) {
    return InvalidArgumentError(
        "--timeout is for several files or folders; --launch-timeout=SECONDS ends a launch that runs for longer");
  }
  request.file = line.rest[0];
  request.build_options = line.Own("build-options");
  request.device = line.Own("device");
  request.quiet = line.options.quiet;
  request.list = line.HasOwn("list");
  if (request.list) return request;
  if (Status status = ParseGeometry(line, &request); !status.ok()) return status;
  if (Status status = ParseArguments(line, &request); !status.ok()) return status;
  auto repeat = ParseUnsigned(line.Own("repeat", "1"));
  if (!repeat || *repeat == 0) return InvalidArgumentError("--repeat needs a number from 1 on");
  request.repeat = *repeat;
  request.kernel = line.Own("kernel");
  request.checked = !line.HasOwn("unchecked");
  return request;
}

bool IsKernelHost() { return std::getenv(kHostVariable) != nullptr; }

int KernelHost(const std::vector<std::string>& words) {
  if (words.empty()) return 2;
  unsetenv(kHostVariable);  // this process is the host, not the `lockstep trial` that the library may start from here
  auto request = ParseKernelRequest({words.begin() + 1, words.end()});
  Status status = request.ok() ? RunKernel(*request) : request.status();
  if (status.ok()) return 0;
  Log(status.message());
  return 1;
}

CommandHelp KernelHelp() { return {kKernelUsage, OptionRows(OwnOptions())}; }

int KernelCommand(const std::vector<std::string>& words) {
  auto line = ParseCommandLine(words, OwnOptions(), /*stop_at_word=*/false);
  if (!line.ok()) {
    Log(line.status().message());
    return 2;
  }
  if (line->help) {
    std::printf("%s%s", kKernelUsage, OptionsHelp(OwnOptions()).c_str());
    return 0;
  }
  for (const std::string& path : line->rest) {
    if (access(path.c_str(), R_OK) == 0) continue;
    Log(StrCat("cannot read ", path, ": ", std::strerror(errno)));
    return 2;
  }
  auto one = OneLaunch(words, *line);
  if (!one.ok()) {
    Log(one.status().message());
    return 2;
  }
  return one->has_value() ? CheckOneKernel(**one, line->options) : KernelBatch(*line);
}

int CheckOneKernel(const std::vector<std::string>& words, const std::optional<Options>& options) {
  auto request = ParseKernelRequest(words);
  if (!request.ok()) {
    Log(request.status().message());
    return 2;
  }
  if (options) {
    request->options = *options;
    request->quiet = options->quiet;
  }
  if (request->list) return PrintKernels(*request);
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
