#!/usr/bin/env bash
# What needs a GPU: ./check --gpu. $1 is the program, with the device plug-in beside it. Measures the transpose scene
# (every result is compared with the model's) and one fault of each kind, after each of which the next launch must work.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
program=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/faults.cu" <<'X'
__global__ void outside(int* a) { a[1ll << 40] = 1; }
__global__ void forever(volatile int* a) { while (a[0] == 0) { } }
__global__ void stop(int* a) { __trap(); }
__global__ void fine(int* a) { a[threadIdx.x] = threadIdx.x; }
X
one() { echo "{\"id\":\"$1\",\"source\":\"faults.cu\",\"kernel\":\"$1\",\"grid\":[1,1,1],\"block\":[32,1,1],\"args\":[{\"buffer\":\"int32\",\"count\":32,\"fill\":\"zero\"}]}"; }
echo "[$(one outside), $(one forever), $(one stop), $(one fine)]" >"$work/faults.json"
"$program" measure "$work/faults.json" --json "$work/out.json" --watchdog 2 >"$work/log" 2>&1 || true
failed=0
expect() { grep -q "$1" "$work/log" && echo "ok: $1" || { echo "FAILED: $1"; failed=1; }; }
expect "outside: The kernel read or wrote an address"
expect "forever: The kernel did not finish in 2 s"
expect "stop: The GPU stopped the kernel"
expect "fine: cold"
"$program" measure "$root/assets/scenes/transpose.toml" --json "$work/scene.json" --only try3 >"$work/log" 2>&1 || { cat "$work/log"; failed=1; }
expect "transpose_try3_pad1: cold"
exit $failed
