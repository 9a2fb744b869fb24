// vprintf, which the driver supplies ("PTX Writer's Guide to Interoperability", System Calls): the values lie in a
// buffer, one behind the other, each aligned as its type is. The conversions are those that the CUDA C++ Programming
// Guide lists (Formatted Output).
#include <cstdio>
#include <cstring>

#include "tests/ptx/machine/arithmetic.h"
#include "tests/ptx/machine/executor.h"

namespace lockstep::ptx_machine {
namespace {

constexpr unsigned kMostValues = 32;  // the guide's

// Takes a conversion "%[flags][width][.precision][h|l|ll]type" from the beginning of `format`. `longs`: how many l it
// has. "" if it is none.
std::string TakeConversion(std::string& format, unsigned* longs) {
  size_t at = format.find_first_not_of("#-+ 0", 1);
  const auto digits = [&] { at = at == format.npos ? at : format.find_first_not_of("0123456789", at); };
  digits();
  if (at != format.npos && format[at] == '.') {
    ++at;
    digits();
  }
  for (*longs = 0; at != format.npos && at < format.size() && format[at] == 'l' && *longs < 2; ++at) ++*longs;
  if (at != format.npos && at < format.size() && format[at] == 'h' && *longs == 0) ++at;
  if (at == format.npos || at >= format.size() || std::strchr("%cdiouxXpeEfgGaAs", format[at]) == nullptr) return "";
  std::string taken = format.substr(0, at + 1);
  format.erase(0, at + 1);
  return taken;
}

template <typename T>
std::string Formatted(const std::string& conversion, T value) {
  std::string text(64, '\0');
  for (;;) {
    const int length = std::snprintf(text.data(), text.size(), conversion.c_str(), value);
    if (length < 0) return "";
    const bool fits = static_cast<size_t>(length) < text.size();
    text.resize(static_cast<size_t>(length) + (fits ? 0 : 1));
    if (fits) return text;
  }
}

}  // namespace

// The text in global or constant memory at the generic address `address`, up to its 0.
std::optional<std::string> Executor::ReadText(const Thread& thread, uint64_t address) {
  std::string text;
  const bool is_global = Resolve(address).first == Space::kGlobal;
  for (;; ++address) {
    if (!is_global || (!memory_.Contains(address, 1, GlobalMemory::Kind::kData) &&
                       !memory_.Contains(address, 1, GlobalMemory::Kind::kConstant))) {
      Fail(Fault::kAddress, thread, "a text to be printed is nobody's, or does not end");
      return std::nullopt;
    }
    const char character = *reinterpret_cast<const char*>(address);
    if (character == '\0') return text;
    text += character;
  }
}

// The next value of the buffer, of which `address` is in local memory; it is moved behind it.
std::optional<uint64_t> Executor::ReadPrinted(const Thread& thread, uint64_t& address, unsigned bytes) {
  address = (address + bytes - 1) / bytes * bytes;
  const uint64_t at = address - kLocalStart;
  address += bytes;
  if (at > thread.locals.size() || thread.locals.size() - at < bytes) {
    Fail(Fault::kAddress, thread, "the format has more conversions than there are values");
    return std::nullopt;
  }
  for (unsigned byte = 0; byte < bytes; ++byte) {
    if (thread.stored[at + byte] == StoredByte(bytes, byte)) continue;
    Fail(Fault::kInstruction, thread, "no value of " + std::to_string(bytes) + " bytes was stored for a conversion");
    return std::nullopt;
  }
  return LoadBytes(&thread.locals[at], bytes);
}

void Executor::Print(Thread& thread, const Instruction& call) {
  const auto passes = [](const auto& variables, uint64_t bytes) {
    for (const Variable* variable : variables) {
      if (variable->bytes != bytes) return false;
    }
    return true;
  };
  if (call.arguments.size() != 2 || call.results.size() != 1 || !passes(call.arguments, 8) || !passes(call.results, 4))
    return Fail(Fault::kInstruction, thread, "vprintf takes two addresses and returns a number");
  const auto parameter = [&](const Variable& variable) {
    return &thread.params[thread.frame.params + variable.offset];
  };
  std::optional<std::string> format = ReadText(thread, LoadBytes(parameter(*call.arguments[0]), 8));
  if (!format) return;
  const auto [space, buffer] = Resolve(LoadBytes(parameter(*call.arguments[1]), 8));
  uint64_t at = buffer;
  std::string text;
  unsigned values = 0;
  while (!format->empty()) {
    const size_t literal = std::min(format->find('%'), format->size());
    text += format->substr(0, literal);
    format->erase(0, literal);
    if (format->empty()) break;
    unsigned longs = 0;
    const std::string conversion = TakeConversion(*format, &longs);
    if (conversion.empty()) return Fail(Fault::kInstruction, thread, "no conversion of vprintf: " + *format);
    const char type = conversion.back();
    if (type == '%') {
      text += '%';
      continue;
    }
    if (space != Space::kLocal || buffer % 8 != 0)
      return Fail(Fault::kMisaligned, thread, "the values are not in local memory at a multiple of 8");
    if (++values > kMostValues) return Fail(Fault::kInstruction, thread, "vprintf takes 32 values");
    const bool is_float = std::strchr("eEfgGaA", type) != nullptr, is_pointer = type == 's' || type == 'p';
    const bool is_wide = is_float || is_pointer || longs > 0;
    const std::optional<uint64_t> value = ReadPrinted(thread, at, is_wide ? 8 : 4);
    if (!value) return;
    if (is_float) {
      double number = 0;
      std::memcpy(&number, &*value, sizeof(number));
      text += Formatted(conversion, number);
    } else if (type == 's') {
      const std::optional<std::string> word = ReadText(thread, *value);
      if (!word) return;
      text += Formatted(conversion, word->c_str());
    } else if (type == 'p') {
      text += Formatted(conversion, reinterpret_cast<const void*>(*value));
    } else if (is_wide) {
      text += Formatted(conversion, static_cast<long long>(*value));
    } else {
      text += Formatted(conversion, static_cast<int>(*value));
    }
  }
  printed_ += text;
  StoreBytes(parameter(*call.results[0]), 4, values);
  ++thread.frame.pc;
}

}  // namespace lockstep::ptx_machine
