// Text from outside (file and kernel names, source lines, messages of drivers, command lines) as it may be
// written to a terminal: nothing in it can move the cursor, set colours, hide or reorder what stands around
// it, or begin a line that looks like one of ours.
#ifndef LOCKSTEP_RUNTIME_BASE_PRINTABLE_H_
#define LOCKSTEP_RUNTIME_BASE_PRINTABLE_H_

#include <string>
#include <string_view>

namespace lockstep {

// `text` for one line: control characters (line ends and tabs too) and bytes that are not UTF-8 as "\x1b",
// characters that show nothing themselves but change what is seen (C1 controls, marks of direction, line
// separators, characters without width, tags) as "\u{202e}". All else stays, backslashes too; the result
// of it again is itself.
std::string Printable(std::string_view text);

// The same for text of several lines: line ends stay, tabs become blanks, and a line that begins as ours do,
// "lockstep:", gets a blank before it.
std::string PrintableLines(std::string_view text);

// JSON text without such characters: in its strings they become the escapes of JSON that mean the same.
// `json`: valid UTF-8.
std::string PrintableJson(std::string_view json);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_PRINTABLE_H_
