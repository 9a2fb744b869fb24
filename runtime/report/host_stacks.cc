#include "runtime/report/host_stacks.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <map>
#include <utility>

#include "runtime/base/own_json.h"
#include "runtime/base/text.h"
#include "runtime/report/label.h"

namespace lockstep {
namespace {

constexpr char kMain[] = "main";

void Add(const char* what, int side, const SharedStack& stack, Finding* finding) {
  if (stack != nullptr && !stack->frames.empty()) finding->host_stacks.push_back({what, side, *stack});
}

// As lockstep-cc's --symbolize takes it.
std::string AddressOf(const HostFrame& frame) {
  char offset[24];
  std::snprintf(offset, sizeof(offset), "0x%llx", static_cast<unsigned long long>(frame.offset));
  return StrCat(offset, "@", frame.module);
}

template <typename Do>
void EachStack(const std::vector<Report*>& reports, const Do& act) {
  const auto of = [&](Mistake& mistake) {
    for (Finding& form : mistake.forms) {
      for (Finding::Stack& one : form.host_stacks) act(one.stack);
    }
  };
  for (Report* report : reports) {
    for (Mistake& mistake : report->findings) of(mistake);
    for (Mistake& mistake : report->known) of(mistake);
    for (Suppressed& one : report->suppressed) of(one.mistake);
  }
}

bool NeedsSource(const HostFrame& frame) { return !frame.module.empty() && frame.line == 0; }

// By address, the innermost call first.
using Answers = std::map<std::string, std::vector<HostFrame>>;

Answers Read(const std::string& text) {
  Answers answers;
  const nlohmann::json all = ParseOwnJson(text);
  for (const auto& [address, calls] : all.items()) {
    for (const nlohmann::json& call : calls) {
      HostFrame frame;
      call.at("function").get_to(frame.function);
      call.at("file").get_to(frame.file);
      call.at("line").get_to(frame.line);
      answers[address].push_back(std::move(frame));
    }
  }
  return answers;
}

void Replace(const Answers& answers, HostStack& stack) {
  std::vector<HostFrame> frames;
  for (HostFrame& frame : stack.frames) {
    const auto found = NeedsSource(frame) ? answers.find(AddressOf(frame)) : answers.end();
    if (found == answers.end() || found->second.empty()) {
      frames.push_back(std::move(frame));
      continue;
    }
    for (const HostFrame& call : found->second) {
      HostFrame& one = frames.emplace_back(call);
      if (one.function.empty()) one.function = frame.function;
      one.module = frame.module;
      one.offset = frame.offset;
    }
  }
  const auto outermost =
      std::find_if(frames.begin(), frames.end(), [](const HostFrame& frame) { return frame.function == kMain; });
  if (outermost != frames.end()) frames.erase(outermost + 1, frames.end());
  stack.frames = std::move(frames);
}

// Nothing but its module is known.
bool IsNameless(const HostFrame& frame) { return frame.function.empty() && frame.line == 0; }

std::string FileName(const std::string& path) { return path.substr(path.rfind('/') + 1); }

}  // namespace

void AddHostStacks(Mistake* mistake) {
  for (Finding& form : mistake->forms) {
    form.host_stacks.clear();
    if (form.commands) {
      for (int side = 0; side < 2; ++side) Add("enqueue", side, (*form.commands)[side].enqueued, &form);
    } else if (form.launch != nullptr) {
      Add("enqueue", -1, form.launch->enqueued, &form);
    }
    if (form.memory) Add("creation", -1, form.memory->created, &form);
    if (!form.commands && form.launch != nullptr) Add("build", -1, form.launch->built, &form);
  }
}

void GiveSources(const std::vector<Report*>& reports, const AskSymbols& ask) {
  std::vector<std::string> arguments;
  EachStack(reports, [&](const HostStack& stack) {
    for (const HostFrame& frame : stack.frames) {
      if (NeedsSource(frame)) arguments.push_back(StrCat("--symbolize=", AddressOf(frame)));
    }
  });
  if (arguments.empty()) return;
  std::sort(arguments.begin(), arguments.end());
  arguments.erase(std::unique(arguments.begin(), arguments.end()), arguments.end());
  Answers answers;
  try {
    const StatusOr<std::string> text = ask(arguments);
    if (text.ok()) answers = Read(*text);
  } catch (const std::exception&) {
    answers.clear();  // what is no answer is none
  }
  EachStack(reports, [&](HostStack& stack) { Replace(answers, stack); });
}

std::string FrameText(const HostFrame& frame) {
  const std::string module = FileName(frame.module);
  if (frame.line != 0) {
    return StrCat(frame.function.empty() ? "" : StrCat(frame.function, " at "), frame.file, ":", frame.line);
  }
  if (!frame.function.empty()) return StrCat(frame.function, " in ", module.empty() ? frame.file : module);
  char offset[24];
  std::snprintf(offset, sizeof(offset), "+0x%llx", static_cast<unsigned long long>(frame.offset));
  return StrCat(module, offset);
}

const char* StackTitle(const Finding::Stack& stack) {
  return stack.what == "enqueue" ? "enqueued" : stack.what == "creation" ? "created" : "built";
}

std::string HostStackRows(const Finding& finding, int side, bool color) {
  std::string out;
  for (const Finding::Stack& one : finding.host_stacks) {
    if (one.side != side) continue;
    const char* label = StackTitle(one);
    const std::vector<HostFrame>& frames = one.stack.frames;
    for (size_t i = 0; i < frames.size(); ++i) {
      const size_t first = i;
      while (i + 1 < frames.size() && IsNameless(frames[i]) && IsNameless(frames[i + 1]) &&
             frames[i].module == frames[i + 1].module) {
        ++i;
      }
      const std::string more = i == first ? "" : StrCat(" (and ", Counted(i - first, "caller", "callers"), " there)");
      out += Labelled(label, StrCat("by ", FrameText(frames[first]), more), color);
      label = "";
    }
  }
  return out;
}

}  // namespace lockstep
