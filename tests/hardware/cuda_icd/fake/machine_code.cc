// Kernels run on the machine of tests/ptx/machine, as FAKE_CUDA_SCHEDULE (lockstep, independent, adversarial) and
// FAKE_CUDA_SEED say; what they print goes to stdout when a launch ends. What hardware would not forgive ends a launch
// with an error, and goes to stderr. Hardware forgives small overruns, since memory is mapped in large pages:
// FAKE_CUDA_SLACK says how many bytes around each allocation are. FAKE_CUDA_PROFILE names a folder for what each line
// of a kernel's PTX did: in ENTRY.lines `line function instructions sectors atomics text` of each launch (perf/counts
// --lines).
#include <cstdio>
#include <cstdlib>

#include "tests/hardware/cuda_icd/fake/code.h"
#include "tests/ptx/machine/launch.h"

namespace lockstep::fake_cuda {
namespace {

namespace machine = lockstep::ptx_machine;

machine::GlobalMemory& Memory() {
  static auto* memory = new machine::GlobalMemory(Slack());
  return *memory;
}

// Few, so that a kernel that fills them is soon done. Of as many blocks as fit, all are under way at a time: what waits
// for another group would wait forever for one that is not.
constexpr int kMultiprocessors = 4, kThreadsOfMultiprocessor = 2048;

machine::Options OptionsOfEnvironment() {
  machine::Options options;
  options.resident_threads = kMultiprocessors * kThreadsOfMultiprocessor;
  if (const char* name = std::getenv("FAKE_CUDA_SCHEDULE")) {
    const auto policy = machine::PolicyOf(name);
    if (!policy) std::fprintf(stderr, "fake CUDA driver: no schedule %s\n", name);
    options.policy = policy.value_or(options.policy);
  }
  if (const char* seed = std::getenv("FAKE_CUDA_SEED")) options.seed = std::strtoull(seed, nullptr, 10);
  options.buffered_stores = std::getenv("FAKE_CUDA_BUFFERED_STORES") != nullptr;
  options.profile = std::getenv("FAKE_CUDA_PROFILE") != nullptr;
  if (const char* budget = std::getenv("FAKE_CUDA_BUDGET")) options.budget = std::strtoull(budget, nullptr, 10);
  return options;
}

// CUDA_ERROR_… as its reference numbers them.
int NumberOf(machine::Fault fault) {
  switch (fault) {
    case machine::Fault::kNone: return 0;
    case machine::Fault::kBadLaunch: return 1;
    case machine::Fault::kAddress: return 700;
    case machine::Fault::kEndless: return 702;
    case machine::Fault::kInstruction: return 715;
    case machine::Fault::kMisaligned: return 716;
    default: return 719;
  }
}

// FAKE_CUDA_PROFILE's file for a launch, appended to.
void WriteLines(const std::string& entry, const std::map<int, machine::LineCounters>& lines) {
  const std::string path = std::string(std::getenv("FAKE_CUDA_PROFILE")) + "/" + entry + ".lines";
  std::FILE* file = std::fopen(path.c_str(), "a");
  if (file == nullptr)
    return static_cast<void>(std::fprintf(stderr, "fake CUDA driver: cannot write %s\n", path.c_str()));
  for (const auto& [number, line] : lines) {
    std::fprintf(file, "%d %s %llu %llu %llu %s\n", number, line.function.c_str(),
                 static_cast<unsigned long long>(line.warp_instructions), static_cast<unsigned long long>(line.sectors),
                 static_cast<unsigned long long>(line.atomics), line.text.c_str());
  }
  std::fclose(file);
}

class MachineCode : public Code {
 public:
  explicit MachineCode(std::unique_ptr<machine::Image> image) : image_(std::move(image)) {}

  std::map<std::string, Place> Variables() const override {
    std::map<std::string, Place> variables;
    for (const auto& variable : image_->module().variables) {
      if (image_->FindVariable(variable->name) == nullptr) continue;
      variables[variable->name] = {image_->AddressOf(*variable), variable->bytes};
    }
    return variables;
  }

  size_t SharedBytes(const std::string& entry) const override {
    const machine::Function* function = image_->module().Find(entry);
    std::vector<uint64_t> offsets;
    return function == nullptr ? 0 : image_->LayOutShared(*function, &offsets);
  }

  int Run(const Work& work, std::string* told) override {
    machine::Launch launch;
    launch.image = image_.get();
    launch.entry = image_->module().Find(work.entry);
    launch.grid = work.grid;
    launch.block = work.block;
    launch.dynamic_shared = work.shared;
    for (const std::vector<char>& value : work.parameters) launch.parameters.emplace_back(value.begin(), value.end());
    const machine::Outcome outcome = machine::Run(launch, OptionsOfEnvironment(), Memory());
    *told = "ran " + work.entry + " " + outcome.counters.Text();
    // A driver shows it once the launch has ended.
    std::fwrite(outcome.printed.data(), 1, outcome.printed.size(), stdout);
    if (!outcome.lines.empty()) WriteLines(work.entry, outcome.lines);
    if (outcome.fault == machine::Fault::kNone) return 0;
    *told += " fault " + outcome.message;
    std::fprintf(stderr, "fake CUDA driver: %s: %s\n", work.entry.c_str(), outcome.message.c_str());
    return NumberOf(outcome.fault);
  }

 private:
  std::unique_ptr<machine::Image> image_;
};

}  // namespace

std::unique_ptr<Code> LoadCode(const std::string& ptx, std::string* error) {
  auto image = machine::Image::Load(ptx, Memory());
  if (image.ok()) return std::make_unique<MachineCode>(*std::move(image));
  *error = std::string(image.status().message());
  return nullptr;
}

void NoteMemory(unsigned long long address, size_t bytes) { Memory().Add(address - Slack(), bytes + 2 * Slack()); }
void ForgetMemory(unsigned long long address) { Memory().Remove(address - Slack()); }

size_t Slack() {
  static const size_t bytes = [] {
    const char* told = std::getenv("FAKE_CUDA_SLACK");
    return told == nullptr ? size_t{0} : std::strtoull(told, nullptr, 10) / 512 * 512;
  }();
  return bytes;
}

int Multiprocessors() { return kMultiprocessors; }

}  // namespace lockstep::fake_cuda
