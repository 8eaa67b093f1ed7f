#!/usr/bin/env bash
# Fills third_party/ with the three sources that no distribution packages in a fitting version: Dear ImGui, ImPlot and
# ImGuiColorTextEdit, all out of one source distribution whose hash is checked. Does nothing when they are there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
version=1.93.0
sha256=10ad1dab8258a6787b4f07bb926b08d0efc648a7906242568c8dd778c5e719bf
stamp=third_party/.imgui-bundle-$version
[ -f "$stamp" ] && exit 0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo "fetching the sources of Dear ImGui, ImPlot and ImGuiColorTextEdit (imgui-bundle $version, 54 MB)"
python3 -m pip download --quiet --disable-pip-version-check --no-deps --no-binary imgui-bundle \
  -d "$work" "imgui-bundle==$version" >"$work/log" 2>&1 || true
archive=$work/imgui_bundle-$version.tar.gz
if [ ! -f "$archive" ]; then
  tail -n 3 "$work/log" >&2
  echo "the download failed: is there a network, and python3 with pip? The other ways are in README.md, \"Other systems\"." >&2
  exit 1
fi
if ! echo "$sha256  $archive" | sha256sum --check --status; then
  echo "imgui-bundle $version has another hash than the one this project was tested with; nothing was unpacked." >&2
  exit 1
fi
mkdir "$work/all"
tar -xzf "$archive" -C "$work/all" --strip-components=1 --wildcards '*/external/imgui/imgui/*' \
  '*/external/implot/implot/*' '*/external/ImGuiColorTextEdit/ImGuiColorTextEdit/*'

# take SOURCE TARGET FILE...: only the files that are compiled or included, and the licence.
take() {
  local from=$work/all/external/$1 to=$work/new/$2 file
  shift 2
  for file in "$@"; do
    mkdir -p "$to/$(dirname "$file")"
    (cd "$from" && cp --parents $file "$to/")
  done
}
take imgui/imgui imgui '*.cpp' '*.h' 'LICENSE*' 'backends/imgui_impl_glfw.*' 'backends/imgui_impl_opengl3*' \
  'backends/imgui_impl_null.*' 'misc/cpp/*'
take implot/implot implot '*.cpp' '*.h' 'LICENSE*'
take ImGuiColorTextEdit/ImGuiColorTextEdit ImGuiColorTextEdit 'TextEditor.*' 'LICENSE*'
mkdir -p third_party
for name in imgui implot ImGuiColorTextEdit; do
  rm -rf "third_party/$name"
  cp -r "$work/new/$name" "third_party/$name"
done
touch "$stamp"
