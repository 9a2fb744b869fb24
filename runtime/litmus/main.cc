// The command `lockstep litmus`.
#include "runtime/litmus/main.h"

#include <cctype>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "runtime/base/printable.h"
#include "runtime/base/suggest.h"
#include "runtime/litmus/enumerate.h"
#include "runtime/litmus/machine_report.h"
#include "runtime/litmus/parser.h"
#include "runtime/litmus/print.h"

namespace lockstep::litmus {
namespace {

constexpr char kHelp[] =
    "usage: lockstep litmus [options] FILE...\n"
    "\n"
    "Enumerates every execution of OpenCL litmus tests (herd's format) that the OpenCL memory "
    "model\n"
    "allows, and tells final states, data races, unsequenced races and barrier divergence.\n"
    "\n"
    "  --scope-inclusion=relaxed   scopes that reach each other, or a remote operation (default)\n"
    "  --scope-inclusion=strict    OpenCL 3.0: equal scopes; remote means nothing\n"
    "  --remote=on|off             off: remote operations are like others (default on)\n"
    "  --unroll=N                  iterations of while loops; longer executions are dropped "
    "(default 3)\n"
    "  --strict                    memory orders that OpenCL C forbids are errors, not warnings\n"
    "  --format=text|json          (default text)\n"
    "  --graph[=FILE|DIRECTORY]    draw a racing or witnessing execution as SVG (needs Graphviz)\n"
    "  --machine=original|proposed run the test on the GPU of paper 002, Sect. 5, under that\n"
    "                              compilation scheme, and compare with the model\n"
    "  --max-states=N              most states of the machine (default 4000000)\n"
    "  --full-l2                   let the machine also move data between its L2 and global "
    "memory\n"
    "  --device[=P.D|REGEX]        run the test on a device too, and compare with the model\n"
    "  --iterations=N              executions on the device, at least (default 100000)\n"
    "  --seed=N                    of the shuffled placement on the device (default 1)\n"
    "  --show-kernel               print the OpenCL kernel that the device runs\n"
    "  --help\n";

struct Flags {
  EnumerateOptions enumerate;
  bool strict = false;
  bool json = false;
  bool graph = false;
  std::string graph_path;
  bool machine = false;
  MachineOptions machine_options;
  bool device = false;
  bool show_kernel = false;
  DeviceOptions device_options;
  std::vector<std::string> files;
};

// The options that the help text lists.
std::vector<std::string> OptionNames() {
  std::vector<std::string> names;
  for (absl::string_view line : absl::StrSplit(kHelp, '\n')) {
    if (absl::StartsWith(line, "  --")) names.emplace_back(line.substr(2, line.find_first_of("=[ ", 2) - 2));
  }
  return names;
}

// Returns an empty string or what is wrong.
std::string ParseFlags(int argc, char** argv, Flags& flags) {
  bool only_files = false;
  for (int i = 1; i < argc; ++i) {
    const absl::string_view argument = argv[i];
    if (only_files || !absl::StartsWith(argument, "-") || argument == "-") {
      flags.files.emplace_back(argument);
      continue;
    }
    if (argument == "--") {
      only_files = true;
      continue;
    }
    const size_t equals = argument.find('=');
    const absl::string_view name = argument.substr(0, equals);
    const bool has_value = equals != absl::string_view::npos;
    const absl::string_view value = has_value ? argument.substr(equals + 1) : "";
    if (name == "--scope-inclusion") {
      if (value == "strict") {
        flags.enumerate.model.inclusion = ScopeInclusion::kStrict;
      } else if (value == "relaxed" || value == "remote") {
        flags.enumerate.model.inclusion = ScopeInclusion::kRelaxed;
        if (value == "remote") flags.enumerate.model.remote = true;
      } else {
        return "--scope-inclusion takes strict, relaxed or remote";
      }
    } else if (name == "--remote") {
      if (value != "on" && value != "off") return "--remote takes on or off";
      flags.enumerate.model.remote = value == "on";
    } else if (name == "--unroll") {
      if (!absl::SimpleAtoi(value, &flags.enumerate.unroll) || flags.enumerate.unroll < 0)
        return "--unroll takes a number";
    } else if (argument == "--strict") {
      flags.strict = true;
    } else if (name == "--format") {
      if (value != "text" && value != "json") return "--format takes text or json";
      flags.json = value == "json";
    } else if (name == "--graph") {
      flags.graph = true;
      flags.graph_path = std::string(value);
    } else if (name == "--machine") {
      if (value != "original" && value != "proposed") return "--machine takes original or proposed";
      flags.machine = true;
      flags.machine_options.scheme = value == "original" ? Scheme::kOriginal : Scheme::kProposed;
    } else if (name == "--max-states") {
      if (!absl::SimpleAtoi(value, &flags.machine_options.max_states))
        return "--max-states takes a number";
    } else if (name == "--device") {
      flags.device = true;
      flags.device_options.device = std::string(value);
    } else if (name == "--iterations") {
      if (!absl::SimpleAtoi(value, &flags.device_options.iterations) ||
          flags.device_options.iterations == 0)
        return "--iterations takes a number";
    } else if (name == "--seed") {
      if (!absl::SimpleAtoi(value, &flags.device_options.seed)) return "--seed takes a number";
    } else if (name == "--show-kernel") {
      flags.show_kernel = true;
    } else if (name == "--full-l2") {
      flags.machine_options.full_l2 = true;
    } else {
      return absl::StrCat("unknown option '", name, "'", DidYouMean(std::string(name), OptionNames(), ""));
    }
  }
  return flags.files.empty() ? "no file given" : "";
}

std::string GraphPath(const Flags& flags, const Test& test) {
  if (absl::EndsWith(flags.graph_path, ".svg")) return flags.graph_path;
  std::string name;
  for (char c : test.name)
    name +=
        std::isalnum(static_cast<unsigned char>(c)) || c == '+' || c == '-' || c == '_' ? c : '_';
  return absl::StrCat(flags.graph_path, flags.graph_path.empty() ? "" : "/", name, ".svg");
}

}  // namespace

int LitmusMain(int argc, char** argv, const DeviceRunner& device) {
  Flags flags;
  for (int i = 1; i < argc; ++i) {
    if (absl::string_view(argv[i]) == "--help" || absl::string_view(argv[i]) == "-h") {
      std::cout << kHelp;
      return 0;
    }
  }
  if (const std::string wrong = ParseFlags(argc, argv, flags); !wrong.empty()) {
    std::cerr << "lockstep litmus: " << Printable(wrong) << "\n" << kHelp;
    return 2;
  }
  if (flags.device && !device) {
    std::cerr << "lockstep litmus: --device: this build has no OpenCL\n";
    return 2;
  }
  // Graphviz that ends early must not end us.
  std::signal(SIGPIPE, SIG_IGN);
  flags.enumerate.keep_sample = flags.graph;
  int exit_status = 0;
  std::vector<std::string> json, errors;
  for (const std::string& file : flags.files) {
    const auto fail = [&](const Status& status) {
      std::cerr << "lockstep litmus: " << Printable(std::string(status.message())) << "\n";
      errors.push_back(ErrorJson(file, std::string(status.message())));
      exit_status = 2;
    };
    const auto test = ParseFile(file, flags.strict);
    if (!test.ok()) {
      fail(test.status());
      continue;
    }
    for (const std::string& warning : test->warnings)
      std::cerr << "lockstep litmus: warning: " << Printable(warning) << "\n";
    const auto result = Enumerate(*test, flags.enumerate);
    if (!result.ok()) {
      fail(result.status());
      continue;
    }
    if (result->out_of_bounds) {
      std::cerr << "lockstep litmus: warning: " << Printable(file)
                << ": executions that leave an array were dropped\n";
    }
    if (flags.show_kernel) {
      const auto kernel = MakeDeviceKernel(*test, flags.enumerate.unroll, /*lines=*/false);
      if (!kernel.ok()) {
        fail(kernel.status());
      } else {
        std::cout << PrintableLines(kernel->source);
      }
      continue;
    }
    std::string one = flags.json ? ResultJson(*test, *result) : ResultText(*test, *result);
    if (flags.machine) {
      flags.machine_options.model = flags.enumerate;
      auto report = RunMachine(*test, flags.machine_options);
      if (!report.ok()) {
        fail(report.status());
      } else {
        if (report->forbidden && exit_status == 0) exit_status = 1;
        if (flags.json) {
          one = absl::StrCat(absl::StripSuffix(one, "\n}"), ",\n  \"machine\": ", report->json,
                             "\n}");
        } else {
          absl::StrAppend(&one, report->text);
        }
      }
    }
    if (flags.device) {
      auto report = RunOnDevice(*test, *result, flags.enumerate.unroll, flags.device_options, device);
      if (!report.ok()) {
        fail(report.status());
      } else {
        if (report->forbidden && exit_status == 0) exit_status = 1;
        if (flags.json) {
          one = absl::StrCat(absl::StripSuffix(one, "\n}"), ",\n  \"device\": ", report->json, "\n}");
        } else {
          absl::StrAppend(&one, report->text);
        }
      }
    }
    if (flags.json) {
      json.push_back(std::move(one));
    } else {
      std::cout << PrintableLines(one) << "\n";
    }
    if (flags.graph) {
      const std::string dot = ResultDot(*test, *result);
      if (dot.empty()) {
        std::cerr << "lockstep litmus: " << Printable(file) << ": no execution to draw\n";
      } else if (auto status = WriteSvg(dot, GraphPath(flags, *test)); !status.ok()) {
        fail(status);
      }
    }
  }
  if (flags.json)
    std::cout << PrintableJson(absl::StrCat("{\"tests\": [", absl::StrJoin(json, ",\n"),
                                            "],\n\"errors\": [", absl::StrJoin(errors, ",\n"), "]}\n"));
  return exit_status;
}

}  // namespace lockstep::litmus
