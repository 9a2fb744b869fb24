// `lockstep replay`: a captured launch as a command line of `lockstep kernel`.
#include "host/cli/replay.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "host/cli/export_launch.h"
#include "host/cli/image_spec.h"
#include "host/cli/kernel.h"
#include "host/cli/minimise.h"
#include "runtime/base/file.h"
#include "runtime/base/log.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

constexpr char kReplayUsage[] =
    "usage: lockstep replay FOLDER [--native|--minimise] [options of lockstep kernel]\n"
    "       lockstep replay FOLDER --export=c|sim\n"
    "\n"
    "Runs a launch again that `lockstep run --capture=DIR` has kept, alone and without\n"
    "its program, and checks it. FOLDER is the launch's, or DIR if it holds only one.\n"
    "The options of `lockstep kernel` change it: --device, --local, --arg, --output,\n"
    "--repeat and so on.\n\n";

constexpr char kExport[] = "--export=";

// The name of a memory object among --memory.
std::string MemoryName(uint64_t number) { return StrCat("object", number); }

ImageSpec SpecOf(const CapturedImage& image) {
  ImageSpec spec;
  spec.object_type = image.object_type;
  std::copy_n(image.size.begin(), std::min<size_t>(image.size.size(), 3), spec.size);
  spec.order = image.order;
  spec.channel_type = image.channel_type;
  return spec;
}

// Behind "--arg=INDEX:". `object`: where it leads.
StatusOr<std::string> SpecText(const CapturedArgument& argument, const CapturedObject* object,
                               const std::string& folder) {
  const auto unknown = [&](const char* what) {
    return InvalidArgumentError(
        StrCat("argument ", argument.index, " is ", what, " that lockstep kernel does not make"));
  };
  switch (argument.kind) {
    case CapturedKind::kValue: return StrCat("bytes:", argument.value);
    case CapturedKind::kNull: return std::string("null");
    case CapturedKind::kLocal: return StrCat("local:", argument.size);
    case CapturedKind::kSampler: {
      const std::string text =
          SamplerSpecText({argument.sampler.normalized, argument.sampler.addressing, argument.sampler.filter});
      if (text.empty()) return unknown("a sampler");
      return StrCat("sampler:", text);
    }
    case CapturedKind::kBuffer:
    case CapturedKind::kImage:
    case CapturedKind::kImageView: break;
  }
  const bool whole = argument.origin == 0 && argument.size == object->size;
  if (argument.kind == CapturedKind::kBuffer) {
    if (whole) return StrCat("same:", MemoryName(object->number));
    return StrCat("sub:", MemoryName(object->number), ",", argument.origin, ",", argument.size);
  }
  const std::string image = ImageSpecText(SpecOf(argument.image));
  if (image.empty()) return unknown("an image");
  if (argument.kind == CapturedKind::kImage) return StrCat(image, ",file:", folder, "/", object->file);
  std::string of = MemoryName(object->number);
  if (!whole) of = StrCat(of, "at", argument.origin);
  return StrCat("view:", of, ",", image, argument.image.row_pitch == 0 ? "" : StrCat(",", argument.image.row_pitch));
}

bool IsCapture(const std::string& folder) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(StrCat(folder, "/", kCaptureFile), ignored);
}

// The launch's folder: `path`, or the only one below it.
StatusOr<std::string> LaunchFolder(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  if (IsCapture(path)) return path;
  std::vector<std::string> found;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(path, error)) {
    if (IsCapture(entry.path().string())) found.push_back(entry.path().string());
  }
  std::sort(found.begin(), found.end());
  if (found.size() == 1) return found[0];
  if (error) return NotFoundError(StrCat("cannot read ", path, ": ", error.message()));
  if (found.empty()) return NotFoundError(StrCat(path, " has no ", kCaptureFile, ": it is no folder of --capture"));
  return InvalidArgumentError(StrCat(path, " holds ", found.size(), " launches, name one: ", JoinFirst(found, 10)));
}

