#include "runtime/session/board.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>

namespace lockstep {
namespace {

class BoardTest : public testing::Test {
 protected:
  BoardTest() { UseBoard(board_.get()); }
  ~BoardTest() override { UseBoard(nullptr); }

  std::vector<UnderWay> UnderWayNow() { return ReadBoard(*board_).under_way; }

  std::unique_ptr<Board> board_{new Board()};
};

TEST_F(BoardTest, AnActivityStandsThereForAsLongAsItLasts) {
  {
    const Activity waiting(Doing::kWaiting, "clFinish");
    const Activity compiling(Doing::kCompiling, "the checks", "scan", 7);
    const auto found = UnderWayNow();
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].state, UnderWay::State::kWaiting);
    EXPECT_EQ(found[0].what, "clFinish");
    EXPECT_FALSE(found[0].IsLaunch());
    EXPECT_EQ(found[1].state, UnderWay::State::kCompiling);
    EXPECT_EQ(found[1].kernel, "scan");
    EXPECT_EQ(found[1].launch, 7u);
  }
  EXPECT_TRUE(UnderWayNow().empty());
}

TEST_F(BoardTest, ALaunchWaitsThenRunsThenIsChecked) {
  BoardPlace place = Post(Doing::kQueued, "in its queue", "scan", 1);
  EXPECT_TRUE(UnderWayNow().at(0).queued);
  Repost(&place, Doing::kRunning, "scan", 1);
  EXPECT_EQ(UnderWayNow().at(0).state, UnderWay::State::kRunning);
  Repost(&place, Doing::kChecking, "scan", 1);
  EXPECT_EQ(UnderWayNow().at(0).state, UnderWay::State::kChecking);
  EXPECT_TRUE(UnderWayNow().at(0).IsLaunch());
  Unpost(place);
  EXPECT_TRUE(UnderWayNow().empty());
}

TEST_F(BoardTest, LaunchesThatWaitLeaveRoomForTheOneThatRuns) {
  std::vector<BoardPlace> places;
  for (uint64_t i = 1; i <= 100; ++i) places.push_back(Post(Doing::kQueued, "", "scan", i));
  EXPECT_EQ(UnderWayNow().size(), Board::kForQueued);
  ASSERT_EQ(places[99].board, nullptr);
  Repost(&places[99], Doing::kRunning, "scan", 100);
  EXPECT_EQ(UnderWayNow().size(), Board::kForQueued + 1);
  for (const BoardPlace place : places) Unpost(place);
  EXPECT_TRUE(UnderWayNow().empty());
}

TEST_F(BoardTest, WithoutABoardAndOnAnotherNothingIsWritten) {
  const BoardPlace place = Post(Doing::kQueued, "", "scan", 1);
  UseBoard(nullptr);
  Unpost(place);  // as in a child that was forked, which has not the memory
  EXPECT_EQ(Post(Doing::kQueued, "", "scan", 2).board, nullptr);
  EXPECT_EQ(UnderWayNow().size(), 1u);
}

TEST_F(BoardTest, LongNamesAreCut) {
  const Activity compiling(Doing::kCompiling, std::string(1000, 'w'), std::string(1000, 'k'), 7);
  EXPECT_EQ(UnderWayNow().at(0).what, std::string(95, 'w'));
  EXPECT_EQ(UnderWayNow().at(0).kernel, std::string(127, 'k'));
}

TEST_F(BoardTest, OfTheApplicationsOwnKernelsTheLastIsKnown) {
  EXPECT_FALSE(ReadBoard(*board_).native.has_value());
  PostNative("first", 1);
  PostNative("second", 0);
  ASSERT_TRUE(ReadBoard(*board_).native.has_value());
  EXPECT_EQ(ReadBoard(*board_).native->kernel, "second");
}

TEST_F(BoardTest, WhatAWildWriteLeftIsReadWithoutHarm) {
  for (const int byte : {1, 3, 0x7f, 0xff}) {
    std::memset(static_cast<void*>(board_.get()), byte, sizeof(Board));
    for (const UnderWay& one : UnderWayNow()) EXPECT_GE(one.seconds, 0);
  }
}

}  // namespace
}  // namespace lockstep
