// Writes an image as docs/abi.md, section 5 says.
#include "instrument/image.h"

#include <nlohmann/json.hpp>

#include "device-lib/shared/control.h"
#include "runtime/base/enum_words.h"

namespace lockstep::instrument {
namespace {

// Keeps keys in the order of the document, so that images can be read and compared by eye.
using Json = nlohmann::ordered_json;

Json PositionJson(const SourcePosition& position) {
  return {{"file", position.file},
          {"line", position.line},
          {"column", position.column},
          {"function", position.function}};
}

Json SiteJson(const Site& site) {
  Json json = {{"id", site.id},         {"op", site.op},       {"atomic", site.atomic},
               {"order", site.order},   {"scope", site.scope}, {"remote", site.remote},
               {"region", site.region}, {"bytes", site.bytes}, {"root", site.root}};
  json.update(PositionJson(site.position));
  json["flags"] = site.flags;
  if (site.copy) json["copy"] = true;
  if (site.old) json["old"] = true;
  json["inlined_at"] = Json::array();
  for (const SourcePosition& call : site.inlined_at) {
    json["inlined_at"].push_back(PositionJson(call));
  }
  if (!site.loops.empty()) {
    json["loops"] = Json::array();
    for (const SourcePosition& loop : site.loops) json["loops"].push_back(PositionJson(loop));
  }
  if (!site.condition.empty()) json["condition"] = site.condition;
  if (site.excerpt != 0) json["excerpt"] = site.excerpt;
  if (site.read != 0) json["read"] = site.read;
  if (site.read_first) json["read_first"] = true;
  if (!site.macro.empty()) {
    json["macro"] = {{"name", site.macro}, {"file", site.macro_definition.file}, {"line", site.macro_definition.line}};
  }
  return json;
}

void AddForms(const std::optional<std::vector<AccessForm>>& forms, Json& json) {
  if (!forms) return;
  json["forms"] = Json::array();
  for (const AccessForm& form : *forms) {
    Json fits = Json::array();
    for (const FitsIn& one : form.fits) {
      fits.push_back({one.value.ToString(), one.bits, one.is_signed});
    }
    Json entry = {{"offset", form.offset.ToString()}, {"bytes", form.bytes}, {"fits", fits}};
    for (const auto& [id, value] : form.fixed) entry["fixed"][id] = value.ToString();
    json["forms"].push_back(std::move(entry));
  }
}

Json ArgumentJson(const ArgumentInfo& argument) {
  Json json = {{"index", argument.index},   {"name", argument.name},
          {"type", argument.type},     {"space", argument.space},
          {"reads", argument.reads},   {"writes", argument.writes},
          {"granule_shift", argument.granule_shift}, {"checked", argument.checked}};
  AddForms(argument.forms, json);
  return json;
}

Json LocalJson(const LocalInfo& local) {
  Json json = {{"name", local.name},
               {"size", local.size},
               {"granule_shift", local.granule_shift},
               {"file", local.position.file},
               {"line", local.position.line},
               {"column", local.position.column}};
  AddForms(local.forms, json);
  return json;
}

Json VariableJson(const VariableInfo& variable) {
  Json json = {{"name", variable.name},
               {"size", variable.size},
               {"granule_shift", variable.granule_shift},
               {"reads", variable.reads},
               {"writes", variable.writes},
               {"file", variable.position.file},
               {"line", variable.position.line},
               {"column", variable.position.column}};
  AddForms(variable.forms, json);
  return json;
}

template <typename Items, typename Function>
Json ArrayOf(const Items& items, Function function) {
  Json array = Json::array();
  for (const auto& item : items) array.push_back(function(item));
  return array;
}

Json LoopJson(const IrregularLoop& loop) {
  Json json = {{"loop", SiteJson(loop.loop)}};
  json["pairs"] = ArrayOf(loop.pairs, [](const LoopPair& pair) -> Json {
    return {{"read", SiteJson(pair.read)},     {"write", SiteJson(pair.write)},
            {"in_loop", pair.in_loop},         {"together", pair.together},
            {"waits", pair.waits},             {"fixed_ids", pair.fixed_ids}};
  });
  return json;
}

Json KernelJson(const KernelInfo& kernel) {
  Json json = {{"name", kernel.name},
          {"instrumented", kernel.instrumented},
          {"reason", kernel.reason},
          {"args", ArrayOf(kernel.args, ArgumentJson)},
          {"locals", ArrayOf(kernel.locals, LocalJson)},
          {"variables", ArrayOf(kernel.variables, VariableJson)},
          {"unknown_roots", {{"reads", kernel.unknown_reads}, {"writes", kernel.unknown_writes}}},
          {"barriers", kernel.barriers},
          {"async_copies", kernel.async_copies},
          {"transformed", kernel.transformed},
          {"transform_reason", kernel.transform_reason},
          {"uses_local", kernel.uses_local},
          {"data_independent", kernel.data_independent},
          {"dependence", kernel.dependence},
          {"synchronises", kernel.synchronises},
          {"logged", {{"global", kernel.global_logged}, {"local", kernel.local_logged}}},
          {"notes", kernel.notes},
          {"irregular_loops", ArrayOf(kernel.irregular_loops, LoopJson)},
          {"loops_unknown", kernel.loops_unknown},
          {"sites", ArrayOf(kernel.sites, SiteJson)}};
  if (!kernel.excerpts.empty()) json["excerpts"] = kernel.excerpts;
  if (kernel.group_program) json["group_program"] = kernel.group_program->Encode();
  if (kernel.site_program) json["site_program"] = kernel.site_program->Encode();
  return json;
}

}  // namespace

std::string Image::Metadata(int indent) const {
  Json json = {{"abi", LS_ABI_VERSION}, {"backend", backend}, {"variant", WordOf(variant)},
               {"build_options", build_options}};
  json["dependencies"] = ArrayOf(dependencies, [](const Dependency& dependency) -> Json {
    return {{"path", dependency.path}, {"sha256", dependency.sha256}};
  });
  json["kernels"] = ArrayOf(kernels, KernelJson);
  json["not_instrumented"] = Json::array();
  for (const KernelInfo& kernel : kernels) {
    if (kernel.instrumented) continue;
    json["not_instrumented"].push_back({{"kernel", kernel.name}, {"reason", kernel.reason}});
  }
  // File names need not be UTF-8; a byte that is not is replaced rather than refused.
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::string Image::Serialize() const {
  return "LOCKSTEP-IMAGE 1\n" + Metadata(-1) + "\n" + code;
}

}  // namespace lockstep::instrument
