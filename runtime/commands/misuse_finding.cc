#include "runtime/commands/misuse_finding.h"

#include <utility>

#include "runtime/base/text.h"
#include "runtime/commands/finding_parts.h"

namespace lockstep {
namespace {

// "argument 0 'in'"
std::string NameOf(const RootPlace& place) { return StrCat("argument ", place.argument, " '", place.name, "'"); }

}  // namespace

Finding FindingOfChange(const CommandRecordRef& record) {
  const CommandSide& command = record->side;
  CommandSide read = command, write;
  read.op = "read";
  write.op = "write";
  write.call = "host";
  Finding finding = FindingBetween(Kind::kHostMemory, read, write);
  finding.region = "host";
  finding.why = StrCat("the host program changed memory that ", NameOfCommand(command),
                       " reads, which does not block, before it had waited for the command");
  finding.repair = StrCat("wait for the event of command ", command.number,
                          " (clWaitForEvents, clFinish) before the memory is used again, or make the call block");
  AddGraph({record}, &finding);
  return finding;
}

Finding FindingOfUnmapped(const CommandRecordRef& unmap, const CommandRecordRef& command, const Touch& touch,
                          const ObjectBehind& object_behind) {
  CommandSide before = unmap->side, user = command->side;
  before.op = "write";
  user.op = touch.write ? "write" : "read";
  Finding finding = FindingBetween(Kind::kUnmappedPointer, before, user);
  finding.region = "host";
  if (!unmap->footprint.empty()) finding.memory = object_behind(unmap->footprint.front().through);
  finding.why = StrCat("the pointer that ", NameOfCommand(user), " is given leads into a region that ",
                       NameOfCommand(before), " had unmapped, and that was not mapped again");
  finding.repair =
      StrCat("enqueue the unmap behind command ", user.number,
             ", map the region again, or give the transfer memory of its own (clEnqueueCopyBuffer needs none)");
  AddGraph({unmap, command}, &finding);
  return finding;
}

Finding FindingOfImage(const CommandRecord& launch, const ImageTwice& image, const ObjectBehind& object_behind) {
  const RootPlace& from = launch.places[image.read];
  const RootPlace& to = launch.places[image.written];
  CommandSide read = launch.side, write = launch.side;
  read.op = "read";
  write.op = "write";
  Finding finding = FindingBetween(Kind::kImageReadWrite, read, write);
  finding.region = "global";
  Memory& memory = finding.memory.emplace(object_behind(to.through));
  memory.name = to.name;
  memory.argument = to.argument;
  finding.why = StrCat(NameOfCommand(launch.side), " reads the image through ", NameOf(from),
                       ", which is read_only, and writes it through ", NameOf(to), ", which is write_only");
  finding.repair = "give the kernel another image to write, or one read_write argument, where the device has such";
  return finding;
}

Finding FindingOfArguments(const std::string& kernel, const std::string& first, const std::string& second,
                           SharedStack enqueued) {
  CommandSide one, other;
  one.call = first;
  other.call = second;
  one.kernel = other.kernel = kernel;
  one.op = other.op = "write";
  other.enqueued = std::move(enqueued);
  Finding finding = FindingBetween(Kind::kKernelArguments, one, other);
  finding.region = "host";
  finding.why = StrCat("two threads of the host program were setting arguments of one kernel object of '", kernel,
                       "' at the same time, and what it then has is undefined");
  finding.repair =
      "give each thread a kernel object of its own (clCreateKernel, clCloneKernel), or hold a lock from its "
      "clSetKernelArg calls to the launch";
  return finding;
}

}  // namespace lockstep
