// The window's texts, second half: panels and drawings. Sorted by panel. Korean is in plain form (-다), short.
#include <array>

#include "app/gui/text.h"

namespace warpglass {
namespace {

constexpr TextEntry kTexts[] = {
    // result rows (ids are named by derive.cpp)
    {"result.passes", "passes / request", "통과 / 요청"},
    {"result.phases", "phases", "단계"},
    {"result.passes_read", "passes / request (load)", "통과 / 요청 (읽기)"},
    {"result.passes_written", "passes / request (store)", "통과 / 요청 (쓰기)"},
    {"result.passes_atomic", "passes / request (atomic)", "통과 / 요청 (원자)"},
    {"result.conflicts", "bank conflicts / request", "뱅크 충돌 / 요청"},
    {"result.ways", "N-way", "N-way"},
    {"result.sectors_read", "sectors / request (load)", "섹터 / 요청 (읽기)"},
    {"result.sectors_written", "sectors / request (store)", "섹터 / 요청 (쓰기)"},
    {"result.sectors_atomic", "sectors / request (atomic)", "섹터 / 요청 (원자)"},
    {"result.efficiency", "efficiency (sectors)", "효율 (섹터)"},
    {"result.efficiency_segments", "efficiency (segments)", "효율 (세그먼트)"},
    {"result.requests", "requests", "요청"},
    {"result.lines", "lines (128 B)", "라인 (128 B)"},
    {"result.segments", "segments (128 B)", "세그먼트 (128 B)"},
    {"result.sectors", "sectors (32 B)", "섹터 (32 B)"},
    {"result.bytes_asked", "bytes asked", "요청한 바이트"},
    {"result.bytes_moved", "bytes moved", "옮긴 바이트"},
    {"result.shared_requests", "shared requests", "공유 요청"},
    {"result.global_requests", "global requests", "전역 요청"},
    {"result.time", "time", "시간"},
    // why there is no access to see
    {"warp.no_result", "The kernel has not run yet.", "아직 커널을 실행하지 않았다."},
    {"warp.no_access", "Warp {1} of block {0} executes no memory access. Choose another block or warp.",
     "블록 {0}의 워프 {1}은 메모리에 접근하지 않는다. 다른 블록이나 워프를 고른다."},
    {"warp.not_executed", "Warp {1} of block {0} never executes this access. Choose another warp or another line.",
     "블록 {0}의 워프 {1}은 이 접근을 실행하지 않는다. 다른 워프나 다른 줄을 고른다."},
    {"warp.not_compiled", "The code has a mistake: see the message beside its line.",
     "코드에 잘못이 있다. 줄 옆의 설명을 본다."},
    {"warp.not_launched", "The machine refuses this launch: see the message.",
     "기계가 이 실행을 거절한다. 설명을 본다."},
    {"warp.not_drawn", "Local and constant accesses have no picture yet; their counts are in the table.",
     "지역 메모리와 상수 메모리 접근은 아직 그림이 없다. 횟수는 표에 있다."},
    {"sweep.sectors", "sectors per request", "요청당 섹터"},
    {"sweep.passes", "passes per request", "요청당 통과"},
};

}  // namespace

std::span<const TextEntry> panel_texts() { return kTexts; }

}  // namespace warpglass
