#include "host/cli/arg_spec.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>

#include "runtime/base/file.h"
#include "tests/unit/temporary_folder.h"

namespace lockstep {
namespace {

template <typename T>
T At(const std::string& bytes, size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

ArgSpec Parse(const std::string& text) {
  auto spec = ParseArgSpec(text);
  EXPECT_TRUE(spec.ok()) << spec.status().message();
  return spec.ok() ? *spec : ArgSpec();
}

TEST(ArgSpec, Buffers) {
  ArgSpec spec = Parse("0:buffer,4096,iota:int");
  EXPECT_EQ(spec.argument, "0");
  EXPECT_EQ(spec.size, 4096u);
  EXPECT_EQ(At<int>(spec.content, 1023), 1023);
  EXPECT_EQ(Parse("out:buffer,16*float4").size, 256u);
  EXPECT_EQ(Parse("0:buffer,16xuchar,iota:uchar").content[15], 15);
  EXPECT_EQ(At<float>(Parse("0:buffer,8,value:2.5:float").content, 1), 2.5f);
  EXPECT_EQ(At<double>(Parse("0:buffer,16,value:-1:double").content, 1), -1.0);
  EXPECT_EQ(Parse("0:buffer,3,zeros:char").content, std::string(3, '\0'));
  EXPECT_EQ(Parse("0:buffer,6,value:1:int").content.size(), 6u);
}

TEST(ArgSpec, RandomIsTheSameEverywhere) {
  ArgSpec spec = Parse("0:buffer,64,random:7:uint");
  EXPECT_EQ(spec.content, Parse("1:buffer,64,random:7:uint").content);
  EXPECT_NE(spec.content, Parse("1:buffer,64,random:8:uint").content);
  for (int i = 0; i < 16; ++i) EXPECT_LT(At<unsigned>(spec.content, i), 1024u);
}

TEST(ArgSpec, FileIsCutOrPadded) {
  const TemporaryFolder folder;
  const std::string path = folder.At("content");
  ASSERT_TRUE(WriteFile(path, "abc").ok());
  EXPECT_EQ(Parse("0:buffer,5,file:" + path).content, std::string("abc\0\0", 5));
  EXPECT_EQ(Parse("0:buffer,2,file:" + path).content, "ab");
  unlink(path.c_str());
  EXPECT_FALSE(ParseArgSpec("0:buffer,2,file:" + path).ok());
}

TEST(ArgSpec, OtherKinds) {
  EXPECT_EQ(Parse("1:same:0").other, "0");
  ArgSpec sub = Parse("1:sub:data,1024,16*int");
  EXPECT_EQ(sub.other, "data");
  EXPECT_EQ(sub.offset, 1024u);
  EXPECT_EQ(sub.size, 64u);
  EXPECT_EQ(Parse("2:local:64*float").size, 256u);
  EXPECT_EQ(Parse("2:null").kind, ArgSpec::Kind::kNull);
  EXPECT_EQ(At<int>(Parse("3:int:-5").content, 0), -5);
  EXPECT_EQ(Parse("3:uchar:0xff").content, "\xff");
  EXPECT_EQ(At<float>(Parse("3:float4:1,2,3,4").content, 3), 4.0f);
  EXPECT_EQ(At<int>(Parse("3:int2:7").content, 1), 7);
  EXPECT_EQ(Parse("3:float3:1,2,3").content.size(), 16u);
  EXPECT_EQ(Parse("3:bytes:00ff").content, std::string("\0\xff", 2));
}

TEST(ArgSpec, ErrorsNameTheArgumentAndTheRightForm) {
  const char* wrong[] = {"",
                         "0",
                         "0:",
                         ":int:5",
                         "0:buffer",
                         "0:buffer,",
                         "0:buffer,x",
                         "0:buffer,4,y",
                         "0:int:x",
                         "0:int:5,6",
                         "0:uchar:256",
                         "0:char:128",
                         "0:int5:1",
                         "0:double:",
                         "0:same:",
                         "0:sub:1,2",
                         "0:bytes:f",
                         "0:quux:1",
                         "0:local:big",
                         "0:float:1e",
                         "0:buffer,4,random:x:int",
                         // 2^77 bytes, of which 64 bits would count none
                         "0:image3d,2147483648x2147483648x2048,rgba:float",
                         "0:buffer,4,iota"};
  for (const char* text : wrong) {
    auto spec = ParseArgSpec(text);
    EXPECT_FALSE(spec.ok()) << text;
    if (spec.ok()) continue;
    EXPECT_EQ(spec.status().message().find('\n'), std::string::npos) << text;
  }
  EXPECT_EQ(ParseArgSpec("0:uchar:256").status().message(),
            "--arg=0: '256' is no number that fits in 1 byte");
}

}  // namespace
}  // namespace lockstep
