// Explores the machine of paper 002 on a litmus test and compares it with the axiomatic model.
#include "runtime/litmus/machine_report.h"

#include <deque>
#include <nlohmann/json.hpp>
#include <set>
#include <unordered_map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "runtime/litmus/machine.h"
#include "runtime/litmus/print.h"

namespace lockstep::litmus {
namespace {

struct Visit {
  uint32_t parent = 0;
  Action action;
};

// Breadth first, so that the first forbidden execution found is a shortest one.
class Explorer {
 public:
  Explorer(const Test& test, const Machine& machine, const MachineOptions& options)
      : test_(test), machine_(machine), options_(options) {}

  void Run(const std::set<std::string>& allowed, MachineReport& report) {
    std::deque<std::pair<uint32_t, MachineState>> queue;
    MachineState first = machine_.Initial();
    seen_.emplace(first.Key(), 0);
    visits_.push_back({});
    queue.emplace_back(0, std::move(first));
    while (!queue.empty()) {
      const auto [id, state] = std::move(queue.front());
      queue.pop_front();
      const bool terminal = machine_.Terminal(state);
      if (terminal) End(id, state, allowed, report);
      std::vector<Successor> successors = machine_.Successors(state);
      if (successors.empty() && !terminal) ++report.deadlocks;
      for (Successor& next : successors) {
        const auto [at, fresh] =
            seen_.emplace(next.state.Key(), static_cast<uint32_t>(visits_.size()));
        if (!fresh) continue;
        if (visits_.size() >= options_.max_states) {
          report.complete = false;
          continue;
        }
        visits_.push_back({id, next.action});
        queue.emplace_back(static_cast<uint32_t>(visits_.size() - 1), std::move(next.state));
      }
    }
    report.states_visited = visits_.size();
    report.executions = witnesses_.size();
  }

  bool found() const { return found_; }

  // The way to the first forbidden execution, in the manner of Fig. 4 and 5.
  std::string Interleaving() const {
    std::vector<Action> path;
    for (uint32_t at = bad_; at != 0; at = visits_[at].parent) path.push_back(visits_[at].action);
    MachineState state = machine_.Initial();
    std::string out = absl::StrFormat(
        "%5s  %-5s %-28s %-24s L1 caches {location=value:Clean/Dirty,Valid/Invalid} [fifo, tail "
        "first]\n",
        "step", "who", "what", "L2");
    int step = 0;
    for (auto it = path.rbegin(); it != path.rend(); ++it) {
      for (Successor& next : machine_.Successors(state)) {
        if (next.action.kind != it->kind || next.action.who != it->who ||
            next.action.location != it->location || next.action.op != it->op ||
            next.action.edge != it->edge) {
          continue;
        }
        state = std::move(next.state);
        std::string caches;
        for (size_t g = 0; g < state.l1.size(); ++g)
          absl::StrAppend(&caches, g > 0 ? "  " : "", "wg", g, machine_.CacheText(state.l1[g]));
        const std::string who = it->kind == Action::kInstruction
                                    ? absl::StrCat("P", test_.threads[it->who].id)
                                    : absl::StrCat("wg", it->who);
        std::string what = machine_.ActionText(*it);
        for (const Action& then : next.then) absl::StrAppend(&what, " ", machine_.ActionText(then));
        absl::StrAppend(&out, absl::StrFormat("%5d  %-5s %-28s %-24s %s\n", ++step, who, what,
                                              machine_.L2Text(state), caches));
        break;
      }
    }
    return out;
  }

 private:
  void End(uint32_t id, const MachineState& state, const std::set<std::string>& allowed,
           MachineReport& report) {
    const std::string witness = machine_.Witness(state);
    witnesses_.insert(witness);
    const bool bad = !report.racy && allowed.count(witness) == 0;
    bool& outcome = report.outcomes[machine_.Observed(state)];
    outcome = outcome || bad;
    report.forbidden = report.forbidden || bad;
    if (bad && !found_) {
      found_ = true;
      bad_ = id;
    }
  }

  const Test& test_;
  const Machine& machine_;
  const MachineOptions& options_;
  std::unordered_map<std::string, uint32_t> seen_;
  std::vector<Visit> visits_;
  std::set<std::string> witnesses_;
  bool found_ = false;
  uint32_t bad_ = 0;
};

}  // namespace

StatusOr<MachineReport> RunMachine(const Test& test, const MachineOptions& options) {
  EnumerateOptions model = options.model;
  model.keep_witnesses = true;
  model.ignore_filter = true;
  const auto result = Enumerate(test, model);
  if (!result.ok()) return result.status();
  auto program = CompileForMachine(test, options.scheme, model.unroll);
  if (!program.ok()) return program.status();
  MachineReport report;
  report.racy = !result->data_races.empty() || !result->unsequenced_races.empty();
  const Machine machine(test, *program, options.full_l2);
  Explorer explorer(test, machine, options);
  explorer.Run(result->witnesses, report);

  const char* scheme = options.scheme == Scheme::kOriginal ? "original" : "proposed";
  report.text =
      absl::StrCat("Machine ", scheme, " ", test.name, "\nStates ", report.outcomes.size(), "\n");
  nlohmann::ordered_json states = nlohmann::ordered_json::array();
  for (const auto& [state, bad] : report.outcomes) {
    absl::StrAppend(&report.text, StateText(test, state), bad ? "  <- forbidden by the model" : "",
                    "\n");
    nlohmann::ordered_json one = nlohmann::ordered_json::object();
    for (size_t i = 0; i < state.size(); ++i) one[test.observed[i].text] = state[i];
    states.push_back({{"state", one}, {"forbidden", bad}});
  }
  absl::StrAppend(&report.text, "Executions ", report.executions, " in ", report.states_visited,
                  " machine states");
  if (!report.complete)
    absl::StrAppend(&report.text, " (incomplete: more than ", options.max_states, ")");
  if (report.deadlocks > 0) absl::StrAppend(&report.text, ", ", report.deadlocks, " deadlocks");
  absl::StrAppend(&report.text, "\n",
                  report.racy ? "Allowed: the program races, so the model allows everything\n"
                  : report.forbidden ? "Forbidden: the machine does what the model forbids\n"
                  : report.complete
                      ? "Allowed: every execution of the machine is one of the model\n"
                      : "Allowed so far\n");
  std::string interleaving;
  if (explorer.found()) interleaving = explorer.Interleaving();
  report.text += interleaving;
  const nlohmann::ordered_json json = {{"scheme", scheme},
                                       {"states", states},
                                       {"executions", report.executions},
                                       {"states_visited", report.states_visited},
                                       {"complete", report.complete},
                                       {"deadlocks", report.deadlocks},
                                       {"racy", report.racy},
                                       {"forbidden", report.forbidden},
                                       {"interleaving", interleaving}};
  report.json = json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  return report;
}

}  // namespace lockstep::litmus
