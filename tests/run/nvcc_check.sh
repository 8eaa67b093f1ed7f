#!/bin/sh
# Compiles every kernel of tests/run and tests/lang with the real compiler: what runs here must be CUDA.
# A file with `// nvcc: refuses` must be refused. Exits with 77 where there is no nvcc.
command -v nvcc >/dev/null 2>&1 || { echo "SKIPPED: there is no nvcc"; exit 77; }
here=$(cd "$(dirname "$0")/.." && pwd)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
bad=0
for file in "$here"/run/*.cu "$here"/lang/*.cu; do
  expected=accepts
  if grep -q '^// nvcc: refuses' "$file"; then expected=refuses; fi
  if nvcc -std=c++17 -w -arch=sm_90 -c "$file" -o "$out/k.o" >"$out/log" 2>&1; then got=accepts; else got=refuses; fi
  if [ "$got" != "$expected" ]; then
    echo "$file: nvcc $got it"
    [ "$got" = refuses ] && grep -m 2 error "$out/log"
    bad=1
  fi
done
exit $bad
