#!/bin/bash
# The long run: Theorem 5.2 on a million random kernels and the tool on 100,000, in slices whose
# results go to a file. It can be stopped and started again; finished slices are not repeated.
#
#   [JOBS=1] [FIRST=9500] tests/oracle/long_run.sh BUILD_FOLDER RESULTS [KERNELS]
#
# JOBS: how many run side by side, 2 unless told. FIRST: the tool's first kernel, a multiple of 500,
# to go on where a recorded run ended; Theorem 5.2 is then left out. Copy bin/ and lib/ of the build
# folder first if it is to be built in meanwhile.
# Record the last lines of RESULTS in docs/oracle.md.
set -euo pipefail
if [[ $# -lt 2 ]]; then
  sed -n '2,11p' "$0" >&2
  exit 2
fi
build=$(realpath "$1")
results=$2
kernels=${3:-100000}
first_tool=${FIRST:-0}
export OCL_ICD_VENDORS=${OCL_ICD_VENDORS:-/etc/OpenCL/vendors/pocl.icd}
touch "$results"

slice() {  # name, command: runs it unless it was run, and notes its last line and status
  local name=$1 status=0 last
  shift
  grep -q "^$name: ok" "$results" && return
  last=$("$@" 2>&1 | tee "$results.$name.log" | grep -E '^[0-9]+ kernels' | tail -1) || status=$?
  if [[ $status -eq 0 && -n $last ]] && ! grep -qE 'FAILED|^====' "$results.$name.log"; then
    echo "$name: ok: $last" >> "$results"
    rm -f "$results.$name.log"
  else
    echo "$name: disagreement, see $results.$name.log" >> "$results"
  fi
}

for ((first = 2000000; first < 3000000 && first_tool == 0; first += 50000)); do
  slice "theorem-$first" env "ORACLE_SEEDS=$first:50000" "$build/bin/tests/oracle-theorem-test" \
    --gtest_filter='*HoldsForChosenSeeds'
done
for ((first = first_tool; first < kernels; first += 500)); do
  slice "tool-$first" "$build/bin/tests/oracle-differential" "--lockstep=$build/bin/lockstep" \
    "--runner=$build/bin/tests/oracle-run-batch" "--first=$first" "--jobs=${JOBS:-2}" --count=500
done
awk -F': ' '
  / disagreement,/ { bad++ }
  /: ok:/ { split($3, n, " "); split($1, part, "-"); total[part[1]] += n[1] }
  match($0, /[0-9]+ the driver.s own/) { own += substr($0, RSTART) + 0 }
  END {
    for (what in total) printf "%s: %d kernels without disagreement\n", what, total[what]
    printf "the driver'"'"'s own results among them: %d\n", own
    printf "slices with disagreements: %d\n", bad
  }' "$results" | tee -a "$results"
