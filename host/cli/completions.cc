// Completions of the command line for shells, made of the tables of options.
#include "host/cli/completions.h"

#include <set>

#include "runtime/base/text.h"
#include "runtime/model/rules.h"

namespace lockstep {
namespace {

// The kinds and rules that `lockstep explain` knows.
std::string KindWords() {
  std::set<std::string> words;
  for (const KindInfo& info : AllKinds()) words.insert({info.kind, RuleName(info.rule)});
  return Join({words.begin(), words.end()}, " ");
}

std::string NameWords(const std::vector<Command>& commands) {
  std::string words;
  for (const Command& command : commands) words += StrCat(command.name, " ");
  return words + "help version";
}

// `text` between single quotes.
std::string Quoted(const std::string& text) {
  std::string out = "'";
  for (char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// In bash `=` parts words, so that the word before it names the option.
constexpr char kBash[] = R"bash(
_lockstep() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} option= i
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "$(_lockstep_names) --help --version --include-dir" -- "$cur"))
    return
  fi
  # A value: behind "--option=" or "--option ".
  if [[ $cur == "=" ]]; then
    option=$prev cur=
  elif [[ $prev == "=" ]]; then
    option=${COMP_WORDS[COMP_CWORD-2]}
  elif [[ $prev == --* && " $(_lockstep_options "$command") " == *" $prev= "* ]]; then
    option=$prev
  fi
  # Where the program that is to be run begins, all before it being options and their values.
  if [[ $command == run ]]; then
    for ((i = 2; i < COMP_CWORD; ++i)); do
      case ${COMP_WORDS[i]} in
        --) ((++i)) && break ;;
        -*)
          if [[ ${COMP_WORDS[i+1]} == "=" ]]; then
            ((i += 2))
          elif [[ " $(_lockstep_options run) " == *" ${COMP_WORDS[i]}= "* ]]; then
            ((++i))
          fi ;;
        *) break ;;
      esac
    done
    if ((i < COMP_CWORD)); then
      COMPREPLY=($(compgen -f -- "$cur"))
      return
    elif ((i == COMP_CWORD)) && [[ -z $option && ($cur != -* || $prev == --) ]]; then
      COMPREPLY=($(compgen -c -- "$cur"))
      return
    fi
  fi
  if [[ -n $option ]]; then
    local values=$(_lockstep_values "$command" "$option")
    case $values in
      @file) COMPREPLY=($(compgen -f -- "$cur")) ;;
      *) COMPREPLY=($(compgen -W "$values" -- "$cur")) ;;
    esac
  elif [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$(_lockstep_options "$command") --help" -- "$cur"))
    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
  else
    local words=$(_lockstep_words "$command")
    case $words in
      @file) COMPREPLY=($(compgen -f -- "$cur")) ;;
      *) COMPREPLY=($(compgen -W "$words" -- "$cur")) ;;
    esac
  fi
}
complete -o filenames -F _lockstep lockstep
)bash";

std::string Bash(const std::vector<Command>& commands) {
  std::string options, values, words;
  for (const Command& command : commands) {
    options += StrCat("    ", command.name, ") echo \"");
    for (const OptionRow& row : command.help().options) {
      options += StrCat("--", row.name, NeedsValue(row) ? "= " : " ");
      const std::string choices = IsFile(row) ? "@file" : Join(Choices(row), " ");
      if (!choices.empty()) values += StrCat("    ", command.name, "--", row.name, ") echo ", Quoted(choices), " ;;\n");
    }
    options += "\" ;;\n";
    const std::string answer = command.words == WordsAre::kFiles   ? "@file"
                               : command.words == WordsAre::kKinds ? KindWords()
                                                                   : "";
    if (!answer.empty()) words += StrCat("    ", command.name, ") echo ", Quoted(answer), " ;;\n");
  }
  return StrCat("# bash completion for lockstep; made by lockstep --completions=bash\n_lockstep_names() { echo ",
                Quoted(NameWords(commands)), "; }\n_lockstep_options() {\n  case $1 in\n", options,
                "  esac\n}\n_lockstep_values() {\n  case $1$2 in\n", values,
                "  esac\n}\n_lockstep_words() {\n  case $1 in\n", words, "  esac\n}", kBash);
}

