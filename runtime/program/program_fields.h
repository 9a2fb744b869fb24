// The fields of a program's description in JSON (docs/abi.md, section 5), each once: for the file that lockstep-cc
// writes (program.cc), and for what a process hands to `lockstep run` (runtime/session/plain_json.h).
#ifndef LOCKSTEP_RUNTIME_PROGRAM_PROGRAM_FIELDS_H_
#define LOCKSTEP_RUNTIME_PROGRAM_PROGRAM_FIELDS_H_

#include "runtime/base/json_fields.h"
#include "runtime/program/program.h"

namespace lockstep {

template <typename Archive>
void Fields(Archive& archive, SourcePosition& position) {
  archive.Show("file", position.file);
  archive.Show("line", position.line);
  archive.Show("column", position.column);
  archive("function", position.function, "");
}

template <typename Archive>
void Fields(Archive& archive, Site& site) {
  archive("id", site.id);
  archive.Show("op", site.op);
  archive("copy", site.copy, false);
  archive("atomic", site.atomic, false);
  archive("order", site.order, MemoryOrder::kNone);
  archive("scope", site.scope, MemoryScope::kNone);
  archive("remote", site.remote, false);
  archive("old", site.old, false);
  archive("region", site.region, MemoryRegion::kNone);
  archive("bytes", site.bytes, 0);
  archive.List("roots", site.roots);
  Fields(archive, site.position);
  archive("flags", site.flags, "");
  archive.Show("inlined_at", site.inlined_at);
  archive.List("loops", site.loops);
  archive("condition", site.condition, "");
  archive("excerpt", site.excerpt, 0);
  archive("read", site.read, 0);
  archive("read_first", site.read_first, false);
  archive("guess_of", site.guess_of, 0);
  archive("fixed_value", site.fixed_value, false);
  archive.Nested("macro", !site.macro.empty(), [&](auto& macro) {
    macro("name", site.macro);
    Fields(macro, site.macro_definition);
  });
}

template <typename Archive>
void Fields(Archive& archive, LoopPair& pair) {
  archive("read", pair.read);
  archive("write", pair.write);
  archive.Show("in_loop", pair.in_loop);
  archive.Show("together", pair.together);
  archive.Show("waits", pair.waits);
  archive.Show("fixed_ids", pair.fixed_ids);
}

template <typename Archive>
void Fields(Archive& archive, IrregularLoop& loop) {
  archive("loop", loop.loop);
  archive("pairs", loop.pairs);
}

template <typename Archive>
void Fields(Archive& archive, AtomicUse& atomics) {
  archive("atomics_alone", atomics.alone, false);
  archive("atomics_relaxed", atomics.relaxed, false);
}

template <typename Archive>
void Fields(Archive& archive, ArgumentDescription& argument) {
  archive("index", argument.index);
  archive.Show("name", argument.name);
  archive.Show("type", argument.type);
  archive.Show("space", argument.space);
  archive.Show("reads", argument.reads);
  archive.Show("writes", argument.writes);
  archive.Show("granule_shift", argument.granule_shift);
  archive.Show("checked", argument.checked);
  archive("bounded", argument.bounded, false);
  archive("access", argument.access, std::string());
  Fields(archive, argument.atomics);
}

template <typename Archive>
void Fields(Archive& archive, LocalDescription& local) {
  archive.Show("name", local.name);
  archive.Show("size", local.size);
  archive.Show("granule_shift", local.granule_shift);
  Fields(archive, local.position);
  Fields(archive, local.atomics);
}

template <typename Archive>
void Fields(Archive& archive, VariableDescription& variable) {
  archive.Show("name", variable.name);
  archive.Show("size", variable.size);
  archive.Show("granule_shift", variable.granule_shift);
  archive.Show("reads", variable.reads);
  archive.Show("writes", variable.writes);
  Fields(archive, variable.position);
  Fields(archive, variable.atomics);
}

template <typename Archive>
void Fields(Archive& archive, KernelDescription& kernel) {
  archive("name", kernel.name);
  archive.Show("instrumented", kernel.instrumented);
  archive.Show("reason", kernel.reason);
  archive.Show("args", kernel.args);
  archive.Show("locals", kernel.locals);
  archive.Show("variables", kernel.variables);
  archive.Nested("unknown_roots", true, [&](auto& unknown) {
    unknown.Show("reads", kernel.unknown_reads);
    unknown.Show("writes", kernel.unknown_writes);
  });
  archive.Show("barriers", kernel.barriers);
  archive.Show("async_copies", kernel.async_copies);
  archive.Show("collectives", kernel.collectives);
  archive.Show("compares_arguments", kernel.compares_arguments);
  archive.Show("fixed_parts", kernel.fixed_parts);
  archive.Show("part_words", kernel.part_words);
  archive.Show("transformed", kernel.transformed);
  archive.Show("transform_reason", kernel.transform_reason);
  archive.Show("uses_local", kernel.uses_local);
  archive.Show("data_independent", kernel.data_independent);
  archive.Show("dependence", kernel.dependence);
  archive.List("decided_by", kernel.decided_by);
  archive.Show("synchronises", kernel.synchronises);
  archive.Nested("logged", true, [&](auto& logged) {
    logged.Show("global", kernel.global_logged);
    logged.Show("local", kernel.local_logged);
    logged.Show("fences", kernel.fences_logged);
  });
  archive.Show("notes", kernel.notes);
  archive.Show("irregular_loops", kernel.irregular_loops);
  archive.Show("loops_unknown", kernel.loops_unknown);
  archive.Show("sites", kernel.sites);
  archive.List("excerpts", kernel.excerpts);
  archive.List("excerpt_runs", kernel.excerpt_runs);
  archive.Numbers("group_program", kernel.group_program);
  archive.Numbers("site_program", kernel.site_program);
}

template <typename Archive>
void Fields(Archive& archive, Dependency& dependency) {
  archive("path", dependency.path);
  archive("sha256", dependency.sha256);
}

template <typename Archive>
void Fields(Archive& archive, ProgramDescription& program) {
  archive.Show("backend", program.backend);
  archive.Show("variant", program.variant);
  archive.Show("build_options", program.build_options);
  archive.Show("dependencies", program.dependencies);
  archive.Show("kernels", program.kernels);
}

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PROGRAM_PROGRAM_FIELDS_H_
