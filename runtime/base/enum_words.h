// Enums whose values have a word each, for files and for people: one list of words, in the enum's order.
//
//   enum class Region { kGlobal, kLocal };
//   constexpr std::array<const char*, 2> WordsOf(Region) { return {"global", "local"}; }
#ifndef LOCKSTEP_RUNTIME_BASE_ENUM_WORDS_H_
#define LOCKSTEP_RUNTIME_BASE_ENUM_WORDS_H_

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep {

// The word for `value`, which has to be one of the enum's.
template <typename Enum>
constexpr const char* WordOf(Enum value) {
  return WordsOf(Enum{})[static_cast<size_t>(value)];
}

// The value that `word` stands for; nullopt if it is none's.
template <typename Enum>
std::optional<Enum> FromWord(std::string_view word) {
  constexpr auto kWords = WordsOf(Enum{});
  for (size_t i = 0; i < kWords.size(); ++i) {
    if (word == kWords[i]) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

// All words of an enum, for messages: "default, bounds, full".
template <typename Enum>
std::string AllWords() {
  std::string all;
  for (const char* word : WordsOf(Enum{})) all += (all.empty() ? "" : ", ") + std::string(word);
  return all;
}

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_ENUM_WORDS_H_
