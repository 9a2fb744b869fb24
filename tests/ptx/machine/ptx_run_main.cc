// Runs one kernel of a .ptx file and prints what it prints and its buffers.
//
//   ptx_run FILE.ptx                     the entries of the file, with their parameters
//   ptx_run FILE.ptx ENTRY OPTION…
//     --grid=X[,Y[,Z]]  --block=X[,Y[,Z]]  --shared=BYTES of dynamic shared memory
//     --arg=u32:V | u64:V | f32:V | f64:V | bytes:HEX | buffer:BYTES[:zeros|iota|V]   one for each parameter, in order;
//           a buffer is filled with 32-bit words and printed afterwards
//     --set=VARIABLE:HEX                bytes of a module's variable
//     --schedule=lockstep|independent|adversarial  --seed=N  --budget=WARP_INSTRUCTIONS
//     --buffered-stores  --counters
// Exit status: 0 the kernel came to its end, 1 it did not, 2 the command line or the file is wrong.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fstream>
#include <sstream>

#include "tests/ptx/machine/launch.h"

namespace lockstep::ptx_machine {
namespace {

struct Buffer {
  size_t index;
  std::vector<uint64_t> words;
  size_t bytes;
};

std::vector<std::string> Split(const std::string& text, char by) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, by);) parts.push_back(part);
  return parts;
}

std::array<unsigned, 3> Sizes(const std::string& text) {
  std::array<unsigned, 3> sizes = {1, 1, 1};
  const std::vector<std::string> parts = Split(text, ',');
  for (size_t i = 0; i < std::min<size_t>(parts.size(), 3); ++i)
    sizes[i] = static_cast<unsigned>(std::strtoul(parts[i].c_str(), nullptr, 0));
  return sizes;
}

std::vector<uint8_t> HexBytes(const std::string& text) {
  std::vector<uint8_t> bytes;
  for (size_t i = 0; i + 1 < text.size(); i += 2)
    bytes.push_back(static_cast<uint8_t>(std::strtoul(text.substr(i, 2).c_str(), nullptr, 16)));
  return bytes;
}

template <typename T>
std::vector<uint8_t> BytesOfValue(T value) {
  std::vector<uint8_t> bytes(sizeof(value));
  std::memcpy(bytes.data(), &value, sizeof(value));
  return bytes;
}

