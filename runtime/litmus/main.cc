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
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "runtime/base/option_table.h"
#include "runtime/base/printable.h"
#include "runtime/litmus/enumerate.h"
#include "runtime/litmus/machine_report.h"
#include "runtime/litmus/parser.h"
#include "runtime/litmus/print.h"

namespace lockstep::litmus {
namespace {

constexpr char kUsage[] =
    "usage: lockstep litmus [options] FILE...\n"
    "\n"
    "Enumerates every execution of OpenCL litmus tests (herd's format) that the OpenCL memory "
    "model\n"
    "allows, and tells final states, data races, unsequenced races and barrier divergence.\n"
    "\n";

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
};

// The options, as they set `flags`.
std::vector<OptionRow> Table(Flags& flags) {
  DeviceOptions& device = flags.device_options;
  ModelOptions& model = flags.enumerate.model;
  auto set_inclusion = [&model](std::string_view name, const std::string* value) {
    size_t place = 0;
    Status status = ParseChoice(name, value, "strict|relaxed|remote", &place);
    if (!status.ok()) return status;
    model.inclusion = place == 0 ? ScopeInclusion::kStrict : ScopeInclusion::kRelaxed;
    if (place == 2) model.remote = true;
    return status;
  };
  auto set_machine = [&flags](std::string_view name, const std::string* value) {
    flags.machine = true;
    return IntoChoice(&flags.machine_options.scheme, "original|proposed")(name, value);
  };
  auto with_text = [](bool* given, std::string* text) -> OptionSetter {
    return [=](std::string_view, const std::string* value) {
      *given = true;
      *text = value == nullptr ? "" : *value;
      return OkStatus();
    };
  };
  return {{"scope-inclusion", "relaxed|strict", "relaxed",
           "relaxed: scopes that reach each other, or a remote operation; strict: OpenCL 3.0, equal scopes, and remote "
           "means nothing",
           set_inclusion},
          {"remote", "off|on", "on", "off: remote operations are like others", IntoChoice(&model.remote, "off|on")},
          {"unroll", "N", "3", "iterations of while loops; longer executions are dropped",
           IntoNumber(&flags.enumerate.unroll)},
          {"strict", "", "", "memory orders that OpenCL C forbids are errors, not warnings", IntoFlag(&flags.strict)},
          {"format", "text|json", "text", "form of the output", IntoChoice(&flags.json, "text|json")},
          {"graph", "[FILE|DIRECTORY]", "", "draw a racing or witnessing execution as SVG (needs Graphviz)",
           with_text(&flags.graph, &flags.graph_path)},
          {"machine", "original|proposed", "",
           "run the test on the GPU of paper 002, Sect. 5, under that compilation scheme, and compare with the model",
           set_machine},
          {"max-states", "N", "4000000", "most states of the machine", IntoNumber(&flags.machine_options.max_states)},
          {"full-l2", "", "", "let the machine also move data between its L2 and global memory",
           IntoFlag(&flags.machine_options.full_l2)},
          {"device", "[P.D|REGEX]", "", "run the test on a device too, and compare with the model",
           with_text(&flags.device, &device.device)},
          {"iterations", "N", "100000", "executions on the device, at least", IntoNumber(&device.iterations, 1)},
          {"seed", "N", "1", "of the shuffled placement on the device", IntoNumber(&device.seed)},
          {"show-kernel", "", "", "print the OpenCL kernel that the device runs", IntoFlag(&flags.show_kernel)}};
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

CommandHelp LitmusHelp() {
  static auto* flags = new Flags;  // for setters that nobody calls
  return {kUsage, Table(*flags)};
}

int LitmusMain(int argc, char** argv, const DeviceRunner& device) {
  Flags flags;
  const std::vector<OptionRow> table = Table(flags);
  StatusOr<GivenWords> given = ParseWords({argv + 1, argv + argc}, table, "lockstep litmus");
  if (given.ok() && !given->help && given->words.empty()) {
    given = InvalidArgumentError("no file given: lockstep litmus [options] FILE...");
  }
  if (!given.ok()) {
    std::cerr << "lockstep litmus: " << Printable(given.status().message()) << "\n";
    return 2;
  }
  if (given->help) {
    std::cout << kUsage << TableHelp(table);
    return 0;
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
  for (const std::string& file : given->words) {
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
