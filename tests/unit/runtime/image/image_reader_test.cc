#include "runtime/image/image_reader.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "runtime/base/file.h"
#include "runtime/base/sha256.h"

namespace lockstep {
namespace {

std::string ImageOf(const std::string& json, const std::string& code = "BC\n\0x") {
  return "LOCKSTEP-IMAGE 1\n" + json + "\n" + code;
}

TEST(ImageReader, ReadsEveryField) {
  auto image = ReadImage(ImageOf(
      R"({"abi":1,"backend":"pocl","variant":"full","dependencies":[{"path":"/i.h","sha256":"ab"}],)"
      R"("kernels":[{"name":"k","instrumented":true,"reason":"",)"
      R"("args":[{"index":0,"name":"a","type":"float*","space":"global","reads":true,"writes":true,)"
      R"("granule_shift":2,"checked":true}],)"
      R"("locals":[{"name":"tile","size":64,"granule_shift":1,"file":"k.cl","line":3,"column":5}],)"
      R"("unknown_roots":{"reads":true,"writes":true},"barriers":3,"transformed":true,)"
      R"("transform_reason":"because","uses_local":true,"notes":["images: not checked"],)"
      R"("sites":[{"id":0,"op":"none"},{"id":1,"op":"rmw","atomic":true,"order":"seq_cst",)"
      R"("scope":"device","remote":true,"region":"global","bytes":4,"root":"arg:0","file":"k.cl",)"
      R"("line":7,"column":12,"function":"f","flags":"local",)"
      R"("inlined_at":[{"file":"k.cl","line":20,"column":3,"function":"k"}],)"
      R"("loops":[{"file":"k.cl","line":6,"column":3}],"condition":"i < n"}]}],)"
      R"("not_instrumented":[{"kernel":"k2","reason":"why"}]})"));
  ASSERT_TRUE(image.ok()) << image.status().message();
  EXPECT_EQ(image->backend, "pocl");
  EXPECT_EQ(image->variant, Variant::kFull);
  EXPECT_EQ(image->dependencies[0].path, "/i.h");
  EXPECT_EQ(image->not_instrumented[0].reason, "why");
  EXPECT_EQ(image->code, "BC\n");
  auto kernel = image->FindKernel("k");
  ASSERT_NE(kernel, nullptr);
  EXPECT_EQ(image->FindKernel("k2"), nullptr);
  EXPECT_EQ(kernel->args[0].type, "float*");
  EXPECT_TRUE(kernel->args[0].reads && kernel->args[0].writes && kernel->args[0].checked);
  EXPECT_EQ(kernel->locals[0].size, 64u);
  EXPECT_EQ(kernel->locals[0].position.line, 3u);
  EXPECT_TRUE(kernel->unknown_reads && kernel->unknown_writes && kernel->transformed);
  EXPECT_EQ(kernel->barriers, 3u);
  EXPECT_EQ(kernel->notes[0], "images: not checked");
  const Site& site = kernel->sites[1];
  EXPECT_TRUE(site.atomic && site.remote);
  EXPECT_EQ(site.order, "seq_cst");
  EXPECT_EQ(site.inlined_at[0].line, 20u);
  EXPECT_EQ(site.loops[0].line, 6u);
  EXPECT_EQ(site.condition, "i < n");
}

TEST(ImageReader, CodeMayHoldAnyBytes) {
  std::string code("\n\0\xff{}\n", 6);
  auto image = ReadImage(ImageOf(R"({"abi":1})", code));
  ASSERT_TRUE(image.ok());
  EXPECT_EQ(image->code, code);
}

TEST(ImageReader, RefusesWhatIsNotAnImage) {
  const std::string wrong[] = {
      "",
      "LOCKSTEP-IMAGE 2\n{}\n",
      "LOCKSTEP-IMAGE 1\n{\"abi\":1}",
      ImageOf("{"),
      ImageOf("[]"),
      ImageOf("{}"),
      ImageOf(R"({"abi":999})"),
      ImageOf(R"({"abi":1,"kernels":[{"name":"k","instrumented":true,"sites":[]}]})"),
      ImageOf(R"({"abi":1,"kernels":[{"name":"k","instrumented":true,"sites":[{"id":1}]}]})"),
      ImageOf(R"({"abi":1,"kernels":[{"name":7}]})"),
      ImageOf(R"({"abi":1,"kernels":[{"name":"k","instrumented":true,"sites":[{"id":0}],)"
              R"("args":[{"index":1}]}]})"),
      ImageOf(R"({"abi":1,"dependencies":[{"path":5}]})")};
  for (const std::string& text : wrong) {
    auto image = ReadImage(text);
    EXPECT_FALSE(image.ok()) << text;
    EXPECT_FALSE(image.ok() || image.status().message().empty()) << text;
  }
}

}  // namespace
}  // namespace lockstep