// What the memory of `launch` has lost since it was kept, in words; empty: nothing.
std::string DamageOf(const CapturedLaunch& launch, const std::string& folder) {
  for (const CapturedArgument& argument : launch.arguments) {
    if (argument.kind != CapturedKind::kBuffer && argument.kind != CapturedKind::kImageView) continue;
    const CapturedObject* object = ObjectBehind(launch, argument);
    if (object == nullptr || object->file.empty()) continue;
    const std::string path = StrCat(folder, "/", object->file);
    std::error_code error;
    const uint64_t bytes = std::filesystem::file_size(path, error);
    if (error) return StrCat("cannot read ", path, ": ", error.message());
    if (bytes != object->size)
      return StrCat(path, " has ", bytes, " bytes and not the ", object->size, " that were kept");
  }
  return "";
}

// Writes the launch in `form` beside it; the exit status.
int Export(const CapturedLaunch& launch, const std::string& folder, const std::string& form) {
  if (form != "c" && form != "sim") {
    Log(StrCat("--export=", form, ": wants c, a host program, or sim, a file for oclgrind-kernel"));
    return 2;
  }
  const StatusOr<std::string> text = form == "c" ? StatusOr<std::string>(ExportC(launch)) : ExportSim(launch, folder);
  const std::string path = StrCat(folder, form == "c" ? "/replay.c" : "/kernel.sim");
  const Status written = text.ok() ? WriteFile(path, *text) : text.status();
  if (!written.ok()) {
    Log(StrCat("replay --export: ", written.message()));
    return 2;
  }
  Log(StrCat("wrote ", path));
  return 0;
}

// Those that `lockstep kernel` does not have.
std::vector<OptionRow> ReplayOptions() {
  OptionRow native;
  native.name = "native";
  native.help = "run it without checking";
  OptionRow minimise;
  minimise.name = "minimise";
  minimise.help =
      "find fewer and smaller work-groups and less memory that still show its first finding, keep that launch in "
      "FOLDER/smallest, and run it";
  OptionRow exported;
  exported.name = "export";
  exported.value = "c|sim";
  exported.help =
      "run nothing: write into FOLDER a host program in C, or a file for oclgrind-kernel, for those who have no "
      "lockstep";
  return {native, minimise, exported};
}

uint64_t BytesOf(const CapturedLaunch& launch) {
  uint64_t bytes = 0;
  for (const CapturedObject& object : launch.objects) bytes += object.size;
  return bytes;
}

// Runs the launch of `folder`, for the report; the exit status.
int Check(const CapturedLaunch& launch, const std::string& folder, const std::vector<std::string>& options) {
  auto command = KernelWords(launch, folder);
  if (!command.ok()) {
    Log(StrCat("replay: ", command.status().message()));
    return 2;
  }
  command->insert(command->end(), options.begin(), options.end());
  return CheckOneKernel(*command);
}

// The same of the smallest one, which is kept below `folder`.
int CheckSmallest(const CapturedLaunch& launch, const std::string& folder, const std::vector<std::string>& options) {
  Log("looking for the smallest launch that shows the same, which may take a minute");
  const auto smallest = Minimise(launch, folder, options);
  if (!smallest.ok()) {
    Log(StrCat("replay --minimise: ", smallest.status().message()));
    return 2;
  }
  uint64_t zeros = 0;
  for (const auto& [number, bytes] : smallest->objects) {
    zeros += static_cast<uint64_t>(std::count(bytes.begin(), bytes.end(), '\0'));
  }
  const uint64_t bytes = BytesOf(smallest->launch);
  Log(StrCat("the smallest of ", smallest->tried, " launches that shows ", smallest->id,
             ": --global=", SizeText(smallest->launch.global), " --local=", SizeText(smallest->launch.local), ", ",
             bytes, " of ", BytesOf(launch), " bytes of memory, ", bytes - zeros, " of them not zero"));
  const auto kept = KeepSmallest(*smallest, folder);
  auto there = kept.ok() ? ReadCaptureFolder(*kept) : StatusOr<CapturedLaunch>(kept.status());
  if (there.ok()) {
    Log(StrCat("it is kept: lockstep replay ", ShellQuote(*kept)));
    return Check(*there, *kept, options);
  }
  Log(StrCat("replay --minimise: it is not kept: ", there.status().message()));
  CapturedLaunch smaller = launch;  // with all its memory
  smaller.global = smallest->launch.global;
  smaller.local = smallest->launch.local;
  return Check(smaller, folder, options);
}

}  // namespace