// `text` in a spec of zsh's _arguments, where brackets and colons mean something.
std::string ZshText(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string ZshSpec(const OptionRow& row) {
  std::string spec = StrCat("--", row.name,
                            row.value.empty() ? ""
                            : NeedsValue(row) ? "="
                                              : "=-",
                            "[", ZshText(Brief(row)), "]");
  if (!row.value.empty()) {
    const std::string choices = ZshText(Join(Choices(row), " "));
    spec += StrCat(NeedsValue(row) ? ":" : "::", ZshText(row.value), ":",
                   IsFile(row)       ? "_files"
                   : choices.empty() ? ""
                                     : StrCat("(", choices, ")"));
  }
  return Quoted(spec);
}

std::string Zsh(const std::vector<Command>& commands) {
  std::string names, cases;
  for (const Command& command : commands) {
    names += StrCat("      ", Quoted(StrCat(command.name, ":", ZshText(command.summary))), "\n");
    cases += StrCat("    ", command.name, ") _arguments '--help[print its options]' \\\n");
    for (const OptionRow& row : command.help().options) cases += StrCat("        ", ZshSpec(row), " \\\n");
    cases += StrCat("        ",
                    command.words == WordsAre::kCommandLine ? "'*::program:_normal'"
                    : command.words == WordsAre::kFiles     ? "'*:file:_files'"
                    : command.words == WordsAre::kKinds     ? Quoted(StrCat(":kind:(", KindWords(), ")"))
                                                            : "':: :'",
                    " ;;\n");
  }
  return StrCat(
      "#compdef lockstep\n# zsh completion for lockstep; made by lockstep --completions=zsh\n_lockstep() {\n"
      "  local -a names\n  if ((CURRENT == 2)); then\n    names=(\n",
      names,
      "    )\n    _describe command names\n    return\n  fi\n  shift words\n  ((CURRENT--))\n  case $words[1] in\n",
      cases, "  esac\n}\n_lockstep \"$@\"\n");
}

std::string Fish(const std::vector<Command>& commands) {
  std::string text = "# fish completion for lockstep; made by lockstep --completions=fish\n";
  const std::string none = Quoted(StrCat("not __fish_seen_subcommand_from ", NameWords(commands)));
  text += "complete -c lockstep -f\n";
  for (const Command& command : commands) {
    text += StrCat("complete -c lockstep -n ", none, " -a ", command.name, " -d ", Quoted(command.summary), "\n");
    const std::string here = StrCat("complete -c lockstep -n '__fish_seen_subcommand_from ", command.name, "'");
    for (const OptionRow& row : command.help().options) {
      const std::string choices = Join(Choices(row), " ");
      text += StrCat(here, " -l ", row.name, row.letter == 0 ? "" : StrCat(" -s ", row.letter),
                     row.value.empty() ? ""
                     : IsFile(row)     ? " -r -F"
                     : NeedsValue(row) ? " -x"
                                       : "",
                     choices.empty() ? "" : StrCat(" -a ", Quoted(choices)), " -d ", Quoted(Brief(row)), "\n");
    }
    if (command.words == WordsAre::kFiles) text += here + " -F\n";
    if (command.words == WordsAre::kKinds) text += StrCat(here, " -a ", Quoted(KindWords()), "\n");
    if (command.words == WordsAre::kCommandLine) text += here + " -a '(__fish_complete_subcommand)'\n";
  }
  return text;
}

}  // namespace

std::string Completions(const std::string& shell, const std::vector<Command>& commands) {
  if (shell == "bash") return Bash(commands);
  if (shell == "zsh") return Zsh(commands);
  return shell == "fish" ? Fish(commands) : "";
}

}  // namespace lockstep
