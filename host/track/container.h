// The form in which CL_PROGRAM_BINARIES gives out a program: the driver's own binary with its
// recipe behind it.
//
//   | driver's binary | zeros | recipe (JSON) | LOCKSTEP-BINARY 1 <sizes> <checksum> |
//   0                                                                             size
//
// The driver's part comes first because an application may keep the binary and run without lockstep
// later: drivers that ignore what follows their binary take the whole. That a driver does is tried
// before it is relied on, see binary_hooks.cc.
#ifndef LOCKSTEP_HOST_TRACK_CONTAINER_H_
#define LOCKSTEP_HOST_TRACK_CONTAINER_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep::host {

// How many bytes lie behind the driver's binary.
size_t TrailerSize(std::string_view recipe);

// What lies behind the driver's `binary` in a container of `binary.size() + room` bytes; `room` is
// at least TrailerSize(recipe).
std::string MakeTrailer(std::string_view binary, std::string_view recipe, size_t room);

struct Container {
  std::string_view binary;  // the driver's
  std::string_view recipe;
};

// The parts of `bytes`; nullopt if it is no container, or a damaged one.
std::optional<Container> OpenContainer(std::string_view bytes);

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_TRACK_CONTAINER_H_
