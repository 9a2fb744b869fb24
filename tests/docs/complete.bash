# What bash's completion of lockstep offers, one line for each command line on stdin: its words with blanks between them,
# the last one being the one that is completed. `=` is a word of its own, as bash has it.
# Usage: complete.bash FILE, the completion
source "$1"
compopt() { :; }
while IFS= read -r line; do
  IFS=' ' read -ra COMP_WORDS <<<"$line"
  [[ $line == *" " ]] && COMP_WORDS+=("")
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  _lockstep
  echo "${COMPREPLY[*]}"
done
