// Reads the file that lockstep-cc wrote (docs/abi.md, section 5).
#include "runtime/image/image_reader.h"

#include <nlohmann/json.hpp>

#include "device-lib/shared/control.h"
#include "runtime/base/enum_words.h"
#include "runtime/base/own_json.h"
#include "runtime/base/sha256.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

using nlohmann::json;

constexpr std::string_view kMagic = "LOCKSTEP-IMAGE 1\n";

std::string Text(const json& object, const char* key) { return object.value(key, std::string()); }

SourcePosition ReadPosition(const json& object) {
  return {Text(object, "file"), object.value("line", 0u), object.value("column", 0u),
          Text(object, "function")};
}

Site ReadSite(const json& object) {
  Site site;
  site.id = object.at("id").get<unsigned>();
  site.op = Text(object, "op");
  site.copy = object.value("copy", false);
  site.atomic = object.value("atomic", false);
  site.order = Text(object, "order");
  site.scope = Text(object, "scope");
  site.remote = object.value("remote", false);
  site.old = object.value("old", false);
  site.region = Text(object, "region");
  site.bytes = object.value("bytes", uint64_t{0});
  site.root = Text(object, "root");
  site.flags = Text(object, "flags");
  site.position = ReadPosition(object);
  if (auto calls = object.find("inlined_at"); calls != object.end()) {
    for (const json& call : *calls) site.inlined_at.push_back(ReadPosition(call));
  }
  if (auto loops = object.find("loops"); loops != object.end()) {
    for (const json& loop : *loops) site.loops.push_back(ReadPosition(loop));
  }
  site.condition = Text(object, "condition");
  site.excerpt = object.value("excerpt", 0u);
  site.read = object.value("read", 0u);
  site.read_first = object.value("read_first", false);
  if (auto macro = object.find("macro"); macro != object.end()) {
    site.macro = Text(*macro, "name");
    site.macro_definition.file = Text(*macro, "file");
    site.macro_definition.line = macro->value("line", 0u);
  }
  return site;
}

IrregularLoop ReadLoop(const json& object) {
  IrregularLoop loop;
  loop.loop = ReadSite(object.at("loop"));
  for (const json& pair : object.at("pairs")) {
    loop.pairs.push_back({ReadSite(pair.at("read")), ReadSite(pair.at("write")),
                          pair.value("in_loop", false), pair.value("together", false),
                          pair.value("waits", false), pair.value("fixed_ids", 0u)});
  }
  return loop;
}

std::optional<std::vector<AccessForm>> ReadForms(const json& object) {
  const auto found = object.find("forms");
  if (found == object.end()) return std::nullopt;
  std::vector<AccessForm> forms;
  for (const json& form : *found) {
    AccessForm& read = forms.emplace_back();
    read.offset = Polynomial::Parse(form.at("offset").get<std::string>());
    read.bytes = form.at("bytes").get<uint64_t>();
    const json fixed = form.value("fixed", json::object());
    for (const auto& [id, value] : fixed.items()) {
      read.fixed.emplace(id, Polynomial::Parse(value.get<std::string>()));
    }
    for (const json& fits : form.at("fits")) {
      read.fits.push_back({Polynomial::Parse(fits.at(0).get<std::string>()),
                           fits.at(1).get<unsigned>(), fits.at(2).get<bool>()});
    }
  }
  return forms;
}

ArgumentImage ReadArgument(const json& object, bool bounds) {
  ArgumentImage argument;
  argument.index = object.at("index").get<unsigned>();
  argument.name = Text(object, "name");
  argument.type = Text(object, "type");
  argument.space = Text(object, "space");
  argument.reads = object.value("reads", false);
  argument.writes = object.value("writes", false);
  argument.granule_shift = object.value("granule_shift", 3u);
  argument.checked = object.value("checked", false);
  argument.bounded = bounds && !argument.checked;
  argument.forms = ReadForms(object);
  return argument;
}

