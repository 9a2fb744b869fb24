// Litmus tests: any text gives a test or an error with its place; a test that is small enough is enumerated, and
// printed in every form.
#include <string>

#include "runtime/litmus/enumerate.h"
#include "runtime/litmus/parser.h"
#include "runtime/litmus/print.h"
#include "tests/fuzz/fuzz.h"

namespace {

using namespace lockstep::litmus;

size_t Statements(const std::vector<Statement>& body, size_t weight) {
  size_t count = 0;
  for (const Statement& statement : body) {
    const size_t inner = statement.kind == StatementKind::kWhile ? weight * 3 : weight;
    count += weight + Statements(statement.body, inner) + Statements(statement.otherwise, inner);
  }
  return count;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  auto test = Parse(text, "f.litmus");
  if (!test.ok()) {
    lockstep::fuzz::CheckOneLine(std::string(test.status().message()));
    lockstep::fuzz::CheckJson(ErrorJson("f.litmus", std::string(test.status().message())));
    return 0;
  }
  // The number of executions grows exponentially with what stands in the threads.
  size_t statements = 0;
  for (const Thread& thread : test->threads) statements += Statements(thread.body, 1);
  if (statements > 8 || size > 600) return 0;
  EnumerateOptions options;
  options.unroll = 1;
  options.keep_sample = true;
  const auto result = Enumerate(*test, options);
  if (!result.ok()) {
    lockstep::fuzz::CheckOneLine(std::string(result.status().message()));
    return 0;
  }
  lockstep::fuzz::Claim(!ResultText(*test, *result).empty(), "a result has a text");
  lockstep::fuzz::CheckJson(ResultJson(*test, *result));
  (void)ResultDot(*test, *result);
  return 0;
}
