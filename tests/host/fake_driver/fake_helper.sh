#!/bin/sh
# Stands in for lockstep-cc: hands over the image in FAKE_IMAGE, or misbehaves as FAKE_HELPER says.
# The request comes on stdin, the answer goes to descriptor 3: its length in a line, then the image.
LC_ALL=C
case "$*" in
  --request=-\ --output=fd:3\ *) ;;
  *) echo "called with $*" >&2; exit 2 ;;
esac
answer() { text=$(cat; echo .) && text=${text%.} && printf '%s\n%s' "${#text}" "$text" >&3; }
# What the application's own streams and preloads must not reach.
if [ -n "$LD_PRELOAD$OPENCL_LAYERS" ]; then echo "loaded into the helper" >&2; exit 2; fi
echo "noise on stdout"
grep -q '"abi":1' || { echo "no request" >&2; exit 2; }
case $FAKE_HELPER in
  crash) kill -SEGV $$ ;;
  killed) kill -KILL $$ ;;
  reject) echo "k.cl:1:2: error: no" >&2; exit 1 ;;
  fail) echo "out of luck" >&2; exit 2 ;;
  silent) exit 0 ;;
  hang) exec sleep 600 ;;
  # A child that outlives the helper keeps its end of the pipe open.
  orphan) sleep 600 & answer <"$FAKE_IMAGE" ;;
  garbage) echo "what?" >&3 ;;
  nonsense) echo "what?" | answer ;;
  chatter) head -c 3000000 /dev/zero | tr '\0' 'x' >&2; exit 2 ;;
  cut) wc -c <"$FAKE_IMAGE" >&3; head -c 300 "$FAKE_IMAGE" >&3 ;;
  truncated) head -c 300 "$FAKE_IMAGE" | answer ;;
  other-kernel) sed 's/"name": "k"/"name": "j"/' "$FAKE_IMAGE" | answer ;;
  other-arguments) sed 's/, {"index": 1[^}]*}//' "$FAKE_IMAGE" | answer ;;
  *) answer <"$FAKE_IMAGE" ;;
esac
