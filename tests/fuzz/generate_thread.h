// What one thread of a generated kernel does: expressions and statements over its own variables, what is only read, its
// own elements, and counters. generate_kernel.h puts them into kernels; deterministic from the seed.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace warpglass::generated {

inline constexpr std::uint64_t kRegion = 32;  // counters for one atomic operation
inline constexpr std::uint64_t kAtomicKinds = 6;

// SplitMix64: the same numbers with every compiler and library.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  int below(int n) { return static_cast<int>(next() % static_cast<std::uint64_t>(n)); }
  bool one_in(int n) { return below(n) == 0; }
  template <class T, std::size_t N>
  const T& of(const T (&list)[N]) {
    return list[static_cast<std::size_t>(below(static_cast<int>(N)))];
  }

 private:
  std::uint64_t state_;
};

// Fills the pattern's "{}" in order; "{{" and "}}" are braces. The parts stand in braces because those are evaluated
// from left to right with every compiler; arguments of a call are not.
struct Part {
  std::string text;
  Part(std::string words) : text(std::move(words)) {}
  Part(const char* words) : text(words) {}
  template <std::integral T>
  Part(T number) : text(std::to_string(number)) {}
};
inline std::string put(const char* pattern, std::initializer_list<Part> parts) {
  std::string out;
  const Part* next = parts.begin();
  for (const char* at = pattern; *at != '\0'; ++at) {
    if (at[0] == '{' && at[1] == '}')
      out += (next++)->text, ++at;
    else if ((at[0] == '{' && at[1] == '{') || (at[0] == '}' && at[1] == '}'))
      out += *at++;
    else
      out += *at;
  }
  return out;
}

class ThreadGrammar {
 protected:
  explicit ThreadGrammar(std::uint64_t seed) : random_(seed) {}

  // ---- text -------------------------------------------------------------------------------------------------------
  void line(const std::string& words) { text_ += std::string(2 * depth_, ' ') + words + "\n"; }
  std::string fresh(const char* stem) { return put("{}{}", {stem, names_++}); }

  // What may be used where we are: variables of a type; a block's end forgets those declared in it.
  struct Scope {
    std::vector<std::string> ints, unsigneds, floats, longs, doubles, arrays, assignable;
  };

