# Set-up shared by ./run and ./check; sourced, in the repository root. Installs the packages that are missing (Debian and
# Ubuntu), fetches the window's sources into third_party/ and remembers in build/ that it did: a stamp carries the hash
# of the scripts, so a second call costs nothing and a changed list is installed again.

packages_run="g++ make cmake ninja-build git ca-certificates python3 python3-pip pkg-config
  libfmt-dev nlohmann-json3-dev libcli11-dev libtomlplusplus-dev libmd4c-dev libstb-dev libgtest-dev libbenchmark-dev
  libglfw3-dev libgl1-mesa-dev libgl1-mesa-dri fonts-nanum xvfb xauth"
packages_check="clang-14 clang-format-14 libclang-rt-14-dev xdotool imagemagick"

say() { printf '\n== %s\n' "$*"; }
die() { printf '%s\n' "$*" >&2; exit 1; }

# install_packages NAME...: those of them that are not installed yet.
install_packages() {
  local missing=() name sudo=()
  command -v apt-get >/dev/null || {
    echo "this system has no apt-get: install the packages of README.md, \"Other systems\", by hand; going on without."
    return 0
  }
  for name in "$@"; do
    dpkg-query -W -f='${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || missing+=("$name")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "these packages are missing and there is no sudo; as root: apt-get install ${missing[*]}"
    sudo=(sudo)
  fi
  say "installing: ${missing[*]}"
  "${sudo[@]}" apt-get update -qq || die "apt-get update failed: is there a network?"
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
    die "apt-get could not install: ${missing[*]}"
}

# set_up run|check: everything that building (and checking) needs.
set_up() {
  local what=$1 hash stamp
  hash=$(cat cmake/setup.sh cmake/fetch_sources.sh | sha256sum | cut -c1-16)
  stamp=build/.setup-$what-$hash
  if [ ! -f "$stamp" ] || [ ! -d third_party/imgui ]; then
    # shellcheck disable=SC2086  # the lists are words
    case $what in
      run) install_packages $packages_run ;;
      check) install_packages $packages_run $packages_check ;;
    esac
    cmake/fetch_sources.sh || die "the sources of the window's libraries are missing; nothing was built."
    mkdir -p build
    rm -f build/.setup-"$what"-*
    touch "$stamp"
  fi
  # A compiler cache is used where there is one. CMake reads this when a build folder is configured first.
  if command -v ccache >/dev/null; then export CMAKE_CXX_COMPILER_LAUNCHER=ccache; fi
}

# build_preset PRESET [TARGET...] configures once (later ninja sees changes itself) and builds; CMAKE_ARGS adds options.
build_preset() {
  local preset=$1
  shift
  if [ ! -f "build/$preset/build.ninja" ]; then
    # shellcheck disable=SC2086
    cmake --preset "$preset" ${CMAKE_ARGS:-} >"build/$preset.log" 2>&1 || { cat "build/$preset.log" >&2; return 1; }
  fi
  cmake --build "build/$preset" ${1:+--target "$@"}
}
