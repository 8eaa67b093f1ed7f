// See cuda_language.h. Function qualifiers and types colour as types, built-in variables and functions as built-ins.
#include "app/gui/panels/cuda_language.h"

#include <initializer_list>

namespace warpglass {
namespace {

constexpr const char* kTypes[] = {"__global__",
                                  "__device__",
                                  "__host__",
                                  "__shared__",
                                  "__constant__",
                                  "__restrict__",
                                  "__forceinline__",
                                  "__noinline__",
                                  "__launch_bounds__",
                                  "__align__",
                                  "__managed__",
                                  "extern",
                                  "dim3",
                                  "size_t",
                                  "int8_t",
                                  "int16_t",
                                  "int32_t",
                                  "int64_t",
                                  "uint8_t",
                                  "uint16_t",
                                  "uint32_t",
                                  "uint64_t",
                                  "uint",
                                  "uchar",
                                  "ushort",
                                  "ulong",
                                  "half",
                                  "__half"};

constexpr const char* kBuiltins[] = {"threadIdx",
                                     "blockIdx",
                                     "blockDim",
                                     "gridDim",
                                     "warpSize",
                                     "__syncthreads",
                                     "__syncthreads_count",
                                     "__syncthreads_and",
                                     "__syncthreads_or",
                                     "__syncwarp",
                                     "__threadfence",
                                     "__threadfence_block",
                                     "__threadfence_system",
                                     "__shfl_sync",
                                     "__shfl_up_sync",
                                     "__shfl_down_sync",
                                     "__shfl_xor_sync",
                                     "__shfl",
                                     "__shfl_up",
                                     "__shfl_down",
                                     "__shfl_xor",
                                     "__ballot_sync",
                                     "__any_sync",
                                     "__all_sync",
                                     "__ballot",
                                     "__any",
                                     "__all",
                                     "__activemask",
                                     "__match_any_sync",
                                     "__match_all_sync",
                                     "atomicAdd",
                                     "atomicSub",
                                     "atomicExch",
                                     "atomicMin",
                                     "atomicMax",
                                     "atomicInc",
                                     "atomicDec",
                                     "atomicCAS",
                                     "atomicAnd",
                                     "atomicOr",
                                     "atomicXor",
                                     "__ldg",
                                     "__ldcs",
                                     "__ldca",
                                     "__ldcg",
                                     "__stcs",
                                     "__stcg",
                                     "__stwb",
                                     "__popc",
                                     "__popcll",
                                     "__clz",
                                     "__clzll",
                                     "__ffs",
                                     "__ffsll",
                                     "__brev",
                                     "__float_as_int",
                                     "__int_as_float",
                                     "__float_as_uint",
                                     "__uint_as_float",
                                     "__double_as_longlong",
                                     "__longlong_as_double",
                                     "__fdividef",
                                     "__expf",
                                     "__logf",
                                     "__sinf",
                                     "__cosf",
                                     "__powf",
                                     "__fmaf_rn",
                                     "__fadd_rn",
                                     "__fmul_rn",
                                     "__mul24",
                                     "__umul24",
                                     "clock",
                                     "clock64",
                                     "printf",
                                     "assert",
                                     "min",
                                     "max",
                                     "abs",
                                     "fminf",
                                     "fmaxf",
                                     "fabsf",
                                     "sqrtf",
                                     "rsqrtf",
                                     "expf",
                                     "exp2f",
                                     "logf",
                                     "log2f",
                                     "sinf",
                                     "cosf",
                                     "tanhf",
                                     "powf",
                                     "fmaf",
                                     "sqrt",
                                     "exp",
                                     "log",
                                     "sin",
                                     "cos",
                                     "pow",
                                     "fma",
                                     "floorf",
                                     "ceilf",
                                     "roundf"};

TextEditor::Language make_cuda() {
  TextEditor::Language language = *TextEditor::Language::Cpp();
  language.name = "CUDA";
  for (const char* word : kTypes) language.declarations.insert(word);
  for (const char* type :
       {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "longlong", "ulonglong", "float", "double"})
    for (int n = 1; n <= 4; ++n) {
      const std::string vector = std::string(type) + static_cast<char>('0' + n);
      language.declarations.insert(vector);
      language.identifiers.insert("make_" + vector);
    }
  for (const char* word : kBuiltins) language.identifiers.insert(word);
  return language;
}

}  // namespace

const TextEditor::Language* cuda_language() {
  static const TextEditor::Language language = make_cuda();
  return &language;
}

TextEditor::Palette editor_palette(const Theme& theme) {
  using Color = TextEditor::Color;
  TextEditor::Palette palette;
  palette.fill(theme.code_name);
  const auto set = [&](Color colour, ImU32 value) { palette[static_cast<std::size_t>(colour)] = value; };
  set(Color::keyword, theme.code_keyword), set(Color::declaration, theme.code_type);
  set(Color::number, theme.code_number), set(Color::string, theme.code_string);
  set(Color::punctuation, mix(theme.code_name, theme.dim, 0.35f));
  set(Color::preprocessor, theme.code_preprocessor), set(Color::knownIdentifier, theme.code_builtin);
  set(Color::comment, theme.code_comment), set(Color::background, theme.card);
  set(Color::cursor, theme.text), set(Color::selection, with_alpha(theme.accent, 0.30f));
  set(Color::whitespace, theme.faint), set(Color::matchingBracketBackground, with_alpha(theme.accent, 0.15f));
  set(Color::matchingBracketActive, theme.accent), set(Color::matchingBracketLevel1, theme.code_name);
  set(Color::matchingBracketLevel2, theme.code_name), set(Color::matchingBracketLevel3, theme.code_name);
  set(Color::matchingBracketError, theme.strong), set(Color::lineNumber, theme.faint);
  set(Color::currentLineNumber, theme.dim), set(Color::currentLineHighlight, with_alpha(theme.hover, 0.0f));
  set(Color::currentLineHighlightBorder, with_alpha(theme.hover, 0.0f));
  return palette;
}

}  // namespace warpglass
