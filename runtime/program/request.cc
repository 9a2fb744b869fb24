// Requests and recipes as JSON, docs/abi.md, section 6: each field once.
#include "runtime/program/request.h"

#include "device-lib/shared/control.h"
#include "runtime/base/json_fields.h"
#include "runtime/base/own_json.h"

namespace lockstep {

template <typename Archive>
void Fields(Archive& archive, InstrumentOptions& options) {
  archive("variant", options.variant, Variant::kDefault);
  archive("lockstep", options.lockstep, false);
  archive("watch", options.watch, false);
  archive("merge_checks", options.merge_checks, true);
  archive("races", options.races, true);
  archive("resident", options.resident, false);
  archive("all_barriers", options.all_barriers, false);
}

template <typename Archive>
void Fields(Archive& archive, Unit& unit) {
  archive("source_name", unit.name, "kernel.cl");
  archive("own_name", unit.own_name, false);
  archive("options", unit.options, "");
  archive("cwd", unit.directory, "");
  archive.Bytes("ir", unit.code);
  if (unit.code.empty()) {
    archive("source", unit.text);
  } else {
    archive("source", unit.text, "");
  }
  archive.Pairs("headers", unit.headers, "name", "text");
}

template <typename Archive>
void Fields(Archive& archive, Recipe& recipe) {
  if constexpr (Archive::kReads) {
    // Without a list: a program of one unit, whose fields stand here. For requests written by hand.
    if (!archive.Has("units")) {
      auto unit = std::make_shared<Unit>();
      Fields(archive, *unit);
      recipe.units = {std::move(unit)};
    }
  }
  archive.List("units", recipe.units);
  archive("link_options", recipe.link_options, "");
  if (Archive::kReads && recipe.units.empty()) throw FieldError("units", "is empty");
}

template <typename Archive>
void Fields(Archive& archive, DeviceTraits& device) {
  archive("name", device.name, "");
  archive("vendor", device.vendor, "");
  archive("version", device.version, "");
  archive("c_version", device.c_version, "");
  archive("extensions", device.extensions, "");
  archive.List("features", device.features);
  archive("address_bits", device.address_bits, 64);
  archive("little_endian", device.little_endian, true);
  archive("images", device.images, false);
}

template <typename Archive>
void Fields(Archive& archive, Request& request) {
  unsigned abi = LS_ABI_VERSION;
  archive("abi", abi);
  if (abi != LS_ABI_VERSION) throw FieldError("abi", StrCat("is ", abi, ", this lockstep-cc has ", LS_ABI_VERSION));
  archive("backend", request.backend);
  Fields(archive, request.options);
  Fields(archive, request.recipe);
  archive("device", request.device);
}

namespace {

template <typename T>
StatusOr<T> ReadOwn(const char* what, std::string_view text) {
  const nlohmann::json json = ParseOwnJson(text);
  if (json.is_discarded()) {
    return InvalidArgumentError(StrCat(what, " is not valid: no JSON, or a number with a fraction"));
  }
  try {
    T value;
    FieldReader::Read(what, json, value);
    return value;
  } catch (const FieldError& error) {
    return InvalidArgumentError(StrCat(what, " is not valid: ", error.what()));
  }
}

}  // namespace

std::string WriteRequest(const Request& request) { return FieldWriter::Written(request).dump(); }

StatusOr<Request> ReadRequest(std::string_view json) { return ReadOwn<Request>("request", json); }

std::string WriteRecipe(const Recipe& recipe) { return FieldWriter::Written(recipe).dump(); }

StatusOr<Recipe> ReadRecipe(std::string_view json) { return ReadOwn<Recipe>("recipe", json); }

}  // namespace lockstep
