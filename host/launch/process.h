// The launches under way in this process, and its beginning and end.
#ifndef LOCKSTEP_HOST_LAUNCH_PROCESS_H_
#define LOCKSTEP_HOST_LAUNCH_PROCESS_H_

#include <memory>
#include <string>

#include "host/api/cl.h"
#include "host/capture/snapshot.h"
#include "host/commands/launch_command.h"
#include "host/launch/transfers.h"
#include "host/memory/pool.h"
#include "host/plan/plan.h"
#include "host/running/event_drain.h"
#include "runtime/model/launch.h"
#include "runtime/session/board.h"

namespace lockstep::host {

// The process, which may be a child that was forked, uses OpenCL: a report is due when it ends. Cheap after the first
// time.
void StartProcess();

// `launch` is about to be enqueued, with `waits` events to wait for: `lockstep run` can tell, should the process be
// ended. Then TrackLaunch, or NoteRefused.
BoardPlace NoteBegun(const Launch& launch, cl_uint waits);
void NoteRefused(BoardPlace place);

// What is kept of a checked launch until it is complete.
struct TrackedLaunch {
  std::shared_ptr<const Launch> launch;
  LaunchProofs* counting = nullptr;  // proofs that count on its counters (RootProof::counters), if any; not owned
  std::unique_ptr<Lease> lease;
  std::unique_ptr<EventDrain> drain;        // reads its event log; null if it writes none. Ends before the lease
  std::unique_ptr<Snapshot> snapshot;       // for --capture, kept if the launch shows something new; may be null
  std::unique_ptr<AwaitedTouches> touches;  // for --commands; may be null
  RecordsBack back;                         // what is there for them of records in a device's memory
};

// A checked launch was enqueued as `events`, which this takes over; the application gets the kernel's in
// `app_event` too, unless that is null. When it is complete, and its log is back, the log goes to the
// session and the lease back to its pool; that happens on a thread of the driver, in a call of the
// application that waits for it (wait_hooks.cc), or at once if it is complete already.
// `place`: from NoteBegun. If there is no memory for that the launch counts as lost, and what it holds is never given
// back.
void TrackLaunch(TrackedLaunch tracked, const TwinEvents& events, BoardPlace place, cl_event* app_event) noexcept;

// Records what the launches found that the driver calls complete, on this thread, unless another one is
// at it, which is waited for. May be called by any thread, also within a callback of the driver.
void RecordCompleted();

// If a launch with that certificate is being checked: waits for it, so that this one need not be checked, too. Not for
// long if that does not come nearer, because it waits for what the application has yet to do, or this thread is the one
// that would run it; and where such waiting was in vain, not again. Whether it did, and it is recorded.
bool WaitForEqual(const std::string& certificate_key);

// Waits, briefly, until the driver has told us of launches that it already calls complete and has
// destroyed their buffers. Returns at once in the usual case that it has.
void SettleLaunches();

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_LAUNCH_PROCESS_H_
