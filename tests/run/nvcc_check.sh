#!/bin/sh
# Compiles every kernel of tests/run and tests/lang with the real compiler: what runs here must be CUDA.
# A file with `// nvcc: refuses` must be refused. Exits with 77 where there is no nvcc.
command -v nvcc >/dev/null 2>&1 || { echo "SKIPPED: there is no nvcc"; exit 77; }
here=$(cd "$(dirname "$0")/.." && pwd)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cat >"$out/one" <<'END'
expected=accepts
if grep -q '^// nvcc: refuses' "$1"; then expected=refuses; fi
log=$(mktemp)
if nvcc -std=c++17 -w -arch=sm_90 -ptx "$1" -o "$log.ptx" >"$log" 2>&1; then got=accepts; else got=refuses; fi
[ "$got" = "$expected" ] && exit 0
echo "$1: nvcc $got it"
[ "$got" = refuses ] && grep -m 2 error "$log"
exit 1
END
export TMPDIR="$out"
printf '%s\n' "$here"/run/*.cu "$here"/lang/*.cu | xargs -P "$(getconf _NPROCESSORS_ONLN)" -n 1 sh "$out/one"