class Command {
 public:
  int Run(int count, char** words) {
    if (count < 2) return Usage("no file");
    std::ifstream file(words[1], std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    if (!file) return Usage(std::string("cannot read ") + words[1]);
    auto image = Image::Load(text.str(), memory_);
    if (!image.ok()) return Usage(std::string(words[1]) + ": " + std::string(image.status().message()));
    image_ = *std::move(image);
    if (count == 2) return List();
    launch_.image = image_.get();
    launch_.entry = image_->module().Find(words[2]);
    if (launch_.entry == nullptr) return Usage(std::string("no entry ") + words[2]);
    for (int i = 3; i < count; ++i) {
      if (!TakeOption(words[i])) return Usage(std::string("unknown option ") + words[i]);
    }
    return Execute();
  }

 private:
  static int Usage(const std::string& what) {
    std::fprintf(stderr, "ptx_run: %s\n", what.c_str());
    return 2;
  }

  int List() const {
    for (const auto& function : image_->module().functions) {
      if (!function->is_entry) continue;
      std::printf("%s:", function->name.c_str());
      for (const Variable* parameter : function->parameters)
        std::printf(" %llu", static_cast<unsigned long long>(parameter->bytes));
      std::printf("  (%zu instructions, %u registers)\n", function->code.size(), function->registers);
    }
    return 0;
  }

  bool TakeOption(const std::string& option) {
    const size_t sign = option.find('=');
    const std::string name = option.substr(0, sign), value = sign == option.npos ? "" : option.substr(sign + 1);
    const auto number = [&] { return std::strtoull(value.c_str(), nullptr, 0); };
    if (name == "--grid") return launch_.grid = Sizes(value), true;
    if (name == "--block") return launch_.block = Sizes(value), true;
    if (name == "--shared") return launch_.dynamic_shared = number(), true;
    if (name == "--seed") return options_.seed = number(), true;
    if (name == "--budget") return options_.budget = number(), true;
    if (name == "--counters") return counters_ = true;
    if (name == "--buffered-stores") return options_.buffered_stores = true;
    if (name == "--arg") return TakeArgument(Split(value, ':'));
    if (name == "--set") return SetVariable(Split(value, ':'));
    if (name != "--schedule" || !PolicyOf(value)) return false;
    options_.policy = *PolicyOf(value);
    return true;
  }

  bool TakeArgument(const std::vector<std::string>& parts) {
    if (parts.size() < 2) return false;
    const char* value = parts[1].c_str();
    std::vector<uint8_t> bytes;
    if (parts[0] == "u32") {
      bytes = BytesOfValue(static_cast<uint32_t>(std::strtoll(value, nullptr, 0)));
    } else if (parts[0] == "u64") {
      bytes = BytesOfValue(static_cast<uint64_t>(std::strtoull(value, nullptr, 0)));
    } else if (parts[0] == "f32") {
      bytes = BytesOfValue(std::strtof(value, nullptr));
    } else if (parts[0] == "f64") {
      bytes = BytesOfValue(std::strtod(value, nullptr));
    } else if (parts[0] == "bytes") {
      bytes = HexBytes(parts[1]);
    } else if (parts[0] == "buffer") {
      bytes = MakeBuffer(std::strtoull(value, nullptr, 0), parts.size() > 2 ? parts[2] : "zeros");
    } else {
      return false;
    }
    launch_.parameters.push_back(bytes);
    return true;
  }

  std::vector<uint8_t> MakeBuffer(size_t bytes, const std::string& fill) {
    Buffer& buffer = buffers_.emplace_back();
    buffer.index = launch_.parameters.size();
    buffer.bytes = bytes;
    buffer.words.resize((bytes + 7) / 8);
    auto* words = reinterpret_cast<uint8_t*>(buffer.words.data());
    for (uint32_t i = 0; i < bytes / 4; ++i) {
      const uint32_t word = fill == "iota"    ? i
                            : fill == "zeros" ? 0
                                              : static_cast<uint32_t>(std::strtoll(fill.c_str(), nullptr, 0));
      std::memcpy(words + 4 * i, &word, 4);
    }
    memory_.Add(reinterpret_cast<uint64_t>(words), bytes);
    return BytesOfValue(reinterpret_cast<uint64_t>(words));
  }

  bool SetVariable(const std::vector<std::string>& parts) const {
    const Variable* variable = parts.size() == 2 ? image_->FindVariable(parts[0]) : nullptr;
    if (variable == nullptr) return false;
    const std::vector<uint8_t> bytes = HexBytes(parts[1]);
    if (bytes.size() > variable->bytes) return false;
    std::copy(bytes.begin(), bytes.end(), reinterpret_cast<uint8_t*>(image_->AddressOf(*variable)));
    return true;
  }

  int Execute() {
    const Outcome outcome = ptx_machine::Run(launch_, options_, memory_);
    std::fwrite(outcome.printed.data(), 1, outcome.printed.size(), stdout);
    for (const Buffer& buffer : buffers_) {
      std::printf("argument %zu:", buffer.index);
      for (size_t i = 0; i < buffer.bytes / 4; ++i) {
        uint32_t word = 0;
        std::memcpy(&word, reinterpret_cast<const uint8_t*>(buffer.words.data()) + 4 * i, 4);
        std::printf(" %u", word);
      }
      std::printf("\n");
    }
    if (counters_) std::printf("counters: %s\n", outcome.counters.Text().c_str());
    if (outcome.fault == Fault::kNone) return 0;
    std::fprintf(stderr, "ptx_run: %s\n", outcome.message.c_str());
    return outcome.fault == Fault::kBadLaunch ? 2 : 1;
  }

  GlobalMemory memory_;
  std::unique_ptr<Image> image_;
  Launch launch_;
  Options options_;
  std::deque<Buffer> buffers_;
  bool counters_ = false;
};

}  // namespace
}  // namespace lockstep::ptx_machine

int main(int count, char** words) { return lockstep::ptx_machine::Command().Run(count, words); }
