// A good text with changes: fuzzers of JSON that only lockstep writes start from what it writes today, so that their
// inputs stay good when the format moves on.
#ifndef LOCKSTEP_TESTS_FUZZ_EDITS_H_
#define LOCKSTEP_TESTS_FUZZ_EDITS_H_

#include <fuzzer/FuzzedDataProvider.h>

#include <string>

namespace lockstep::fuzz {

// Where the value begins that follows the colon or comma at or behind `from`; the end of the text if there is none.
inline size_t ValueAt(const std::string& text, size_t from) {
  const size_t at = text.find_first_of(":,[", from);
  return at == std::string::npos ? text.size() : at + 1;
}

// Where it ends: at the next comma or bracket. A rough cut: text that is no JSON any more is wanted too.
inline size_t ValueEnd(const std::string& text, size_t at) {
  const size_t end = text.find_first_of(",}]", at);
  return end == std::string::npos ? text.size() : end;
}

// `text` after as many changes as `data` describes: values replaced by others, bytes put in and taken out.
inline std::string Edited(std::string text, FuzzedDataProvider& data) {
  while (data.remaining_bytes() > 3 && text.size() < (1u << 20)) {
    const size_t at = data.ConsumeIntegralInRange<size_t>(0, text.size());
    const size_t value = ValueAt(text, at), length = ValueEnd(text, value) - value;
    switch (data.ConsumeIntegralInRange(0, 5)) {
      case 0:
        text.replace(value, length, data.PickValueInArray({"null", "-1", "0", "1", "18446744073709551615", "1e400", "[]", "{}",
                                                           "\"\"", "\"x\"", "true", "4294967296", "[[[[]]]]", "-9223372036854775808"}));
        break;
      case 1:
        text.replace(value, length, std::to_string(data.ConsumeIntegral<int64_t>()));
        break;
      case 2:
        text.replace(value, length, '"' + data.ConsumeRandomLengthString(16) + '"');
        break;
      case 3: {
        const size_t from = ValueAt(text, data.ConsumeIntegralInRange<size_t>(0, text.size()));
        text.replace(value, length, text.substr(from, ValueEnd(text, from) - from));
        break;
      }
      case 4:
        text.replace(at, std::min<size_t>(text.size() - at, data.ConsumeIntegralInRange(0, 16)), data.ConsumeRandomLengthString(16));
        break;
      default:
        text.resize(at);
    }
  }
  return text;
}

}  // namespace lockstep::fuzz

#endif  // LOCKSTEP_TESTS_FUZZ_EDITS_H_
