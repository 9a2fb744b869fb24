// The options of a run: one table (options.def) for command line, environment and documentation.
#ifndef LOCKSTEP_RUNTIME_BASE_OPTIONS_H_
#define LOCKSTEP_RUNTIME_BASE_OPTIONS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/fail_on.h"
#include "runtime/base/launch_choice.h"
#include "runtime/base/report_file.h"
#include "runtime/base/scope_inclusion.h"
#include "runtime/base/status.h"

namespace lockstep {

enum class ReportFormat { kText, kJson };
enum class SameValue { kHide, kReport };
enum class ColorMode { kAuto, kAlways, kNever };
enum class ProgressMode { kAuto, kLines, kOff };
enum class PruneMode { kOn, kOff };
enum class CommandMode { kAuto, kOn, kOff, kAll };
enum class CertifyMode { kOn, kOff };
enum class MergeMode { kOn, kOff };
enum class Warnings { kNone, kIrregularLoop };
enum class RaceMode { kOn, kOff };
enum class BoundsMode { kReport, kCount };
enum class BarrierMode { kProve, kTransform };
enum class BinaryForm { kContainer, kPlain };
enum class DriverVersion { kMarked, kPlain };
enum class BackendChoice { kAuto, kSpirv, kPtx, kNone };
enum class HookMode { kAuto, kLayer, kPreload, kBoth };

struct Options {
#define LOCKSTEP_NUMBER(field, name, value, low, high, meta, help) uint64_t field = value;
#define LOCKSTEP_FLAG(field, name, help) bool field = false;
#define LOCKSTEP_TEXT(field, name, value, meta, help) std::string field = value;
#define LOCKSTEP_REPORT(field, files, name, meta, help) \
  std::string field;                                    \
  std::vector<ReportFile> files;
#define LOCKSTEP_REGEX(field, name, help) std::string field;
#define LOCKSTEP_MODEL(field, name, help) uint64_t field = 0;
#define LOCKSTEP_VALUE(field, name, Type, meta, help) Type field;
#define LOCKSTEP_CHOICE(field, name, Type, value, words, help) Type field = Type::value;
#include "runtime/base/options.def"

  // How races between commands are looked for: --commands, or on for a graph of them.
  CommandMode HowCommands() const {
    return command_graph.empty() || commands == CommandMode::kAll ? commands : CommandMode::kOn;
  }
  bool FollowsCommands() const { return HowCommands() != CommandMode::kOff; }

  // Sets one option from its text; `value` is nullptr for a flag given without one. The error says
  // what is wrong and what would be right, in one line. Nothing changes on error.
  Status Set(std::string_view name, const std::string* value);

  // Applies "name=value name='value with blanks' flag …". Applies all that are right, and returns
  // one line for each that is not.
  std::vector<std::string> Apply(std::string_view text);

  // The options that differ from their defaults, in the form that Apply reads.
  std::string ToText() const;

  // Of those the ones that decide what is found in a launch (LOCKSTEP_SECTION in options.def).
  std::string JudgingText() const;

 private:
  enum class Section { kJudges, kOfTheRun };
  std::string TextOf(bool judging_alone) const;
};

// What help texts and documentation say about one option.
struct OptionInfo {
  std::string name;
  std::string value;          // "N", "FILE", "text|json"; empty for flags
  std::string default_value;  // as text; empty for none
  std::string help;
};

// All options in the order of the table.
std::vector<OptionInfo> AllOptions();

// The table of docs/cli.md: one row for each option, in Markdown.
std::string OptionsMarkdown();

// The options given in LOCKSTEP_OPTIONS; what is wrong there is logged and otherwise ignored.
Options OptionsFromEnvironment();
// Applies them to `options`.
void ApplyEnvironment(Options* options);

// `path` with %p replaced by the id of a process, this one if none is given, and %% by a percent sign.
std::string ExpandReportPath(std::string_view path, uint64_t pid);
std::string ExpandReportPath(std::string_view path);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_OPTIONS_H_
