// JSON that lockstep itself wrote, read back.
#include "runtime/base/own_json.h"

namespace lockstep {

using nlohmann::json;

json ParseOwnJson(std::string_view text) {
  bool whole = true;
  json value = json::parse(
      text,
      [&](int, json::parse_event_t event, json& part) {
        whole = whole && !(event == json::parse_event_t::value && part.is_number_float());
        return true;
      },
      /*allow_exceptions=*/false);
  return whole ? value : json(json::value_t::discarded);
}

}  // namespace lockstep
