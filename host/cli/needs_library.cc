// The dynamic section alone is read (ELF, gABI chapter 5): executables with debug information have many
// megabytes, and every run would wait for them.
#include "host/cli/needs_library.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <unistd.h>

#include <cstring>
#include <optional>
#include <vector>

#include "runtime/base/file.h"

namespace lockstep {
namespace {

using Header = ElfW(Ehdr);
using Segment = ElfW(Phdr);
using Entry = ElfW(Dyn);

constexpr unsigned char kOwnClass = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
constexpr uint64_t kMostBytes = uint64_t{64} << 20;  // of a table; more is no table

class File {
 public:
  explicit File(const std::string& path) : fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~File() {
    if (fd_ >= 0) close(fd_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  bool Read(uint64_t offset, void* to, uint64_t bytes) const {
    return fd_ >= 0 && pread(fd_, to, bytes, static_cast<off_t>(offset)) == static_cast<ssize_t>(bytes);
  }

  // `count` things that lie one behind the other; empty if they are not all there.
  template <typename T>
  std::vector<T> ReadTable(uint64_t offset, uint64_t count) const {
    if (count > kMostBytes / sizeof(T)) return {};
    std::vector<T> table(count);
    if (!Read(offset, table.data(), count * sizeof(T))) table.clear();
    return table;
  }

 private:
  const int fd_;
};

// Where in the file what is loaded at `address` lies.
std::optional<uint64_t> OffsetOf(const std::vector<Segment>& segments, uint64_t address) {
  for (const Segment& segment : segments) {
    if (segment.p_type != PT_LOAD || address < segment.p_vaddr) continue;
    if (address - segment.p_vaddr < segment.p_filesz) return segment.p_offset + (address - segment.p_vaddr);
  }
  return std::nullopt;
}

bool InDynamicSection(const File& file, const Header& header, const std::string& prefix) {
  const auto segments = file.ReadTable<Segment>(header.e_phoff, header.e_phnum);
  std::vector<Entry> entries;
  for (const Segment& segment : segments) {
    if (segment.p_type != PT_DYNAMIC) continue;
    entries = file.ReadTable<Entry>(segment.p_offset, segment.p_filesz / sizeof(Entry));
  }
  std::vector<uint64_t> names;
  uint64_t address = 0, bytes = 0;
  for (const Entry& entry : entries) {
    if (entry.d_tag == DT_NULL) break;
    if (entry.d_tag == DT_NEEDED) names.push_back(entry.d_un.d_val);
    if (entry.d_tag == DT_STRTAB) address = entry.d_un.d_ptr;
    if (entry.d_tag == DT_STRSZ) bytes = entry.d_un.d_val;
  }
  const auto offset = OffsetOf(segments, address);
  if (!offset) return false;
  const auto table = file.ReadTable<char>(*offset, bytes);
  for (const uint64_t name : names) {
    if (name < table.size() && table.size() - name >= prefix.size() &&
        std::memcmp(table.data() + name, prefix.data(), prefix.size()) == 0) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool NeedsLibrary(const std::string& path, const std::string& prefix) {
  const File file(path);
  Header header = {};
  if (file.Read(0, &header, sizeof(header)) && std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
      header.e_ident[EI_CLASS] == kOwnClass && header.e_phentsize == sizeof(Segment)) {
    return InDynamicSection(file, header, prefix);
  }
  const auto text = ReadFile(path);
  return text.ok() && text->find(prefix) != std::string::npos;
}

}  // namespace lockstep
