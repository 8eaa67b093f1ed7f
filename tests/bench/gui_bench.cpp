// The window on the null back end: from nothing to the first frame (budget 100 ms), one frame (budget 1 ms), and a
// moved slider with the frame that shows its numbers (budget 16 ms at lesson size).
#include <benchmark/benchmark.h>
#include <imgui.h>
#include <imgui_impl_null.h>

#include "app/gui/application.h"
#include "app/gui/fonts.h"
#include "app/gui/frame.h"

namespace warpglass::bench {
namespace {

const std::filesystem::path kAssets = std::filesystem::path(WARPGLASS_TEST_DATA) / ".." / "assets";

class NullWindow {
 public:
  NullWindow() : application(ApplicationPaths{kAssets, {}}, Settings{}, nullptr) {
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui_ImplNull_Init();
    fonts_ = load_fonts(kAssets);
    application.open("");
  }
  ~NullWindow() {
    ImGui_ImplNull_Shutdown();
    ImGui::DestroyContext();
  }
  NullWindow(const NullWindow&) = delete;
  NullWindow& operator=(const NullWindow&) = delete;

  void frame() {
    application.update(1.0 / 60.0);
    ImGui_ImplNull_NewFrame();
    ImGui::GetIO().DisplaySize = {1280, 800};
    ImGui::NewFrame();
    Commands commands;
    frame_.draw({application.state(), application.shown(), fonts_.fonts, 1.0f}, commands);
    ImGui::Render();
    ImGui_ImplNullRender_RenderDrawData(ImGui::GetDrawData());
    application.apply_all(commands);
  }

  Application application;

 private:
  FontsFound fonts_;
  Frame frame_;
};

void start_to_first_frame(benchmark::State& state) {
  for (auto _ : state) {
    NullWindow window;
    window.frame();
    state.PauseTiming();  // what goes on behind the first frame ends
    window.application.settle(std::chrono::seconds(10));
    state.ResumeTiming();
  }
}

void one_frame(benchmark::State& state) {
  NullWindow window;
  window.application.settle(std::chrono::seconds(10));
  for (int i = 0; i < 10; ++i) window.frame();
  for (auto _ : state) window.frame();
}

void slider_to_frame(benchmark::State& state) {
  NullWindow window;
  window.application.settle(std::chrono::seconds(10));
  std::int64_t pad = 0;
  for (auto _ : state) {
    pad = (pad + 1) % 9;
    window.application.apply_all({SetKnob{"pad", pad}}, std::chrono::seconds(1));
    window.frame();
  }
}

BENCHMARK(start_to_first_frame)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(one_frame)->Unit(benchmark::kMicrosecond)->UseRealTime();
BENCHMARK(slider_to_frame)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace warpglass::bench
