// The window's texts, third part: the time panel and the causes for which a warp waits (the profiler's names).
#include <array>

#include "app/gui/text.h"

namespace warpglass {
namespace {

constexpr TextEntry kTexts[] = {
    {"bottom.sweep", "Sweep", "훑기"},
    {"bottom.sweep_tip", "One knob over its whole range.", "손잡이 하나를 범위 끝까지 훑는다."},
    {"bottom.time", "Time", "시간"},
    {"bottom.time_tip", "Warps by cycles: what each one does, and what it waits for.",
     "사이클마다 워프가 무엇을 하고 무엇을 기다리는지 본다."},
    {"time.cycle", "cycle {0} / {1} (model)", "사이클 {0} / {1} (모형)"},
    {"time.row", "block {0} warp {1}", "블록 {0} 워프 {1}"},
    {"time.back", "To the previous thing this warp does.", "이 워프가 바로 앞에 한 일로 간다."},
    {"time.next", "To the next thing this warp does.", "이 워프가 다음에 할 일로 간다."},
    {"time.pending", "The time is being modelled ...", "시간을 계산하고 있다 ..."},
    {"time.none", "This launch has no modelled time: it stopped early, or it does not fit on one SM.",
     "이 실행에는 계산한 시간이 없다. 일찍 멈췄거나 SM 하나에 들어가지 않는다."},
    {"time.lab", "A single access has no time of its own.", "접근 하나만으로는 시간이 없다."},
    {"time.tip", "cycle {0}: {1}, {2} cycles", "사이클 {0}: {1}, {2}사이클"},
    {"time.tip_line", "line {0}", "{0}번째 줄"},
    {"streams.stream", "stream", "스트림"},
    {"streams.in", "copy in", "들여오기"},
    {"streams.kernel", "kernel", "커널"},
    {"streams.out", "copy out", "내보내기"},
    {"streams.summary", "{0}, one stream {1} (model)", "{0}, 스트림 하나면 {1} (모형)"},
    {"streams.hidden", "Hidden, like all numbers.", "다른 숫자처럼 가려져 있다."},
    {"streams.tip", "stream {0}, {1}: {2} to {3}", "스트림 {0}, {1}: {2} ~ {3}"},
    {"result.time", "time, one launch", "시간 (한 번 실행)"},
    {"stall.selected", "issues", "발행"},
    {"stall.long_sb", "long scoreboard", "long scoreboard"},
    {"stall.short_sb", "short scoreboard", "short scoreboard"},
    {"stall.wait", "wait", "wait"},
    {"stall.math", "math pipe throttle", "math pipe throttle"},
    {"stall.mio", "MIO throttle", "MIO throttle"},
    {"stall.lg", "LG throttle", "LG throttle"},
    {"stall.barrier", "barrier", "barrier"},
    {"stall.branch_resolving", "branch", "branch"},
    {"stall.drain", "drain", "drain"},
    {"stall.no_inst", "no instruction", "no instruction"},
    {"stall.not_selected", "not selected", "not selected"},
    {"stall.launch", "launch", "launch"},
    {"stall_why.selected", "The warp issues an instruction.", "워프가 명령을 내보낸다."},
    {"stall_why.long_sb", "It waits for a value from global memory.", "전역 메모리에서 올 값을 기다린다."},
    {"stall_why.short_sb", "It waits for a value from shared memory or another lane.",
     "공유 메모리나 다른 레인에서 올 값을 기다린다."},
    {"stall_why.wait", "It waits for the result of arithmetic just done.", "방금 한 계산의 결과를 기다린다."},
    {"stall_why.math", "The arithmetic pipe is still busy.", "계산 파이프가 아직 바쁘다."},
    {"stall_why.mio", "The queue in front of shared memory is full.", "공유 메모리 앞의 줄이 꽉 찼다."},
    {"stall_why.lg", "The queue in front of global memory is full.", "전역 메모리 앞의 줄이 꽉 찼다."},
    {"stall_why.barrier", "It waits for the other warps of its block.", "같은 블록의 다른 워프를 기다린다."},
    {"stall_why.branch_resolving", "It waits until a branch is decided.", "분기가 정해지기를 기다린다."},
    {"stall_why.drain", "It has ended, and its last stores are leaving.", "일은 끝났고 마지막 쓰기가 나가고 있다."},
    {"stall_why.no_inst", "The next instruction is still being fetched.", "다음 명령을 가져오는 중이다."},
    {"stall_why.not_selected", "It is ready, but another warp issues.", "준비됐지만 다른 워프가 내보낸다."},
    {"stall_why.launch", "The block has its place; the warp has not started.",
     "블록은 자리를 얻었고 워프는 아직 시작하지 않았다."},
};

}  // namespace

std::span<const TextEntry> time_texts() { return kTexts; }

}  // namespace warpglass
