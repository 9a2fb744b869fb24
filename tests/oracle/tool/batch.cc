// Files out, one command, files back in.
#include "tests/oracle/tool/batch.h"

#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include <nlohmann/json.hpp>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace lockstep::oracle {
namespace {

using Json = nlohmann::json;

std::string ReadFile(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// Where a report's line is, in the oracle's terms.
struct Places {
  std::map<std::string, size_t> kernels;  // by name: index into the batch
  std::map<int, int> statements;          // by line: statement id
  int StatementAt(const Json& access) const {
    const auto it = statements.find(access.at("line").get<int>());
    return it == statements.end() ? -1 : it->second;
  }
};

RaceClass KindOf(const std::string& kind) {
  if (kind == "same-value") return RaceClass::kSameValue;
  if (kind == "wrong-fence-flag") return RaceClass::kWrongFlag;
  return RaceClass::kRace;
}

void AddRace(const Json& finding, const Places& places, Verdict* verdict) {
  const Json &a = finding.at("accesses").at(0), &b = finding.at("accesses").at(1);
  ReportedRace race;
  race.kind = KindOf(finding.at("kind"));
  race.inter_group = finding.at("reach") == "inter-group";
  race.statement_a = places.StatementAt(a);
  race.statement_b = places.StatementAt(b);
  race.write_a = a.at("op") != "read";
  race.write_b = b.at("op") != "read";
  race.lockstep_only = !finding.at("lockstep_only").is_null();
  race.same_calls = a.at("inlined_at") == b.at("inlined_at");
  if (finding.at("memory").is_null()) {
    verdict->other.push_back("a race without memory object");
    return;
  }
  race.array = finding.at("memory").at("name");
  race.index = finding.at("memory").at("offset").get<int>() / static_cast<int>(sizeof(int));
  verdict->races.push_back(std::move(race));
}

void AddDivergence(const Json& finding, const Places& places, Verdict* verdict) {
  int statements[2];
  for (int i = 0; i < 2; ++i) {
    const Json& access = finding.at("accesses").at(i);
    statements[i] = access.at("op") == "exit" ? 0 : places.StatementAt(access);
  }
  verdict->divergences.push_back({statements[0], statements[1]});
}

absl::Status ReadReport(const std::string& text, const Places& places,
                        std::vector<Verdict>* verdicts) {
  const Json report = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (report.is_discarded()) return absl::InternalError("the report is no JSON");
  for (const Json& finding : report.at("findings")) {
    const auto at = places.kernels.find(finding.at("kernel").get<std::string>());
    if (at == places.kernels.end()) return absl::InternalError("a finding for an unknown kernel");
    Verdict* verdict = &(*verdicts)[at->second];
    if (finding.at("rule") == "data-race") {
      AddRace(finding, places, verdict);
    } else {
      AddDivergence(finding, places, verdict);
    }
  }
  for (const char* list : {"not_instrumented", "incomplete"}) {
    for (const Json& item : report.at(list)) {
      const auto at = places.kernels.find(item.at("kernel").get<std::string>());
      if (at == places.kernels.end()) return absl::InternalError(absl::StrCat(list, ": ", item.dump()));
      (*verdicts)[at->second].other.push_back(absl::StrCat(list, ": ", item.dump()));
    }
  }
  if (report.at("launches").get<size_t>() != verdicts->size()) {
    return absl::InternalError(absl::StrCat("launches reported: ", report.at("launches").dump()));
  }
  return absl::OkStatus();
}

absl::Status ReadResults(const std::string& text, const Places& places,
                         std::vector<Verdict>* verdicts) {
  std::istringstream lines(text);
  std::string line;
  size_t count = 0;
  while (std::getline(lines, line)) {
    std::istringstream fields(line);
    std::string name;
    fields >> name;
    const auto at = places.kernels.find(name);
    if (at == places.kernels.end()) return absl::InternalError("results of an unknown kernel");
    int value = 0;
    while (fields >> value) (*verdicts)[at->second].final_globals.push_back(value);
    ++count;
  }
  if (count != verdicts->size()) return absl::InternalError(absl::StrCat("only ", count, " results"));
  return absl::OkStatus();
}

std::string LaunchLine(const RandomKernel& random) {
  std::string line = absl::StrCat(random.kernel.name, " ", random.geometry.groups, " ", random.geometry.threads, " ",
                                  random.kernel.part, " ");
  int buffers = 0;
  std::string contents;
  for (const SharedArray& array : random.kernel.shared) {
    if (array.region != Region::kGlobal) continue;
    ++buffers;
    absl::StrAppend(&contents, " ", array.length);
    for (int i = 0; i < array.length; ++i) {
      absl::StrAppend(&contents, " ",
                      i < static_cast<int>(array.initial.size()) ? array.initial[i] : 0);
    }
  }
  return absl::StrCat(line, buffers, contents, "\n");
}

constexpr int kNoResults = -1;  // a run that ended with 0 and left no results

// The files of one run of run_batch.
class Files {
 public:
  Files(const std::vector<RandomKernel>& kernels, const Tools& tools, const std::string& tag)
      : tools_(tools), base_(absl::StrCat(tools.folder, "/", tag)) {
    std::string source, launches;
    int line = 1;
    const bool parts = !kernels.empty() && kernels[0].kernel.part > 0;
    if (parts) environment_ = PartsEnvironment();
    if (parts && !tools.emulation.empty()) {
      source = "#include \"collectives.clh\"\n";
      ++line;
    }
    for (size_t k = 0; k < kernels.size(); ++k) {
      const OpenClText text = KernelText(kernels[k], line);
      source += text.text;
      line += text.lines;
      places_.kernels[kernels[k].kernel.name] = k;
      for (const auto& [statement, at] : text.line_of) places_.statements[at] = statement;
      launches += LaunchLine(kernels[k]);
    }
    std::ofstream(Path(".cl")) << source;
    std::ofstream(Path(".launches")) << launches;
  }
  ~Files() {
    for (const char* ending : {".cl", ".launches"}) std::remove(Path(ending).c_str());
  }

  std::string Path(const char* ending) const { return base_ + ending; }
  const Places& places() const { return places_; }

  // Runs run_batch behind `launcher` and returns how it ended, as a shell says it.
  int Run(const std::string& launcher) const {
    // Caches that the environment names are used; they save most of a second run.
    std::string caches;
    for (const char* variable : {"LOCKSTEP_CACHE_DIR", "POCL_CACHE_DIR"}) {
      if (std::getenv(variable) != nullptr) continue;
      absl::StrAppend(&caches, variable, "='", tools_.folder, "/", variable, "' ");
    }
    const int status = std::system(absl::StrCat(caches, environment_, "timeout 120 ", launcher, " '", tools_.runner,
                                                "' '", Path(".cl"), "' '", Path(".launches"), "' '", Path(".results"),
                                                "' > '", Path(".log"), "' 2>&1")
                                       .c_str());
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  }

  // The text of a file that the run has written, which is removed.
  std::string Take(const char* ending) const {
    const std::string text = ReadFile(Path(ending));
    std::remove(Path(ending).c_str());
    return text;
  }

 private:
  // As tests/e2e/check_kernel.py --emulate has it.
  std::string PartsEnvironment() const {
    if (tools_.emulation.empty()) return "RUN_BATCH_OPTIONS='-cl-std=CL3.0' ";
    const std::string folder = tools_.lockstep.substr(0, tools_.lockstep.rfind('/') + 1);
    return absl::StrCat("RUN_BATCH_OPTIONS='-cl-std=CL2.0 -I ", tools_.emulation, "' LOCKSTEP_CC='", tools_.emulation,
                        "/twin_cc.py' LOCKSTEP_TEST_CC='", folder, "lockstep-cc' LOCKSTEP_TEST_TWIN=-DLOCKSTEP_TWIN ");
  }

  const Tools& tools_;
  const std::string base_;
  std::string environment_;
  Places places_;
};

}  // namespace

OpenClText KernelText(const RandomKernel& random, int first_line) {
  return random.source ? PrintOpenCl(*random.source, first_line)
                       : PrintOpenCl(random.kernel, first_line);
}

absl::StatusOr<std::vector<Verdict>> RunBatch(const std::vector<RandomKernel>& kernels,
                                              const Tools& tools, const std::string& tag) {
  const Files files(kernels, tools, tag);
  const int status = files.Run(absl::StrCat(
      "'", tools.lockstep, "' run --report='", files.Path(".json"),
      "' --format=json --same-value=report --max-findings=0 --error-exitcode=0 ", tools.options, " --"));
  const std::string report = files.Take(".json"), results = files.Take(".results"),
                    log = files.Take(".log");
  if (status != 0) {
    return absl::AbortedError(absl::StrCat("the run ended with status ", status, ": ", log.substr(0, 2000)));
  }
  std::vector<Verdict> verdicts(kernels.size());
  absl::Status read = ReadReport(report, files.places(), &verdicts);
  if (read.ok()) read = ReadResults(results, files.places(), &verdicts);
  if (!read.ok()) return read;
  return verdicts;
}

NativeResult RunNatively(const std::vector<RandomKernel>& kernels, const Tools& tools, const std::string& tag) {
  const Files files(kernels, tools, tag);
  NativeResult result;
  result.status = files.Run("");
  const std::string text = files.Take(".results");
  files.Take(".log");
  if (result.status != 0) return result;
  std::vector<Verdict> read(kernels.size());
  if (!ReadResults(text, files.places(), &read).ok()) {
    result.status = kNoResults;
    return result;
  }
  for (Verdict& verdict : read) result.globals.push_back(std::move(verdict.final_globals));
  return result;
}

}  // namespace lockstep::oracle
