// What a state of the machine means: its witness, its final values, and its picture as text.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "runtime/litmus/machine.h"

namespace lockstep::litmus {

std::string Machine::Witness(const MachineState& state) const {
  const auto name = [&](WriteId write) {
    if (write < 0) return absl::StrCat("i", -1 - write);
    const Edge& edge = program_.edges[write];
    return absl::StrCat(edge.event.thread, ".", edge.access);
  };
  std::string out;
  for (size_t t = 0; t < state.threads.size(); ++t) {
    for (size_t k = 0; k < state.threads[t].sources.size(); ++k) {
      const WriteId source = state.threads[t].sources[k];
      if (source != kNoSource) absl::StrAppend(&out, t, ".", k, "<", name(source), " ");
    }
  }
  for (size_t x = 0; x < state.global.size(); ++x) {
    if (test_.locations[x].plain) continue;
    for (size_t i = 1; i < state.global[x].size(); ++i) {
      absl::StrAppend(&out, i == 1 ? ";" : ">", name(state.global[x][i]));
    }
  }
  return out;
}

std::vector<int64_t> Machine::Observed(const MachineState& state) const {
  std::vector<int64_t> out;
  for (const Term& term : test_.observed) {
    if (term.kind == Term::kLocation) {
      out.push_back(ValueOf(state.global[term.index].back()));
    } else if (term.thread < 0 || term.index < 0) {
      out.push_back(0);
    } else {
      const auto& thread = state.threads[term.thread];
      const int run = thread.last_edge < 0 ? 0 : program_.edges[thread.last_edge].run;
      const auto& runs = program_.runs.of_thread[term.thread];
      out.push_back(runs.empty() ? 0 : runs[run].registers[term.index]);
    }
  }
  return out;
}

std::string Machine::ActionText(const Action& action) const {
  const auto x = [&] { return test_.locations[action.location].name; };
  switch (action.kind) {
    case Action::kInstruction: {
      std::string text = OpText(test_, action.op, action.location);
      if (action.edge >= 0) {
        const Event& event = program_.edges[action.edge].event;
        if (event.Reads()) absl::StrAppend(&text, " reads ", event.read_value);
        if (event.Writes()) absl::StrAppend(&text, " writes ", event.write_value);
      }
      return text;
    }
    case Action::kFetchL1:
      return absl::StrCat("FETCH_L1(", x(), ")");
    case Action::kFlushL1:
      return absl::StrCat("FLUSH_L1(", x(), ")");
    case Action::kEvictL1:
      return absl::StrCat("EVICT_L1(", x(), ")");
    case Action::kDequeueLocation:
      return "DEQLOC_L1";
    case Action::kDequeueMarker:
      return "DEQMARKER_L1";
    case Action::kFetchL2:
      return absl::StrCat("FETCH_L2(", x(), ")");
    case Action::kFlushL2:
      return absl::StrCat("FLUSH_L2(", x(), ")");
    case Action::kEvictL2:
      return absl::StrCat("EVICT_L2(", x(), ")");
    case Action::kDequeueL2:
      return "DEQLOC_L2";
  }
  return "";
}

std::string Machine::CacheText(const Cache& cache) const {
  std::string out = "{";
  for (size_t x = 0; x < cache.entries.size(); ++x) {
    const CacheEntry& entry = cache.entries[x];
    if (!entry.present) continue;
    absl::StrAppend(&out, out.size() > 1 ? " " : "", test_.locations[x].name, "=",
                    ValueOf(entry.write), ":", entry.dirty ? "D" : "C", entry.valid ? "V" : "I");
  }
  out += "}";
  if (cache.fifo.empty()) return out;
  out += " [";
  for (size_t i = cache.fifo.size(); i-- > 0;) {
    const int8_t element = cache.fifo[i];
    absl::StrAppend(&out,
                    element >= 0 ? test_.locations[element].name
                                 : absl::StrCat("FLUSH", test_.threads[-1 - element].id),
                    i > 0 ? " " : "");
  }
  return out + "]";
}

std::string Machine::L2Text(const MachineState& state) const {
  if (full_) return CacheText(state.l2);
  std::string out = "{";
  for (size_t x = 0; x < state.global.size(); ++x) {
    absl::StrAppend(&out, x > 0 ? " " : "", test_.locations[x].name, "=",
                    ValueOf(state.global[x].back()));
  }
  return out + "}";
}

}  // namespace lockstep::litmus
