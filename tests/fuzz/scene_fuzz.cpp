// Any bytes as a scene. One that is read comes back from its own text and gives a launch or a sentence.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "app/scene/scene.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::vector<warpglass::SceneError> errors;
  const auto scene = warpglass::read_scene(text, errors);
  if (scene.has_value() != errors.empty()) std::abort();
  if (!scene) return 0;
  const auto again = warpglass::read_scene(warpglass::write_scene(*scene), errors);
  if (!again || !(*again == *scene)) std::abort();
  warpglass::Launch launch;
  warpglass::SceneError error;
  warpglass::scene_launch(*scene, launch, error);
  for (const warpglass::Knob& knob : scene->knobs) warpglass::fill_hint(*scene, knob.hint.en);
  warpglass::PerLane<std::int64_t> index;
  warpglass::FormulaError wrong;
  warpglass::lab_indices(scene->lab, index, wrong);
  return 0;
}
