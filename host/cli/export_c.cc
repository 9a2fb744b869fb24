#include <algorithm>
#include <cstddef>
#include <set>
#include <vector>

#include "host/cli/export_launch.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

constexpr char kHead[] = R"(#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void check(cl_int error, const char *what) {
  if (error == CL_SUCCESS) return;
  fprintf(stderr, "%s: error %d\n", what, (int)error);
  exit(1);
}

/* The file, and zeros behind it up to `least` bytes. */
unsigned char *read_file(const char *name, size_t least, size_t *size) {
  FILE *file = fopen(name, "rb");
  if (file == NULL) {
    perror(name);
    exit(1);
  }
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  unsigned char *bytes = calloc((*size > least ? *size : least) + 1, 1);
  if (bytes == NULL || fread(bytes, 1, *size, file) != *size) {
    fprintf(stderr, "%s: cannot be read\n", name);
    exit(1);
  }
  fclose(file);
  return bytes;
}

cl_mem make_buffer(cl_context context, const char *name, size_t bytes) {
  size_t size;
  cl_int error;
  unsigned char *content = read_file(name, bytes, &size);
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, content, &error);
  check(error, "clCreateBuffer");
  free(content);
  return buffer;
}

void print_sum(cl_command_queue queue, cl_mem buffer, size_t bytes, const char *name) {
  unsigned char *content = malloc(bytes + 1);
  unsigned long long sum = 14695981039346656037ull;
  check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, content, 0, NULL, NULL), "clEnqueueReadBuffer");
  for (size_t i = 0; i < bytes; ++i) sum = (sum ^ content[i]) * 1099511628211ull;
  printf("%s: %zu bytes, FNV-1a %016llx\n", name, bytes, sum);
  free(content);
}

int main(int argc, char **argv) {
  /* PLATFORM DEVICE, numbers as clinfo lists them */
  cl_platform_id platforms[64];
  cl_device_id devices[64];
  cl_uint platform_count, device_count, p = argc > 1 ? (cl_uint)atoi(argv[1]) : 0, d = argc > 2 ? (cl_uint)atoi(argv[2]) : 0;
  cl_int error;
  check(clGetPlatformIDs(64, platforms, &platform_count), "clGetPlatformIDs");
  if (p >= platform_count) return fprintf(stderr, "no platform %u\n", p), 1;
  check(clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 64, devices, &device_count), "clGetDeviceIDs");
  if (d >= device_count) return fprintf(stderr, "no device %u\n", d), 1;
  cl_device_id device = devices[d];
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  check(error, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
  check(error, "clCreateCommandQueue");
)";

// As a string of C.
std::string CString(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  return out + "\"";
}

// Within a comment.
std::string Remark(std::string text) {
  for (size_t at = text.find("*/"); at != std::string::npos; at = text.find("*/")) text.replace(at, 2, "* /");
  return text;
}

std::string SizeList(const std::vector<uint64_t>& sizes) {
  std::vector<std::string> words;
  for (const uint64_t size : sizes) words.push_back(StrCat(size));
  return StrCat("{", Join(words, ", "), "}");
}

std::string Hex(const std::string& digits) {
  std::vector<std::string> bytes;
  for (size_t i = 0; i + 1 < digits.size(); i += 2) bytes.push_back(StrCat("0x", digits.substr(i, 2)));
  return StrCat("{", Join(bytes, ", "), "}");
}

