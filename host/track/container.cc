#include "host/track/container.h"

#include <cstdio>

#include "runtime/base/sha256.h"
#include "runtime/base/text.h"

namespace lockstep::host {
namespace {

constexpr std::string_view kMagic = "LOCKSTEP-BINARY 1 ";
constexpr size_t kDigits = 16;
// Magic, two sizes with a blank behind each, 64 digits of checksum, line end.
constexpr size_t kFooterSize = kMagic.size() + 2 * (kDigits + 1) + 64 + 1;

std::string Checksum(std::string_view binary, std::string_view recipe) {
  Sha256 hash;
  hash.Update(binary);
  hash.Update(recipe);
  return hash.Hex();
}

std::string Footer(std::string_view binary, std::string_view recipe) {
  char sizes[2 * (kDigits + 1) + 1];
  std::snprintf(sizes, sizeof(sizes), "%016zx %016zx ", binary.size(), recipe.size());
  return StrCat(kMagic, sizes, Checksum(binary, recipe), "\n");
}

}  // namespace

size_t TrailerSize(std::string_view recipe) { return recipe.size() + kFooterSize; }

std::string MakeTrailer(std::string_view binary, std::string_view recipe, size_t room) {
  std::string trailer(room - TrailerSize(recipe), '\0');
  trailer += recipe;
  return trailer + Footer(binary, recipe);
}

std::optional<Container> OpenContainer(std::string_view bytes) {
  if (bytes.size() < kFooterSize) return std::nullopt;
  const std::string_view footer = bytes.substr(bytes.size() - kFooterSize);
  if (footer.substr(0, kMagic.size()) != kMagic) return std::nullopt;
  const auto size = [&](size_t at) {
    return ParseUnsigned(StrCat("0x", footer.substr(kMagic.size() + at * (kDigits + 1), kDigits)));
  };
  const auto binary_size = size(0), recipe_size = size(1);
  const size_t room = bytes.size() - kFooterSize;
  if (!binary_size || !recipe_size || *binary_size > room || *recipe_size > room - *binary_size) {
    return std::nullopt;
  }
  const Container container = {bytes.substr(0, *binary_size),
                               bytes.substr(room - *recipe_size, *recipe_size)};
  if (footer != Footer(container.binary, container.recipe)) return std::nullopt;
  return container;
}

}  // namespace lockstep::host
