// Binaries with a recipe behind them, as applications keep them in files: what is not ours, or damaged, is none;
// what is taken leads to a recipe and a request that lockstep-cc can read.
#include <string>

#include "host/build/excerpt_source.h"
#include "host/track/container.h"
#include "runtime/base/code_kind.h"
#include "runtime/program/request.h"
#include "tests/fuzz/fuzz.h"

namespace {

using namespace lockstep;

// As host/track/binary_hooks.cc does.
void ReadBack(std::string_view text) {
  auto recipe = ReadRecipe(text);
  if (!recipe.ok()) return;
  NameUnits(*recipe);
  (void)recipe->IsWhole();
  const auto source = host::SourceOf(*recipe);
  fuzz::Claim(source != nullptr, "a recipe has a source");
  const std::string again = WriteRecipe(*recipe);  // throws if a text is not UTF-8
  fuzz::Claim(ReadRecipe(again).ok(), "a recipe comes back", again);
  Request request;
  request.backend = "pocl";
  request.recipe = *recipe;
  fuzz::Claim(ReadRequest(WriteRequest(request)).ok(), "lockstep-cc can read the request", again);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  (void)IsIntermediateCode(bytes);
  if (const auto opened = host::OpenContainer(bytes)) {
    fuzz::Claim(opened->binary.size() + opened->recipe.size() < size, "parts lie within");
    ReadBack(opened->recipe);
  }
  if (const auto request = ReadRequest(bytes); request.ok()) {
    const std::string again = WriteRequest(*request);
    const auto twice = ReadRequest(again);
    fuzz::Claim(twice.ok() && WriteRequest(*twice) == again, "a request comes back", again);
  }
  ReadBack(bytes);

  // Ours with these bytes in it opens, and with one bit changed it does not.
  const std::string_view binary = bytes.substr(0, size / 2), recipe = bytes.substr(size / 2);
  std::string whole(binary);
  whole += host::MakeTrailer(binary, recipe, host::TrailerSize(recipe) + size % 7);
  const auto opened = host::OpenContainer(whole);
  fuzz::Claim(opened && opened->binary == binary && opened->recipe == recipe, "a container opens");
  if (size > 0) {
    whole[data[0] % size] ^= 1;
    fuzz::Claim(!host::OpenContainer(whole) || data[0] % size >= binary.size(), "a damaged container does not");
  }
  return 0;
}
