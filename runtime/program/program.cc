// Writes and reads the file of docs/abi.md, section 5; the fields stand in program_fields.h.
#include "runtime/program/program.h"

#include "device-lib/shared/control.h"
#include "runtime/base/own_json.h"
#include "runtime/base/text.h"
#include "runtime/program/program_fields.h"

namespace lockstep {

// What stands before everything else: which ABI the code was made for.
template <typename Archive>
void FieldsWithAbi(Archive& archive, ProgramDescription& program) {
  unsigned abi = LS_ABI_VERSION;
  archive("abi", abi);
  if (abi != LS_ABI_VERSION) {
    throw FieldError("abi", StrCat("is ", abi, ", this is version ", LS_ABI_VERSION,
                                   "; clear the cache or rebuild lockstep-cc"));
  }
  Fields(archive, program);
}

namespace {

// With the format's version, which goes up with every change that an older reader would misunderstand.
constexpr std::string_view kFirstLine = "LOCKSTEP-PROGRAM 2\n";

// Throws if a root that `site` names is none of the kernel's.
void CheckRoots(const KernelDescription& kernel, const Site& site) {
  for (const unsigned root : site.roots) {
    if (root >= kernel.NumRoots()) {
      throw FieldError("roots", StrCat("has ", root, " of kernel ", kernel.name, ", which has ", kernel.NumRoots()));
    }
  }
}

// Throws if what `kernel` is made of does not fit together.
void Check(const KernelDescription& kernel) {
  const auto wrong = [&](const auto&... what) {
    throw FieldError(kernel.name, StrCat("is a kernel that has ", what...));
  };
  if (!kernel.instrumented) return;
  if (kernel.sites.empty()) wrong("no site table");
  for (size_t i = 0; i < kernel.sites.size(); ++i) {
    const Site& site = kernel.sites[i];
    if (site.id != i) wrong("site ", site.id, " at index ", i);
    if (site.read >= kernel.sites.size()) wrong("site ", i, " with read ", site.read, " of ", kernel.sites.size());
    if (site.excerpt > kernel.excerpts.size()) wrong("site ", i, " with excerpt ", site.excerpt);
    CheckRoots(kernel, site);
  }
  for (const IrregularLoop& loop : kernel.irregular_loops) {
    for (const LoopPair& pair : loop.pairs) {
      CheckRoots(kernel, pair.read);
      CheckRoots(kernel, pair.write);
    }
  }
  for (size_t i = 0; i < kernel.args.size(); ++i) {
    if (kernel.args[i].index != i) wrong("argument ", kernel.args[i].index, " at index ", i);
  }
  const auto check_shifts = [&](const auto& roots, const char* what) {
    for (const auto& root : roots) {
      if (root.granule_shift > 3) wrong(what, " ", root.name, " with granule shift ", root.granule_shift);
    }
  };
  check_shifts(kernel.args, "argument");
  check_shifts(kernel.locals, "local");
  check_shifts(kernel.variables, "variable");
}

}  // namespace

std::string WriteDescription(const ProgramDescription& description, int indent) {
  FieldWriter writer;
  FieldsWithAbi(writer, const_cast<ProgramDescription&>(description));  // which is not changed
  return writer.json().dump(indent);
}

std::string WriteProgram(const InstrumentedProgram& program) {
  return StrCat(kFirstLine, WriteDescription(program, -1), "\n", program.code);
}

StatusOr<InstrumentedProgram> ReadProgram(std::string_view bytes) {
  if (bytes.substr(0, kFirstLine.size()) != kFirstLine) {
    return InvalidArgumentError(StrCat("no instrumented program: ", bytes.size(), " bytes that do not begin with ",
                                       kFirstLine.substr(0, kFirstLine.size() - 1)));
  }
  bytes.remove_prefix(kFirstLine.size());
  const size_t end = bytes.find('\n');
  if (end == std::string_view::npos) return InvalidArgumentError("an instrumented program ends within its description");
  const nlohmann::json json = ParseOwnJson(bytes.substr(0, end));
  if (json.is_discarded()) {
    return InvalidArgumentError("a program's description is wrong: no JSON, or a number with a fraction");
  }
  try {
    InstrumentedProgram program;
    FieldReader reader(json, "description");
    FieldsWithAbi(reader, program);
    for (const KernelDescription& kernel : program.kernels) Check(kernel);
    program.code = std::string(bytes.substr(end + 1));
    return program;
  } catch (const FieldError& error) {
    return InvalidArgumentError(StrCat("a program's description is wrong: ", error.what()));
  }
}

}  // namespace lockstep