  // ---- expressions ------------------------------------------------------------------------------------------------
  const std::string& any(const std::vector<std::string>& names) {
    return names[static_cast<std::size_t>(random_.below(static_cast<int>(names.size())))];
  }
  std::string integer(int deep) {
    if (deep <= 0) return random_.one_in(3) ? std::to_string(random_.below(64) - 8) : any(scope_.ints);
    const auto sub = [&] { return integer(deep - 1); };
    switch (random_.below(22)) {
      case 0:
        return put("({} + {})", {sub(), sub()});
      case 1:
        return put("({} - {})", {sub(), sub()});
      case 2:
        return put("({} * {})", {sub(), sub()});
      case 3:
        return put("({} & {})", {sub(), sub()});
      case 4:
        return put("({} | {})", {sub(), sub()});
      case 5:
        return put("({} ^ {})", {sub(), sub()});
      case 6:
        return put("({} / (({} & 15) + 1))", {sub(), sub()});
      case 7:
        return put("({} % (({} & 7) + 2))", {sub(), sub()});
      case 8:
        return put("({} << ({} & 7))", {sub(), sub()});
      case 9:
        return put("({} >> ({} & 15))", {sub(), sub()});
      case 10:
        return put("({} ? {} : {})", {condition(deep - 1), sub(), sub()});
      case 11:
        return put("in[{} & 255]", {sub()});
      case 12:
        return put("mine[{} & 3]", {sub()});
      case 13:
        return put("mix({}, {})", {sub(), sub()});
      case 14:
        return put("turn<{}>({})", {1 + random_.below(5), sub()});
      case 15:
        return put("table[{} & 7]", {sub()});
      case 16:
        return put("{}({}, {})", {random_.one_in(2) ? "min" : "max", sub(), sub()});
      case 17:
        return put("(int)({})", {floating(deep - 1)});
      case 18:
        return put("__popc({})", {unsigned_(deep - 1)});
      case 19:
        return put("(int)(short)({})", {sub()});
      case 20:
        return scope_.arrays.empty() ? sub() : put("{}[{} & 3]", {any(scope_.arrays), sub()});
      default:
        return put("(-{})", {any(scope_.ints)});
    }
  }
  std::string unsigned_(int deep) {
    if (deep <= 0) return any(scope_.unsigneds);
    switch (random_.below(8)) {
      case 0:
        return put("({} + {})", {unsigned_(deep - 1), unsigned_(deep - 1)});
      case 1:
        return put("({} * 747796405u)", {unsigned_(deep - 1)});
      case 2:
        return put("({} >> ({} & 15))", {unsigned_(deep - 1), integer(deep - 1)});
      case 3:
        return put("__brev({})", {unsigned_(deep - 1)});
      case 4:
        return put("(unsigned)({})", {integer(deep - 1)});
      case 5:
        return put("(unsigned)(unsigned char)({})", {unsigned_(deep - 1)});
      case 6:
        return put("({} / 3u)", {unsigned_(deep - 1)});
      default:
        return any(scope_.unsigneds);
    }
  }
  std::string floating(int deep) {
    if (deep <= 0) return random_.one_in(3) ? put("{}.5f", {random_.below(9)}) : any(scope_.floats);
    const auto sub = [&] { return floating(deep - 1); };
    switch (random_.below(12)) {
      case 0:
        return put("soften({} + {})", {sub(), sub()});
      case 1:
        return put("({} - {})", {sub(), sub()});
      case 2:
        return put("soften({} * {})", {sub(), sub()});
      case 3:
        return put("({} / (1.5f + fabsf({})))", {sub(), sub()});
      case 4:
        return put("fin[{} & 255]", {integer(deep - 1)});
      case 5:
        return put("sqrtf(fabsf({}))", {sub()});
      case 6:
        return put("fminf({}, {})", {sub(), sub()});
      case 7:
        return put("soften((float)({}))", {integer(deep - 1)});
      case 8:
        return put("pick({}, {}, {})", {condition(deep - 1), sub(), sub()});
      case 9:
        return put("fmine[{} & 1]", {integer(deep - 1)});
      case 10:
        return put("floorf({})", {sub()});
      default:
        return any(scope_.floats);
    }
  }
  std::string condition(int deep) {
    static constexpr const char* kCompare[] = {"<", ">", "<=", ">=", "==", "!="};
    if (deep <= 0) return put("({} & {}) != 0", {any(scope_.ints), 1 << random_.below(5)});
    switch (random_.below(5)) {
      case 0:
        return put("({} && {})", {condition(deep - 1), condition(deep - 1)});
      case 1:
        return put("!({} || {})", {condition(deep - 1), condition(deep - 1)});
      case 2:
        return put("{} {} {}", {floating(deep - 1), random_.of(kCompare), floating(deep - 1)});
      default:
        return put("{} {} {}", {integer(deep - 1), random_.of(kCompare), integer(deep - 1)});
    }
  }
  // The same for all threads of a block.
  std::string uniform_condition() {
    static constexpr const char* kUniform[] = {"n > 40", "(block & 1) == 0", "(n & 3) != 1", "gridDim.x > 2",
                                               "blockIdx.x + n < 50"};
    return random_.of(kUniform);
  }

