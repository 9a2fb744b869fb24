// What the parser takes, and what it says of the rest.
#include <gtest/gtest.h>

#include "tests/ptx/machine/kernel_for_test.h"
#include "tests/ptx/machine/modifiers.h"

namespace lockstep::ptx_machine {
namespace {

std::string ErrorOf(const std::string& text) { return std::string(Parse(text).status().message()); }

TEST(PtxParser, ErrorsNameTheLine) {
  const auto error = [](const std::string& body) { return ErrorOf(ModuleText(body)); };
  EXPECT_EQ(error("\n\nfrobnicate.u32 %r1, 2;"), "line 16: unknown instruction frobnicate.u32");
  EXPECT_EQ(error("add.frob.u32 %r1, 2, 3;"), "line 14: unknown modifier .frob of add.frob.u32");
  EXPECT_EQ(error("add.u32 %r1, 2;"), "line 14: add.u32 has 2 operands");
  EXPECT_EQ(error("add %r1, 2, 3;"), "line 14: add has no type");
  EXPECT_EQ(error("cvt.u32 %r1, 2;"), "line 14: cvt.u32 needs two types");
  EXPECT_EQ(error("add.u32.u32 %r1, 2, 3;"), "line 14: add.u32.u32 needs one type");
  EXPECT_EQ(error("mul.u32 %r1, 2, 3;"), "line 14: mul.u32 needs .lo, .hi or .wide");
  EXPECT_EQ(error("setp.u32 %p1, 2, 3;"), "line 14: setp.u32 compares nothing");
  EXPECT_EQ(error("bar.arrive 0, 64;"), "line 14: unknown modifier .arrive of bar.arrive");
  EXPECT_EQ(error("bar.sync 0, 64;"), "line 14: bar.sync has 2 operands");
  EXPECT_EQ(error("add.u32 %r1, %r99, 3;"), "line 14: '%r99' is not known here");
  EXPECT_EQ(error("bra NOWHERE;"), "line 14: no label NOWHERE");
  EXPECT_EQ(error("L: L:"), "line 15: label L stands twice");
  EXPECT_EQ(error("mov.u32 %r1, %frob.x;"), "line 14: '%frob.x' is not known here");
  EXPECT_EQ(error("@%r1 bra L; L:"), "line 14: the guard is no predicate");
  EXPECT_EQ(ErrorOf(".version 7.0\n.frob 1"), "line 2: unknown directive .frob");
  EXPECT_EQ(ErrorOf(".version 7.0\n.target sm_70\n.address_size 32\n"), "line 3: addresses of 64 bits only");
  EXPECT_EQ(ErrorOf(".target sm_70\n.global .u32 a = b;"), "line 2: 'b' is no initial value");
  EXPECT_EQ(ErrorOf(".target sm_70\n.global .u32 a[2] = {1, 2, 3};"), "line 2: a has more initial values than room");
  EXPECT_EQ(ErrorOf(".version 7.0\n"), "line 2: no .target");
}

TEST(PtxParser, Declarations) {
  const std::string text =
      ".version 7.0 // a comment\n.target sm_70, debug\n.address_size 64\n/* and\nanother */\n"
      ".extern .shared .align 128 .b8 all[];\n.global .align 4 .b8 bytes[6] = {1, 2, 255, -1};\n.visible .const .f32 "
      "one = 0f3F800000;\n"
      ".func (.param .b32 r) later(.param .align 8 .b8 p[16]);\n"
      ".entry k(\n.param .u64 .ptr .global .align 4 a,\n.param .align 16 .b8 b[16]\n)\n.reqntid 4, 2\n{\nret;\n}\n"
      ".func (.param .b32 r) later(.param .align 8 .b8 p[16])\n{\n.reg .b32 %r<2>;\nmov.u32 %r1, 3;\nst.param.b32 [r], "
      "%r1;\nret;\n}\n";
  auto parsed = Parse(text);
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  const Module& module = **parsed;
  ASSERT_EQ(module.variables.size(), 3u);
  EXPECT_EQ(module.variables[0]->bytes, 0u);
  EXPECT_TRUE(module.variables[0]->is_external);
  EXPECT_EQ(module.variables[1]->content, (std::vector<uint8_t>{1, 2, 255, 255}));
  const Function& entry = *module.Find("k");
  EXPECT_EQ(entry.parameters[1]->offset, 16u);
  EXPECT_EQ(entry.required_block, (std::array<unsigned, 3>{4, 2, 1}));
  EXPECT_EQ(module.Find("later")->code.size(), 3u);
  EXPECT_EQ(module.Find("nobody"), nullptr);
}

TEST(PtxParser, Names) {
  Instruction atom;
  EXPECT_EQ(ReadName("atom.acq_rel.gpu.global.cas.b32", atom), "");
  EXPECT_EQ(atom.order, Order::kAcqRel);
  EXPECT_EQ(atom.scope, Scope::kGpu);
  EXPECT_EQ(atom.space, Space::kGlobal);
  EXPECT_EQ(atom.variant, Variant::kCas);
  EXPECT_EQ(atom.type, Type::kB32);
  Instruction load;
  EXPECT_EQ(ReadName("ld.global.nc.v4.f32", load), "");
  EXPECT_TRUE(load.read_only);
  EXPECT_EQ(load.count, 4);
  Instruction product, compare;
  EXPECT_EQ(ReadName("mul.lo.s32", product), "");
  EXPECT_EQ(product.part, Part::kLo);
  EXPECT_EQ(ReadName("setp.lo.u32", compare), "");
  EXPECT_EQ(compare.compare, Compare::kLo);
}

// The launch's own part of shared memory lies behind all else, aligned.
TEST(PtxParser, SharedMemoryIsLaidOut) {
  GlobalMemory memory;
  auto image = Image::Load(
      ModuleText("mov.u64 %d1, all; mov.u64 %d2, small; mov.u64 %d3, big;",
                 ".extern .shared .align 128 .b8 all[];\n.shared .align 1 .b8 small[3];\n.shared .align 8 .b8 big[8];\n"
                 ".shared .align 4 .b8 unused[400];\n"),
      memory);
  ASSERT_TRUE(image.ok()) << image.status();
  std::vector<uint64_t> offsets;
  EXPECT_EQ((*image)->LayOutShared(*(*image)->module().Find("k"), &offsets), 128u);
  EXPECT_EQ(offsets, (std::vector<uint64_t>{128, 0, 8, 0}));
}

}  // namespace
}  // namespace lockstep::ptx_machine
