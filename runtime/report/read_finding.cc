// A finding of a report in JSON, as data again.
#include "runtime/report/read_finding.h"

#include <algorithm>
#include <utility>

#include "runtime/base/text.h"
#include "runtime/model/rules.h"
#include "runtime/report/json_reading.h"

namespace lockstep {
namespace {

// `Enum` by the name that `name_of` gives it.
template <typename Enum>
Enum ByName(const JsonValue& object, const char* key, std::initializer_list<Enum> all, const char* (*name_of)(Enum)) {
  const auto word = FieldOf<std::string>(object, key);
  for (const Enum one : all) {
    if (word == name_of(one)) return one;
  }
  throw FieldError(key, StrCat("is \"", word, "\", which is unknown"));
}

template <typename Enum>
Enum ByWord(const JsonValue& object, const char* key) {
  const auto word = FieldOr<std::string>(object, key, "");
  const auto value = FromWord<Enum>(word);
  if (!value) throw FieldError(key, StrCat("is \"", word, "\", none of ", AllWords<Enum>()));
  return *value;
}

// "image over buffer 3 'label'", as ObjectText has it.
void ReadObject(std::string_view text, Memory* memory) {
  const struct {
    const char* words;
    ObjectKind kind;
    bool over_buffer;
  } kinds[] = {{"buffer", ObjectKind::kBuffer, false},
               {"SVM allocation", ObjectKind::kSvm, false},
               {"image over buffer", ObjectKind::kImage, true},
               {"image", ObjectKind::kImage, false},
               {"program variable", ObjectKind::kProgramVariable, false},
               {"local argument", ObjectKind::kLocalArgument, false},
               {"local variable", ObjectKind::kLocalVariable, false}};
  const auto known =
      std::find_if(std::begin(kinds), std::end(kinds), [&](const auto& one) { return text.rfind(one.words, 0) == 0; });
  if (known == std::end(kinds)) throw FieldError("object", StrCat("is \"", text, "\", no kind of memory"));
  memory->kind = known->kind;
  memory->over_buffer = known->over_buffer;
  text.remove_prefix(std::string_view(known->words).size());
  const size_t quote = text.find(" '");
  if (quote != std::string_view::npos && text.back() == '\'' && text.size() > quote + 2) {
    memory->label = text.substr(quote + 2, text.size() - quote - 3);
  }
  memory->object.value = ParseUnsigned(Strip(text.substr(0, quote))).value_or(0);
}

// Texels as if they were bytes: their place in the image is all that is known.
void ReadImage(const JsonValue& image, Memory* memory) {
  ImageShape& shape = memory->image.emplace();
  shape.dimensions = FieldOf<unsigned>(image, "dimensions");
  if (shape.dimensions < 1 || shape.dimensions > 3) throw FieldError("dimensions", "is not from 1 to 3");
  shape.layered = FieldOf<bool>(image, "layered");
  const Id3 size = ReadIds(image, "size").value_or(Id3{1, 1, 1});
  std::copy(size.begin(), size.end(), shape.size);
  const Id3 texel = ReadIds(image, "texel").value_or(Id3{});
  shape.texel_bytes = 1;
  shape.row_pitch = size[0];
  shape.slice_pitch = size[0] * size[1];
  // TexelAt counts from where the image begins.
  memory->image_offset = memory->offset - (texel[0] + texel[1] * shape.row_pitch + texel[2] * shape.slice_pitch);
}

Memory ReadMemory(const JsonValue& object) {
  Memory memory;
  memory.argument = FieldOr<int>(object, "argument", -1);
  memory.name = FieldOf<std::string>(object, "name");
  ReadObject(FieldOf<std::string>(object, "object"), &memory);
  for (const JsonValue& alias : ListOf(object, "aliases")) {
    memory.aliases.emplace_back(FieldOf<int>(alias, "argument"), FieldOf<std::string>(alias, "name"));
  }
  memory.size = FieldOr<uint64_t>(object, "size", 0);
  memory.offset = FieldOr<uint64_t>(object, "offset", 0);
  memory.bytes = FieldOr<uint64_t>(object, "bytes", 0);
  if (object.contains("image")) {
    if (object.at("offset").is_null()) memory.bytes = 1;  // no bytes are told of it, but there is a conflict
    ReadImage(object.at("image"), &memory);
  }
  return memory;
}

FindingAccess ReadAccess(const JsonValue& object) {
  FindingAccess access;
  Site& site = access.site;
  access.op = FieldOf<std::string>(object, "op");
  site.op = ByWord<SiteOp>(object, "op");
  site.copy = FieldOf<bool>(object, "copy");
  access.atomic = FieldOf<bool>(object, "atomic");
  site.order = ByWord<MemoryOrder>(object, "order");
  site.scope = ByWord<MemoryScope>(object, "scope");
  site.remote = FieldOf<bool>(object, "remote");
  site.position = ReadPosition(object);
  access.snippet = FieldOf<std::string>(object, "snippet");
  access.before = FieldOr<std::vector<std::string>>(object, "before", {});
  access.after = FieldOr<std::vector<std::string>>(object, "after", {});
  site.flags = FieldOr<std::string>(object, "flags", "");
  for (const JsonValue& call : ListOf(object, "inlined_at")) site.inlined_at.push_back(ReadPosition(call));
  for (const JsonValue& loop : ListOf(object, "iterations")) {
    LoopCount& count = access.loops.emplace_back();
    count.loop = {FieldOf<std::string>(loop, "file"), FieldOf<unsigned>(loop, "line"),
                  FieldOf<unsigned>(loop, "column")};
    count.iterations = FieldOf<uint64_t>(loop, "count");
  }
  const std::optional<Id3> global = ReadIds(object, "global_id");
  const std::optional<Id3> local = ReadIds(object, "local_id");
  access.group = ReadIds(object, "group_id");
  if (global && local) access.work_item = WorkItem{*global, *local, access.group.value_or(Id3{})};
  access.block = FieldOr<uint64_t>(object, "block", 0);
  if (object.contains("interval")) access.interval = FieldOf<uint64_t>(object, "interval");
  if (object.contains("macro")) {
    const JsonValue& macro = object.at("macro");
    site.macro = FieldOf<std::string>(macro, "name");
    site.macro_definition.file = FieldOf<std::string>(macro, "file");
    site.macro_definition.line = FieldOf<unsigned>(macro, "line");
    access.macro_offset = FieldOr<std::string>(macro, "offset", "");
  }
  return access;
}

Site SiteAt(const JsonValue& position) {
  Site site;
  site.position = ReadPosition(position);
  for (const JsonValue& call : ListOf(position, "inlined_at")) site.inlined_at.push_back(ReadPosition(call));
  site.flags = FieldOr<std::string>(position, "flags", "");
  return site;
}

void ReadMissingOrder(const JsonValue& object, MissingOrder* found) {
  found->cause = FieldOr<std::string>(object, "cause", "");
  if (object.contains("edge") && object.at("edge").is_object()) {
    found->store = SiteAt(object.at("edge").at("store"));
    found->load = SiteAt(object.at("edge").at("load"));
  }
  for (const JsonValue& change : ListOf(object, "fix")) {
    found->changes.push_back(
        {SiteAt(change), FieldOf<std::string>(change, "from"), FieldOf<std::string>(change, "to")});
  }
}

void ReadBounds(const JsonValue& bounds, Finding* finding) {
  if (bounds.at("coordinate").is_null()) {
    finding->position = FieldOf<int64_t>(bounds, "position");
    finding->accesses[0].site.bytes = FieldOf<uint64_t>(bounds, "bytes");
    finding->bounds = FieldOf<uint64_t>(bounds, "size");
    return;
  }
  const auto numbers = FieldOf<std::vector<int64_t>>(bounds, "coordinate");
  if (numbers.size() != 3) throw FieldError("coordinate", "has not three numbers");
  finding->coordinate = {numbers[0], numbers[1], numbers[2]};
}

CommandSide ReadCommand(const JsonValue& object) {
  CommandSide side;
  side.call = FieldOf<std::string>(object, "call");
  side.number = FieldOr<uint64_t>(object, "command", 0);
  side.queue = FieldOr<uint64_t>(object, "queue", 0);
  side.in_queue = FieldOf<uint64_t>(object, "in_queue");
  side.in_order = FieldOf<bool>(object, "in_order");
  side.blocking = FieldOf<bool>(object, "blocking");
  side.kernel = FieldOr<std::string>(object, "kernel", "");
  side.launch = FieldOr<uint64_t>(object, "launch", 0);
  side.op = FieldOr<std::string>(object, "op", "");
  return side;
}

std::array<CommandSide, 2> ReadCommands(const JsonValue& object) {
  const std::vector<JsonValue> list = ListOf(object, "commands");
  std::array<CommandSide, 2> commands;
  if (list.size() != commands.size()) throw FieldError("commands", "are not two");
  for (size_t i = 0; i < commands.size(); ++i) {
    commands[i] = ReadCommand(list[i]);
    if (commands[i].op.empty()) throw FieldError("op", "is missing");
    for (const JsonValue& line : ListOf(list[i], "lines")) commands[i].lines.push_back(ReadPosition(line));
  }
  return commands;
}

std::vector<Finding::Stack> ReadHostStacks(const JsonValue& object) {
  std::vector<Finding::Stack> stacks;
  for (const JsonValue& one : ListOf(object, "host_stacks")) {
    Finding::Stack& stack = stacks.emplace_back();
    stack.what = FieldOf<std::string>(one, "what");
    stack.side = FieldOr<int>(one, "command", -1);
    for (const JsonValue& frame : ListOf(one, "frames")) {
      stack.stack.frames.push_back({FieldOr<std::string>(frame, "function", ""),
                                    FieldOr<std::string>(frame, "file", ""), FieldOr<unsigned>(frame, "line", 0),
                                    FieldOr<std::string>(frame, "module", ""), FieldOr<uint64_t>(frame, "offset", 0)});
    }
  }
  return stacks;
}

// Those who draw it rely on what is looked at here.
OrderGraph ReadGraph(const JsonValue& object) {
  OrderGraph graph;
  size_t races = 0;
  for (const JsonValue& command : ListOf(object, "commands")) {
    graph.commands.push_back(ReadCommand(command));
    races += graph.commands.back().op.empty() ? 0 : 1;
  }
  // And what the host itself did.
  if (races != 2 || graph.commands.size() > OrderGraph::kMost + 1) {
    throw FieldError("graph", "has too many commands, or not two that race");
  }
  for (const JsonValue& one : ListOf(object, "edges")) {
    const OrderEdge edge = {ByWord<OrderedBy>(one, "by"), FieldOf<size_t>(one, "from"), FieldOf<size_t>(one, "to")};
    if (edge.from >= edge.to || edge.to >= graph.commands.size())
      throw FieldError("edges", "lead backwards or nowhere");
    if (std::find(graph.edges.begin(), graph.edges.end(), edge) == graph.edges.end()) graph.edges.push_back(edge);
  }
  graph.cut = FieldOf<bool>(object, "cut");
  return graph;
}

Finding ReadForm(const JsonValue& object) {
  Finding finding;
  finding.rule = ByName<Rule>(
      object, "rule",
      {Rule::kDataRace, Rule::kBarrierDivergence, Rule::kOutOfBounds, Rule::kIrregularLoop, Rule::kCommandRace},
      RuleName);
  finding.kind = FieldOf<std::string>(object, "kind");
  if (*TitleOf(finding.kind) == '\0') throw FieldError("kind", StrCat("is \"", finding.kind, "\", which is unknown"));
  finding.severity =
      ByName<Severity>(object, "severity", {Severity::kError, Severity::kWarning, Severity::kInfo}, SeverityName);
  if (finding.rule == Rule::kCommandRace) {
    finding.commands = ReadCommands(object);
    if (object.contains("graph")) finding.graph = ReadGraph(object.at("graph"));
  } else {
    finding.reach = ByName<Reach>(object, "reach", {Reach::kIntraGroup, Reach::kInterGroup}, ReachName);
  }
  finding.region = FieldOf<std::string>(object, "region");
  finding.kernel =
      finding.commands ? FieldOr<std::string>(object, "kernel", "") : FieldOf<std::string>(object, "kernel");
  finding.launch = ReadLaunch(object);
  finding.count = FieldOf<uint64_t>(object, "count");
  finding.at_least = FieldOf<bool>(object, "at_least");
  finding.launches = FieldOf<uint64_t>(object, "launches");
  finding.equal_launches = FieldOr<uint64_t>(object, "launches_equal", 0);
  if (object.at("memory").is_object()) finding.memory = ReadMemory(object.at("memory"));
  const std::vector<JsonValue> accesses = ListOf(object, "accesses");
  const bool alone = finding.rule == Rule::kOutOfBounds;
  if (accesses.size() != (alone ? 1 : 2)) throw FieldError("accesses", "has not as many as the rule");
  finding.accesses[0] = ReadAccess(accesses[0]);
  if (alone) ReadBounds(object.at("bounds"), &finding);
  finding.accesses[1] = alone ? finding.accesses[0] : ReadAccess(accesses[1]);
  if (object.contains("loop")) finding.loop = SiteAt(object.at("loop"));
  for (const JsonValue& barrier : ListOf(object, "barriers")) finding.barriers.push_back(SiteAt(barrier));
  finding.lockstep_only = FieldOr<uint64_t>(object, "lockstep_only", 0);
  ReadMissingOrder(object, &finding.missing_order);
  finding.why = FieldOf<std::string>(object, "why");
  finding.repair = FieldOf<std::string>(object, "repair");
  finding.host_stacks = ReadHostStacks(object);
  return finding;
}

}  // namespace

SourcePosition ReadPosition(const JsonValue& position) {
  return {FieldOf<std::string>(position, "file"), FieldOf<unsigned>(position, "line"),
          FieldOf<unsigned>(position, "column"), FieldOf<std::string>(position, "function")};
}

std::optional<Id3> ReadIds(const JsonValue& object, const char* key) {
  if (!object.contains(key) || object.at(key).is_null()) return std::nullopt;
  const auto numbers = FieldOf<std::vector<uint64_t>>(object, key);
  if (numbers.size() != 3) throw FieldError(key, "has not three numbers");
  return Id3{numbers[0], numbers[1], numbers[2]};
}

std::shared_ptr<const Launch> ReadLaunch(const JsonValue& object) {
  auto launch = std::make_shared<Launch>();
  launch->id.value = FieldOr<uint64_t>(object, "launch", 0);
  const Id3 global = ReadIds(object, "global_size").value_or(Id3{1, 1, 1});
  const Id3 local = ReadIds(object, "local_size").value_or(Id3{1, 1, 1});
  const Id3 offset = ReadIds(object, "global_offset").value_or(Id3{});
  std::copy(global.begin(), global.end(), launch->global_size);
  std::copy(local.begin(), local.end(), launch->local_size);
  std::copy(offset.begin(), offset.end(), launch->global_offset);
  unsigned dimensions = 3;  // of reports that do not say it, as many as matter
  while (dimensions > 1 && global[dimensions - 1] == 1) --dimensions;
  launch->dimensions = FieldOr<unsigned>(object, "dimensions", dimensions);
  launch->test = FieldOr<std::string>(object, "test", "");
  launch->build_options = FieldOr<std::string>(object, "build_options", "");
  for (const JsonValue& one : ListOf(object, "arguments")) {
    LaunchArgument& argument = launch->arguments.emplace_back();
    argument.name = FieldOf<std::string>(one, "name");
    argument.type = FieldOf<std::string>(one, "type");
    argument.space = FieldOf<std::string>(one, "space");
    argument.value = FieldOr<std::string>(one, "value", "");
    argument.size = FieldOr<uint64_t>(one, "size", 0);
    argument.object.value = FieldOr<uint64_t>(one, "object", 0);
  }
  return launch;
}

Mistake ReadMistake(const JsonValue& finding) {
  Mistake mistake;
  mistake.id = FieldOf<std::string>(finding, "id");
  mistake.repaired_with = FieldOr<std::string>(finding, "repaired_with", "");
  mistake.repair = FieldOf<std::string>(finding, "repair");
  for (const JsonValue& form : ListOf(finding, "forms")) mistake.forms.push_back(ReadForm(form));
  if (mistake.forms.empty()) throw FieldError("forms", "is empty");
  for (const JsonValue& process : ListOf(finding, "processes")) {
    mistake.seen_by.push_back({FieldOr<uint64_t>(process, "pid", 0), FieldOf<std::string>(process, "command"),
                               FieldOr<std::string>(process, "host", ""), FieldOr<std::string>(process, "rank", ""),
                               FieldOr<std::string>(process, "test", "")});
  }
  return mistake;
}

}  // namespace lockstep
