// The window's texts, first half: top bar, keys, notices, presentation. Korean is in plain form (-다), short.
#include "app/gui/text.h"

namespace warpglass {
namespace {

constexpr TextEntry kTexts[] = {
    {"bar.machine", "{0} model", "{0} 모형"},
    {"bar.scene", "Open this scene.", "이 장면을 연다."},
    {"bar.present", "Present", "발표"},
    {"bar.present_tip", "Only the picture and the knobs, large (P).", "그림과 손잡이만 크게 보인다 (P)."},
    {"bar.larger", "Larger (Ctrl +)", "크게 (Ctrl +)"},
    {"bar.smaller", "Smaller (Ctrl -)", "작게 (Ctrl -)"},
    {"bar.theme", "Dark or light", "어둡게 또는 밝게"},
    {"bar.language", "한국어로 보기 (L)", "Show in English (L)"},
    {"bar.keys", "The keys (F1)", "단축키 (F1)"},
    {"bar.cancel", "Cancel", "취소"},
    {"bar.cancel_tip", "Stops the run; what was counted so far stays.", "실행을 멈춘다. 지금까지 센 것은 남는다."},
    {"present.keys", "H show numbers    ← → next    Esc end", "H 숫자 보이기    ← → 다음    Esc 끝내기"},
    {"keys.title", "Keys", "단축키"},
    {"keys.close", "close", "닫기"},
    {"keys.play", "play or pause, pass by pass", "한 통과씩 재생, 멈춤"},
    {"keys.step", "one pass back, one pass on", "한 통과 뒤로, 앞으로"},
    {"keys.access", "the access before, the access after", "앞 접근, 다음 접근"},
    {"keys.home", "everything lit again", "처음으로 되돌린다"},
    {"keys.hide", "hide or show the numbers", "숫자를 감추거나 보인다"},
    {"keys.checks", "run with checks, or without", "검사를 켜거나 끈다"},
    {"keys.present", "present", "발표 화면"},
    {"keys.slides", "presenting: scene before, scene after", "발표 중: 앞 장면, 다음 장면"},
    {"keys.language", "Korean, English", "한국어, 영어"},
    {"keys.size", "larger, smaller, 100 %", "크게, 작게, 100 %"},
    {"keys.wheel", "over a knob, or after a click on it: one step", "손잡이 위에서, 또는 손잡이를 누른 뒤: 한 칸"},
    {"keys.save", "save the scene", "장면 저장"},
    {"keys.open", "open a scene", "장면 열기"},
    {"keys.full", "full screen", "전체 화면"},
    {"keys.keys", "this card", "이 표"},
    {"open.title", "Open a scene", "장면 열기"},
    {"open.path", "path of a scene file, then Enter; or drop the file on the window",
     "장면 파일 경로를 넣고 Enter, 또는 파일을 창에 끌어 놓는다"},
    {"open.none", "No scene is saved yet: Ctrl+S saves the one on screen.",
     "저장한 장면이 없다. Ctrl+S로 지금 장면을 저장한다."},
    {"notice.dismiss", "Dismiss", "지우기"},
    {"notice.copied", "The scene is on the clipboard, as text.", "장면을 글로 복사했다."},
    {"notice.saved", "Saved: {0}", "저장했다: {0}"},
    {"notice.not_saved", "Could not write {0}. Is the disk full, or the folder read-only?",
     "{0}에 쓸 수 없다. 디스크가 찼거나 읽기 전용인지 본다."},
    {"notice.opened", "Opened: {0}", "열었다: {0}"},
    {"notice.not_found", "There is no scene and no file called {0}.", "{0}(이)라는 장면도 파일도 없다."},
    {"notice.not_read", "Could not read {0}: it is missing, not a file, or over 1 MiB.",
     "{0}을(를) 읽을 수 없다. 파일이 없거나 1 MiB를 넘는다."},
    {"notice.not_a_scene", "{0} is not a scene: {1}", "{0}은(는) 장면이 아니다: {1}"},
    {"notice.bad_scene", "A scene file was skipped: {0}", "장면 파일 하나를 건너뛰었다: {0}"},
    {"notice.bad_recording", "A recording was skipped: {0}", "측정 기록 하나를 건너뛰었다: {0}"},
    {"notice.no_assets",
     "The folder assets was not found; only the Access lab is here. Set WARPGLASS_ASSETS to the folder, or start the "
     "program from where it was built.",
     "assets 폴더를 찾지 못해 접근 실험실만 있다. WARPGLASS_ASSETS에 폴더를 넣거나 빌드한 자리에서 시작한다."},
    {"notice.fonts",
     "NanumGothic was not found; another font stands in. Install fonts-nanum (or put the files into assets/fonts).",
     "나눔고딕이 없어 다른 글꼴을 쓴다. fonts-nanum을 설치하거나 파일을 assets/fonts에 넣는다."},
};

}  // namespace

std::span<const TextEntry> shell_texts() { return kTexts; }

}  // namespace warpglass