StatusOr<std::vector<std::string>> KernelWords(const CapturedLaunch& launch, const std::string& folder) {
  std::string options = launch.build_options;
  if (launch.headers) {
    if (folder.find_first_of(" \t\"'") != std::string::npos) {
      return InvalidArgumentError(
          "its headers are in a folder with blanks in its name, which compilers do not take; move it");
    }
    options += StrCat(options.empty() ? "" : " ", "-I ", folder, "/include");
  }
  std::vector<std::string> words = {StrCat(folder, "/", launch.program), StrCat("--kernel=", launch.kernel),
                                    StrCat("--global=", SizeText(launch.global)),
                                    StrCat("--local=", SizeText(launch.local))};
  if (std::any_of(launch.offset.begin(), launch.offset.end(), [](uint64_t offset) { return offset != 0; })) {
    words.push_back(StrCat("--offset=", SizeText(launch.offset)));
  }
  if (!options.empty()) words.push_back(StrCat("--build-options=", options));
  std::map<uint64_t, unsigned> images;  // object, the argument that makes it
  std::set<std::string> wholes, parts;  // of --memory
  std::vector<std::string> arguments;
  for (const CapturedArgument& argument : launch.arguments) {
    const CapturedObject* object = ObjectBehind(launch, argument);
    if (argument.kind == CapturedKind::kImage) {
      // Two arguments may be one image.
      const auto [first, is_new] = images.emplace(argument.object, argument.index);
      if (!is_new) {
        arguments.push_back(StrCat("--arg=", argument.index, ":same:", first->second));
        continue;
      }
    }
    auto spec = SpecText(argument, object, folder);
    if (!spec.ok()) return spec.status();
    arguments.push_back(StrCat("--arg=", argument.index, ":", *spec));
    if (argument.kind != CapturedKind::kBuffer && argument.kind != CapturedKind::kImageView) continue;
    const std::string name = MemoryName(object->number);
    wholes.insert(StrCat("--memory=", name, ":buffer,", object->size, ",file:", folder, "/", object->file));
    // A view of a part has that part as its buffer.
    if (argument.kind == CapturedKind::kBuffer || (argument.origin == 0 && argument.size == object->size)) continue;
    parts.insert(
        StrCat("--memory=", name, "at", argument.origin, ":sub:", name, ",", argument.origin, ",", argument.size));
  }
  words.insert(words.end(), wholes.begin(), wholes.end());
  words.insert(words.end(), parts.begin(), parts.end());
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

CommandHelp ReplayHelp() {
  CommandHelp help = {kReplayUsage, ReplayOptions()};
  const std::vector<OptionRow> of_kernel = KernelHelp().options;
  help.options.insert(help.options.end(), of_kernel.begin(), of_kernel.end());
  return help;
}

int ReplayCommand(const std::vector<std::string>& words) {
  const bool named = !words.empty() && !words[0].empty() && words[0][0] != '-';
  bool minimise = false, native = false;
  std::optional<std::string> exported;
  std::vector<std::string> more;
  for (size_t i = named ? 1 : 0; i < words.size(); ++i) {
    if (words[i] == "--help" || words[i] == "-h") {
      std::printf("%s%s", kReplayUsage, TableHelp(ReplayOptions()).c_str());
      return 0;
    }
    if (words[i] == "--minimise") {
      minimise = true;
    } else if (words[i] == "--native") {
      native = true;
      more.push_back("--unchecked");
    } else if (words[i].rfind(kExport, 0) == 0) {
      exported = words[i].substr(sizeof(kExport) - 1);
    } else {
      more.push_back(words[i]);
    }
  }
  if (!named) {
    Log("replay needs the folder of a launch, before options: lockstep replay FOLDER");
    return 2;
  }
  if (minimise + native + exported.has_value() > 1) {
    Log("replay does one of --native, --minimise and --export at a time");
    return 2;
  }
  auto folder = LaunchFolder(words[0]);
  auto launch = folder.ok() ? ReadCaptureFolder(*folder) : StatusOr<CapturedLaunch>(folder.status());
  if (!launch.ok()) {
    Log(StrCat("replay: ", launch.status().message()));
    return 2;
  }
  if (const std::string damage = DamageOf(*launch, *folder); !damage.empty()) {
    Log(StrCat("replay: ", damage));
    return 2;
  }
  for (const std::string& missing : launch->missing) Log(StrCat("this capture has not: ", missing));
  if (exported) return Export(*launch, *folder, *exported);
  return minimise ? CheckSmallest(*launch, *folder, more) : Check(*launch, *folder, more);
}

}  // namespace lockstep
