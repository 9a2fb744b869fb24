// Binaries with their recipe behind them: what goes in comes out, and nothing else is taken for one.
#include "host/track/container.h"

#include <gtest/gtest.h>

#include "runtime/program/recipe.h"
#include "runtime/program/unit_name.h"

namespace lockstep::host {
namespace {

const std::string kBinary("\x7F" "ELF\0binary", 11);
const std::string kRecipe = "{\"units\":[]}";

std::string Whole(size_t spare = 0) {
  return kBinary + MakeTrailer(kBinary, kRecipe, TrailerSize(kRecipe) + spare);
}

TEST(Container, ComesApartAgain) {
  for (size_t spare : {0, 1, 100}) {
    const std::string whole = Whole(spare);
    EXPECT_EQ(whole.size(), kBinary.size() + TrailerSize(kRecipe) + spare);
    const auto container = OpenContainer(whole);
    ASSERT_TRUE(container.has_value());
    EXPECT_EQ(container->binary, kBinary);
    EXPECT_EQ(container->recipe, kRecipe);
  }
}

// covers: damaged-binaries
TEST(Container, EveryDamageIsNoticed) {
  const std::string whole = Whole();
  EXPECT_FALSE(OpenContainer("").has_value());
  EXPECT_FALSE(OpenContainer(kBinary).has_value());
  for (size_t i = 0; i < whole.size(); ++i) {
    EXPECT_FALSE(OpenContainer(whole.substr(0, i)).has_value()) << i;
    std::string changed = whole;
    changed[i] ^= 1;
    EXPECT_FALSE(OpenContainer(changed).has_value()) << i;
  }
  EXPECT_FALSE(OpenContainer(whole + "x").has_value());
}

TEST(Recipe, SurvivesText) {
  auto source = std::make_shared<Unit>();
  source->name = "a.cl";
  source->own_name = true;
  source->text = "kernel void k() {}";
  source->headers = {{"h/x.h", "int x;"}};
  source->options = "-DA";
  source->directory = "/tmp";
  auto code = std::make_shared<Unit>();
  code->code = std::string("BC\xC0\xDE\0\xFF\x80", 7);
  const auto back = ReadRecipe(WriteRecipe({{source, code}, "-cl-denorms-are-zero"}));
  ASSERT_TRUE(back.ok()) << back.status().message();
  ASSERT_EQ(back->units.size(), 2u);
  EXPECT_EQ(back->link_options, "-cl-denorms-are-zero");
  EXPECT_EQ(back->units[0]->name, "a.cl");
  EXPECT_TRUE(back->units[0]->own_name);
  EXPECT_EQ(back->units[0]->text, source->text);
  EXPECT_EQ(back->units[0]->headers, source->headers);
  EXPECT_EQ(back->units[0]->options, "-DA");
  EXPECT_EQ(back->units[0]->directory, "/tmp");
  EXPECT_EQ(back->units[1]->code, code->code);
}

TEST(Recipe, OtherTextIsNone) {
  for (const char* text : {"", "7", "{}", "{\"units\":[],\"link_options\":\"\"}",
                           "{\"units\":[{}],\"link_options\":\"\"}",
                           "{\"units\":[{\"source_name\":\"\",\"options\":\"\",\"cwd\":\"\","
                           "\"ir\":\"*\",\"source\":\"\",\"headers\":[]}],\"link_options\":\"\"}"}) {
    EXPECT_FALSE(ReadRecipe(text).ok()) << text;
  }
}

TEST(Recipe, UnitsThatReadFilesAreNotWhole) {
  const auto whole = [](const char* text, const char* options, const char* code) {
    auto unit = std::make_shared<Unit>();
    unit->text = text;
    unit->options = options;
    unit->code = code;
    return Recipe{{unit}, ""}.IsWhole();
  };
  EXPECT_TRUE(whole("kernel void k() {}", "-DX", ""));
  EXPECT_FALSE(whole("#include \"a.h\"", "", ""));
  EXPECT_FALSE(whole("%:include <a.h>", "", ""));
  EXPECT_FALSE(whole("kernel void k() {}", "-include a.h", ""));
  EXPECT_TRUE(whole("#include \"a.h\"", "", "BC"));
}

TEST(Recipe, WhatNoFileNamedIsNamedByWhatItIs) {
  auto plain = std::make_shared<Unit>(), named = std::make_shared<Unit>(),
       code = std::make_shared<Unit>();
  named->name = "a.cl";
  named->own_name = true;
  code->code = "BC";
  Recipe recipe = {{plain, named, code}, ""};
  plain->text = "kernel void k() {}";
  NameUnits(recipe);
  EXPECT_EQ(recipe.units[0]->name, SourceName(plain->text));
  EXPECT_EQ(recipe.units[1]->name, "a.cl");
  EXPECT_EQ(recipe.units[2]->name, CodeName("BC"));
  NameUnits(recipe, "there");
  EXPECT_EQ(recipe.units[0]->name, "there/" + SourceName(plain->text));
  EXPECT_EQ(recipe.units[1]->name, "a.cl");
}

}  // namespace
}  // namespace lockstep::host
