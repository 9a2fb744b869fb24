// Writes a litmus test as an OpenCL C kernel: who plays what, where things are, and what stands around the test's
// own statements (device_statements.h).
//
// Each thread becomes a case of a switch over the work-item's part in the test. Barriers may only stand
// outside of all branches: there they part the threads' texts into phases, and all work-items of the
// group meet between two phases.
#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/substitute.h"
#include "runtime/litmus/device.h"
#include "runtime/litmus/device_statements.h"

namespace lockstep::litmus {
namespace {

// The parts that are the same in every kernel. $0: first lines; $1: declarations; $2: instance layout.
constexpr char kPrologue[] = R"($0#if __OPENCL_C_VERSION__ < 200
#error "no C11 atomics: the test needs OpenCL C 2.0 or later"
#elif __OPENCL_C_VERSION__ >= 300 && !(defined(__opencl_c_atomic_order_acq_rel) && \
                                       defined(__opencl_c_atomic_order_seq_cst) && \
                                       defined(__opencl_c_atomic_scope_device))
#error "no acquire, release and seq_cst atomics of device scope"
#endif
#define G(cell) ((volatile global atomic_int *)&(cell))
#define L(cell) ((volatile local atomic_int *)&(cell))

// The cell `i` if it is in [first, end); others are dropped with the instance.
static int index_in(int i, int first, int end, int *dropped) {
  if (i >= first && i < end) return i;
  *dropped = 1;
  return first;
}

kernel void litmus_$8(global int *memory, global int *rows, global atomic_int *meeting,
                   global const int *groups_in_place, global const int *items_in_place,
                   global atomic_int *scratch, int places, int stride, int patience, int traffic) {
$1  const int place = groups_in_place[get_group_id(0)];
  if (place >= places) {
    for (int i = 0; i < traffic; ++i) {
      const int at = (place * 64 + i * 7 + (int)get_local_id(0)) & 1023;
      const int other = atomic_load_explicit(&scratch[1023 - at], memory_order_relaxed,
                                             memory_scope_device);
      atomic_store_explicit(&scratch[at], other + 1, memory_order_relaxed, memory_scope_device);
    }
    return;
  }
  const int role = place % $2;
  const int part = items_in_place[get_group_id(0) * $3 + get_local_id(0)];
  const int thread = part % $4;
  const int copy = part / $4;
  const int instance = place / $2 * $5 + copy;
  global int *cells = memory + instance * $6 * stride;
  global int *row = rows + instance * $7;
  int dropped = 0;
)";

// Threads of an instance wait for each other, for a while: on some devices others start only when this
// one is done.
constexpr char kMeeting[] = R"(  if (thread < $0 && patience > 0) {
    global atomic_int *here = meeting + instance * 16;
    atomic_fetch_add_explicit(here, 1, memory_order_relaxed, memory_scope_device);
    for (int i = 0; i < patience; ++i) {
      if (atomic_load_explicit(here, memory_order_relaxed, memory_scope_device) >= $1) break;
    }
  }
)";

class Generator {
 public:
  Generator(const Test& test, int unroll, bool lines)
      : test_(test), lines_(lines), statements_(test, unroll, lines, kernel_.cell_of) {}

  StatusOr<DeviceKernel> Make() {
    PlaceThreads();
    PlaceCells();
    for (const std::vector<int>& role : roles_) SplitRole(role);
    if (why_.empty()) why_ = statements_.why();
    if (!why_.empty()) return UnavailableError(why_);
    LayOutRow();
    kernel_.source = absl::StrCat(Head(), PhasesText(), Tail());
    return std::move(kernel_);
  }

 private:
  void Refuse(const std::string& why) {
    if (why_.empty()) why_ = why;
  }

  void PlaceThreads() {
    std::set<int> devices;
    std::map<int, int> role_of;
    for (size_t t = 0; t < test_.threads.size(); ++t) {
      const Thread& thread = test_.threads[t];
      devices.insert(thread.device);
      const auto [found, fresh] = role_of.emplace(thread.group, roles_.size());
      if (fresh) roles_.emplace_back();
      roles_[found->second].push_back(static_cast<int>(t));
    }
    if (devices.size() > 1) {
      Refuse(absl::StrCat("its threads are on ", devices.size(), " devices, and this is one"));
    }
    kernel_.roles = static_cast<int>(roles_.size());
    kernel_.all_threads = static_cast<int>(test_.threads.size());
    for (const auto& role : roles_) {
      kernel_.threads = std::max(kernel_.threads, static_cast<int>(role.size()));
    }
    kernel_.threads = std::max(kernel_.threads, 1);
    kernel_.copies = std::max(1, 16 / kernel_.threads);
    kernel_.local = kernel_.copies * kernel_.threads;
  }