// The statements that make the program, `program`, and the kernel.
std::string ProgramText(const CapturedLaunch& launch) {
  std::string options = launch.build_options;
  if (launch.headers) options += StrCat(options.empty() ? "" : " ", "-I include");
  std::string out =
      StrCat("  size_t code_size;\n  unsigned char *code = read_file(", CString(launch.program), ", 0, &code_size);\n");
  if (IsSource(launch)) {
    out +=
        "  const char *text = (const char *)code;\n"
        "  cl_program program = clCreateProgramWithSource(context, 1, &text, &code_size, &error);\n"
        "  check(error, \"clCreateProgramWithSource\");\n";
  } else if (launch.program == "kernel.spv") {
    out +=
        "  cl_program (*from_il)(cl_context, const void *, size_t, cl_int *) = (cl_program(*)(cl_context, const void "
        "*, "
        "size_t, cl_int *))\n"
        "      clGetExtensionFunctionAddressForPlatform(platforms[p], \"clCreateProgramWithILKHR\");\n"
        "  if (from_il == NULL) return fprintf(stderr, \"the driver takes no SPIR-V\\n\"), 1;\n"
        "  cl_program program = from_il(context, code, code_size, &error);\n"
        "  check(error, \"clCreateProgramWithILKHR\");\n";
  } else {
    out +=
        "  const unsigned char *binary = code;\n"
        "  cl_program program = clCreateProgramWithBinary(context, 1, &device, &code_size, &binary, NULL, &error);\n"
        "  check(error, \"clCreateProgramWithBinary\");\n";
  }
  return StrCat(out, "  error = clBuildProgram(program, 1, &device, ", CString(options),
                ", NULL, NULL);\n"
                "  if (error != CL_SUCCESS) {\n"
                "    static char log[1 << 16];\n"
                "    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof(log) - 1, log, NULL);\n"
                "    fprintf(stderr, \"%s\\n\", log);\n"
                "  }\n"
                "  check(error, \"clBuildProgram\");\n"
                "  cl_kernel kernel = clCreateKernel(program, ",
                CString(launch.kernel), ", &error);\n  check(error, \"clCreateKernel\");\n");
}

// Of an image, made of `memory` (an expression for a cl_mem, a view of it) or of the bytes at `content`.
std::string ImageText(const CapturedArgument& argument, const std::string& memory, const std::string& content) {
  const CapturedImage& image = argument.image;
  const auto size = [&](size_t d) { return d < image.size.size() ? image.size[d] : 1; };
  const bool array1d = image.object_type == 0x10F5,
             array2d = image.object_type == 0x10F3;  // CL_MEM_OBJECT_IMAGE…_ARRAY
  const uint64_t layers = array1d ? size(1) : array2d ? size(2) : 1;
  return StrCat(
      "    cl_image_format format = {", image.order, ", ", image.channel_type,
      "};\n"
      "    cl_image_desc desc;\n"
      "    memset(&desc, 0, sizeof(desc));\n"
      "    desc.image_type = ",
      image.object_type, ";\n    desc.image_width = ", size(0), ";\n    desc.image_height = ", array1d ? 1 : size(1),
      ";\n    desc.image_depth = ", array2d ? 1 : size(2), ";\n    desc.image_array_size = ", layers,
      ";\n    desc.image_row_pitch = ", memory.empty() ? 0 : image.row_pitch, ";\n",
      memory.empty() ? "" : StrCat("    desc.buffer = ", memory, ";\n"),
      "    cl_mem image = clCreateImage(context, CL_MEM_READ_WRITE", content.empty() ? "" : " | CL_MEM_COPY_HOST_PTR",
      ", &format, &desc, ", content.empty() ? "NULL" : content, ", &error);\n    check(error, \"clCreateImage\");\n");
}

std::string SetText(unsigned index, const std::string& size, const std::string& value) {
  return StrCat("    check(clSetKernelArg(kernel, ", index, ", ", size, ", ", value, "), \"argument ", index, "\");\n");
}

// The buffer that the argument covers, as the expression for it behind these statements.
std::string PartText(const CapturedArgument& argument, const CapturedObject& object, std::string* expression) {
  *expression = StrCat("object", object.number);
  if (argument.origin == 0 && argument.size == object.size) return "";
  const std::string whole = *expression;
  *expression = "part";
  return StrCat("    cl_buffer_region region = {", argument.origin, ", ", argument.size,
                "};\n    cl_mem part = clCreateSubBuffer(", whole,
                ", CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);\n"
                "    check(error, \"clCreateSubBuffer\");\n");
}

