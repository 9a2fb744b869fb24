// Reading the event log of a device with memory of its own, through a driver made for the purpose: transfers take
// effect only when the test lets them, and the kernel writes in between.
#include "host/running/log_reading.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "device-lib/shared/record.h"
#include "host/api/table.h"
#include "host/running/event_drain.h"

namespace lockstep::host {
namespace {

constexpr uint64_t kCapacity = 128;

struct DeviceLog {
  ls_event_log header;
  ls_event events[kCapacity];
};

struct FakeTransfer {
  cl_int status = CL_SUBMITTED;
  char* device = nullptr;
  void* host = nullptr;
  const void* from = nullptr;  // writes
  size_t bytes = 0;
};

struct Fake {
  DeviceLog log = {};
  std::vector<FakeTransfer*> pending;
  bool refuses = false;
  int references = 0;  // on the buffer

  // Carries out what is pending, with `status`.
  void Perform(cl_int status = CL_COMPLETE) {
    for (FakeTransfer* transfer : pending) {
      if (status == CL_COMPLETE && transfer->from != nullptr) {
        std::memcpy(transfer->device, transfer->from, transfer->bytes);
      } else if (status == CL_COMPLETE) {
        std::memcpy(transfer->host, transfer->device, transfer->bytes);
      }
      transfer->status = status;
    }
    pending.clear();
  }

  // The kernel takes a place and writes its event, all of it but the ticket if not `finished`.
  void Write(uint64_t actor, bool finished = true) {
    const uint64_t place = log.header.next++;
    ls_event event = {};
    event.actor = actor;
    event.what = LS_EVENT_FENCE_GLOBAL;
    event.ticket = finished ? place + 1 : 0;
    Put(place, event);
  }
  // Where the head says that it lies.
  void Put(uint64_t place, const ls_event& event) {
    const uint64_t at = place % kCapacity;
    if (!log.header.blocks) {
      log.events[at] = event;
      return;
    }
    for (uint32_t field = 0; field < sizeof(ls_event); field += ls_event_piece(field))
      std::memcpy(reinterpret_cast<char*>(log.events) + ls_event_in_block(at, field),
                  reinterpret_cast<const char*>(&event) + field, ls_event_piece(field));
  }
};

Fake* g_fake;

cl_event Start(FakeTransfer transfer) {
  auto* made = new FakeTransfer(transfer);
  g_fake->pending.push_back(made);
  return reinterpret_cast<cl_event>(made);
}

cl_int CL_API_CALL Read(cl_command_queue, cl_mem, cl_bool, size_t offset, size_t bytes, void* to,
                        cl_uint, const cl_event*, cl_event* event) {
  if (g_fake->refuses) return CL_OUT_OF_RESOURCES;
  *event = Start({CL_SUBMITTED, reinterpret_cast<char*>(&g_fake->log) + offset, to, nullptr, bytes});
  return CL_SUCCESS;
}
cl_int CL_API_CALL Write(cl_command_queue, cl_mem, cl_bool, size_t offset, size_t bytes,
                         const void* from, cl_uint, const cl_event*, cl_event* event) {
  *event = Start({CL_SUBMITTED, reinterpret_cast<char*>(&g_fake->log) + offset, nullptr, from, bytes});
  return CL_SUCCESS;
}
cl_int CL_API_CALL EventInfo(cl_event event, cl_event_info, size_t, void* value, size_t*) {
  *static_cast<cl_int*>(value) = reinterpret_cast<FakeTransfer*>(event)->status;
  return CL_SUCCESS;
}
cl_int CL_API_CALL ReleaseEvent(cl_event event) {
  delete reinterpret_cast<FakeTransfer*>(event);
  return CL_SUCCESS;
}
cl_int CL_API_CALL RetainMemory(cl_mem) { return ++g_fake->references, CL_SUCCESS; }
cl_int CL_API_CALL ReleaseMemory(cl_mem) { return --g_fake->references, CL_SUCCESS; }
cl_int CL_API_CALL QueueCall(cl_command_queue) { return CL_SUCCESS; }
cl_command_queue CL_API_CALL MakeQueue(cl_context, cl_device_id, cl_command_queue_properties, cl_int* error) {
  *error = CL_SUCCESS;
  return reinterpret_cast<cl_command_queue>(&g_fake->log);
}

class SideReadingTest : public ::testing::Test {
 protected:
  SideReadingTest() {
    g_fake = &fake_;
    cl_icd_dispatch table = {};
    table.clEnqueueReadBuffer = Read;
    table.clEnqueueWriteBuffer = Write;
    table.clGetEventInfo = EventInfo;
    table.clReleaseEvent = ReleaseEvent;
    table.clRetainMemObject = RetainMemory;
    table.clReleaseMemObject = ReleaseMemory;
    table.clFlush = QueueCall;
    table.clReleaseCommandQueue = QueueCall;
    table.clCreateCommandQueue = MakeQueue;
    ActivateLayer(table, kTableEntries);
    fake_.log.header.capacity = kCapacity;
    fake_.log.header.drained = 1;
    Open(false);
  }
  // `blocks`: the kernel writes them so.
  void Open(bool blocks) {
    fake_.log.header.blocks = blocks ? 1 : 0;
    host_ = fake_.log;
    ReplayOptions options;
    options.group_size = options.group_items = 1000;
    reading_ = std::make_unique<SideReading>(
        &host_.header, options, SideQueue::Open(std::make_shared<Context>(nullptr), nullptr, 1),
        reinterpret_cast<cl_mem>(&fake_.log));
  }
  ~SideReadingTest() override {
    reading_.reset();
    EXPECT_EQ(fake_.references, 0);
  }