  void PlaceCells() {
    for (const Location& location : test_.locations) {
      if (location.regions == (kGlobalRegion | kLocalRegion)) {
        Refuse(absl::StrCat("location ", location.name, " is global and local at once"));
      }
      const bool local = location.regions == kLocalRegion;
      kernel_.cell_of.push_back(local ? -1 - static_cast<int>(local_initial_.size())
                                      : static_cast<int>(kernel_.initial.size()));
      (local ? local_initial_ : kernel_.initial).push_back(Number(location.initial));
    }
    if (kernel_.initial.empty()) kernel_.initial.push_back(0);  // no array has no elements
  }

  void LayOutRow() {
    int next = 0;
    for (const Thread& thread : test_.threads) {
      kernel_.first_register.push_back(next);
      next += static_cast<int>(thread.registers.size());
    }
    for (size_t t = 0; t < test_.threads.size(); ++t) kernel_.dropped.push_back(next++);
    kernel_.first_local = next;
    kernel_.row_size = next + static_cast<int>(local_initial_.size());
  }

  int32_t Number(int64_t value) {
    if (value < INT32_MIN || value > INT32_MAX) Refuse("an address, or more than 32 bits, as a value");
    return static_cast<int32_t>(value);
  }

  // The threads of one group, phase by phase.
  void SplitRole(const std::vector<int>& threads) {
    std::vector<std::vector<std::string>>& phases = phases_.emplace_back();
    std::vector<const Statement*>& meetings = meetings_.emplace_back();
    for (size_t i = 0; i < threads.size(); ++i) {
      const Thread& thread = test_.threads[threads[i]];
      statements_.EnterGroup(thread.group);
      phases.emplace_back(1, "");
      for (size_t r = 0; r < thread.registers.size(); ++r) {
        absl::StrAppend(&phases[i][0], "        r", r, " = ", Number(thread.initial[r]), ";\n");
      }
      registers_ = std::max(registers_, thread.registers.size());
      size_t met = 0;
      Phases(thread.body, phases[i], meetings, met, i == 0);
      if (met != meetings.size()) Refuse("its threads do not all meet at every barrier");
    }
  }

  // All groups go through the phases together, so that no barrier stands in a branch: PoCL 3.1 lets
  // work-item 0 decide branches behind such a one for all. A barrier has the flags of all groups' then,
  // and the widest scope; that some groups have it for nothing only orders more.
  std::string PhasesText() const {
    size_t last = 0;
    for (const auto& meetings : meetings_) last = std::max(last, meetings.size());
    std::string text;
    for (size_t phase = 0; phase <= last; ++phase) {
      unsigned flags = 0;
      Scope scope = Scope::kWorkGroup;
      std::string line;
      for (size_t role = 0; role < roles_.size(); ++role) {
        if (phase < meetings_[role].size()) {
          flags |= meetings_[role][phase]->flags;
          line = statements_.LineText(meetings_[role][phase]->at);
          scope = std::max(scope, meetings_[role][phase]->scope);
        }
        if (phase > meetings_[role].size()) continue;
        absl::StrAppend(&text, "  if (role == ", role, ") {\n    switch (thread) {\n");
        for (size_t i = 0; i < roles_[role].size(); ++i) {
          absl::StrAppend(&text, "      case ", i, ":\n", phases_[role][i][phase],
                          lines_ ? "#line 1 \"around the test\"\n" : "", "        break;\n");
        }
        absl::StrAppend(&text, "      default:\n        break;\n    }\n  }\n");
      }
      if (phase == last) break;
      absl::StrAppend(&text, line, "  work_group_barrier(", FlagsName(flags), ", ", ScopeName(scope), ");\n");
    }
    return text;
  }

