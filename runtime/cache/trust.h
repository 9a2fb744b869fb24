// Who could have written what the cache holds: owner and mode at every level, as ssh's StrictModes asks.
//
// What the cache answers is run as code in the process that asks, and decides what is reported. So it is
// used only if nobody but this user and root can put anything there.
#ifndef LOCKSTEP_RUNTIME_CACHE_TRUST_H_
#define LOCKSTEP_RUNTIME_CACHE_TRUST_H_

#include <sys/stat.h>

#include <string>

#include "runtime/base/status.h"

namespace lockstep {

// What stands against trusting a file or directory with these facts, as the end of a sentence that begins with
// its name ("belongs to user 1000"); "" if it belongs to this process's user or root and only they may write it.
std::string WhyNotTrusted(const struct stat& facts);

struct TrustedDirectory {
  std::string path;     // without symbolic links; "" if the directory does not exist yet
};

// Asks every level from `directory`, or what exists of it, up to the root. Above the directory itself, one that
// all may write to is trusted if it is sticky, as /tmp is: others cannot rename what is ours there. As long as
// modes and owners stay, the path returned leads to that very directory. The error is one sentence that says
// which level is not trusted and why, and what to do.
StatusOr<TrustedDirectory> FindTrustedDirectory(const std::string& directory);

// Whether `directory`, below one that is trusted, is a directory and trusted itself: error as above; kNotFound
// if there is nothing.
Status CheckDirectory(const std::string& directory);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_CACHE_TRUST_H_
