#include "runtime/capture/capture.h"

#include "runtime/base/file.h"
#include "runtime/base/json_fields.h"
#include "runtime/base/own_json.h"

namespace lockstep {

template <typename Archive>
void Fields(Archive& archive, CapturedImage& image) {
  archive("object_type", image.object_type);
  archive("size", image.size);
  archive("order", image.order);
  archive("channel_type", image.channel_type);
  archive("texel_bytes", image.texel_bytes);
  archive("row_pitch", image.row_pitch, 0);
}

template <typename Archive>
void Fields(Archive& archive, CapturedSampler& sampler) {
  archive("normalized", sampler.normalized);
  archive("addressing", sampler.addressing);
  archive("filter", sampler.filter);
}

template <typename Archive>
void Fields(Archive& archive, CapturedArgument& argument) {
  archive("index", argument.index);
  archive("name", argument.name, "");
  archive("type", argument.type, "");
  archive("kind", argument.kind);
  archive("value", argument.value, "");
  archive("size", argument.size, 0);
  archive("object", argument.object, 0);
  archive("origin", argument.origin, 0);
  const bool image = argument.kind == CapturedKind::kImage || argument.kind == CapturedKind::kImageView;
  archive.Nested("image", image, [&](auto& inner) { Fields(inner, argument.image); });
  archive.Nested("sampler", argument.kind == CapturedKind::kSampler,
                 [&](auto& inner) { Fields(inner, argument.sampler); });
}

template <typename Archive>
void Fields(Archive& archive, CapturedObject& object) {
  archive("number", object.number);
  archive("svm", object.svm, false);
  archive("size", object.size);
  archive("file", object.file);
}

template <typename Archive>
void Fields(Archive& archive, CapturedLaunch& launch) {
  archive("schema_version", launch.schema_version);
  archive("lockstep", launch.lockstep);
  archive("kernel", launch.kernel);
  archive("launch", launch.launch);
  archive("device", launch.device);
  archive("driver", launch.driver);
  archive("global_size", launch.global);
  archive("local_size", launch.local);
  archive("global_offset", launch.offset);
  archive("program", launch.program);
  archive("source_name", launch.source_name);
  archive("build_options", launch.build_options);
  archive("headers", launch.headers, false);
  archive("arguments", launch.arguments);
  archive("objects", launch.objects);
  archive.List("missing", launch.missing);
}

namespace {

bool LeadsToMemory(CapturedKind kind) {
  return kind == CapturedKind::kBuffer || kind == CapturedKind::kImage || kind == CapturedKind::kImageView;
}

}  // namespace

std::string WriteCapture(const CapturedLaunch& launch) { return FieldWriter::Written(launch).dump(2) + "\n"; }

StatusOr<CapturedLaunch> ReadCapture(std::string_view json) {
  const nlohmann::json value = ParseOwnJson(json);
  if (value.is_discarded()) return InvalidArgumentError("is no JSON");
  try {
    CapturedLaunch launch;
    FieldReader::Read("capture", value, launch);
    if (launch.schema_version != kCaptureSchema) {
      return InvalidArgumentError(
          StrCat("has schema version ", launch.schema_version, "; this lockstep reads ", kCaptureSchema));
    }
    const size_t dimensions = launch.global.size();
    if (dimensions < 1 || dimensions > 3 || launch.local.size() != dimensions || launch.offset.size() != dimensions) {
      throw FieldError("global_size", "and its companions have not one to three numbers each");
    }
    for (const CapturedArgument& argument : launch.arguments) {
      if (!LeadsToMemory(argument.kind) || ObjectBehind(launch, argument) != nullptr) continue;
      throw FieldError("objects", StrCat("lack number ", argument.object, ", which argument ", argument.index, " has"));
    }
    return launch;
  } catch (const FieldError& error) {
    return InvalidArgumentError(error.what());
  }
}

StatusOr<CapturedLaunch> ReadCaptureFolder(const std::string& folder) {
  const std::string path = StrCat(folder, "/", kCaptureFile);
  auto text = ReadFile(path);
  if (!text.ok()) return text.status();
  auto launch = ReadCapture(*text);
  if (!launch.ok()) return InvalidArgumentError(StrCat(path, ": ", launch.status().message()));
  return launch;
}

const CapturedObject* ObjectBehind(const CapturedLaunch& launch, const CapturedArgument& argument) {
  if (!LeadsToMemory(argument.kind)) return nullptr;
  for (const CapturedObject& object : launch.objects) {
    if (object.number == argument.object) return &object;
  }
  return nullptr;
}

bool IsSource(const CapturedLaunch& launch) {
  constexpr std::string_view kEnding = ".cl";
  const std::string& name = launch.program;
  return name.size() > kEnding.size() && name.compare(name.size() - kEnding.size(), kEnding.size(), kEnding) == 0;
}

}  // namespace lockstep