  // Splits top-level statements (in blocks too) at barriers. `first`: this thread makes the list.
  void Phases(const std::vector<Statement>& body, std::vector<std::string>& phases,
              std::vector<const Statement*>& meetings, size_t& met, bool first) {
    for (const Statement& statement : body) {
      if (statement.kind == StatementKind::kBlock) {
        Phases(statement.body, phases, meetings, met, first);
      } else if (statement.kind == StatementKind::kBarrier) {
        if (first) {
          meetings.push_back(&statement);
        } else if (met >= meetings.size() || meetings[met]->label != statement.label ||
                   meetings[met]->flags != statement.flags ||
                   meetings[met]->scope != statement.scope) {
          Refuse("its threads do not all meet at every barrier");
        }
        ++met;
        phases.emplace_back();
      } else {
        absl::StrAppend(&phases.back(), statements_.Text(statement, 8));
      }
    }
  }

  std::string Head() const {
    std::string declarations;
    if (!local_initial_.empty()) {
      absl::StrAppend(&declarations, "  local int locals[",
                      kernel_.copies * static_cast<int>(local_initial_.size()), "];\n");
    }
    std::string name = test_.name;
    for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    std::string text = absl::Substitute(
        kPrologue, statements_.remote() ? "#include <lockstep/rsp.clh>\n" : "", declarations, kernel_.roles,
        kernel_.local, kernel_.threads, kernel_.copies, kernel_.initial.size(), kernel_.row_size, name);
    for (size_t r = 0; r < registers_; ++r) absl::StrAppend(&text, "  int r", r, " = 0;\n");
    for (int e = 0; e < statements_.exchanges(); ++e) absl::StrAppend(&text, "  int e", e, " = 0;\n");
    if (!local_initial_.empty()) {
      absl::StrAppend(&text, "  local int *own = locals + copy * ", local_initial_.size(),
                      ";\n  if (thread == 0) {\n");
      for (size_t i = 0; i < local_initial_.size(); ++i) {
        absl::StrAppend(&text, "    own[", i, "] = ", local_initial_[i], ";\n");
      }
      absl::StrAppend(&text, "  }\n  barrier(CLK_LOCAL_MEM_FENCE);\n");
    }
    std::string sizes = "0";  // of the group that this work-item plays in
    for (size_t role = 0; role < roles_.size(); ++role) {
      sizes = absl::StrCat("(role == ", role, " ? ", roles_[role].size(), " : ", sizes, ")");
    }
    return text + absl::Substitute(kMeeting, sizes, kernel_.all_threads);
  }

  std::string Tail() const {
    std::string text;
    if (!local_initial_.empty()) text = "  barrier(CLK_LOCAL_MEM_FENCE);\n";
    for (size_t role = 0; role < roles_.size(); ++role) {
      for (size_t i = 0; i < roles_[role].size(); ++i) {
        const int t = roles_[role][i];
        absl::StrAppend(&text, "  if (role == ", role, " && thread == ", i, ") {\n");
        for (size_t r = 0; r < test_.threads[t].registers.size(); ++r) {
          absl::StrAppend(&text, "    row[", kernel_.first_register[t] + r, "] = r", r, ";\n");
        }
        absl::StrAppend(&text, "    row[", kernel_.dropped[t], "] = dropped;\n");
        if (i == 0) AppendLocals(role, text);
        absl::StrAppend(&text, "  }\n");
      }
    }
    return text + "}\n";
  }

  // The final values of the local cells that group `role` uses; the first one also tells those that
  // no group does.
  void AppendLocals(size_t role, std::string& text) const {
    for (size_t number = 0; number < test_.symbols.size(); ++number) {
      const Symbol& symbol = test_.symbols[number];
      const auto user = statements_.group_of_local().find(number);
      const int group = test_.threads[roles_[role][0]].group;
      if (user == statements_.group_of_local().end() ? role != 0 : user->second != group) continue;
      for (int c = 0; c < symbol.count; ++c) {
        const int cell = -1 - kernel_.cell_of[symbol.first + c];
        if (cell < 0) break;  // a global one
        absl::StrAppend(&text, "    row[", kernel_.first_local + cell, "] = own[", cell, "];\n");
      }
    }
  }

  const Test& test_;
  const bool lines_;
  DeviceKernel kernel_;
  DeviceStatements statements_;
  std::vector<std::vector<int>> roles_;  // threads by group
  std::vector<std::vector<std::vector<std::string>>> phases_;  // text by role, thread of it, phase
  std::vector<std::vector<const Statement*>> meetings_;         // the barriers between them, by role
  std::vector<int32_t> local_initial_;
  std::string why_;
  size_t registers_ = 0;
};

}  // namespace

StatusOr<DeviceKernel> MakeDeviceKernel(const Test& test, int unroll, bool lines) {
  return Generator(test, unroll, lines).Make();
}

}  // namespace lockstep::litmus
