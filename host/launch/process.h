// The launches under way in this process, and its beginning and end.
#ifndef LOCKSTEP_HOST_LAUNCH_PROCESS_H_
#define LOCKSTEP_HOST_LAUNCH_PROCESS_H_

#include <memory>

#include "host/api/cl.h"
#include "host/launch/pool.h"
#include "runtime/model/launch.h"

namespace lockstep::host {

// The process uses OpenCL: a report is due when it ends. Cheap after the first time.
void StartProcess();

// At exit, launches under way are waited for before anything is torn down that was registered
// earlier (atexit). Drivers register their compiler's tear-down when they first compile, so this is
// called again after each compilation.
void WaitAtExitBeforeTearDown();

// Lives while a thread compiles for us. The end of the process waits for it (bounded), so that we do
// not compile while the drivers' compilers are being torn down.
class OwnCompilation {
 public:
  OwnCompilation();
  ~OwnCompilation();
  OwnCompilation(const OwnCompilation&) = delete;
  OwnCompilation& operator=(const OwnCompilation&) = delete;
};

// A checked launch was enqueued as `event`, which this takes over; the application gets it in
// `app_event` too, unless that is null. When it completes, its log goes
// to the session and the lease back to its pool; that happens on a thread of the driver, or on
// this one if it is complete already.
void TrackLaunch(std::shared_ptr<const Launch> launch, std::unique_ptr<Lease> lease,
                 cl_event event, cl_event* app_event);

// Waits, briefly, until the driver has told us of launches that it already calls complete and has
// destroyed their buffers. Returns at once in the usual case that it has.
void SettleLaunches();

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_LAUNCH_PROCESS_H_
