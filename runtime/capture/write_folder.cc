#include "runtime/capture/write_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "runtime/base/file.h"
#include "runtime/base/hex.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

// Blocks of zeros of this size are not written: the file has a hole there.
constexpr size_t kHole = 64 * 1024;
constexpr unsigned kMostOfAName = 1000;  // captures of launches with the same number and kernel

Status FileError(const std::string& path) {
  return InternalError(StrCat("cannot write ", path, ": ", std::strerror(errno)));
}

bool IsZero(const char* bytes, size_t size) {
  return size == 0 || (bytes[0] == 0 && std::memcmp(bytes, bytes + 1, size - 1) == 0);
}

bool WriteBlock(int file, const char* bytes, size_t size, uint64_t at) {
  while (size > 0) {
    const ssize_t written = pwrite(file, bytes, size, static_cast<off_t>(at));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes += written;
    size -= static_cast<size_t>(written);
    at += static_cast<uint64_t>(written);
  }
  return true;
}

// A new file with these bytes.
Status WriteMemory(const std::string& path, std::string_view bytes) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return FileError(path);
  bool good = ftruncate(file, static_cast<off_t>(bytes.size())) == 0;
  for (size_t at = 0; good && at < bytes.size(); at += kHole) {
    const size_t size = std::min(kHole, bytes.size() - at);
    if (!IsZero(bytes.data() + at, size)) good = WriteBlock(file, bytes.data() + at, size, at);
  }
  const Status status = good ? OkStatus() : FileError(path);
  return close(file) == 0 || !good ? status : FileError(path);
}

// "0003", as the intercept layer counts.
std::string FourDigits(uint64_t number) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%04llu", static_cast<unsigned long long>(number));
  return digits;
}

std::string Line(const std::vector<uint64_t>& numbers) {
  std::string line;
  for (uint64_t number : numbers) line += StrCat(number, " ");
  return line + "\n";
}

// Eight bytes that are equal where two arguments are the same memory, which is what the script asks them for.
std::string HandleBytes(uint64_t object, uint64_t origin) {
  const uint64_t handle = object | origin << 32;
  return std::string(reinterpret_cast<const char*>(&handle), sizeof handle);
}

// The words of sampler_from_string in the script.
std::string SamplerText(const CapturedSampler& sampler) {
  constexpr const char* kAddressing[] = {"NONE", "CLAMP_TO_EDGE", "CLAMP", "REPEAT", "MIRRORED_REPEAT"};
  constexpr uint32_t kFirst = 0x1130, kLinear = 0x1141;  // CL_ADDRESS_NONE, CL_FILTER_LINEAR
  const uint32_t mode = sampler.addressing - kFirst;
  return StrCat(sampler.normalized ? "TRUE" : "FALSE", " CL_ADDRESS_", kAddressing[mode < 5 ? mode : 0],
                sampler.filter == kLinear ? " CL_FILTER_LINEAR" : " CL_FILTER_NEAREST", "\n");
}

std::string ImageText(const CapturedImage& image) {
  std::string text;
  for (size_t d = 0; d < 3; ++d) text += StrCat(d < image.size.size() ? image.size[d] : 1, "\n");
  uint64_t row = image.texel_bytes * (image.size.empty() ? 1 : image.size[0]);
  if (image.row_pitch != 0) row = image.row_pitch;
  const uint64_t slice = row * (image.size.size() > 1 ? image.size[1] : 1);
  return text + StrCat(image.texel_bytes, "\n", row, "\n", slice, "\n", image.channel_type, "\n", image.order, "\n",
                       image.object_type);
}

class Folder {
 public:
  Folder(std::string path, CapturedLaunch& launch, const CaptureContents& contents)
      : path_(std::move(path)), launch_(launch), contents_(contents) {}

  Status Write() {
    Put(launch_.program, contents_.program);
    for (const auto& [name, text] : contents_.headers) {
      const std::string path = StrCat(path_, "/include/", name);
      Keep(MakeDirectories(path.substr(0, path.rfind('/'))));
      Put(StrCat("include/", name), text);
    }
    Keep(MakeDirectories(path_ + "/Pre"));
    Put("worksizes.txt", Line(launch_.global) + Line(launch_.local) + Line(launch_.offset));
    Put("buildOptions.txt", StrCat(launch_.build_options, launch_.headers ? " -I include" : "", "\n"));
    Put("kernelName.txt", launch_.kernel);
    Put("enqueueNumber.txt", StrCat(launch_.launch, "\n"));
    std::string types;
    for (const CapturedArgument& argument : launch_.arguments) {
      types += argument.type + "\n";
      PutArgument(argument);
    }
    Put("ArgumentDataTypes.txt", types);
    // Those of which every argument shows a part only.
    for (CapturedObject& object : launch_.objects) {
      if (!object.file.empty()) continue;
      object.file = StrCat("Object_", FourDigits(object.number), ".bin");
      PutMemory(object.file, contents_.objects.at(object.number));
    }
    Put(kCaptureFile, WriteCapture(launch_));
    return status_;
  }

