// Theorem 1 of paper 002 on random programs of the subset that Table 3 compiles.
#include <gtest/gtest.h>

#include <random>

#include "absl/strings/str_cat.h"
#include "runtime/litmus/machine_report.h"
#include "runtime/litmus/parser.h"

namespace lockstep::litmus {
namespace {

// Two or three work-items in two groups; two atomic locations and a plain one that is written
// before a release and read behind an acquire, so that a good part of the programs does not race.
std::string RandomProgram(std::mt19937& random) {
  const auto one_of = [&](std::initializer_list<const char*> words) {
    return std::string(*(words.begin() + random() % words.size()));
  };
  const int threads = 2 + random() % 2;
  const bool wide = random() % 3 != 0;  // all scopes reach: fewer races
  std::string out = "OpenCL random\n{}\n";
  std::string groups[2];
  for (int t = 0; t < threads; ++t) {
    groups[t == 0 ? 0 : t == 1 ? 1 : random() % 2] += absl::StrCat(" P", t);
    absl::StrAppend(&out, "P", t,
                    " (global atomic_int* x, global atomic_int* y, global int* d) {\n");
    const int operations = 1 + random() % (threads == 2 ? 3 : 2);
    if (t == 0 && random() % 2 == 0) out += "  *d = 7;\n";
    for (int i = 0; i < operations; ++i) {
      const bool remote = random() % 3 == 0;
      const std::string scope = wide || remote ? "device" : one_of({"device", "work_group"});
      const std::string place = one_of({"x", "y"});
      const std::string suffix = absl::StrCat("_explicit", remote ? "_remote" : "");
      const std::string at = absl::StrCat(", memory_scope_", scope, ")");
      switch (random() % 3) {
        case 0:
          absl::StrAppend(&out, "  int r", i, " = atomic_load", suffix, "(", place,
                          ", memory_order_", one_of({"acquire", "relaxed"}), at, ";\n");
          if (t == 1 && random() % 2 == 0)
            absl::StrAppend(&out, "  if (r", i, " != 0) { int s", i, " = *d; }\n");
          break;
        case 1:
          absl::StrAppend(&out, "  atomic_store", suffix, "(", place, ", ", 1 + random() % 2,
                          ", memory_order_", one_of({"release", "relaxed"}), at, ";\n");
          break;
        default:
          absl::StrAppend(&out, "  int r", i, " = atomic_fetch_add", suffix, "(", place,
                          ", 1, memory_order_",
                          one_of({"acq_rel", "relaxed", "acquire", "release"}), at, ";\n");
      }
    }
    out += "}\n";
  }
  return absl::StrCat(out, "scopeTree (device (work_group", groups[0], ") (work_group", groups[1],
                      "))\nexists (x=1)\n");
}

TEST(Theorem1, HoldsOnRandomPrograms) {
  std::mt19937 random(2814283);  // fixed: the same programs every time
  int race_free = 0, incomplete = 0;
  for (int i = 0; i < 150; ++i) {
    const std::string text = RandomProgram(random);
    const auto test = Parse(text, "random");
    ASSERT_TRUE(test.ok()) << test.status().message() << "\n" << text;
    MachineOptions options;
    options.max_states = 60000;
    const auto report = RunMachine(*test, options);
    ASSERT_TRUE(report.ok()) << report.status().message();
    EXPECT_FALSE(report->forbidden) << text << report->text;
    EXPECT_EQ(report->deadlocks, 0u) << text;
    race_free += !report->racy;
    incomplete += !report->complete;
  }
  EXPECT_GE(race_free, 40);
  EXPECT_LE(incomplete, 15);
}

// The same programs show that the comparison can fail.
TEST(OriginalScheme, IsCaughtOnRandomPrograms) {
  std::mt19937 random(2814283);
  int caught = 0;
  for (int i = 0; i < 150 && caught == 0; ++i) {
    const auto test = Parse(RandomProgram(random), "random");
    ASSERT_TRUE(test.ok());
    MachineOptions options;
    options.scheme = Scheme::kOriginal;
    options.max_states = 60000;
    const auto report = RunMachine(*test, options);
    ASSERT_TRUE(report.ok());
    caught += report->forbidden;
  }
  EXPECT_GE(caught, 1);
}

}  // namespace
}  // namespace lockstep::litmus
