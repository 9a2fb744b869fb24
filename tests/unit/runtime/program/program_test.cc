// Instrumented programs, docs/abi.md, section 5: what is written is read, and what each wrong one is told.
#include "runtime/program/program.h"

#include <gtest/gtest.h>

#include "runtime/program/loaded_program.h"

namespace lockstep {
namespace {

std::string FileOf(const std::string& json, const std::string& code = "BC\n") {
  return "LOCKSTEP-PROGRAM 2\n" + json + "\n" + code;
}

// One with every field set to something else than usual.
InstrumentedProgram Whole() {
  InstrumentedProgram program;
  program.backend = "pocl";
  program.variant = Variant::kFull;
  program.build_options = "-cl-denorms-are-zero";
  program.dependencies = {{"/i.h", "ab"}};
  program.code = std::string("\n\0\xff{}\n", 6);
  KernelDescription& kernel = program.kernels.emplace_back();
  kernel.name = "k";
  ArgumentDescription& argument = kernel.args.emplace_back();
  argument.name = "a";
  argument.type = "float*";
  argument.space = ArgumentSpace::kGlobal;
  argument.reads = argument.writes = argument.checked = true;
  argument.granule_shift = 2;
  argument.access = "read_only";
  kernel.locals.push_back({"tile", 64, 1, {"k.cl", 3, 5, ""}});
  kernel.variables.push_back({"total", 4, 2, true, true, {"k.cl", 1, 12, ""}});
  kernel.unknown_reads = kernel.unknown_writes = kernel.async_copies = kernel.transformed = true;
  kernel.collectives = kernel.compares_arguments = true;
  kernel.uses_local = kernel.data_independent = kernel.synchronises = kernel.loops_unknown = true;
  kernel.global_logged = kernel.local_logged = true;
  kernel.barriers = 3;
  kernel.part_words = 4;
  kernel.transform_reason = "because";
  kernel.dependence = "how";
  kernel.notes = {"images: not checked"};
  kernel.excerpts = {"  a[0] = 1;"};
  Site site;
  site.op = SiteOp::kRmw;
  site.copy = site.atomic = site.remote = site.old = site.read_first = site.fixed_value = true;
  site.order = MemoryOrder::kSeqCst;
  site.scope = MemoryScope::kDevice;
  site.region = MemoryRegion::kGlobal;
  site.bytes = 4;
  site.roots = {0, 2};
  site.flags = "local";
  site.position = {"k.cl", 7, 12, "f"};
  site.inlined_at = {{"k.cl", 20, 3, "k"}};
  site.loops = {{"k.cl", 6, 3, ""}};
  site.condition = "i < n";
  site.excerpt = site.read = site.guess_of = 1;
  site.macro = "SUM";
  site.macro_definition = {"m.h", 4, 0, ""};
  kernel.AddSite(site);
  IrregularLoop& loop = kernel.irregular_loops.emplace_back();
  loop.loop.op = SiteOp::kLoop;
  loop.pairs.push_back({site, site, true, true, true, 5});
  return program;
}

std::string ErrorOf(const std::string& text) {
  const StatusOr<InstrumentedProgram> program = ReadProgram(text);
  return program.ok() ? "none" : program.status().message();
}

TEST(Program, WhatIsWrittenIsRead) {
  const std::string text = WriteProgram(Whole());
  const StatusOr<InstrumentedProgram> read = ReadProgram(text);
  ASSERT_TRUE(read.ok()) << read.status().message();
  EXPECT_EQ(WriteProgram(*read), text);
  EXPECT_EQ(read->variant, Variant::kFull);
  EXPECT_EQ(read->dependencies[0].path, "/i.h");
  EXPECT_EQ(read->code, Whole().code);
  const KernelDescription& kernel = read->kernels[0];
  EXPECT_EQ(kernel.args[0].space, ArgumentSpace::kGlobal);
  EXPECT_EQ(kernel.locals[0].size, 64u);
  EXPECT_EQ(kernel.locals[0].position.line, 3u);
  EXPECT_TRUE(kernel.variables[0].reads && kernel.variables[0].writes);
  EXPECT_TRUE(kernel.unknown_reads && kernel.unknown_writes && kernel.global_logged && kernel.local_logged);
  EXPECT_EQ(kernel.barriers, 3u);
  EXPECT_EQ(kernel.notes[0], "images: not checked");
  EXPECT_EQ(kernel.irregular_loops[0].pairs[0].fixed_ids, 5u);
  const Site& site = kernel.sites[1];
  EXPECT_TRUE(site.atomic && site.remote && site.copy && site.old && site.read_first && site.fixed_value);
  EXPECT_EQ(site.order, MemoryOrder::kSeqCst);
  EXPECT_EQ(site.roots, (std::vector<unsigned>{0, 2}));
  EXPECT_EQ(site.Root(), std::nullopt);
  EXPECT_EQ(site.position.column, 12u);
  EXPECT_EQ(site.inlined_at[0].line, 20u);
  EXPECT_EQ(site.loops[0].line, 6u);
  EXPECT_EQ(site.macro_definition.file, "m.h");
}

TEST(Program, OnlyNamesAndNumbersMustBeThere) {
  EXPECT_EQ(ErrorOf(FileOf(R"({"abi":1})")), "none");
  EXPECT_EQ(ErrorOf(FileOf(R"({"abi":1,"kernels":[{"name":"k","sites":[{"id":0}],"args":[{"index":0}]}]})")), "none");
}

TEST(Program, IsLoadedByKernel) {
  const StatusOr<LoadedProgram> program = LoadProgram(WriteProgram(Whole()));
  ASSERT_TRUE(program.ok()) << program.status().message();
  ASSERT_NE(program->FindKernel("k"), nullptr);
  EXPECT_EQ(program->FindKernel("k")->sites.size(), 2u);
  EXPECT_EQ(program->FindKernel("k2"), nullptr);
  EXPECT_EQ(program->hash.size(), 64u);
  EXPECT_FALSE(LoadProgram("").ok());
}

TEST(Program, ErrorsSayWhatIsWrong) {
  const auto kernel = [](const std::string& fields) {
    return FileOf(R"({"abi":1,"kernels":[{"name":"k",)" + fields + "}]}");
  };
  const std::pair<std::string, const char*> wrong[] = {
      {"", "0 bytes that do not begin with LOCKSTEP-PROGRAM 2"},
      {"LOCKSTEP-IMAGE 1\n{\"abi\":1}\n", "do not begin with LOCKSTEP-PROGRAM 2"},
      {"LOCKSTEP-PROGRAM 2\n{\"abi\":1}", "ends within its description"},
      {FileOf("{"), "no JSON"},
      {FileOf("[]"), "is no object"},
      {FileOf("{}"), "\"abi\" is missing"},
      {FileOf(R"({"abi":999})"), "\"abi\" is 999"},
      {FileOf(R"({"abi":1.5})"), "no JSON, or a number with a fraction"},
      {FileOf(R"({"abi":1,"variant":"half"})"), "\"variant\" is \"half\", none of default, bounds, full"},
      {FileOf(R"({"abi":1,"kernels":[{"name":7}]})"), "\"name\" is no text"},
      {FileOf(R"({"abi":1,"dependencies":[{"path":5}]})"), "\"path\" is no text"},
      {FileOf(R"({"abi":1,"dependencies":{}})"), "\"dependencies\" is no list"},
      {kernel(R"("sites":[])"), "no site table"},
      {kernel(R"("sites":[{"id":1}])"), "site 1 at index 0"},
      {kernel(R"("sites":[{"id":0,"op":"jump"}])"), "\"op\" is \"jump\""},
      {kernel(R"("sites":[{"id":0,"bytes":-1}])"), "\"bytes\" is out of range: -1"},
      {kernel(R"("sites":[{"id":0,"line":4294967296}])"), "\"line\" is out of range: 4294967296"},
      {kernel(R"("sites":[{"id":0,"atomic":1}])"), "\"atomic\" is neither true nor false"},
      {kernel(R"("sites":[{"id":0,"roots":[0]}])"), "\"roots\" has 0 of kernel k, which has 0"},
      {kernel(R"("sites":[{"id":0,"read":1}])"), "site 0 with read 1 of 1"},
      {kernel(R"("sites":[{"id":0,"excerpt":1}])"), "site 0 with excerpt 1"},
      {kernel(R"("irregular_loops":[{"loop":{"id":0},"pairs":[{"read":{"id":0,"roots":[1]},"write":{"id":0}}]}])"),
       "\"roots\" has 1 of kernel k"},
      {kernel(R"("args":[{"index":1}])"), "argument 1 at index 0"},
      {kernel(R"("args":[{"index":0,"granule_shift":4}])"), "granule shift 4"},
      {kernel(R"("locals":[{"name":"t","granule_shift":4}])"), "local t with granule shift 4"}};
  for (const auto& [text, error] : wrong) {
    EXPECT_NE(ErrorOf(text).find(error), std::string::npos) << text << "\n" << ErrorOf(text);
  }
}

}  // namespace
}  // namespace lockstep
