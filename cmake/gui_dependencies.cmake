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
find_package(md4c CONFIG QUIET)
if(NOT TARGET md4c::md4c)
  warpglass_missing("md4c" "libmd4c-dev" "md4c")
endif()
warpglass_header_library(warpglass::stb stb_image_write.h "stb" libstb-dev stb stb)

# warpglass_gui_source(NAME header folder repository tag): sets <NAME>_ROOT to a folder that holds the header, or leaves
# it empty where an installed package gives the target.
function(warpglass_gui_source name header folder repository tag)
  set(given ${FETCHCONTENT_SOURCE_DIR_${name}})
  if(NOT given AND EXISTS ${PROJECT_SOURCE_DIR}/third_party/${folder}/${header})
    set(given ${PROJECT_SOURCE_DIR}/third_party/${folder})
  endif()
  if(given AND NOT EXISTS ${given}/${header})
    message(FATAL_ERROR "FETCHCONTENT_SOURCE_DIR_${name} is ${given}, but ${header} is not in it. Point it at the "
      "library's source folder, or run cmake/fetch_sources.sh, which fills third_party/.")
  endif()
  if(NOT given AND NOT FETCHCONTENT_FULLY_DISCONNECTED)
    message(STATUS "${folder}: no local source, fetching ${repository} ${tag}")
    string(TOLOWER ${name} lower)
    FetchContent_Declare(${lower} GIT_REPOSITORY ${repository} GIT_TAG ${tag} SOURCE_SUBDIR does-not-build-itself)
    FetchContent_MakeAvailable(${lower})
    set(given ${${lower}_SOURCE_DIR})
  endif()
  if(NOT given OR NOT EXISTS ${given}/${header})
    message(FATAL_ERROR "The sources of ${folder} are missing (${header}). Ways out: run cmake/fetch_sources.sh (or ./run, "
      "which does), set FETCHCONTENT_SOURCE_DIR_${name} to a copy, install it with vcpkg, or leave "
      "FETCHCONTENT_FULLY_DISCONNECTED off to fetch ${tag}. -DWARPGLASS_GUI=OFF needs none of it.")
  endif()
  set(${name}_ROOT ${given} PARENT_SCOPE)
endfunction()

warpglass_gui_source(IMGUI imgui.h imgui https://github.com/ocornut/imgui.git v1.92.5)
warpglass_gui_source(IMPLOT implot.h implot https://github.com/epezent/implot.git v1.0)
warpglass_gui_source(IMGUICOLORTEXTEDIT TextEditor.h ImGuiColorTextEdit
  https://github.com/goossens/ImGuiColorTextEdit.git master)

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
target_link_libraries(warpglass_gui_deps PUBLIC glfw OpenGL::GL md4c::md4c warpglass::stb Threads::Threads ${CMAKE_DL_LIBS})
