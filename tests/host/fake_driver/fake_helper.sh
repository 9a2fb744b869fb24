#!/bin/sh
# Stands in for lockstep-cc: hands over the image in FAKE_IMAGE, or misbehaves as FAKE_HELPER says.
for argument in "$@"; do
  case $argument in
    --request=*) request=${argument#--request=} ;;
    --output=*) output=${argument#--output=} ;;
  esac
done
# What the application's own streams and preloads must not reach.
if [ -n "$LD_PRELOAD$OPENCL_LAYERS" ]; then echo "loaded into the helper" >&2; exit 2; fi
echo "noise on stdout"
grep -q '"abi":1' "$request" || { echo "no request" >&2; exit 2; }
case $FAKE_HELPER in
  crash) kill -SEGV $$ ;;
  killed) kill -KILL $$ ;;
  reject) echo "k.cl:1:2: error: no" >&2; exit 1 ;;
  fail) echo "out of luck" >&2; exit 2 ;;
  silent) exit 0 ;;
  hang) exec sleep 600 ;;
  # A child that outlives the helper keeps its end of the pipe open.
  orphan) sleep 600 & cat "$FAKE_IMAGE" >"$output" ;;
  garbage) echo "what?" >"$output" ;;
  chatter) head -c 3000000 /dev/zero | tr '\0' 'x' >&2; exit 2 ;;
  truncated) head -c 300 "$FAKE_IMAGE" >"$output" ;;
  other-kernel) sed 's/"name": "k"/"name": "j"/' "$FAKE_IMAGE" >"$output" ;;
  other-arguments) sed 's/, {"index": 1[^}]*}//' "$FAKE_IMAGE" >"$output" ;;
  *) cat "$FAKE_IMAGE" >"$output" ;;
esac
