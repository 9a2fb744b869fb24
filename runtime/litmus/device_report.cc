// Judges what a device did with a litmus test: a histogram of final states beside the model's.
#include <map>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "runtime/litmus/condition.h"
#include "runtime/litmus/device.h"
#include "runtime/litmus/print.h"

namespace lockstep::litmus {
namespace {

using Json = nlohmann::ordered_json;

// Why nothing that a device does with the test could be wrong; empty if that is not so.
std::string WhyUndefined(const Result& model) {
  if (!model.data_races.empty()) return "a data race";
  if (!model.unsequenced_races.empty()) return "an unsequenced race";
  return model.divergences.empty() ? "" : "barrier divergence";
}

struct Counts {
  std::map<std::vector<int64_t>, uint64_t> states;
  uint64_t counted = 0;
  uint64_t left_out = 0;  // a loop went on, an index left its array, or the filter says no
};

class Histogram {
 public:
  Histogram(const Test& test, const DeviceKernel& kernel, Counts& counts)
      : test_(test), kernel_(kernel), counts_(counts) {}

  void Add(const int32_t* row, const std::vector<int32_t>& cells) {
    for (int dropped : kernel_.dropped) {
      if (row[dropped] != 0) return void(++counts_.left_out);
    }
    const auto value = [&](const Term& term) { return ValueOf(term, row, cells); };
    if (test_.has_filter && !Holds(test_.filter, value)) return void(++counts_.left_out);
    std::vector<int64_t> state;
    for (const Term& term : test_.observed) state.push_back(value(term));
    ++counts_.states[state];
    ++counts_.counted;
  }

 private:
  int64_t ValueOf(const Term& term, const int32_t* row, const std::vector<int32_t>& cells) const {
    if (term.kind == Term::kConstant) return term.value;
    if (term.index < 0) return 0;
    if (term.kind == Term::kRegister) {
      return term.thread < 0 ? 0 : row[kernel_.first_register[term.thread] + term.index];
    }
    const int cell = kernel_.cell_of[term.index];
    return cell >= 0 ? cells[cell] : row[kernel_.first_local - 1 - cell];
  }

  const Test& test_;
  const DeviceKernel& kernel_;
  Counts& counts_;
};

std::string Placement(const DeviceKernel& kernel, const DeviceDescription& facts) {
  std::string text = absl::StrCat("Placement ", facts.launches, " launches, work-groups of ",
                                  kernel.local, " work-items; ");
  if (!facts.serial_groups) {
    return absl::StrCat(text, "not seen does not mean that it cannot happen\n");
  }
  return absl::StrCat(text, "this device runs a group's work-items one after the other and ",
                      facts.compute_units, facts.compute_units == 1 ? " group" : " groups",
                      " at a time: most interleavings cannot be seen\n");
}

DeviceReport Skipped(const std::string& why) {
  DeviceReport report;
  report.text = absl::StrCat("Device not run: ", why, "\n");
  report.json = Json({{"skipped", why}}).dump(2, ' ', false, Json::error_handler_t::replace);
  return report;
}

}  // namespace

StatusOr<DeviceReport> RunOnDevice(const Test& test, const Result& model, int unroll,
                                         const DeviceOptions& options,
                                         const DeviceRunner& runner) {
  if (!model.divergences.empty()) return Skipped("work-items part at a barrier, which may hang it");
  const auto kernel = MakeDeviceKernel(test, unroll, /*lines=*/true);
  if (!kernel.ok()) return Skipped(std::string(kernel.status().message()));

  Counts counts;
  Histogram histogram(test, *kernel, counts);
  const auto facts =
      runner(*kernel, options, [&histogram](const int32_t* row, const std::vector<int32_t>& cells) {
        histogram.Add(row, cells);
      });
  if (!facts.ok()) return facts.status();

  const std::string undefined = WhyUndefined(model);
  for (const auto& [state, count] : model.states) counts.states.emplace(state, 0);
  DeviceReport report;
  Json states = Json::array();
  std::string lines;
  uint64_t unseen = 0;
  for (const auto& [state, count] : counts.states) {
    const bool allowed = model.states.count(state) != 0;
    if (!allowed && undefined.empty()) report.forbidden = true;
    if (count == 0) ++unseen;
    absl::StrAppend(&lines, absl::StrFormat("%10d :> ", count), StateText(test, state),
                    !allowed     ? undefined.empty() ? "  FORBIDDEN by the model" : "  not in the model"
                    : count == 0 ? "  allowed, not seen"
                                 : "",
                    "\n");
    Json one = Json::object();
    for (size_t i = 0; i < state.size(); ++i) one[test.observed[i].text] = state[i];
    states.push_back({{"state", one}, {"count", count}, {"allowed", allowed}});
  }
  report.text = absl::StrCat("Device ", facts->name, " (", facts->platform, ")\nHistogram ",
                             counts.counted, " executions, ", counts.states.size() - unseen, " of ",
                             counts.states.size(), " states seen\n", lines);
  if (counts.left_out != 0) {
    absl::StrAppend(&report.text, "Left out ", counts.left_out,
                    " executions: past --unroll, outside an array, or filtered\n");
  }
  report.text += Placement(*kernel, *facts);
  absl::StrAppend(&report.text, "Conforms ",
                  !undefined.empty() ? absl::StrCat("undefined: with ", undefined, " all is allowed")
                  : report.forbidden ? "No"
                                     : "Yes, as far as seen",
                  "\n");
  const Json json = {{"device", facts->name},
                     {"platform", facts->platform},
                     {"executions", counts.counted},
                     {"left_out", counts.left_out},
                     {"launches", facts->launches},
                     {"group_size", kernel->local},
                     {"serial_groups", facts->serial_groups},
                     {"undefined", undefined.empty() ? Json(nullptr) : Json(undefined)},
                     {"forbidden", report.forbidden},
                     {"histogram", states}};
  report.json = json.dump(2, ' ', false, Json::error_handler_t::replace);
  return report;
}

}  // namespace lockstep::litmus
