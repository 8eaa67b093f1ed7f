#!/usr/bin/env bash
# Output that cannot be written is told and ends with 2, never with 0. $1: the program.
set -euo pipefail
program=$1
[ -c /dev/full ] || { echo "SKIPPED: there is no /dev/full"; exit 77; }
for words in machines --help "access --space global --index lane*32"; do
  code=0
  # shellcheck disable=SC2086  # the words of a command line
  problem=$("$program" $words 2>&1 >/dev/full) || code=$?
  [ "$code" = 2 ] || { echo "$words: exit code $code, not 2"; exit 1; }
  case $problem in
    *"standard output cannot be written"*) ;;
    *) echo "$words: said '$problem'"; exit 1 ;;
  esac
done
