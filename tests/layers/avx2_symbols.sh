#!/usr/bin/env bash
# avx2_symbols.sh OBJECT...: an object compiled for AVX2 must not define a symbol that the linker may pick for everybody
# (an inline or template function: nm's W, V or u). Otherwise the whole program could crash on a processor without AVX2.
set -euo pipefail
command -v nm >/dev/null || { echo "SKIPPED: there is no nm"; exit 77; }
checked=0 bad=0
for object in "$@"; do
  [[ $object == *_avx2.cpp.o ]] || continue
  checked=$((checked + 1))
  if nm -C "$object" | grep -E ' [WVu] ' | grep -v 'DW\.ref\.'; then
    echo "$object defines the shared symbols above: make them static or always inline"
    bad=1
  fi
done
echo "$checked objects checked"
[ "$checked" -gt 0 ] && [ "$bad" -eq 0 ]
