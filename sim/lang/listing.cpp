// A Program as text, in PTX's manner: declarations, then one instruction a line with labels, under the source lines
// they come from. Constants, parameters and special registers stand where they are used, not as register numbers.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include "sim/lang/compile.h"

namespace warpglass {

namespace {

const char* special_name(InputKind kind) {
  switch (kind) {
    case InputKind::kThreadIdX:
      return "%tid.x";
    case InputKind::kThreadIdY:
      return "%tid.y";
    case InputKind::kThreadIdZ:
      return "%tid.z";
    case InputKind::kBlockIdX:
      return "%ctaid.x";
    case InputKind::kBlockIdY:
      return "%ctaid.y";
    case InputKind::kBlockIdZ:
      return "%ctaid.z";
    case InputKind::kBlockDimX:
      return "%ntid.x";
    case InputKind::kBlockDimY:
      return "%ntid.y";
    case InputKind::kBlockDimZ:
      return "%ntid.z";
    case InputKind::kGridDimX:
      return "%nctaid.x";
    case InputKind::kGridDimY:
      return "%nctaid.y";
    case InputKind::kGridDimZ:
      return "%nctaid.z";
    case InputKind::kLaneId:
      return "%laneid";
    case InputKind::kWarpSize:
      return "WARP_SZ";
    default:
      return "?";
  }
}

const char* compare_name(Compare compare) {
  static constexpr const char* kNames[] = {"eq", "ne", "lt", "le", "gt", "ge"};
  return kNames[static_cast<int>(compare)];
}

const char* rounding_suffix(Rounding rounding, bool to_integer) {
  switch (rounding) {
    case Rounding::kDefault:
      return "";
    case Rounding::kNearest:
      return to_integer ? ".rni" : ".rn";
    case Rounding::kZero:
      return to_integer ? ".rzi" : ".rz";
    case Rounding::kDown:
      return to_integer ? ".rmi" : ".rm";
    case Rounding::kUp:
      return to_integer ? ".rpi" : ".rp";
  }
  return "";
}

const char* bit_name(BitFunction function) {
  static constexpr const char* kNames[] = {"popc",       "clz",         "ffs",         "brev", "prmt", "shf.l.wrap",
                                           "shf.r.wrap", "shf.l.clamp", "shf.r.clamp", "sad",  "mul24"};
  return kNames[static_cast<int>(function)];
}

const char* math_name(MathFunction function) {
  static constexpr const char* kNames[] = {"sqrt",
                                           "rsqrt",
                                           "cbrt",
                                           "rcbrt",
                                           "rcp",
                                           "exp",
                                           "ex2",
                                           "exp10",
                                           "expm1",
                                           "log",
                                           "lg2",
                                           "log10",
                                           "log1p",
                                           "pow",
                                           "sin",
                                           "cos",
                                           "tan",
                                           "sinpi",
                                           "cospi",
                                           "asin",
                                           "acos",
                                           "atan",
                                           "atan2",
                                           "sinh",
                                           "cosh",
                                           "tanh",
                                           "asinh",
                                           "acosh",
                                           "atanh",
                                           "floor",
                                           "ceil",
                                           "trunc",
                                           "round",
                                           "rint",
                                           "fmod",
                                           "remainder",
                                           "fdim",
                                           "hypot",
                                           "rhypot",
                                           "erf",
                                           "erfc",
                                           "erfinv",
                                           "normcdf",
                                           "tgamma",
                                           "lgamma",
                                           "copysign",
                                           "ldexp",
                                           "logb",
                                           "nextafter",
                                           "frexp.mantissa",
                                           "frexp.exponent",
                                           "isnan",
                                           "isinf",
                                           "isfinite",
                                           "signbit",
                                           "sat",
                                           "ex.approx",
                                           "exp10.approx",
                                           "log.approx",
                                           "lg2.approx",
                                           "log10.approx",
                                           "sin.approx",
                                           "cos.approx",
                                           "tan.approx",
                                           "pow.approx",
                                           "div.approx"};
  const auto index = static_cast<std::size_t>(function);
  return index < std::size(kNames) ? kNames[index] : "?";
}

class Lister {
 public:
  explicit Lister(const Program& program) : program_(program), names_(program.registers.size()) {
    for (std::size_t r = 0; r < names_.size(); ++r)
      names_[r] = fmt::format("{}{}", program.registers[r].wide ? "%rd" : "%r", r);
    for (const Input& input : program.inputs)
      if (input.reg < names_.size()) names_[input.reg] = input_name(input);
    is_target_.assign(program.code.size() + 1, false);
    for (const Instruction& i : program.code)
      if (i.opcode == Opcode::kBranch && i.target < is_target_.size())
        is_target_[i.target] = is_target_[std::min<std::size_t>(i.reconverge, program.code.size())] = true;
    for (const RecursiveFunction& f : program.functions)
      is_target_[std::min<std::size_t>(f.entry, program.code.size())] = true;
  }

