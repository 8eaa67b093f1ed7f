// The application's files: the library of scenes, recordings, saving and opening. Every failure is a notice, never a
// box.
#include <algorithm>
#include <array>
#include <iterator>

#include "app/gui/application.h"
#include "app/scene/scene.h"
#include "sim/machine/spec.h"

namespace warpglass {
namespace fs = std::filesystem;
namespace {

// Without any file at all there is still the lab.
Scene built_in_lab() {
  Scene scene;
  scene.kind = SceneKind::kAccessLab;
  scene.id = "access-lab";
  scene.title = {"Access lab", "접근 실험실"};
  scene.text = {"One warp, one access, no kernel.", "커널 없이 워프 하나의 접근 한 번만 본다."};
  return scene;
}

std::string describe(const SceneError& error) {
  std::string text = error.key.empty() ? error.message : error.key + ": " + error.message;
  return error.line == 0 ? text : "line " + std::to_string(error.line) + ": " + text;
}

}  // namespace

void Application::load_library() {
  const auto add = [&](const fs::path& folder) {
    std::error_code error;
    if (folder.empty() || !fs::is_directory(folder / "scenes", error)) return;
    SceneLibrary library = load_scenes(folder.string());
    for (Scene& scene : library.scenes) {
      const auto same = [&](const Scene& other) { return other.id == scene.id; };
      if (std::none_of(state_.library.begin(), state_.library.end(), same)) state_.library.push_back(std::move(scene));
    }
    for (const SceneError& broken : library.errors) note(true, "notice.bad_scene", {describe(broken)});
  };
  if (paths_.assets.empty())
    note(true, "notice.no_assets");
  else
    add(paths_.assets);
  add(paths_.data);
  loading_ = std::async(std::launch::async, [folders = std::array{paths_.assets, paths_.data}, wake = wake_] {
    Loaded loaded;
    for (const fs::path& folder : folders) {
      if (folder.empty()) continue;
      auto found = load_recordings((folder / "recordings").string(), loaded.errors);
      std::move(found.begin(), found.end(), std::back_inserter(loaded.recordings));
    }
    if (wake) wake();
    return loaded;
  });
  std::stable_partition(state_.library.begin(), state_.library.end(),
                        [](const Scene& scene) { return scene.id == kFirstScene; });
  if (state_.library.empty()) state_.library.push_back(built_in_lab());
}

void Application::receive_recordings() {
  Loaded loaded = loading_.get();
  state_.recordings = std::make_shared<const Recordings>(std::move(loaded.recordings));
  for (const std::string& bad : loaded.errors) note(true, "notice.bad_recording", {bad});
  shown_ = derive(state_);
  sweep_wanted_ = true;  // for the measured points
}

bool Application::open(const std::string& path_or_id) {
  for (const Scene& scene : state_.library)
    if (scene.id == (path_or_id.empty() ? kFirstScene : path_or_id)) {
      show(scene);
      return true;
    }
  std::error_code error;
  if (!path_or_id.empty() && fs::exists(path_or_id, error)) {
    const auto before = state_.source_version;
    open_file(path_or_id);
    return state_.source_version != before;
  }
  if (!path_or_id.empty()) note(true, "notice.not_found", {path_or_id});
  return false;
}

void Application::open_file(const fs::path& path) {
  std::string text;
  if (!read_file(path, text, 1u << 20)) {
    note(true, "notice.not_read", {path.string()});
    return;
  }
  open_text(text, path.filename().string(), files_beside(path.parent_path().string()));
}

void Application::open_text(const std::string& text, const std::string& name, const SceneFileReader& beside) {
  std::vector<SceneError> errors;
  auto scene = read_scene(text, errors, beside);
  if (!scene) {
    note(true, "notice.not_a_scene", {name, errors.empty() ? std::string() : describe(errors.front())});
    return;
  }
  const auto same = [&](const Scene& other) { return other.id == scene->id; };
  const auto known = std::find_if(state_.library.begin(), state_.library.end(), same);
  if (known == state_.library.end()) state_.library.push_back(*scene);
  note(false, "notice.opened", {name});
  show(std::move(*scene));
}

// A saved scene never replaces a shipped one: its file is named after its id and a number that is free.
void Application::save_scene() {
  const fs::path folder = paths_.data / "scenes";
  std::string id;
  for (const char c : state_.scene.id)
    id += (std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_') ? c : '-';
  if (id.empty()) id = "scene";
  std::error_code error;
  fs::path path;
  for (int number = 1; number < 10'000; ++number) {
    path = folder / (id + "-" + std::to_string(number) + ".toml");
    if (!fs::exists(path, error)) break;
  }
  Scene saved = state_.scene;
  saved.id = path.stem().string();
  if (write_file(path, write_scene(saved)))
    note(false, "notice.saved", {path.string()});
  else
    note(true, "notice.not_saved", {path.string()});
}

void Application::list_files() {
  state_.scene_files.clear();
  std::error_code error;
  for (fs::directory_iterator at(paths_.data / "scenes", error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == ".toml" && state_.scene_files.size() < 200)
      state_.scene_files.push_back(at->path().string());
  }
  std::sort(state_.scene_files.begin(), state_.scene_files.end());
}

}  // namespace warpglass
