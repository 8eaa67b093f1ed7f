// See new_lesson.h. Kept as small as `warpglass lesson check` allows: a test checks it.
#include "app/course/new_lesson.h"

#include <algorithm>

#include <fmt/format.h>

namespace warpglass {
namespace {

constexpr const char* kScene = R"TOML(# A scene: the kernel, its launch and its knobs (the format of assets/scenes).
format_version = 1
kind = "kernel"
id = "copy"
source_file = "start.cu"

[title]
en = "Copy with a stride"
ko = "간격을 둔 복사"

[[knob]]
name = "stride"
label = { en = "stride (floats)", ko = "간격 (float)" }
minimum = 1
maximum = 32
start = 4
sweep = true

[[variant]]
name = "copy"
kernel = "copy"
grid = ["4"]
block = ["128"]
args = ["in=float32:iota:512 * 32", "out=float32:zero:512", "stride=int32:stride"]
knobs = ["stride"]
)TOML";

constexpr const char* kStart = R"(// What the student edits.
__global__ void copy(const float* in, float* out, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[511 - i] = in[(511 - i) * stride] + in[(511 - i) * stride];  // @read
}
)";

constexpr const char* kSolution = R"(// Passes the mission.
__global__ void copy(const float* in, float* out, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i * stride];  // @read
  out[i] = x + x;
}
)";

constexpr const char* kLesson = R"(format_version = 1
id = "{0}"
minutes = 10
needs = []
{1}
[mission]
scene = "copy"
start = "start.cu"
solution = "solution.cu"
check_values = [{{ stride = 1 }}]

[[mission.condition]]
id = "looked"
kind = "looked"

[[mission.condition]]
id = "right"
kind = "result"
buffer = "out"

[[mission.condition]]
id = "once"
kind = "metric"
metric = "global_load_requests"
max = 16

[[mission.condition]]
id = "why"
kind = "explained"
words = 5
{2})";

std::string steps_toml() {
  std::string text;
  for (int i = 1; i <= 4; ++i)
    text += fmt::format(
        "\n[[step]]\nid = \"step{}\"\nscene = \"copy\"\nvalues = {{ stride = {} }}\nselect = \"@read\"\n"
        "do = \"{}\"\n{}",
        i, i, i == 2 ? "predict" : "knob stride", i == 2 ? "numbers = \"predict\"\n" : "");
  const std::string second = "\n[[step]]\nid = \"step3\"";
  text.insert(text.find(second),
              "\n[[step.predict]]\nid = \"sectors\"\nkind = \"number\"\n"
              "answer = \"sectors_per_request global_load\"\nwrong = { four = \"4\" }\n");
  return text;
}

std::string quiz_toml() {
  std::string text;
  for (int i = 1; i <= 3; ++i)
    text += fmt::format("\n[[quiz]]\nid = \"question{}\"\nchoices = [\"yes\", \"no\"]\nanswer = \"yes\"\n", i);
  return text;
}

struct Words {
  const char *title, *goals, *problem, *heading, *step, *question, *four, *mission, *looked, *right, *once, *why, *hint,
      *asks, *yes, *yes_why, *no, *no_why, *limit, *bridge;
};

constexpr Words kEnglish = {
    "A new lesson",
    "- You can say the first thing.\n- You can say the second thing.\n- You can do the third thing.",
    "One sentence: what is the problem?",
    "A short heading",
    "One idea. With a stride of {{knob stride}} a request takes {{sectors_per_request global_load}} sectors. **Move "
    "the "
    "stride.**",
    "How many sectors does one request take?",
    "That would be so if the floats stood side by side.",
    "The kernel reads each number twice. Read it once.",
    "You looked at the numbers of the start.",
    "The result is the same.",
    "Each number is read once.",
    "Say in one sentence what changed.",
    "A hint, a little more each time.",
    "The question?",
    "The right choice.",
    "Why it is right.",
    "The wrong choice.",
    "Why it is wrong.",
    "What this does not solve.",
    "What comes next."};

constexpr Words kKorean = {"새 단원",
                           "- 첫째 것을 말할 수 있어요.\n- 둘째 것을 말할 수 있어요.\n- 셋째 것을 할 수 있어요.",
                           "한 문장으로: 무엇이 문제일까요?",
                           "짧은 제목",
                           "생각은 하나만. 간격이 {{knob stride}}이면 요청 하나에 섹터 {{sectors_per_request "
                           "global_load}}개가 들어요. **간격을 "
                           "옮겨 보세요.**",
                           "요청 하나에 섹터가 몇 개 들까요?",
                           "float가 나란히 있을 때의 답이에요.",
                           "이 커널은 수마다 두 번씩 읽어요. 한 번만 읽게 고쳐 보세요.",
                           "처음 상태의 수를 보았어요.",
                           "결과가 그대로예요.",
                           "수마다 한 번만 읽어요.",
                           "무엇이 달라졌는지 한 문장으로 써 보세요.",
                           "조금씩 더 알려 주는 힌트.",
                           "질문은?",
                           "맞는 답.",
                           "왜 맞는지.",
                           "틀린 답.",
                           "왜 틀린지.",
                           "이것으로 풀리지 않는 것.",
                           "다음에 배울 것."};

std::string text_of(const Words& w) {
  std::string text = fmt::format("# {}\n\n## goals\n{}\n\n## problem\n{}\n", w.title, w.goals, w.problem);
  for (int i = 1; i <= 4; ++i) text += fmt::format("\n## step step{}\n### {}\n{}\n", i, w.heading, w.step);
  text += fmt::format("\n## predict sectors\n{}\n### four\n{}\n\n## mission\n{}\n", w.question, w.four, w.mission);
  for (const auto& [id, words] : {std::pair{"looked", w.looked}, {"right", w.right}, {"once", w.once}, {"why", w.why}})
    text += fmt::format("\n## condition {}\n{}\n", id, words);
  for (int i = 1; i <= 3; ++i) text += fmt::format("\n## hint {}\n{}\n", i, w.hint);
  for (int i = 1; i <= 3; ++i)
    text += fmt::format("\n## quiz question{}\n{}\n### yes\n{}\n> {}\n### no\n{}\n> {}\n", i, w.asks, w.yes, w.yes_why,
                        w.no, w.no_why);
  return text + fmt::format("\n## limit\n{}\n\n## bridge\n{}\n", w.limit, w.bridge);
}

}  // namespace

LessonFiles new_lesson_files(const std::string& id) {
  const bool good = !id.empty() && id.size() <= 60 && std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
  if (!good) return {};
  return {{"lesson.toml", fmt::format(fmt::runtime(kLesson), id, steps_toml(), quiz_toml())},
          {"copy.toml", kScene},
          {"start.cu", kStart},
          {"solution.cu", kSolution},
          {"en.md", text_of(kEnglish)},
          {"ko.md", text_of(kKorean)}};
}

}  // namespace warpglass