  // As the thread that reads along does, `times`.
  void Run(int times) {
    for (int i = 0; i < times; ++i) {
      reading_->Step();
      fake_.Perform();
    }
  }

  DrainResult Finish() {
    host_ = fake_.log;
    return reading_->Finish();
  }

  Fake fake_;
  DeviceLog host_;
  std::unique_ptr<SideReading> reading_;
};

// covers(host.unit.SideReadingTest.*): device-memory-log
TEST_F(SideReadingTest, ReadsAlongAndMakesRoom) {
  for (uint64_t round = 0; round < 20; ++round) {
    for (uint64_t i = 0; i < 100; ++i) fake_.Write(i);
    Run(20);
    EXPECT_EQ(fake_.log.header.tail, 100 * (round + 1));
  }
  const DrainResult result = Finish();
  EXPECT_EQ(result.missing, 0u);
  EXPECT_EQ(result.replay.events, 2000u);
  EXPECT_EQ(result.replay.nonsense, 0u);
}

TEST_F(SideReadingTest, ReadsWhatLiesInBlocks) {
  Open(true);
  uint64_t written = 0;
  for (uint64_t round = 0; round < 40; ++round) {  // begins and ends within blocks, at each place of one
    for (uint64_t i = 0; i < 7 + round; ++i, ++written) fake_.Write(written % 1000);
    Run(20);
    EXPECT_EQ(fake_.log.header.tail, written);
  }
  for (uint64_t i = 0; i < 45; ++i, ++written) fake_.Write(i);
  const DrainResult result = Finish();
  EXPECT_EQ(result.missing, 0u);
  EXPECT_EQ(result.replay.events, written);
  EXPECT_EQ(result.replay.nonsense, 0u);
}

TEST_F(SideReadingTest, AnEventIsReadAgainOnceItsTicketWasSeen) {
  // A transfer may bring a new ticket beside fields as they were before: what is read with the ticket is not used.
  fake_.Write(3);
  fake_.log.events[0].actor = ~uint64_t{0};  // nonsense; what the kernel wrote has not arrived yet
  reading_->Step();
  fake_.Perform();
  fake_.log.events[0].actor = 3;
  Run(4);
  EXPECT_EQ(fake_.log.header.tail, 1u);
  const DrainResult result = Finish();
  EXPECT_EQ(result.replay.events, 1u);
  EXPECT_EQ(result.replay.nonsense, 0u);
}

TEST_F(SideReadingTest, NoEventIsReadPastOneThatIsNotComplete) {
  fake_.Write(1);
  fake_.Write(2, /*finished=*/false);
  fake_.Write(3);
  Run(12);
  EXPECT_EQ(fake_.log.header.tail, 1u);
  fake_.log.events[1].ticket = 2;
  EXPECT_EQ(Finish().replay.events, 3u);
}

TEST_F(SideReadingTest, WhatIsReadWhileTheLaunchEndsCountsOnce) {
  for (uint64_t i = 0; i < 50; ++i) fake_.Write(i);
  Run(1);            // looked
  reading_->Step();  // asks for them again
  const DrainResult result = Finish();
  EXPECT_EQ(result.replay.events, 50u);
  EXPECT_EQ(result.missing, 0u);
  EXPECT_FALSE(reading_->AtRest());  // the driver still writes to our memory
  fake_.Perform();
  EXPECT_EQ(reading_->Step(), LogReading::Progress::kNone);
  EXPECT_TRUE(reading_->AtRest());
}

TEST_F(SideReadingTest, AFailureTellsTheKernelNotToWait) {
  fake_.Write(1);
  reading_->Step();
  fake_.Perform(CL_OUT_OF_RESOURCES);
  reading_->Step();
  fake_.Perform();
  EXPECT_EQ(fake_.log.header.drained, 0u);
  EXPECT_EQ(reading_->Step(), LogReading::Progress::kNone);
  fake_.log.header.next = 5;  // of which four found no room
  const DrainResult result = Finish();
  EXPECT_EQ(result.replay.events, 1u);
  EXPECT_EQ(result.missing, 4u);
}

TEST_F(SideReadingTest, ARefusalToo) {
  fake_.refuses = true;
  Run(3);
  EXPECT_EQ(fake_.log.header.drained, 0u);
  EXPECT_EQ(Finish().missing, 0u);
}

// A log that device and host share, and a reader of it.
class InPlaceReadingTest : public ::testing::Test {
 protected:
  InPlaceReadingTest() {
    fake_.log.header.capacity = kCapacity;
    options_.group_size = options_.group_items = 1000;
  }
  // Two work-items of different groups write two values to a cell.
  void WriteRace(uint64_t cell) {
    for (uint64_t actor : {uint64_t{1}, uint64_t{1001}}) {
      ls_event event = {};
      event.actor = actor;
      event.what = LS_CLASS_W;
      event.site = static_cast<uint32_t>(cell);
      event.cell = cell;
      event.cells = 1;
      event.value = actor;
      const uint64_t place = fake_.log.header.next++;
      event.ticket = place + 1;
      fake_.Put(place, event);
    }
  }
  Fake fake_;
  ReplayOptions options_;
};

TEST_F(InPlaceReadingTest, WhatIsFoundIsToldBeforeTheKernelGetsTheRoom) {
  std::vector<std::pair<size_t, uint64_t>> told;
  InPlaceReading reading(&fake_.log.header, options_, [&](const ReplayResult& so_far) {
    told.emplace_back(so_far.races.size(), fake_.log.header.tail);
  });
  WriteRace(1);
  reading.Step();
  fake_.Write(5);
  reading.Step();  // no news
  WriteRace(2);
  reading.Step();
  const std::vector<std::pair<size_t, uint64_t>> expected = {{1, 0}, {2, 3}};
  EXPECT_EQ(told, expected);
  WriteRace(3);
  EXPECT_EQ(reading.Finish().replay.races.size(), 3u);
  EXPECT_EQ(told.size(), 2u);
}

TEST_F(InPlaceReadingTest, FieldsOfEventsInBlocksAreThoseThatWereWritten) {
  fake_.log.header.blocks = 1;
  InPlaceReading reading(&fake_.log.header, options_);
  for (uint64_t cell = 0; cell < 3 * kCapacity; ++cell) {
    WriteRace(cell);
    if (cell % 50 == 49) reading.Step();
  }
  const DrainResult result = reading.Finish();
  ASSERT_EQ(result.replay.races.size(), 3 * kCapacity);
  for (uint64_t cell = 0; cell < 3 * kCapacity; ++cell) {
    EXPECT_EQ(result.replay.races[cell].cell, cell);
    EXPECT_EQ(result.replay.races[cell].a.site, cell);
  }
}

TEST_F(InPlaceReadingTest, WhoCannotBeToldKeepsNothingFromBeingRead) {
  InPlaceReading reading(&fake_.log.header, options_, [](const ReplayResult&) { throw std::bad_alloc(); });
  WriteRace(1);
  reading.Step();
  EXPECT_EQ(fake_.log.header.tail, 2u);
  const DrainResult result = reading.Finish();
  EXPECT_EQ(result.replay.races.size(), 1u);
  EXPECT_FALSE(result.gave_up);
}

TEST_F(InPlaceReadingTest, AHeadThatWasWrittenOverIsNotBelieved) {
  for (const int byte : {0x00, 0x5a, 0xff}) {
    fake_ = Fake();
    fake_.log.header.capacity = kCapacity;
    InPlaceReading reading(&fake_.log.header, options_);
    WriteRace(1);
    std::memset(&fake_.log.header, byte, sizeof(fake_.log.header));
    reading.Step();
    const DrainResult result = reading.Finish();
    EXPECT_TRUE(result.damaged);
    EXPECT_EQ(result.missing, 0u);
    EXPECT_EQ(result.replay.races.size(), 1u);
  }
}

TEST_F(InPlaceReadingTest, ALogWhosePlacesDoNotGoOnIsCleared) {
  const uint64_t bytes = sizeof(fake_.log);
  uint64_t places = 0;
  PrepareEventLog(&fake_.log, bytes, true, 0, false, &places);
  for (int i = 0; i < 7; ++i) fake_.Write(1);
  PrepareEventLog(&fake_.log, bytes, true, 0, false, &places);
  EXPECT_EQ(places, 7u);
  EXPECT_EQ(fake_.log.header.tail, 7u);
  for (const uint64_t next : {uint64_t{3}, ~uint64_t{0}}) {
    fake_.log.header.next = next;
    fake_.log.events[0].ticket = 1;
    PrepareEventLog(&fake_.log, bytes, true, 0, false, &places);
    EXPECT_EQ(fake_.log.header.next, 0u);
    EXPECT_EQ(fake_.log.header.tail, 0u);
    EXPECT_EQ(fake_.log.events[0].ticket, 0u);
    EXPECT_EQ(fake_.log.header.capacity, kCapacity);
    places = 7;
  }
}

}  // namespace
}  // namespace lockstep::host
