// Versions of contents: what gives a new one, and when there is none.
#include "host/track/content.h"

#include <gtest/gtest.h>

#include <string>

#include "host/track/memory.h"

namespace lockstep::host {
namespace {

// A buffer by a handle that no driver has made: it is asked of none, as long as it has a version.
class ContentTest : public testing::Test {
 protected:
  uint64_t Make(cl_mem_flags flags = CL_MEM_COPY_HOST_PTR) {
    const uint64_t number = NoteBuffer(memory_).value;
    NoteContentMade(number, flags);
    return number;
  }

  char place_[2] = {};
  const cl_mem memory_ = reinterpret_cast<cl_mem>(&place_[0]);
};

TEST_F(ContentTest, StaysUntilSomebodyWrites) {
  const uint64_t number = Make();
  const auto before = ContentOf(number);
  ASSERT_TRUE(before);
  EXPECT_TRUE(IsStill(*before));
  EXPECT_EQ(ContentOf(number)->version, before->version);
  { const ContentChange change(memory_); }
  EXPECT_FALSE(IsStill(*before));
  ASSERT_TRUE(ContentOf(number));
  EXPECT_NE(ContentOf(number)->version, before->version);
}

TEST_F(ContentTest, HasNoneWhileSomebodyWrites) {
  const uint64_t number = Make();
  const auto before = ContentOf(number);
  {
    ContentChange change;
    EXPECT_FALSE(change.begun());
    change.OfObject(number);
    EXPECT_TRUE(change.begun());
    EXPECT_FALSE(ContentOf(number));
    EXPECT_FALSE(IsStill(*before));
  }
  EXPECT_TRUE(ContentOf(number));
}

TEST_F(ContentTest, OfOneObjectIsNotThatOfAnother) {
  const uint64_t number = Make();
  const uint64_t again = Make();  // the handle is another's now
  EXPECT_NE(ContentOf(number)->version, ContentOf(again)->version);
  const auto first = ContentOf(number);
  { const ContentChange change(memory_); }
  EXPECT_TRUE(IsStill(*first));
}

TEST_F(ContentTest, ChangesWithEverything) {
  const uint64_t number = Make();
  const auto before = ContentOf(number);
  {
    ContentChange change;
    change.OfEverything();
    EXPECT_FALSE(ContentOf(number));
  }
  EXPECT_FALSE(IsStill(*before));
  EXPECT_NE(ContentOf(number)->everything, before->everything);
}

TEST_F(ContentTest, ManyObjectsAreEverything) {
  const uint64_t other = Make();
  const auto before = ContentOf(other);
  {
    ContentChange change;
    for (int i = 0; i < 100; ++i) change.OfObject(Make());
  }
  EXPECT_FALSE(IsStill(*before));
}

// covers: cert-content-none
TEST_F(ContentTest, HasNoneBeforeSomebodyWrote) {
  const uint64_t number = Make(CL_MEM_READ_WRITE);
  EXPECT_FALSE(ContentOf(number));
  { const ContentChange change(memory_); }
  EXPECT_TRUE(ContentOf(number));
  NoteContentUndefined(memory_);
  EXPECT_FALSE(ContentOf(number));
}

TEST_F(ContentTest, HasNoneWhileMapped) {
  const uint64_t number = Make(CL_MEM_READ_WRITE);
  NoteContentMapped(memory_, true);
  NoteContentMapped(memory_, false);
  EXPECT_FALSE(ContentOf(number));
  NoteContentUnmapped(memory_);
  EXPECT_FALSE(ContentOf(number));
  NoteContentUnmapped(memory_);
  const auto written = ContentOf(number);
  ASSERT_TRUE(written);
  NoteContentMapped(memory_, false);
  NoteContentUnmapped(memory_);
  EXPECT_FALSE(IsStill(*written));
}

TEST_F(ContentTest, OthersReachMemoryOfTheHost) {
  EXPECT_FALSE(ContentOf(Make(CL_MEM_USE_HOST_PTR)));
  EXPECT_FALSE(ContentOf(Make(CL_MEM_COPY_HOST_PTR | cl_mem_flags{1} << 40)));
}

TEST_F(ContentTest, EndsWithTheApplicationsLastReference) {
  const uint64_t number = Make();
  NoteContentRetained(memory_);
  NoteContentReleased(memory_);
  EXPECT_TRUE(ContentOf(number));
  NoteContentReleased(memory_);
  EXPECT_FALSE(ContentOf(number));
}

TEST_F(ContentTest, ContextsThatHaveHadTwoQueuesHaveNoOrder) {
  const auto context = reinterpret_cast<cl_context>(&place_[1]);
  EXPECT_FALSE(HasOneQueue(context));
  NoteContextWithoutQueues(context);
  EXPECT_FALSE(HasOneQueue(context));
  NoteQueueIn(context);
  EXPECT_TRUE(HasOneQueue(context));
  NoteQueueIn(context);
  EXPECT_FALSE(HasOneQueue(context));
}

// The last test: nothing has a version after it.
TEST(LastContentTest, NoneAfterChangesUnseen) {
  char place = 0;
  const uint64_t number = NoteBuffer(reinterpret_cast<cl_mem>(&place)).value;
  NoteContentMade(number, CL_MEM_COPY_HOST_PTR);
  EXPECT_TRUE(ContentOf(number));
  NoteUnseenChanges();
  EXPECT_FALSE(ContentOf(number));
}

}  // namespace
}  // namespace lockstep::host
