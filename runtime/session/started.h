// Which programs were started below `lockstep run` and whether the library was loaded in them.
//
// Whoever starts a program notes it in the channel, if the library is loaded in him; the library says, in
// each process, when it was loaded. A start without a later loading in the same process is a program that
// nobody looked into. Everything but NotLoaded may be called in a child of vfork, or in a signal handler: it
// takes no memory and no lock.
#ifndef LOCKSTEP_RUNTIME_SESSION_STARTED_H_
#define LOCKSTEP_RUNTIME_SESSION_STARTED_H_

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/session/channel.h"

namespace lockstep {

enum StartFlag : uint32_t {
  kStartStatic = 1,          // the program asks for no dynamic loader
  kStartForeign = 2,         // it is for another machine, or for another word size
  kStartSetId = 4,           // it runs as another user or group, and the loader preloads nothing then
  kStartBearsNoPreload = 8,  // AddressSanitizer's shared run time stops behind a preloaded library
  kStartHasPreload = 16,     // LD_PRELOAD has the library,
  kStartHasLayer = 32,       // OPENCL_LAYERS has it,
  kStartHasChannel = 64,     // and LOCKSTEP_CHANNEL is there
  kStartOtherLibc = 128,     // it is of another C library, whose loader ends a program over a library of ours
};

// AddressSanitizer's shared run time, as gcc and clang call it: how the library's name begins. It refuses to start
// behind a preloaded library.
inline constexpr const char* kAsanNames[] = {"libasan.so", "libclang_rt.asan"};

// What the file, or the one that a script names behind `#!`, tells of itself: the flags that are not of the
// environment.
uint32_t LookAtProgram(int directory, const char* path);

// What an environment tells: kStartHas….
uint32_t LookAtEnvironment(const ChannelTable& table, char* const* environment);

// Notes that this process becomes the program `path`; or, with `child`, a child of it, whose id is to be told
// by KnowChild. Null if there is no need to, or no room. After a failure to start: ForgetStart.
StartEntry* NoteStart(const ChannelTable& table, const char* path, uint32_t flags, bool child);
void KnowChild(StartEntry* start, long pid);
void ForgetStart(StartEntry* start);

// The library was loaded in this process.
void NoteLoaded(const ChannelTable& table);

// Programs that the library was not loaded in: why and what to do, as a line of a report has it, with how
// many there were.
struct NotLoadedProgram {
  std::string what;
  uint64_t count = 0;
};
std::vector<NotLoadedProgram> NotLoaded(const ChannelTable& table);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_SESSION_STARTED_H_
