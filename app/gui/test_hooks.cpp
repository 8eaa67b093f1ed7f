// See test_hooks.h. The recorder hangs on ImGui's own context, so two contexts never meet.
#include "app/gui/test_hooks.h"

#include <imgui_internal.h>

namespace warpglass {

void set_widget_recorder(WidgetRecorder* recorder) {
  ImGuiContext& context = *ImGui::GetCurrentContext();
  context.TestEngine = recorder;
  context.TestEngineHookItems = recorder != nullptr;
}

void tell_label(ImGuiID id, const char* label) {
  ImGuiContext& context = *ImGui::GetCurrentContext();
  if (context.TestEngineHookItems) static_cast<WidgetRecorder*>(context.TestEngine)->labelled(id, label);
}

}  // namespace warpglass

void ImGuiTestEngineHook_ItemAdd(ImGuiContext* context, ImGuiID id, const ImRect& box, const ImGuiLastItemData*) {
  if (id != 0 && context->TestEngine != nullptr)
    static_cast<warpglass::WidgetRecorder*>(context->TestEngine)->placed(id, box.Min, box.Max);
}

void ImGuiTestEngineHook_ItemInfo(ImGuiContext* context, ImGuiID id, const char* label, ImGuiItemStatusFlags) {
  if (id != 0 && context->TestEngine != nullptr)
    static_cast<warpglass::WidgetRecorder*>(context->TestEngine)->labelled(id, label);
}

void ImGuiTestEngineHook_Log(ImGuiContext*, const char*, ...) {}

const char* ImGuiTestEngine_FindItemDebugLabel(ImGuiContext*, ImGuiID) { return nullptr; }
