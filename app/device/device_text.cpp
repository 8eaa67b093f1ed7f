// See device_text.h. One sentence each: what is so, and what a student or an administrator can do about it.
#include "app/device/device_text.h"

#include <fmt/args.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace warpglass {
namespace {

constexpr DeviceSentence kSentences[] = {
    {"device.ok", "Measured on this computer's GPU.", "이 컴퓨터의 GPU에서 쟀다."},
    {"device.no_plugin",
     "There is no device plug-in (libwarpglass_cuda): build Warpglass where a CUDA toolkit is installed, or set "
     "WARPGLASS_PLUGIN_DIR to its folder. {0}",
     "장치 플러그인(libwarpglass_cuda)이 없다. CUDA 툴킷이 있는 곳에서 Warpglass를 빌드하거나 WARPGLASS_PLUGIN_DIR에 "
     "그 "
     "폴더를 적는다. {0}"},
    {"device.wrong_version",
     "The device plug-in belongs to another version of Warpglass: build or install both together. {0}",
     "장치 플러그인이 Warpglass의 다른 버전 것이다. 둘을 함께 빌드하거나 설치한다. {0}"},
    {"device.no_driver",
     "The NVIDIA driver is missing or does not start: install it, and check it with nvidia-smi. {0}",
     "NVIDIA 드라이버가 없거나 시작하지 못한다. 설치한 뒤 nvidia-smi로 확인한다. {0}"},
    {"device.driver_too_old", "The NVIDIA driver is older than the plug-in's CUDA: update the driver. {0}",
     "NVIDIA 드라이버가 플러그인의 CUDA보다 오래되었다. 드라이버를 새로 설치한다. {0}"},
    {"device.no_gpu", "The driver finds no GPU: is one built in, and does CUDA_VISIBLE_DEVICES allow it? {0}",
     "드라이버가 GPU를 찾지 못한다. GPU가 있는지, CUDA_VISIBLE_DEVICES가 막고 있지 않은지 본다. {0}"},
    {"device.no_compiler",
     "NVRTC, the compiler library of CUDA, is missing: install a CUDA toolkit, or set CUDA_HOME to it. {0}",
     "CUDA의 컴파일러 라이브러리 NVRTC가 없다. CUDA 툴킷을 설치하거나 CUDA_HOME에 그 폴더를 적는다. {0}"},
    {"device.gpu_too_old",
     "This GPU is too old for the installed NVRTC: install an older CUDA toolkit that still knows it. {0}",
     "이 GPU는 설치된 NVRTC에 비해 너무 오래되었다. 이 GPU를 아는 더 오래된 CUDA 툴킷을 설치한다. {0}"},
    {"device.compile_error", "The GPU's compiler refuses the source: see its messages beside the lines. {0}",
     "GPU 컴파일러가 이 소스를 거절한다. 줄 옆의 설명을 본다. {0}"},
    {"device.launch_refused", "The driver refuses this launch: check block size, grid and shared memory. {0}",
     "드라이버가 이 실행을 거절한다. 블록 크기, 그리드, 공유 메모리를 확인한다. {0}"},
    {"device.out_of_memory",
     "The GPU has not enough free memory for the buffers: use a smaller problem, or end other programs on it. {0}",
     "GPU에 버퍼를 둘 빈 메모리가 모자란다. 문제를 줄이거나 GPU를 쓰는 다른 프로그램을 끝낸다. {0}"},
    {"device.timeout",
     "The kernel did not finish in {1} s and was ended; the program is fine. Look for a loop that never ends or a "
     "barrier that not every thread reaches. {0}",
     "커널이 {1}초 안에 끝나지 않아 멈추게 했다. 프로그램은 괜찮다. 끝나지 않는 반복이나 모든 스레드가 이르지 못하는 "
     "배리어를 찾아본다. {0}"},
    {"device.illegal_address",
     "The kernel read or wrote an address that is not its own on the GPU: run with checks to see where. {0}",
     "커널이 GPU에서 자기 것이 아닌 주소를 읽거나 썼다. 검사를 켜고 실행하면 어디인지 보인다. {0}"},
    {"device.kernel_fault",
     "The GPU stopped the kernel (a misaligned address, an assertion or a trap): run with checks to see where. {0}",
     "GPU가 커널을 멈췄다 (어긋난 주소, assert, trap). 검사를 켜고 실행하면 어디인지 보인다. {0}"},
    {"device.cancelled", "The measurement was cancelled.", "재기를 그만두었다."},
    {"device.internal",
     "The device plug-in failed in an unforeseen way: try again, and report it with this detail. {0}",
     "장치 플러그인이 뜻밖의 이유로 실패했다. 다시 해 보고, 그래도 안 되면 이 내용과 함께 알린다. {0}"},
    {"device.not_prepared", "The launch cannot start: correct it first. {0}",
     "이 실행을 시작할 수 없다. 먼저 바로잡는다. {0}"},
    {"device.child_not_started",
     "The process that measures could not be started: check that the program's file can still be run. {0}",
     "재는 프로세스를 시작하지 못했다. 프로그램 파일을 아직 실행할 수 있는지 확인한다. {0}"},
    {"device.child_crashed",
     "The process that measures has crashed; the program is fine. Measure again, and check the driver if it happens "
     "every time. {0}",
     "재는 프로세스가 죽었다. 프로그램은 괜찮다. 다시 재어 보고, 매번 그러면 드라이버를 확인한다. {0}"},
    {"device.child_silent",
     "The process that measures gave no sign of life for {1} s and was ended; the program is fine. Measure again. {0}",
     "재는 프로세스가 {1}초 동안 아무 말이 없어 끝냈다. 프로그램은 괜찮다. 다시 재어 본다. {0}"},
    {"device.child_garbled",
     "The process that measures sent something that is no message and was ended: is the plug-in the right file? {0}",
     "재는 프로세스가 알 수 없는 것을 보내 끝냈다. 플러그인 파일이 맞는지 확인한다. {0}"},
    {"device.counters_read", "Hardware counters were read.", "하드웨어 카운터를 읽었다."},
    {"device.counters_no_cupti",
     "Times only: CUPTI, the counter library of the CUDA toolkit, is missing. Install the toolkit for counters. {0}",
     "시간만 쟀다. CUDA 툴킷의 카운터 라이브러리 CUPTI가 없다. 카운터를 보려면 툴킷을 설치한다. {0}"},
    {"device.counters_not_permitted",
     "Times only: the driver keeps hardware counters for administrators. An administrator allows them with the driver "
     "option NVreg_RestrictProfilingToAdminUsers=0 (Linux: a line \"options nvidia "
     "NVreg_RestrictProfilingToAdminUsers=0\" in /etc/modprobe.d, then a restart; Windows: NVIDIA Control Panel, "
     "Developer, Manage GPU Performance Counters). {0}",
     "시간만 쟀다. 드라이버가 하드웨어 카운터를 관리자에게만 보인다. 관리자는 드라이버 옵션 "
     "NVreg_RestrictProfilingToAdminUsers=0으로 허용할 수 있다 (리눅스: /etc/modprobe.d에 \"options nvidia "
     "NVreg_RestrictProfilingToAdminUsers=0\" 한 줄을 넣고 다시 시작, 윈도우: NVIDIA 제어판, 개발자, GPU 성능 카운터 "
     "관리). {0}"},
    {"device.counters_unsupported", "Times only: the counters of this GPU could not be read. {0}",
     "시간만 쟀다. 이 GPU의 카운터를 읽지 못했다. {0}"},
    {"device.counters_not_asked", "Hardware counters were not asked for.", "하드웨어 카운터는 읽지 않았다."},
    {"device.match_exact", "same results as the model, bit for bit", "모델과 결과가 비트까지 같다"},
    {"device.match_tolerance", "same results as the model within {0} (order of additions)",
     "모델과 결과가 {0} 안에서 같다 (더하는 순서)"},
    {"device.match_differs", "{0}[{1}] is {2} in the model and {3} on the GPU",
     "{0}[{1}]이 모델에서는 {2}, GPU에서는 {3}"},
    {"device.not_compared_fault", "Results are not compared: the model's run stops at a fault.",
     "결과를 비교하지 않았다. 모델의 실행이 오류에서 멈춘다."},
    {"device.not_compared_budget", "Results are not compared: the model's run is too long.",
     "결과를 비교하지 않았다. 모델의 실행이 너무 길다."},
    {"device.not_compared_asked", "Results are not compared: it was not asked for.",
     "결과를 비교하지 않았다. 요청이 없었다."},
    {"device.time_refused",
     "No time is given: the repeats lie {0} % apart, more than {1} %. Let the GPU rest, end other programs, and "
     "measure "
     "again.",
     "시간을 내지 않는다. 반복한 값이 {0} % 흩어져 {1} %를 넘는다. GPU를 쉬게 하고 다른 프로그램을 끝낸 뒤 다시 잰다."},
    {"device.stage_start", "starting", "시작"},
    {"device.stage_compile", "compiling", "컴파일"},
    {"device.stage_launch", "first launch", "첫 실행"},
    {"device.stage_time", "timing", "시간 재기"},
    {"device.stage_counters", "reading counters", "카운터 읽기"},
    {"device.stage_model", "comparing with the model", "모델과 비교"},
};

std::string filled(const char* id, const std::vector<std::string>& arguments) {
  const DeviceSentence* sentence = find_device_sentence(id);
  if (sentence == nullptr) return id;
  fmt::dynamic_format_arg_store<fmt::format_context> store;
  for (const std::string& argument : arguments) store.push_back(argument);
  std::string text = fmt::vformat(sentence->en, store);
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

std::string in_brackets(const std::string& detail) { return detail.empty() ? "" : "[" + detail + "]"; }

}  // namespace

std::span<const DeviceSentence> device_sentences() { return kSentences; }

const DeviceSentence* find_device_sentence(const std::string& id) {
  const auto found = std::find_if(std::begin(kSentences), std::end(kSentences),
                                  [&](const DeviceSentence& sentence) { return id == sentence.id; });
  return found == std::end(kSentences) ? nullptr : found;
}

const char* device_failure_id(DeviceFailure failure) {
  switch (failure) {
    case DeviceFailure::kNone:
      return "device.ok";
    case DeviceFailure::kNoPlugin:
      return "device.no_plugin";
    case DeviceFailure::kWrongVersion:
      return "device.wrong_version";
    case DeviceFailure::kNoDriver:
      return "device.no_driver";
    case DeviceFailure::kDriverTooOld:
      return "device.driver_too_old";
    case DeviceFailure::kNoGpu:
      return "device.no_gpu";
    case DeviceFailure::kNoCompiler:
      return "device.no_compiler";
    case DeviceFailure::kGpuTooOld:
      return "device.gpu_too_old";
    case DeviceFailure::kCompileError:
      return "device.compile_error";
    case DeviceFailure::kLaunchRefused:
      return "device.launch_refused";
    case DeviceFailure::kOutOfMemory:
      return "device.out_of_memory";
    case DeviceFailure::kTimeout:
      return "device.timeout";
    case DeviceFailure::kIllegalAddress:
      return "device.illegal_address";
    case DeviceFailure::kKernelFault:
      return "device.kernel_fault";
    case DeviceFailure::kCancelled:
      return "device.cancelled";
    case DeviceFailure::kInternal:
      return "device.internal";
    case DeviceFailure::kNotPrepared:
      return "device.not_prepared";
    case DeviceFailure::kChildNotStarted:
      return "device.child_not_started";
    case DeviceFailure::kChildCrashed:
      return "device.child_crashed";
    case DeviceFailure::kChildSilent:
      return "device.child_silent";
    case DeviceFailure::kChildGarbled:
      return "device.child_garbled";
  }
  return "device.internal";
}

const char* counters_state_id(CountersState state) {
  switch (state) {
    case CountersState::kRead:
      return "device.counters_read";
    case CountersState::kNoCupti:
      return "device.counters_no_cupti";
    case CountersState::kNotPermitted:
      return "device.counters_not_permitted";
    case CountersState::kUnsupported:
      return "device.counters_unsupported";
    case CountersState::kNotAsked:
      return "device.counters_not_asked";
  }
  return "device.counters_unsupported";
}

const char* device_stage_id(const std::string& stage) {
  for (const DeviceSentence& sentence : kSentences)
    if ("device.stage_" + stage == sentence.id) return sentence.id;
  return "device.stage_start";
}

const char* match_id(Match match) {
  if (match == Match::kExact) return "device.match_exact";
  return match == Match::kWithinTolerance ? "device.match_tolerance" : "device.match_differs";
}

std::string failure_sentence(DeviceFailure failure, const std::string& detail, double seconds) {
  return filled(device_failure_id(failure), {in_brackets(detail), fmt::format("{:g}", seconds)});
}

std::string counters_sentence(CountersState state, const std::string& detail) {
  return filled(counters_state_id(state), {in_brackets(detail)});
}

std::string comparison_sentence(const BufferComparison& buffer) {
  if (buffer.match == Match::kExact) return fmt::format("{}: {}", buffer.name, filled("device.match_exact", {}));
  if (buffer.match == Match::kWithinTolerance)
    return fmt::format("{}: {}; largest difference {:.2g}", buffer.name,
                       filled("device.match_tolerance", {fmt::format("{:g}", tolerance_of(buffer.type))}),
                       buffer.largest_difference);
  return fmt::format(
      "{}: {} of {} elements differ; {}", buffer.name, buffer.differing, buffer.elements,
      filled("device.match_differs", {buffer.name, std::to_string(buffer.first), fmt::format("{:.9g}", buffer.model),
                                      fmt::format("{:.9g}", buffer.gpu)}));
}

}  // namespace warpglass
