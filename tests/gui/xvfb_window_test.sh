#!/usr/bin/env bash
# One real window under Xvfb, driven by xdotool: opens, takes keys, and its bank bars are really drawn. $1: the program.
set -euo pipefail
program=$1
for tool in Xvfb xdotool import convert; do
  command -v "$tool" >/dev/null || { echo "SKIPPED: there is no $tool"; exit 77; }
done
work=$(mktemp -d)
# -noreset: else the server starts anew whenever its last client (xdotool) leaves, and refuses the program meanwhile.
Xvfb -displayfd 6 -noreset -screen 0 1400x900x24 -nolisten tcp 6>"$work/display" 2>"$work/xvfb.log" &
xvfb=$!
window=
trap 'kill $window $xvfb 2>/dev/null || true; rm -rf "$work"' EXIT
for _ in $(seq 100); do [ -s "$work/display" ] && break; sleep 0.1; done
[ -s "$work/display" ] || { echo "SKIPPED: Xvfb did not start: $(tail -n 1 "$work/xvfb.log")"; exit 77; }
DISPLAY=:$(cat "$work/display")
export DISPLAY

"$program" --data "$work/data" --size 1280x800 --theme dark --language en 2>"$work/log" &
window=$!
id=
for _ in $(seq 200); do
  id=$(xdotool search --name '^Warpglass$' 2>/dev/null | head -n 1) && [ -n "$id" ] && break
  kill -0 $window 2>/dev/null || { echo "the program ended early:"; cat "$work/log"; exit 1; }
  sleep 0.1
done
[ -n "$id" ] || { echo "no window appeared"; cat "$work/log"; exit 1; }
xdotool windowmove "$id" 0 0 windowfocus "$id" 2>/dev/null || true
sleep 3

# colours FILE: how many different colours stand where the banks are (right of the scene, below the code).
colours() { convert "$1" -crop 620x280+310+330 +repage -unique-colors txt:- | tail -n +2 | wc -l; }
shot() { import -silent -window "$id" "$work/$1.png"; }

shot first
first=$(colours "$work/first.png")
[ "$first" -ge 40 ] || { echo "the bank picture is empty: $first colours"; exit 1; }

xdotool key --window "$id" l
sleep 1.5
shot korean
cmp -s "$work/first.png" "$work/korean.png" && { echo "the key L changed nothing"; exit 1; }
xdotool key --window "$id" Right
sleep 1.5
shot step
cmp -s "$work/korean.png" "$work/step.png" && { echo "the key Right changed nothing"; exit 1; }
xdotool key --window "$id" p
sleep 1.5
shot present
cmp -s "$work/step.png" "$work/present.png" && { echo "the key P changed nothing"; exit 1; }
kill -0 $window || { echo "the program ended"; cat "$work/log"; exit 1; }
echo "a real window drew $first colours where the banks are, and took four keys"
