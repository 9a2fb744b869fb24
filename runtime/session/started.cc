// Which programs were started below `lockstep run` and whether the library was loaded in them.
#include "runtime/session/started.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <string_view>

#include "runtime/base/text.h"

namespace lockstep {
namespace {

// A loading: the process's id and when.
constexpr int kPidBits = 22;  // the system has no larger ones
constexpr uint64_t Loading(uint32_t pid, uint64_t clock) { return clock << kPidBits | pid; }
constexpr uint32_t PidOf(uint64_t loading) { return loading & ((1u << kPidBits) - 1); }
constexpr uint64_t ClockOf(uint64_t loading) { return loading >> kPidBits; }

constexpr uint64_t kBeingWritten = UINT64_MAX;  // in place of the clock, while an entry is written

// Which process namespace this process, or the children that it starts, are in; 0 if that is not known. The
// inode numbers of namespaces have 32 bits.
uint32_t Space(bool children) {
  struct stat facts = {};
  const int saved = errno;
  const int status = stat(children ? "/proc/self/ns/pid_for_children" : "/proc/self/ns/pid", &facts);
  errno = saved;
  return status == 0 ? static_cast<uint32_t>(facts.st_ino) : 0;
}

uint64_t NextClock(const ChannelTable& table) { return table.header().clock.fetch_add(1) + 1; }

// True if the library was loaded in the process after this start, or if that is not known any more.
bool WasLoaded(const ChannelTable& table, const StartEntry& start) {
  const uint64_t loading = table.loading(start.space, start.pid.load()).load(std::memory_order_acquire);
  return ClockOf(loading) > start.clock.load();
}

// The dynamic section asks for a library that stops behind a preloaded one.
bool BearsNoPreload(int file, const ElfW(Phdr) * segments, int count) {
  ElfW(Dyn) entries[128];
  ssize_t got = 0;
  for (int i = 0; i < count; ++i) {
    if (segments[i].p_type != PT_DYNAMIC) continue;
    got = pread(file, entries, std::min<size_t>(segments[i].p_filesz, sizeof(entries)),
                static_cast<off_t>(segments[i].p_offset));
  }
  const int known = got <= 0 ? 0 : static_cast<int>(got / static_cast<ssize_t>(sizeof(entries[0])));
  uint64_t names = 0;
  for (int i = 0; i < known; ++i) {
    if (entries[i].d_tag == DT_STRTAB) names = entries[i].d_un.d_ptr;
  }
  uint64_t offset = 0;
  for (int i = 0; i < count; ++i) {
    const auto& segment = segments[i];
    if (segment.p_type == PT_LOAD && names >= segment.p_vaddr && names - segment.p_vaddr < segment.p_filesz) {
      offset = segment.p_offset + (names - segment.p_vaddr);
    }
  }
  if (offset == 0) return false;
  // It must come before the other libraries to work at all, so the first few are enough.
  int looked_at = 0;
  for (int i = 0; i < known && entries[i].d_tag != DT_NULL && looked_at < 8; ++i) {
    if (entries[i].d_tag != DT_NEEDED) continue;
    ++looked_at;
    char name[24] = {};
    if (pread(file, name, sizeof(name) - 1, static_cast<off_t>(offset + entries[i].d_un.d_val)) <= 0) continue;
    for (const char* asan : kAsanNames) {
      if (std::strncmp(name, asan, std::strlen(asan)) == 0) return true;
    }
  }
  return false;
}

// Whether the loader that the program names is of another C library than ours: musl, uClibc, Android's.
bool IsOtherLibc(int file, const ElfW(Phdr) & interpreter) {
  char path[128] = {};
  const size_t size = std::min<size_t>(interpreter.p_filesz, sizeof(path) - 1);
  if (pread(file, path, size, static_cast<off_t>(interpreter.p_offset)) <= 0) return false;
  const char* slash = std::strrchr(path, '/');
  const char* name = slash == nullptr ? path : slash + 1;
  for (const char* begin : {"ld-musl", "ld-uClibc", "ld64-uClibc", "linker"}) {
    if (std::strncmp(name, begin, std::strlen(begin)) == 0) return true;
  }
  return false;
}

uint32_t LookAtElf(int file, const char* bytes, ssize_t size) {
  ElfW(Ehdr) header;
  if (size < static_cast<ssize_t>(sizeof(header)) || std::memcmp(bytes, ELFMAG, SELFMAG) != 0) return 0;
  std::memcpy(&header, bytes, sizeof(header));
  const unsigned char own = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
#if defined(__x86_64__)
  const bool foreign = header.e_machine != EM_X86_64;
#elif defined(__aarch64__)
  const bool foreign = header.e_machine != EM_AARCH64;
#else
  const bool foreign = false;
#endif
  if (header.e_ident[EI_CLASS] != own || foreign) return kStartForeign;
  ElfW(Phdr) segments[32];
  if (header.e_phentsize != sizeof(segments[0]) || header.e_phnum > 32 ||
      header.e_phoff > static_cast<uint64_t>(size) ||
      header.e_phnum * sizeof(segments[0]) > static_cast<uint64_t>(size) - header.e_phoff) {
    return 0;
  }
  std::memcpy(segments, bytes + header.e_phoff, header.e_phnum * sizeof(segments[0]));
  for (int i = 0; i < header.e_phnum; ++i) {
    if (segments[i].p_type != PT_INTERP) continue;
    if (IsOtherLibc(file, segments[i])) return kStartOtherLibc;
    return BearsNoPreload(file, segments, header.e_phnum) ? uint32_t{kStartBearsNoPreload} : 0;
  }
  return kStartStatic;
}

// Why the library was not loaded, and what to do.
std::string Reason(const StartEntry& start) {
  const std::string path(start.path, strnlen(start.path, sizeof(start.path)));
  char bytes[64];
  if ((start.flags & kStartSetId) != 0 || getxattr(path.c_str(), "security.capability", bytes, sizeof(bytes)) > 0 ||
      errno == ERANGE) {
    return "which gets another user's rights or capabilities, and the system preloads nothing then: run it as "
           "that user, from a copy without them";
  }
  if ((start.flags & kStartStatic) != 0) return "which is statically linked: link it dynamically";
  if ((start.flags & kStartForeign) != 0) return "which is for another kind of processor: build it for this one";
  if ((start.flags & kStartOtherLibc) != 0) return "which is of another C library: build it with glibc";
  if ((start.flags & kStartHasPreload) == 0 || (start.flags & kStartHasChannel) == 0) {
    return "whose environment was cleared: pass LD_PRELOAD, OPENCL_LAYERS and LOCKSTEP_* on to it";
  }
  return "though LD_PRELOAD has it: it may have ended at once, or not reach `lockstep run`";
}

// A path on the stack: this may run in a child of vfork.
struct Path {
  char text[256] = {};
};

// What a script's first line names, `size` bytes of which are in `bytes`; empty if it is none.
Path InterpreterIn(const char* bytes, ssize_t size) {
  Path path;
  if (size < 4 || bytes[0] != '#' || bytes[1] != '!') return path;
  ssize_t at = 2;
  while (at < size && (bytes[at] == ' ' || bytes[at] == '\t')) ++at;
  size_t length = 0;
  while (at < size && length + 1 < sizeof(path.text) && std::strchr(" \t\r\n", bytes[at]) == nullptr) {
    path.text[length++] = bytes[at++];
  }
  path.text[length] = '\0';
  return path;
}

// The flags of one file, and what it names if it is a script.
uint32_t LookAtFile(int directory, const char* name, Path* interpreter) {
  const int file = openat(directory, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file < 0) return 0;
  uint32_t flags = 0;
  struct stat facts = {};
  if (fstat(file, &facts) == 0 && S_ISREG(facts.st_mode)) {
    if (((facts.st_mode & S_ISUID) != 0 && facts.st_uid != geteuid()) ||
        ((facts.st_mode & S_ISGID) != 0 && facts.st_gid != getegid())) {
      flags |= kStartSetId;
    }
    char bytes[2048];
    const ssize_t size = pread(file, bytes, sizeof(bytes), 0);
    if (size > 0) flags |= LookAtElf(file, bytes, size);
    if (size > 0) *interpreter = InterpreterIn(bytes, size);
  }
  close(file);
  return flags;
}

}  // namespace

uint32_t LookAtProgram(int directory, const char* path) {
  const int saved = errno;
  Path interpreter, further;
  uint32_t flags = LookAtFile(directory, path, &interpreter);
  // Nobody gets another user's rights by a script.
  if (interpreter.text[0] != '\0') flags = LookAtFile(AT_FDCWD, interpreter.text, &further);
  errno = saved;
  return flags;
}

uint32_t LookAtEnvironment(const ChannelTable& table, char* const* environment) {
  uint32_t flags = 0;
  const char* library = table.header().library;
  for (; environment != nullptr && *environment != nullptr; ++environment) {
    const char* entry = *environment;
    if (entry[0] != 'L' && entry[0] != 'O') continue;
    if (std::strncmp(entry, "LD_PRELOAD=", 11) == 0 && std::strstr(entry, library) != nullptr) {
      flags |= kStartHasPreload;
    } else if (std::strncmp(entry, "OPENCL_LAYERS=", 14) == 0 && std::strstr(entry, library) != nullptr) {
      flags |= kStartHasLayer;
    } else if (std::strncmp(entry, "LOCKSTEP_CHANNEL=", 17) == 0 && entry[17] != '\0') {
      flags |= kStartHasChannel;
    }
  }
  return flags;
}

StartEntry* NoteStart(const ChannelTable& table, const char* path, uint32_t flags, bool child) {
  // As a layer it is loaded when OpenCL is used, and nothing can be said of a program that it is not loaded in;
  // unless it could not be.
  const bool layer_only = (flags & (kStartHasPreload | kStartHasLayer)) == kStartHasLayer;
  if (layer_only && (flags & (kStartStatic | kStartForeign | kStartOtherLibc)) == 0) return nullptr;
  const uint32_t space = Space(false);
  if (child && Space(true) != space) return nullptr;  // the id that we will get is not the one that it has
  const uint64_t clock = NextClock(table);
  for (uint64_t i = 0; i < ChannelTable::kMostStarts; ++i) {
    StartEntry& start = table.start((clock + i) % ChannelTable::kMostStarts);
    uint64_t there = start.clock.load(std::memory_order_acquire);
    const bool over = there == 0 || (there != kBeingWritten && start.pid.load() != 0 && WasLoaded(table, start));
    if (!over || !start.clock.compare_exchange_strong(there, kBeingWritten)) continue;
    start.pid.store(child ? 0 : static_cast<uint32_t>(getpid()));
    start.space = space;
    start.flags = flags;
    const size_t length = strnlen(path, sizeof(start.path) - 1);
    std::memcpy(start.path, path, length);
    start.path[length] = '\0';
    start.clock.store(clock, std::memory_order_release);
    return &start;
  }
  table.header().unnoted.fetch_add(1);
  return nullptr;
}

void KnowChild(StartEntry* start, long pid) {
  if (start != nullptr) start->pid.store(static_cast<uint32_t>(pid));
}

void ForgetStart(StartEntry* start) {
  if (start != nullptr) start->clock.store(0, std::memory_order_release);
}

void NoteLoaded(const ChannelTable& table) {
  const uint32_t pid = static_cast<uint32_t>(getpid());
  const uint64_t before = table.loading(Space(false), pid).exchange(Loading(pid, NextClock(table)));
  if (PidOf(before) != pid) table.header().loaded.fetch_add(1);  // else the process was another program before
}

namespace {

// Whether the file at `path` has OpenCL's names in it, or cannot be looked into.
bool MayUseOpenCl(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  struct stat facts = {};
  const bool known = file >= 0 && fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size > 0;
  const auto size = static_cast<size_t>(facts.st_size);
  void* bytes = known ? mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
  if (file >= 0) close(file);
  if (bytes == MAP_FAILED) return true;
  bool found = false;
  for (const std::string_view name : {"OpenCL", "clGetPlatformIDs", /* packed: */ "UPX!"}) {
    found = found || memmem(bytes, size, name.data(), name.size()) != nullptr;
  }
  munmap(bytes, size);
  return found;
}

}  // namespace

std::vector<NotLoadedProgram> NotLoaded(const ChannelTable& table) {
  std::map<std::string, uint64_t> counts;
  for (uint64_t i = 0; i < ChannelTable::kMostStarts; ++i) {
    const StartEntry& start = table.start(i);
    const uint64_t clock = start.clock.load(std::memory_order_acquire);
    if (clock == 0 || clock == kBeingWritten || start.pid.load() == 0 || WasLoaded(table, start)) continue;
    const std::string path(start.path, strnlen(start.path, sizeof(start.path)));
    // The system's own tools, say: ldconfig. What those of another C library start has us as a layer at most.
    const bool others_see = (start.flags & kStartStatic) != 0 ||
                            ((start.flags & kStartOtherLibc) != 0 && (start.flags & kStartHasLayer) != 0);
    if (others_see && !MayUseOpenCl(path)) continue;
    errno = 0;
    ++counts[StrCat("the library was not loaded in ", path, ", ", Reason(start))];
  }
  if (const uint32_t more = table.header().unnoted.load(); more > 0) {
    counts["programs of which it is not known whether the library was loaded in them"] += more;
  }
  std::vector<NotLoadedProgram> programs;
  for (const auto& [what, count] : counts) programs.push_back({what, count});
  return programs;
}

}  // namespace lockstep
