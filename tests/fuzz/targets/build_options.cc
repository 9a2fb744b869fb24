// The options that an application gives to clBuildProgram, as lockstep-cc reads them.
#include "instrument/frontend/build_options.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const std::string& word : lockstep::instrument::SplitOptions(text)) {
    lockstep::fuzz::Claim(word.size() <= size, "words are parts of the text");
  }
  (void)lockstep::instrument::ParseBuildOptions(text);
  return 0;
}