  std::string run() {
    head();
    std::uint32_t line = 0, file = 0;
    for (std::uint32_t i = 0; i < program_.code.size(); ++i) {
      const Span& span = program_.code[i].span;
      function_head(i);
      if (is_target_[i]) line_out(fmt::format("L{}:", i));
      if (span.known() && (span.line != line || span.file != file)) {
        line = span.line;
        file = span.file;
        source_line(span);
      }
      line_out("    " + instruction(program_.code[i]));
    }
    if (is_target_[program_.code.size()]) line_out(fmt::format("L{}:", program_.code.size()));
    return out_;
  }

 private:
  void line_out(const std::string& text) { out_ += text + "\n"; }

  std::string input_name(const Input& input) const {
    if (input.kind == InputKind::kConstant) {
      if (input.type == ValueType::kU64) return fmt::format("{}", static_cast<std::int64_t>(input.bits));
      return fmt::format("{}", static_cast<std::int32_t>(static_cast<std::uint32_t>(input.bits)));
    }
    if (input.kind == InputKind::kSymbolAddress)
      return input.index < program_.symbols.size() ? "&" + program_.symbols[input.index].name : "&?";
    if (input.kind != InputKind::kParameter) return special_name(input.kind);
    for (const Parameter& p : program_.parameters)
      if (input.offset >= p.offset && input.offset < p.offset + p.bytes)
        return input.offset == p.offset ? "%" + p.name : fmt::format("%{}+{}", p.name, input.offset - p.offset);
    return fmt::format("%param+{}", input.offset);
  }

  void head() {
    line_out(".kernel " + program_.kernel);
    for (const Parameter& p : program_.parameters)
      line_out(fmt::format(".param {} {}  // offset {}", p.type_name, p.name, p.offset));
    for (const Variable& v : program_.shared_variables)
      line_out(
          fmt::format(".shared {} {}  // offset {}{}", v.type_name, v.name, v.offset, v.is_extern ? ", dynamic" : ""));
    for (const Variable& v : program_.symbols)
      line_out(fmt::format(".{} {} {}", v.space == Space::kConstant ? "const" : "global", v.type_name, v.name));
    for (const Variable& v : program_.local_variables)
      line_out(fmt::format(".local {} {}  // offset {}", v.type_name, v.name, v.offset));
  }

  void function_head(std::uint32_t at) {
    for (const RecursiveFunction& f : program_.functions)
      if (f.entry == at) line_out(fmt::format(".func {}", f.name));
  }

  void source_line(const Span& span) {
    if (span.file >= program_.sources.files.size()) return;
    const SourceFile& source = program_.sources.files[span.file];
    std::string_view text = line_text(source, span.line);
    const std::size_t start = text.find_first_not_of(" \t");
    if (start != std::string_view::npos) text.remove_prefix(start);
    const std::string where = span.file ? source.name + ":" : "";
    line_out(fmt::format("  // {}{}: {}", where, span.line, text));
  }

  // `type` decides how a constant is written: a float as a number with a point.
  std::string operand(Register reg, ValueType type) const {
    if (reg >= names_.size()) return "_";
    if (!value_type_is_float(type)) return names_[reg];
    for (const Input& input : program_.inputs) {
      if (input.reg != reg || input.kind != InputKind::kConstant) continue;
      if (type == ValueType::kF64) return fmt::format("{:#}", std::bit_cast<double>(input.bits));
      if (type == ValueType::kF32)
        return fmt::format("{:#}f", std::bit_cast<float>(static_cast<std::uint32_t>(input.bits)));
    }
    return names_[reg];
  }

  std::string group(Register first, std::uint32_t count, ValueType type) const {
    if (count == 1) return operand(first, type);
    std::string text = "{";
    for (std::uint32_t v = 0; v < count; ++v) text += (v ? ", " : "") + operand(first + v, type);
    return text + "}";
  }

  std::string address(const Instruction& i) const {
    const std::string base = operand(i.src[0], ValueType::kU64);
    if (i.offset == 0) return fmt::format("[{}]", base);
    if (base == "0") return fmt::format("[{}]", i.offset);
    return fmt::format("[{}{:+}]", base, i.offset);
  }

  std::string memory(const Instruction& i) const {
    const std::string space = i.space == Space::kGeneric ? "" : std::string(".") + space_name(i.space);
    const std::string vector = i.vector > 1 ? fmt::format(".v{}", i.vector) : "";
    const std::string mode = i.is_volatile ? ".volatile" : "";
    const std::string type = value_type_name(i.type);
    if (i.opcode == Opcode::kLoad)
      return fmt::format("ld{}{}{}.{} {}, {}", mode, space, vector, type, group(i.dst, i.vector, ValueType::kU32),
                         address(i));
    if (i.opcode == Opcode::kStore)
      return fmt::format("st{}{}{}.{} {}, {}", mode, space, vector, type, address(i),
                         group(i.src[1], i.vector, i.type));
    std::string text =
        fmt::format("{}{}.{}.{} ", i.dst == kNoRegister ? "red" : "atom", space, atomic_kind_name(i.atomic), type);
    if (i.dst != kNoRegister) text += names_[i.dst] + ", ";
    text += address(i) + ", " + operand(i.src[1], i.type);
    return i.src[2] == kNoRegister ? text : text + ", " + operand(i.src[2], i.type);
  }

