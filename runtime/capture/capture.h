// One launch, kept so that it can be run again alone: what --capture writes and `lockstep replay` reads.
//
// A folder has capture.json, which is this header's structs, and beside it the same in the files of the OpenCL
// intercept layer's CaptureReplay, so that its replay script (run.py) runs the launch, too.
#ifndef LOCKSTEP_RUNTIME_CAPTURE_CAPTURE_H_
#define LOCKSTEP_RUNTIME_CAPTURE_CAPTURE_H_

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/status.h"

namespace lockstep {

inline constexpr char kCaptureFile[] = "capture.json";
inline constexpr unsigned kCaptureSchema = 1;

// Of memory that is an image of its own: as cl_image_desc and cl_image_format have it.
struct CapturedImage {
  uint32_t object_type = 0;    // CL_MEM_OBJECT_IMAGE…
  std::vector<uint64_t> size;  // texels; layers of an array come last
  uint32_t order = 0;          // CL_RGBA, …
  uint32_t channel_type = 0;   // CL_FLOAT, …
  uint64_t texel_bytes = 0;
  uint64_t row_pitch = 0;  // of a view of a buffer, bytes; 0: rows without gaps
};

struct CapturedSampler {
  bool normalized = false;
  uint32_t addressing = 0;  // CL_ADDRESS_…
  uint32_t filter = 0;      // CL_FILTER_…
};

enum class CapturedKind : uint8_t { kValue, kNull, kLocal, kBuffer, kImage, kImageView, kSampler };
constexpr std::array<const char*, 7> WordsOf(CapturedKind) {
  return {"value", "null", "local", "buffer", "image", "image-view", "sampler"};
}

struct CapturedArgument {
  unsigned index = 0;
  std::string name, type;  // as the source has them
  CapturedKind kind = CapturedKind::kValue;
  std::string value;    // kValue: its bytes, two hexadecimal digits each
  uint64_t size = 0;    // bytes: local memory; what a buffer argument covers, from `origin` on
  uint64_t object = 0;  // the memory object's number, as in the report
  uint64_t origin = 0;  // bytes from the object's start to where a buffer argument points
  CapturedImage image;
  CapturedSampler sampler;
};

// Memory that arguments point to.
struct CapturedObject {
  uint64_t number = 0;
  bool svm = false;
  uint64_t size = 0;  // bytes
  std::string file;   // its content before the launch, from the folder; zeros at the end may be a hole
};

struct CapturedLaunch {
  unsigned schema_version = kCaptureSchema;
  std::string lockstep;  // the version that wrote it
  uint64_t launch = 0;   // its number in the process, as in the report
  std::string kernel;
  std::string device, driver;
  std::vector<uint64_t> global, local, offset;  // one number a dimension
  std::string program;      // the file with the program, from the folder: kernel.cl, kernel.spv or kernel.bc
  std::string source_name;  // what reports call it
  std::string build_options;
  bool headers = false;  // the folder `include` has files that the program includes
  std::vector<CapturedArgument> arguments;
  std::vector<CapturedObject> objects;
  std::vector<std::string> missing;  // what a replay may lack, a sentence each
};

std::string WriteCapture(const CapturedLaunch& launch);

// What WriteCapture wrote: every argument's object is there. Errors name the field that is missing or wrong.
StatusOr<CapturedLaunch> ReadCapture(std::string_view json);

// That of a launch's folder. Errors name the file.
StatusOr<CapturedLaunch> ReadCaptureFolder(const std::string& folder);

// Where the argument leads; null if it is no memory object.
const CapturedObject* ObjectBehind(const CapturedLaunch& launch, const CapturedArgument& argument);

// Whether the program is OpenCL C.
bool IsSource(const CapturedLaunch& launch);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_CAPTURE_CAPTURE_H_