  // ---- statements of one thread -----------------------------------------------------------------------------------
  void statements(int count, int deep) {
    for (int i = 0; i < count; ++i) statement(deep);
  }
  void block_of(const std::string& head, int count, int deep) {
    line(head + " {");
    const Scope outside = scope_;
    ++depth_;
    statements(count, deep);
    --depth_;
    scope_ = outside;
  }
  void statement(int deep) {
    const int kind = random_.below(deep > 0 ? 20 : 12);
    if (kind >= 12) return compound(kind - 12, deep - 1);
    switch (kind) {
      case 0:
        return line(put("{} = {};", {any(scope_.assignable), integer(3)}));
      case 1:
        return line(put("{} += {};", {any(scope_.assignable), integer(2)}));
      case 2:
        return line(put("u ^= {};", {unsigned_(3)}));
      case 3:
        return line(put("{} = soften({});", {random_.one_in(2) ? "a" : "b", floating(3)}));
      case 4:
        return line(put("mine[{} & 3] = {};", {integer(1), integer(2)}));
      case 5:
        return line(put("fmine[{} & 1] = soften({});", {integer(1), floating(2)}));
      case 6:
        return line(put("w = w * 6364136223846793005ll + {};", {integer(2)}));
      case 7:
        return line(put("d = d * 0.5 + (double)({});", {floating(2)}));
      case 8:
        return declare();
      case 9:
        return atomic();
      case 10:
        return wide();
      default:
        return line(put("++{};", {any(scope_.assignable)}));
    }
  }
  void declare() {
    switch (random_.below(5)) {
      case 0: {
        const std::string name = fresh("i");
        line(put("int {} = {};", {name, integer(3)}));
        scope_.ints.push_back(name);
        return scope_.assignable.push_back(name);
      }
      case 1: {
        const std::string name = fresh("g");
        line(put("const float {} = soften({});", {name, floating(3)}));
        return scope_.floats.push_back(name);
      }
      case 2: {
        const std::string name = fresh("r");
        line(put("int {}[4] = {{{}, {}, {}, {}}};", {name, integer(1), integer(1), integer(0), integer(0)}));
        line(put("{}[{} & 3] ^= {};", {name, integer(1), integer(1)}));
        return scope_.arrays.push_back(name);
      }
      case 3: {
        const std::string name = fresh("p");
        line(put("Pair {} = {{{}, {}}};", {name, integer(2), floating(1)}));
        scope_.ints.push_back(name + ".a");
        return scope_.floats.push_back(name + ".b");
      }
      default: {
        const std::string name = fresh("q");
        line(put("const int* {} = in + ({} & 127);", {name, integer(2)}));
        return scope_.ints.push_back(put("{}[{}]", {name, random_.below(128)}));
      }
    }
  }
  void atomic() {
    static constexpr const char* kNames[] = {"atomicAdd", "atomicMax", "atomicMin",
                                             "atomicXor", "atomicOr",  "atomicAnd"};
    const int kind = random_.below(static_cast<int>(kAtomicKinds));
    line(put("{}(&counts[{} + ({} & 31)], {});", {kNames[kind], static_cast<std::uint64_t>(kind) * kRegion, integer(2),
                                                  kind == 0 && random_.one_in(2) ? "1u" : unsigned_(1)}));
  }
  void wide() {
    const std::string name = fresh("v");
    line(put("int4 {} = *(const int4*)(in + (({} & 63) << 2));", {name, integer(1)}));
    line(put("*(int2*)(mine + ({} & 2)) = make_int2({}.x + {}.w, {}.y);", {integer(1), name, name, name}));
    scope_.ints.push_back(name + ".z");
  }
  void compound(int kind, int deep) {
    switch (kind) {
      case 0:
      case 1:
        block_of(put("if ({})", {condition(2)}), 1 + random_.below(3), deep);
        if (random_.one_in(2)) {
          block_of("} else", 1 + random_.below(2), deep);
        }
        return line("}");
      case 2:
      case 3: {
        const std::string i = fresh("c");
        line(put("for (int {} = 0; {} < {}; ++{}) {{", {i, i, random_.one_in(2) ? "(lane & 3) + 1" : "3", i}));
        return loop_body(i, deep);
      }
      case 4: {
        const std::string i = fresh("t");
        line(put("int {} = {} & 7;", {i, integer(2)}));
        line(put("while ({}-- > 0) {{", {i}));
        return loop_body("", deep);
      }
      case 5: {
        const std::string i = fresh("e");
        line(put("int {} = 0;", {i}));
        line("do {");
        const Scope outside = scope_;
        ++depth_;
        statements(1 + random_.below(2), deep);
        --depth_;
        scope_ = outside;
        return line(put("}} while (++{} < ({} & 3));", {i, any(scope_.ints)}));
      }
      case 6:
        return choose(deep);
      default:
        return pointers();
    }
  }
  void loop_body(const std::string& index, int deep) {
    const Scope outside = scope_;
    if (!index.empty()) scope_.ints.push_back(index);
    ++depth_;
    if (random_.one_in(3)) line(put("if ({}) {};", {condition(1), random_.one_in(2) ? "break" : "continue"}));
    statements(1 + random_.below(3), deep);
    --depth_;
    scope_ = outside;
    line("}");
  }
  void choose(int deep) {
    line(put("switch ({} & 3) {{", {integer(2)}));
    for (int value = 0; value < 3; ++value) {
      block_of(value < 2 ? put("case {}:", {value}) : std::string("default:"), 1, deep);
      if (random_.below(3) != 0) line("  break;");
      line("}");
    }
    line("}");
  }
  void pointers() {
    const std::string name = fresh("z");
    switch (random_.below(3)) {
      case 0:
        line(put("int* {} = {} ? mine + 1 : mine;", {name, condition(1)}));
        return line(put("{}[1] = {};", {name, integer(2)}));
      case 1:
        line(put("float* {} = fmine;", {name}));
        return line(put("*{}++ = soften({});", {name, floating(2)}));
      default:
        line(put("int {} = {};", {name, integer(1)}));
        line(put("swap_two({}, x);", {name}));
        return line(put("y += fib({} & 7);", {name}));
    }
  }

  Random random_;
  std::string text_;
  std::size_t depth_ = 0;
  int names_ = 0;
  Scope scope_;
};

}  // namespace warpglass::generated