  std::string name_of(const Instruction& i) const {
    const std::string type = value_type_name(i.type);
    switch (i.opcode) {
      case Opcode::kCompare:
        return fmt::format("setp.{}.{}", compare_name(i.compare), type);
      case Opcode::kConvert:
        return fmt::format("cvt{}.{}.{}", rounding_suffix(i.rounding, !value_type_is_float(i.type)), type,
                           value_type_name(i.source_type));
      case Opcode::kBits:
        return fmt::format("{}.{}", bit_name(i.bits), value_type_name(i.source_type));
      case Opcode::kMath:
        return fmt::format("{}{}.{}", math_name(i.math), rounding_suffix(i.rounding, false), type);
      case Opcode::kMad:
        return "mad.lo." + type;
      case Opcode::kMul:
        if (!value_type_is_float(i.type)) return "mul.lo." + type;
        [[fallthrough]];
      case Opcode::kAdd:
      case Opcode::kDiv:
      case Opcode::kFma:
        return fmt::format("{}{}.{}", opcode_name(i.opcode), rounding_suffix(i.rounding, false), type);
      case Opcode::kToGeneric:
      case Opcode::kFromGeneric:
        return fmt::format("{}.{}", opcode_name(i.opcode), space_name(i.space));
      default:
        return fmt::format("{}.{}", opcode_name(i.opcode), type);
    }
  }

  std::string instruction(const Instruction& i) const {
    switch (i.opcode) {
      case Opcode::kLoad:
      case Opcode::kStore:
      case Opcode::kAtomic:
        return memory(i);
      case Opcode::kBranch:
        if (i.src[0] == kNoRegister) return fmt::format("bra L{}", i.target);
        return fmt::format("@{}{} bra L{}  // meet at L{}", i.negate ? "!" : "", names_[i.src[0]], i.target,
                           i.reconverge);
      case Opcode::kCall:
        return "call " + (i.target < program_.functions.size() ? program_.functions[i.target].name : std::string("?"));
      case Opcode::kReturn:
      case Opcode::kExit:
      case Opcode::kFence:
      case Opcode::kTrap:
      case Opcode::kNop:
        return opcode_name(i.opcode);
      case Opcode::kPrint:
      case Opcode::kAssert:
        return message(i);
      case Opcode::kBarrier:
        return barrier(i);
      case Opcode::kShuffle:
      case Opcode::kVote:
        return plain(i, warp_name(i));
      default:
        return plain(i, name_of(i));
    }
  }

  static std::string warp_name(const Instruction& i) {
    static constexpr const char* kShuffles[] = {"idx", "up", "down", "bfly"};
    static constexpr const char* kVotes[] = {"all", "any", "ballot", "uni", "match.any", "match.all"};
    if (i.opcode == Opcode::kVote) return fmt::format("vote.sync.{}", kVotes[static_cast<int>(i.vote)]);
    return fmt::format("shfl.sync.{}.{}", kShuffles[static_cast<int>(i.shuffle)], value_type_name(i.type));
  }

  std::string barrier(const Instruction& i) const {
    static constexpr const char* kNames[] = {"bar.sync", "bar.red.popc", "bar.red.and", "bar.red.or"};
    const std::string name = kNames[static_cast<int>(i.reduce)];
    return i.src[0] == kNoRegister ? name : plain(i, name);
  }

  std::string message(const Instruction& i) const {
    if (i.opcode == Opcode::kAssert)
      return fmt::format("assert {}  // {}", names_[i.src[0]],
                         i.target < program_.strings.size() ? program_.strings[i.target] : "");
    std::string text = fmt::format("printf {}", i.target);
    if (i.target >= program_.prints.size()) return text;
    const Print& print = program_.prints[i.target];
    for (std::size_t k = 0; k < print.args.size(); ++k) text += ", " + operand(print.args[k], print.types[k]);
    return text;
  }

  std::string plain(const Instruction& i, const std::string& name) const {
    std::string text = name + " ", separator;
    if (i.dst != kNoRegister) {
      text += names_[i.dst];
      separator = ", ";
    }
    const ValueType type = i.opcode == Opcode::kConvert ? i.source_type : i.type;
    std::size_t count = 0;
    for (std::size_t k = 0; k < i.src.size(); ++k)
      if (i.src[k] != kNoRegister) count = k + 1;
    for (std::size_t k = 0; k < count; ++k) {
      const bool amount = (i.opcode == Opcode::kShl || i.opcode == Opcode::kShr) && k == 1;
      text +=
          separator + operand(i.src[k], amount || (i.opcode == Opcode::kShuffle && k != 1) ? ValueType::kU32 : type);
      separator = ", ";
    }
    return text;
  }

  const Program& program_;
  std::vector<std::string> names_;
  std::vector<bool> is_target_;
  std::string out_;
};

}  // namespace

std::string list_program(const Program& program) { return Lister(program).run(); }

}  // namespace warpglass