// `bounds`: the image is of variant "bounds".
KernelImage ReadKernel(const json& object, bool bounds) {
  KernelImage kernel;
  kernel.name = object.at("name").get<std::string>();
  kernel.instrumented = object.value("instrumented", false);
  kernel.reason = Text(object, "reason");
  for (const json& argument : object.value("args", json::array())) {
    kernel.args.push_back(ReadArgument(argument, bounds));
  }
  for (const json& local : object.value("locals", json::array())) {
    kernel.locals.push_back({Text(local, "name"), local.value("size", uint64_t{0}),
                             local.value("granule_shift", 3u), ReadPosition(local),
                             ReadForms(local)});
  }
  for (const json& variable : object.value("variables", json::array())) {
    kernel.variables.push_back({Text(variable, "name"), variable.value("size", uint64_t{0}),
                                variable.value("granule_shift", 3u),
                                variable.value("reads", false), variable.value("writes", false),
                                ReadPosition(variable), ReadForms(variable)});
  }
  if (auto unknown = object.find("unknown_roots"); unknown != object.end()) {
    kernel.unknown_reads = unknown->value("reads", false);
    kernel.unknown_writes = unknown->value("writes", false);
  }
  kernel.barriers = object.value("barriers", 0u);
  kernel.async_copies = object.value("async_copies", false);
  kernel.transformed = object.value("transformed", false);
  kernel.transform_reason = Text(object, "transform_reason");
  kernel.uses_local = object.value("uses_local", false);
  kernel.data_independent = object.value("data_independent", false);
  kernel.dependence = Text(object, "dependence");
  kernel.synchronises = object.value("synchronises", false);
  if (const auto logged = object.find("logged"); logged != object.end() && logged->is_object()) {
    kernel.global_logged = logged->value("global", false);
    kernel.local_logged = logged->value("local", false);
  }
  for (const json& note : object.value("notes", json::array())) {
    kernel.notes.push_back(note.get<std::string>());
  }
  for (const json& loop : object.value("irregular_loops", json::array())) {
    kernel.irregular_loops.push_back(ReadLoop(loop));
  }
  kernel.loops_unknown = object.value("loops_unknown", false);
  if (auto program = object.find("group_program"); program != object.end()) {
    if (auto decoded = GroupProgram::Decode(program->get<std::vector<int64_t>>())) {
      kernel.group = std::make_shared<GroupProofs>(*std::move(decoded));
    }
  }
  if (auto program = object.find("site_program"); program != object.end()) {
    if (auto decoded = SiteProgram::Decode(program->get<std::vector<int64_t>>())) {
      kernel.place_proofs = std::make_shared<SiteProofs>(PlacesOf(*decoded), SiteProofs::About::kPlaces);
      kernel.site_proofs = std::make_shared<SiteProofs>(MeetingsOf(*std::move(decoded)));
    }
  }
  for (const json& line : object.value("excerpts", json::array())) {
    kernel.excerpts.push_back(line.get<std::string>());
  }
  for (const json& site : object.value("sites", json::array())) {
    kernel.sites.push_back(ReadSite(site));
  }
  return kernel;
}

Status Check(const Image& image) {
  if (image.abi != LS_ABI_VERSION) {
    return InvalidArgumentError(StrCat("image has ABI version ", image.abi, ", this is version ",
                                       LS_ABI_VERSION, "; clear the cache or rebuild lockstep-cc"));
  }
  for (const auto& kernel : image.kernels) {
    if (!kernel->instrumented) continue;
    if (kernel->sites.empty()) {
      return InvalidArgumentError(StrCat("image's kernel ", kernel->name, " has no site table"));
    }
    for (size_t i = 0; i < kernel->sites.size(); ++i) {
      if (kernel->sites[i].id != i) {
        return InvalidArgumentError(StrCat("image's kernel ", kernel->name, " has site ",
                                           kernel->sites[i].id, " at index ", i));
      }
    }
    for (size_t i = 0; i < kernel->args.size(); ++i) {
      if (kernel->args[i].index != i) {
        return InvalidArgumentError(StrCat("image's kernel ", kernel->name, " has argument ",
                                           kernel->args[i].index, " at index ", i));
      }
      if (kernel->args[i].granule_shift > 3) {
        return InvalidArgumentError(StrCat("image's kernel ", kernel->name, " argument ", i,
                                           " has granule shift ", kernel->args[i].granule_shift));
      }
    }
  }
  return OkStatus();
}

}  // namespace

std::shared_ptr<const KernelImage> Image::FindKernel(const std::string& name) const {
  for (const auto& kernel : kernels) {
    if (kernel->name == name) return kernel;
  }
  return nullptr;
}

StatusOr<Image> ReadImage(std::string_view bytes) {
  if (bytes.substr(0, kMagic.size()) != kMagic) {
    return InvalidArgumentError(StrCat("not an image: ", bytes.size(),
                                       " bytes that do not begin "
                                       "with LOCKSTEP-IMAGE 1"));
  }
  const std::string hash = Sha256Hex(bytes);
  bytes.remove_prefix(kMagic.size());
  size_t end = bytes.find('\n');
  if (end == std::string_view::npos) {
    return InvalidArgumentError("image ends within its description");
  }
  // nlohmann reports a field of the wrong type by throwing; that ends here.
  try {
    json root = ParseOwnJson(bytes.substr(0, end));
    Image image;
    image.abi = root.at("abi").get<unsigned>();
    image.backend = Text(root, "backend");
    const std::string variant = root.value("variant", WordOf(Variant::kDefault));
    if (const auto known = FromWord<Variant>(variant)) {
      image.variant = *known;
    } else {
      return InvalidArgumentError(StrCat("image has variant \"", variant, "\", none of ", AllWords<Variant>()));
    }
    image.build_options = Text(root, "build_options");
    for (const json& file : root.value("dependencies", json::array())) {
      image.dependencies.push_back({Text(file, "path"), Text(file, "sha256")});
    }
    for (const json& kernel : root.value("kernels", json::array())) {
      image.kernels.push_back(std::make_shared<KernelImage>(ReadKernel(kernel, image.variant == Variant::kBounds)));
    }
    for (const json& kernel : root.value("not_instrumented", json::array())) {
      image.not_instrumented.push_back({Text(kernel, "kernel"), Text(kernel, "reason")});
    }
    image.code = std::string(bytes.substr(end + 1));
    image.hash = hash;
    if (Status status = Check(image); !status.ok()) return status;
    return image;
  } catch (const std::exception& error) {
    return InvalidArgumentError(StrCat("image's description is wrong: ", error.what()));
  }
}

}  // namespace lockstep
