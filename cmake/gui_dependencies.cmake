# The window's libraries as one static library, warpglass_gui_deps: Dear ImGui with its GLFW, OpenGL 3 and null back
# ends, ImPlot, ImGuiColorTextEdit, and links to GLFW, OpenGL, md4c and stb. Included by dependencies.cmake only.
# IMGUI_ENABLE_TEST_ENGINE makes ImGui's core call four hook functions; app/gui defines them (empty in the program, and
# the tests find widgets through them).
find_package(OpenGL QUIET)
if(NOT TARGET OpenGL::GL)
  warpglass_missing("OpenGL" "libgl1-mesa-dev" "opengl")
endif()
find_package(glfw3 CONFIG QUIET)
if(NOT TARGET glfw)
  warpglass_missing("GLFW" "libglfw3-dev" "glfw3")
endif()
# By header and library: Debian's md4c package file names a library of another package and stops CMake.
find_library(WARPGLASS_MD4C_LIBRARY md4c)
mark_as_advanced(WARPGLASS_MD4C_LIBRARY)
if(NOT WARPGLASS_MD4C_LIBRARY)
  warpglass_missing("md4c" "libmd4c-dev" "md4c")
endif()
warpglass_header_library(warpglass::md4c md4c.h "md4c" libmd4c-dev md4c)
target_link_libraries(warpglass::md4c INTERFACE ${WARPGLASS_MD4C_LIBRARY})
warpglass_header_library(warpglass::stb stb_image_write.h "stb" libstb-dev stb stb)

# The one Git tag behind all three: a collection whose submodules are the versions this project was tested with.
function(warpglass_fetch_bundle)
  if(NOT FETCHCONTENT_FULLY_DISCONNECTED AND NOT warpglass_bundle_SOURCE_DIR)
    message(STATUS "no local sources of the window's libraries: fetching imgui_bundle v1.93.0 with Git "
      "(where Git cannot: run cmake/fetch_sources.sh, or configure with -DWARPGLASS_GUI=OFF)")
    FetchContent_Declare(warpglass_bundle GIT_REPOSITORY https://github.com/pthom/imgui_bundle.git GIT_TAG v1.93.0
      GIT_SHALLOW ON SOURCE_SUBDIR not-its-own-build
      GIT_SUBMODULES external/imgui/imgui external/implot/implot external/ImGuiColorTextEdit/ImGuiColorTextEdit)
    FetchContent_MakeAvailable(warpglass_bundle)
    set(warpglass_bundle_SOURCE_DIR ${warpglass_bundle_SOURCE_DIR} PARENT_SCOPE)
  endif()
endfunction()

# warpglass_gui_source(NAME header folder path): sets <NAME>_ROOT to the folder that holds the header.
macro(warpglass_gui_source name header folder path)
  set(${name}_ROOT "${FETCHCONTENT_SOURCE_DIR_${name}}")
  if(NOT ${name}_ROOT AND EXISTS ${PROJECT_SOURCE_DIR}/third_party/${folder}/${header})
    set(${name}_ROOT ${PROJECT_SOURCE_DIR}/third_party/${folder})
  endif()
  if(NOT ${name}_ROOT)
    warpglass_fetch_bundle()
    set(${name}_ROOT "${warpglass_bundle_SOURCE_DIR}/external/${path}")
    if(NOT warpglass_bundle_SOURCE_DIR)
      set(${name}_ROOT ${PROJECT_SOURCE_DIR}/third_party/${folder}) # for the message below
    endif()
  endif()
  if(NOT EXISTS ${${name}_ROOT}/${header})
    message(FATAL_ERROR "The sources of ${folder} are missing: there is no ${header} in ${${name}_ROOT}. Ways out: run "
      "cmake/fetch_sources.sh (./run does it), or set FETCHCONTENT_SOURCE_DIR_${name} to a folder with them, or allow the "
      "Git download (FETCHCONTENT_FULLY_DISCONNECTED=OFF), or build without the window (-DWARPGLASS_GUI=OFF).")
  endif()
endmacro()

warpglass_gui_source(IMGUI imgui.h imgui imgui/imgui)
warpglass_gui_source(IMPLOT implot.h implot implot/implot)
warpglass_gui_source(IMGUICOLORTEXTEDIT TextEditor.h ImGuiColorTextEdit ImGuiColorTextEdit/ImGuiColorTextEdit)

file(GLOB WARPGLASS_GUI_SOURCES ${IMGUI_ROOT}/imgui*.cpp ${IMPLOT_ROOT}/implot*.cpp)
list(FILTER WARPGLASS_GUI_SOURCES EXCLUDE REGEX "implot_demo\\.cpp$")
add_library(warpglass_gui_deps STATIC ${WARPGLASS_GUI_SOURCES} ${IMGUICOLORTEXTEDIT_ROOT}/TextEditor.cpp
  ${IMGUI_ROOT}/backends/imgui_impl_glfw.cpp ${IMGUI_ROOT}/backends/imgui_impl_opengl3.cpp
  ${IMGUI_ROOT}/backends/imgui_impl_null.cpp ${IMGUI_ROOT}/misc/cpp/imgui_stdlib.cpp)
target_include_directories(warpglass_gui_deps SYSTEM PUBLIC ${IMGUI_ROOT} ${IMGUI_ROOT}/backends ${IMGUI_ROOT}/misc/cpp
  ${IMPLOT_ROOT} ${IMGUICOLORTEXTEDIT_ROOT})
target_compile_definitions(warpglass_gui_deps PUBLIC IMGUI_ENABLE_TEST_ENGINE IMGUI_DISABLE_DEMO_WINDOWS
  "IMPLOT_CUSTOM_NUMERIC_TYPES=(float)(double)(int)")
if(MSVC)
  target_compile_options(warpglass_gui_deps PRIVATE /w)
else()
  target_compile_options(warpglass_gui_deps PRIVATE -w -O2)
endif()
target_link_libraries(warpglass_gui_deps PUBLIC glfw OpenGL::GL warpglass::md4c warpglass::stb Threads::Threads ${CMAKE_DL_LIBS})
