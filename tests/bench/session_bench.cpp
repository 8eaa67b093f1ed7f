// From a moved slider to the tables: the transpose scene at n = 256 with another padding each time, and with another
// source each time (a key typed in the editor). And what the program reads when it starts.
#include "sim/session.h"

#include <benchmark/benchmark.h>

#include "app/device/recording.h"
#include "app/scene/scene_input.h"
#include "app/scene/sweep.h"
#include "tests/bench/launches.h"

namespace warpglass::bench {
namespace {

const std::string kAssets = std::string(WARPGLASS_TEST_DATA) + "/../assets";

Scene transpose(const char* variant) {
  const SceneLibrary library = load_scenes(kAssets);
  const Scene* found = find_scene(library, "transpose");
  Scene scene = found == nullptr ? Scene{} : *found;
  scene.variant = variant;
  return scene;
}

void update(benchmark::State& state, Session& session, const Scene& scene) {
  SessionInput input;
  SceneError error;
  if (!scene_input(scene, input, error)) return state.SkipWithError(error.message.c_str());
  const auto result = session.update(input, {});
  if (!result->run.completed) return state.SkipWithError("the launch did not complete");
  benchmark::DoNotOptimize(chips(result->sites));
  benchmark::DoNotOptimize(counters_table(result->run.total));
  benchmark::DoNotOptimize(hot_lines_table(*result));
}

void slider_to_table(benchmark::State& state) {
  Session session;
  Scene scene = transpose("try3");
  std::int64_t pad = 0;
  for (auto _ : state) {
    set_knob(scene, "pad", pad = (pad + 1) % 9);
    update(state, session, scene);
  }
}
BENCHMARK(slider_to_table)->Unit(benchmark::kMillisecond);

void slider_to_table_naive(benchmark::State& state) {
  Session session;
  Scene scene = transpose("try0");
  std::int64_t threads = 32;
  for (auto _ : state) {
    set_knob(scene, "threads", threads = threads == 1024 ? 32 : threads * 2);
    update(state, session, scene);
  }
}
BENCHMARK(slider_to_table_naive)->Unit(benchmark::kMillisecond);

void key_to_table(benchmark::State& state) {
  Session session;
  Scene scene = transpose("try3");
  for (auto _ : state) {
    scene.source += ' ';
    update(state, session, scene);
  }
}
BENCHMARK(key_to_table)->Unit(benchmark::kMillisecond);

void sweep_of_padding(benchmark::State& state) {
  Session session;
  const Scene scene = transpose("try3");
  for (auto _ : state) benchmark::DoNotOptimize(sweep_knob(session, scene, "pad", {}));
}
BENCHMARK(sweep_of_padding)->Unit(benchmark::kMillisecond);

void read_scenes(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(load_scenes(kAssets));
}
BENCHMARK(read_scenes)->Unit(benchmark::kMillisecond);

void read_recordings(benchmark::State& state) {
  std::vector<std::string> errors;
  for (auto _ : state) benchmark::DoNotOptimize(load_recordings(kAssets + "/recordings", errors));
}
BENCHMARK(read_recordings)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace warpglass::bench
