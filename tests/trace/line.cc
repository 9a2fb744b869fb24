#include "tests/trace/line.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

namespace {

struct Named {
  std::string kind;
  int number = 0;
  int references = 0;  // Of the application, as far as its calls tell.

  std::string Text() const { return kind + "#" + std::to_string(number); }
};

// Immortal: programs call until their very end.
struct Names {
  std::mutex mutex;
  std::map<const void*, Named> by_handle;
  std::map<std::string, int> last;
};

Names& GetNames() {
  static Names* names = new Names;
  return *names;
}

// PoCL compiles a source from a file with a random name, which the warnings in its build log repeat. Which
// warnings there are depends on the processor.
std::string WithoutTemporaryNames(std::string text) {
  static constexpr char kName[] = "/tempfile_";
  for (size_t at = text.find(kName); at != std::string::npos; at = text.find(kName, at)) {
    at += sizeof(kName) - 1;
    text.replace(at, 6, "XXXXXX");
    const size_t begin = text.find_last_of(" \n", at) + 1;
    text.erase(begin, at - begin);
    at = begin;
  }
  return text;
}

bool LooksLikeAddress(uint64_t word) { return word >> 32 != 0 && word >> 47 == 0; }

// Answers that differ from run to run of one program without anything of ours, or by intent.
bool DiffersByItself(const std::string& call, unsigned name) {
  if (call == "clGetEventProfilingInfo") return true;
  // Marked by lockstep on purpose, see --driver-version.
  if (call == "clGetDeviceInfo") return name == CL_DRIVER_VERSION;
  // What a driver puts into a binary depends on what its cache holds by then.
  if (call == "clGetProgramInfo") {
    return name == CL_PROGRAM_BINARY_SIZES || name == CL_PROGRAM_BINARIES;
  }
  if (call == "clGetEventInfo") {
    return name == CL_EVENT_COMMAND_EXECUTION_STATUS || name == CL_EVENT_REFERENCE_COUNT;
  }
  // Drivers let go of a finished command's objects a moment after it.
  if (call == "clGetCommandQueueInfo") return name == CL_QUEUE_REFERENCE_COUNT;
  if (call == "clGetMemObjectInfo") return name == CL_MEM_REFERENCE_COUNT;
  return false;
}

// Queries that answer with devices, which may not have appeared before.
bool AnswersDevices(const std::string& call, unsigned name) {
  return (call == "clGetContextInfo" && name == CL_CONTEXT_DEVICES) ||
         (call == "clGetProgramInfo" && name == CL_PROGRAM_DEVICES);
}

}  // namespace

std::string Line::Name(const void* handle, const char* kind, bool fresh) {
  if (handle == nullptr) return "null";
  Names& names = GetNames();
  std::lock_guard<std::mutex> lock(names.mutex);
  Named& named = names.by_handle[handle];
  if (fresh || named.kind != kind) named = {kind, ++names.last[kind], 1};
  return named.Text();
}

void Line::References(const void* handle, int change) {
  Names& names = GetNames();
  std::lock_guard<std::mutex> lock(names.mutex);
  const auto known = names.by_handle.find(handle);
  if (known == names.by_handle.end()) return;
  known->second.references += change;
  if (known->second.references <= 0) names.by_handle.erase(known);
}

// Eight bytes of an answer: a handle, an address, or a number.
std::string Line::Word(const void* at) {
  uint64_t word;
  std::memcpy(&word, at, sizeof(word));
  Names& names = GetNames();
  std::lock_guard<std::mutex> lock(names.mutex);
  const auto known = names.by_handle.find(reinterpret_cast<const void*>(word));
  if (known != names.by_handle.end()) return known->second.Text();
  if (LooksLikeAddress(word)) return "ptr";
  char text[32];
  std::snprintf(text, sizeof(text), "%llx", static_cast<unsigned long long>(word));
  return text;
}

void Line::Info(const std::string& call, unsigned name, const void* value, size_t room,
                size_t length) {
  if (DiffersByItself(call, name)) return Add(value == nullptr ? "some length" : "some value");
  Add(std::to_string(length) + " bytes");
  if (value == nullptr) return;
  length = std::min(length, room);
  const auto* bytes = static_cast<const unsigned char*>(value);
  std::string text;
  if (length % 8 == 0 && length <= 256) {
    for (size_t i = 0; i < length; i += 8) {
      const void* handle;
      std::memcpy(&handle, bytes + i, sizeof(handle));
      text += (i != 0 ? " " : "") +
              (AnswersDevices(call, name) ? Name(handle, "device") : Word(bytes + i));
    }
  } else if (length <= 64) {
    char digits[4];
    for (size_t i = 0; i < length; ++i) {
      std::snprintf(digits, sizeof(digits), "%02x", bytes[i]);
      text += digits;
    }
  } else {
    uint64_t hash = 1469598103934665603u;  // FNV-1a
    for (const unsigned char byte : WithoutTemporaryNames({static_cast<const char*>(value), length})) {
      hash = (hash ^ byte) * 1099511628211u;
    }
    char digits[32];
    std::snprintf(digits, sizeof(digits), "hash %016llx", static_cast<unsigned long long>(hash));
    text = digits;
  }
  Add("[" + text + "]");
}

void Line::End() {
  text_ += ")\n";
  static const int file = [] {
    const char* path = std::getenv("LOCKSTEP_TRACE");
    return path == nullptr ? -1 : open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  }();
  // One write for one line, so that lines of several threads and processes stay whole.
  if (file >= 0 && write(file, text_.data(), text_.size()) < 0) std::abort();
}
