// Renders results of litmus tests as JSON.
#include <nlohmann/json.hpp>

#include "runtime/litmus/print.h"

namespace lockstep::litmus {
namespace {

using Json = nlohmann::ordered_json;

Json SideJson(const Side& side) {
  if (side.thread < 0) return nullptr;
  return {{"thread", side.thread},
          {"line", side.at.line},
          {"column", side.at.column},
          {"event", side.event}};
}

Json PairsJson(const std::set<Pair>& pairs) {
  Json out = Json::array();
  for (const Pair& pair : pairs) {
    out.push_back({{"location", pair.location},
                   {"first", SideJson(pair.first)},
                   {"second", SideJson(pair.second)}});
  }
  return out;
}

}  // namespace

std::string ErrorJson(const std::string& file, const std::string& message) {
  const Json out = {{"file", file}, {"message", message}};
  return out.dump(2, ' ', false, Json::error_handler_t::replace);
}

std::string ResultJson(const Test& test, const Result& result) {
  static constexpr const char* kQuantifiers[] = {"exists", "~exists", "forall"};
  const bool negated = test.quantifier == Quantifier::kNotExists;
  Json states = Json::array();
  for (const auto& [state, count] : result.states) {
    Json one = Json::object();
    for (size_t i = 0; i < state.size(); ++i) one[test.observed[i].text] = state[i];
    states.push_back(std::move(one));
  }
  const Json out = {{"name", test.name},
                    {"file", test.file},
                    {"condition",
                     {{"quantifier", kQuantifiers[static_cast<int>(test.quantifier)]},
                      {"holds", result.holds},
                      {"text", test.condition_text}}},
                    {"states", states},
                    {"positive", negated ? result.refuting : result.satisfying},
                    {"negative", negated ? result.satisfying : result.refuting},
                    {"data_race", !result.data_races.empty()},
                    {"racing_pairs", PairsJson(result.data_races)},
                    {"unsequenced_race", !result.unsequenced_races.empty()},
                    {"unsequenced_pairs", PairsJson(result.unsequenced_races)},
                    {"barrier_divergence", !result.divergences.empty()},
                    {"diverging_pairs", PairsJson(result.divergences)},
                    {"loop_bound_reached", result.loop_bound_reached},
                    {"seconds", result.seconds}};
  // Names come from files, which may hold any bytes.
  return out.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace lockstep::litmus