 private:
  void Keep(const Status& status) {
    if (status_.ok()) status_ = status;
  }
  void Put(const std::string& name, std::string_view text) {
    if (status_.ok()) Keep(WriteFile(StrCat(path_, "/", name), text));
  }
  void PutMemory(const std::string& name, std::string_view bytes) {
    if (status_.ok()) Keep(WriteMemory(StrCat(path_, "/", name), bytes));
  }

  void PutArgument(const CapturedArgument& argument) {
    const std::string number = StrCat(argument.index);
    switch (argument.kind) {
      case CapturedKind::kValue:
        Put(StrCat("Argument", number, ".bin"), HexDecode(argument.value).value_or(""));
        return;
      case CapturedKind::kNull: Put(StrCat("Argument", number, ".bin"), HandleBytes(0, 0)); return;
      case CapturedKind::kLocal: Put(StrCat("Local", number, ".txt"), StrCat(argument.size)); return;
      case CapturedKind::kSampler:
        Put(StrCat("Argument", number, ".bin"), HandleBytes(argument.index + 1, 0));
        Put(StrCat("Sampler", number, ".txt"), SamplerText(argument.sampler));
        return;
      case CapturedKind::kBuffer:
      case CapturedKind::kImage:
      case CapturedKind::kImageView: PutMemoryArgument(argument, number);
    }
  }

  void PutMemoryArgument(const CapturedArgument& argument, const std::string& number) {
    Put(StrCat("Argument", number, ".bin"), HandleBytes(argument.object, argument.origin));
    const bool image = argument.kind != CapturedKind::kBuffer;
    const std::string file =
        StrCat("Pre/Enqueue_", FourDigits(launch_.launch), "_Kernel_", launch_.kernel, "_Arg_", number,
               image ? "_Image_" : "_Buffer_", FourDigits(argument.object), image ? ".raw" : ".bin");
    if (image) {
      Put(StrCat("Image_MetaData_", number, ".txt"), ImageText(argument.image));
    } else {
      Put(StrCat("SVM_Arg_Offset_", number, ".txt"), "0\n");
    }
    const std::string_view content = contents_.objects.at(argument.object);
    const std::string_view part = content.substr(argument.origin, argument.size);
    PutMemory(file, part);
    for (CapturedObject& object : launch_.objects) {
      if (object.number == argument.object && part.size() == content.size()) object.file = file;
    }
  }

  const std::string path_;
  CapturedLaunch& launch_;
  const CaptureContents& contents_;
  Status status_ = OkStatus();
};

}  // namespace

StatusOr<std::string> WriteCaptureFolder(const std::string& parent, CapturedLaunch launch,
                                         const CaptureContents& contents) {
  if (Status made = MakeDirectories(parent); !made.ok()) return made;
  // Under a name of its own until it is whole.
  std::string hidden = StrCat(parent, "/.capture-XXXXXX");
  if (mkdtemp(hidden.data()) == nullptr) return FileError(hidden);
  const Status written = Folder(hidden, launch, contents).Write();
  Status status = written;
  const std::string name = StrCat(parent, "/Enqueue_", FourDigits(launch.launch), "_", launch.kernel);
  for (unsigned i = 1; status.ok() && i < kMostOfAName; ++i) {
    const std::string path = i == 1 ? name : StrCat(name, "-", i);
    // Fails where a folder has files, and may take the place of one that is empty.
    if (rename(hidden.c_str(), path.c_str()) == 0) return path;
    if (errno != EEXIST && errno != ENOTEMPTY && errno != ENOTDIR) status = FileError(path);
  }
  std::error_code ignored;
  std::filesystem::remove_all(hidden, ignored);
  return status.ok() ? InternalError(StrCat(name, " and its successors are taken; name an empty folder")) : status;
}

}  // namespace lockstep