// `images`: those of earlier arguments, by the numbers of their objects.
std::string ArgumentText(const CapturedLaunch& launch, const CapturedArgument& argument, std::set<uint64_t>* images) {
  const CapturedObject* const object = ObjectBehind(launch, argument);
  std::string out = StrCat("  { /* ", argument.index, ": ", Remark(StrCat(argument.type, " ", argument.name)), " */\n"),
              memory;
  switch (argument.kind) {
    case CapturedKind::kValue:
      out += StrCat("    const unsigned char value[] = ", Hex(argument.value), ";\n",
                    SetText(argument.index, "sizeof(value)", "value"));
      break;
    case CapturedKind::kNull: out += SetText(argument.index, "sizeof(cl_mem)", "NULL"); break;
    case CapturedKind::kLocal: out += SetText(argument.index, StrCat(argument.size), "NULL"); break;
    case CapturedKind::kSampler:
      out += StrCat("    cl_sampler sampler = clCreateSampler(context, ", argument.sampler.normalized ? 1 : 0, ", ",
                    argument.sampler.addressing, ", ", argument.sampler.filter,
                    ", &error);\n    check(error, \"clCreateSampler\");\n",
                    SetText(argument.index, "sizeof(sampler)", "&sampler"));
      break;
    case CapturedKind::kBuffer:
      out += PartText(argument, *object, &memory);
      out += SetText(argument.index, "sizeof(cl_mem)", StrCat("&", memory));
      break;
    case CapturedKind::kImage:
      if (!images->insert(object->number).second) {  // an earlier argument's, too
        out += SetText(argument.index, "sizeof(cl_mem)", StrCat("&image", object->number));
        break;
      }
      out +=
          StrCat("    size_t size;\n    unsigned char *content = read_file(", CString(object->file), ", ", object->size,
                 ", &size);\n", ImageText(argument, "", "content"), "    free(content);\n    image", object->number,
                 " = image;\n", SetText(argument.index, "sizeof(image)", StrCat("&image", object->number)));
      break;
    case CapturedKind::kImageView:
      out += PartText(argument, *object, &memory);
      out += StrCat(ImageText(argument, memory, ""), SetText(argument.index, "sizeof(image)", "&image"));
      break;
  }
  return out + "  }\n";
}

}  // namespace

std::string ExportC(const CapturedLaunch& launch) {
  std::string out =
      StrCat("/* Launch ", launch.launch, " of kernel ", launch.kernel, ", on ", Remark(launch.device),
             ", alone: run it in this folder.\n   cc replay.c -o replay -lOpenCL && ./replay [PLATFORM DEVICE]\n");
  for (const std::string& missing : launch.missing) out += StrCat("   Without: ", Remark(missing), "\n");
  out += StrCat("   Written by lockstep ", launch.lockstep, ". */\n", kHead, ProgramText(launch));
  std::vector<const CapturedObject*> buffers;
  for (const CapturedObject& object : launch.objects) {
    const bool buffer =
        std::any_of(launch.arguments.begin(), launch.arguments.end(), [&](const CapturedArgument& argument) {
          return argument.object == object.number && argument.kind != CapturedKind::kImage;
        });
    if (!buffer) {
      out += StrCat("  cl_mem image", object.number, ";\n");
      continue;
    }
    buffers.push_back(&object);
    out += StrCat("  cl_mem object", object.number, " = make_buffer(context, ", CString(object.file), ", ", object.size,
                  ");", object.svm ? "  /* SVM in the program */" : "", "\n");
  }
  std::set<uint64_t> images;
  for (const CapturedArgument& argument : launch.arguments) out += ArgumentText(launch, argument, &images);
  out += StrCat("  const size_t global[] = ", SizeList(launch.global), ", local[] = ", SizeList(launch.local),
                ", offset[] = ", SizeList(launch.offset), ";\n  check(clEnqueueNDRangeKernel(queue, kernel, ",
                launch.global.size(), ", offset, global, local, 0, NULL, NULL), \"clEnqueueNDRangeKernel\");\n",
                "  check(clFinish(queue), \"clFinish\");\n");
  for (const CapturedObject* object : buffers) {
    out += StrCat("  print_sum(queue, object", object->number, ", ", object->size, ", \"object ", object->number,
                  "\");\n");
  }
  return out + "  return 0;\n}\n";
}

}  // namespace lockstep
