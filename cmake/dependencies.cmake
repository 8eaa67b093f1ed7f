# Every third-party library, and the only place that knows where it comes from. Versions as tested: docs of each package.
# - fmt, nlohmann-json, CLI11, toml++, md4c, stb, GLFW, OpenGL, GoogleTest, Benchmark: installed packages.
# - Dear ImGui, ImPlot, ImGuiColorTextEdit (gui_dependencies.cmake): a given FETCHCONTENT_SOURCE_DIR_<NAME>, then
#   third_party/<name>, which cmake/fetch_sources.sh fills, then a pinned Git tag. Always sources, never an installed
#   binary: the tests need ImGui's core compiled with its four hooks (IMGUI_ENABLE_TEST_ENGINE), and no package is.
# Everything third-party is a system include and the GUI sources are one library with their own flags: our warnings
# never apply to them.
include(FetchContent)
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

# warpglass_missing(what debian vcpkg): stops with the ways out.
function(warpglass_missing what debian vcpkg)
  message(FATAL_ERROR "${what} was not found. Install it (Debian and Ubuntu: ${debian}; vcpkg: ${vcpkg}; "
    "Fedora names: README.md, \"Other systems\"), or let ./run set everything up, then configure again.")
endfunction()

# warpglass_header_library(target header what debian vcpkg [suffixes...]): an imported target around a header's folder.
function(warpglass_header_library target header what debian vcpkg)
  if(TARGET ${target})
    return()
  endif()
  string(MAKE_C_IDENTIFIER "WARPGLASS_${target}_INCLUDE" variable)
  find_path(${variable} ${header} PATH_SUFFIXES ${ARGN})
  mark_as_advanced(${variable})
  if(NOT ${variable})
    warpglass_missing("${what} (${header})" "${debian}" "${vcpkg}")
  endif()
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} SYSTEM INTERFACE ${${variable}})
endfunction()

find_package(fmt CONFIG QUIET)
if(NOT TARGET fmt::fmt)
  warpglass_missing("fmt" "libfmt-dev" "fmt")
endif()
find_package(nlohmann_json CONFIG QUIET)
warpglass_header_library(nlohmann_json::nlohmann_json nlohmann/json.hpp "nlohmann-json" nlohmann-json3-dev nlohmann-json)
find_package(CLI11 CONFIG QUIET)
warpglass_header_library(CLI11::CLI11 CLI/CLI.hpp "CLI11" libcli11-dev cli11)
find_package(tomlplusplus CONFIG QUIET)
warpglass_header_library(tomlplusplus::tomlplusplus toml++/toml.h "toml++" libtomlplusplus-dev tomlplusplus)
if(WARPGLASS_TESTS)
  find_package(GTest CONFIG QUIET)
  if(NOT TARGET GTest::gtest_main)
    warpglass_missing("GoogleTest" "libgtest-dev" "gtest")
  endif()
endif()
if(WARPGLASS_BENCH)
  find_package(benchmark CONFIG QUIET)
  if(NOT TARGET benchmark::benchmark)
    warpglass_missing("Google Benchmark" "libbenchmark-dev" "benchmark")
  endif()
endif()
if(WARPGLASS_GUI)
  include(${CMAKE_CURRENT_LIST_DIR}/gui_dependencies.cmake)
endif()
