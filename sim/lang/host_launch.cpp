// Launches in host code. The tokens are walked once, in order, with the variables of the scopes around: a variable has
// a value from its initialisation on, until something may change it (an assignment in a branch or loop, its address
// given away, input). Device functions are stepped over.
#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "sim/lang/host_tokens.h"
#include "sim/lang/host_value.h"
#include "sim/lang/parser.h"

namespace warpglass::lang {

namespace {

constexpr int kMaxEvaluations = 20'000;
constexpr std::size_t kMaxLaunches = 200;
constexpr std::size_t kMaxScopes = 500;

class HostReader : private HostTokens {
 public:
  HostReader(const std::vector<Token>& tokens, const TranslationUnit& unit)
      : HostTokens(tokens), unit_(unit), scopes_(&unit) {
    for (const DeclPtr& decl : unit.decls) {
      if (decl->kind == DeclKind::kFunction && decl->space == FunctionSpace::kGlobal) add_kernel(*decl);
      if (decl->kind == DeclKind::kEnum) declare_enum(*decl);
    }
  }

  std::vector<HostLaunch> run() {
    while (pos_ < tokens_.size() && launches_.size() < kMaxLaunches && scopes_.depth() < kMaxScopes) step();
    return std::move(launches_);
  }

 private:
  // A prototype and a definition may both stand there; default arguments belong to the first that has them.
  void add_kernel(const Decl& decl) {
    const Decl*& known = kernels_[decl.name];
    const bool has_defaults = !decl.params.empty() && decl.params.back() && decl.params.back()->init;
    if (known == nullptr || has_defaults) known = &decl;
  }

  void declare_enum(const Decl& decl) {
    std::optional<HostValue> next = HostValue{};
    for (const Enumerator& item : decl.enumerators) {
      std::vector<std::string> ignored;
      if (item.value) next = evaluate_host(*item.value, scopes_, ignored);
      scopes_.declare(item.name, next);
      next = successor(next);
    }
  }

  bool at_statement_start() const {
    if (pos_ == 0) return true;
    const std::string_view before = text(pos_ - 1);
    return before == ";" || before == "{" || before == "}" || (before == "(" && pos_ > 1 && text(pos_ - 2) == "for");
  }

  // One token, or one declaration, or one launch.
  void step() {
    const std::string_view t = text(pos_);
    if (t == "{") return enter();
    if (t == "}") {
      scopes_.pop();
      head_ = ++pos_;
      return;
    }
    if (t == ";") {
      if (++pos_; round_ == 0) head_ = pos_;
      return;
    }
    if (t == "(") ++round_;
    if (t == ")" && round_ > 0) --round_;
    if ((t == "for" || t == "while" || t == "do") && pos_ >= loop_end_) begin_loop();
    if (t == "<<<" || (t == "<<" && text(pos_ + 1) == "<")) return launch();
    if (t == "enum" && pos_ > 0 && enumerators()) return;
    if (at_statement_start() && is_name(pos_) && declaration()) return;
    if (is_name(pos_) && allocation()) return;
    if (is_name(pos_)) note_change();
    ++pos_;
  }

  // enum [name] { A, B = 3 } in host code
  bool enumerators() {
    std::size_t i = pos_ + 1;
    while (is_name(i) || text(i) == ":") ++i;
    if (text(i) != "{") return false;
    std::optional<HostValue> next = HostValue{};
    for (++i; is_name(i);) {
      const std::size_t end = item_end(i, "}");
      std::vector<std::string> ignored;
      if (text(i + 1) == "=") next = value(i + 2, end, ignored);
      scopes_.declare(std::string(text(i)), next);
      next = successor(next);
      i = text(end) == "," ? end + 1 : end;
    }
    pos_ = i;
    if (text(i) == "}") ++pos_;
    return true;
  }

  static std::optional<HostValue> successor(const std::optional<HostValue>& value) {
    if (!value || !value->is_number()) return std::nullopt;
    return HostValue{
        false, Number::of(static_cast<std::int64_t>(static_cast<std::uint64_t>(value->number.integer) + 1)), {}};
  }

  // cudaMalloc((void**)&name, bytes) and its like: from here on `name` points to that much memory.
  bool allocation() {
    static const std::unordered_set<std::string_view> kAllocations = {
        "cudaMalloc", "cudaMallocManaged", "cudaMallocAsync", "cudaMallocHost", "cudaHostAlloc"};
    if (kAllocations.count(text(pos_)) == 0 || text(pos_ + 1) != "(") return false;
    const std::size_t first = pos_ + 2, comma = item_end(first, ")");
    if (text(comma) != "," || comma < first + 2 || !is_name(comma - 1) || text(comma - 2) != "&") return false;
    std::vector<std::string> ignored;
    const std::optional<HostValue> bytes = value(comma + 1, item_end(comma + 1, ")"), ignored);
    std::optional<HostValue> buffer;
    const std::optional<Dim3> size = bytes && !bytes->is_dim3 ? as_dim3(*bytes) : std::nullopt;
    if (size && size->x > 0) {
      buffer.emplace();
      buffer->buffer_bytes = size->x;
    }
    const std::string name(text(comma - 1));
    if (std::optional<HostValue>* variable = scopes_.find(name))
      *variable = buffer;
    else
      scopes_.declare(name, buffer);
    pos_ = comma;
    ++round_;  // its "(" is behind
    return true;
  }

  // "{": of a device function (stepped over), a host function (its parameters become unknown), a block, a class.
  void enter() {
    bool device = false;
    std::size_t open = kNone;
    for (std::size_t i = head_; i < pos_; ++i) {
      if (text(i) == "__global__" || text(i) == "__device__") device = true;
      if (text(i) == "(" && open == kNone) open = i;
    }
    if (device && round_ == 0) {
      pos_ = std::min(matching(pos_) + 1, tokens_.size());
      head_ = pos_;
      return;
    }
    scopes_.push();
    if (open != kNone && scopes_.depth() <= 4) {
      declare_parameters(open);
      note_template_parameters(open);
    }
    round_ = 0;
    head_ = ++pos_;
  }

  void declare_parameters(std::size_t open) {
    for (std::size_t i = open + 1; i < pos_; ++i) {
      const std::string_view next = text(i + 1);
      const bool ends = next == "," || next == ")" || next == "=" || next == "[";
      if (is_name(i) && ends && i > open + 1 && (is_name(i - 1) || text(i - 1) == "*" || text(i - 1) == "&")) {
        scopes_.declare(std::string(text(i)), std::nullopt);
      }
    }
  }

  // template <class T, int N> void run(...) {
  void note_template_parameters(std::size_t open) {
    template_names_.clear();
    if (text(head_) != "template") return;
    for (std::size_t i = head_ + 1; i < open; ++i) {
      const std::string_view next = text(i + 1);
      if (is_name(i) && is_name(i - 1) && (next == "," || next == ">" || next == "=")) template_names_.emplace(text(i));
    }
  }

  static bool is_change(std::string_view t) {
    return t == "=" || t == "+=" || t == "-=" || t == "*=" || t == "/=" || t == "%=" || t == "<<=" || t == ">>=" ||
           t == "++" || t == "--" || t == "&=" || t == "|=" || t == "^=";
  }

  // Inside the outermost loop nothing that the loop changes has a value.
  void begin_loop() {
    loop_changes_.clear();
    std::size_t end = pos_ + 1;
    if (text(end) == "(") end = matching(end) + 1;
    if (text(end) == "{") {
      end = matching(end);
    } else {
      while (end < tokens_.size() && text(end) != ";") ++end;
    }
    loop_end_ = std::min(end, tokens_.size());
    for (std::size_t i = pos_; i < loop_end_; ++i) {
      if (!is_name(i)) continue;
      const bool declared = i > 0 && is_name(i - 1);
      const bool member = text(i + 1) == "." && is_change(text(i + 3));
      if ((is_change(text(i + 1)) && !(declared && text(i + 1) == "=")) || text(i - 1) == "++" || text(i - 1) == "--" ||
          member) {
        loop_changes_.insert(std::string(text(i)));
      }
    }
  }

  bool changes_in_loop(const std::string& name) const { return pos_ < loop_end_ && loop_changes_.count(name) != 0; }

  std::optional<HostValue> value(std::size_t first, std::size_t last, std::vector<std::string>& unknown) {
    if (first >= last || last - first > 500 || ++evaluations_ > kMaxEvaluations) return std::nullopt;
    std::vector<Token> slice;
    for (std::size_t i = first; i < last; ++i) slice.push_back(*tokens_[i]);
    Messages ignored;
    const ExprPtr expr = Parser(slice, ignored, unit_.sources).parse_lone_expression();
    if (!expr) {
      unknown.push_back(joined(first, last));
      return std::nullopt;
    }
    std::vector<std::string> names;
    std::optional<HostValue> result = evaluate_host(*expr, scopes_, names);
    for (std::string& name : names) {
      if (name == "an expression" || name == "dim3") name = joined(first, last);
      if (std::find(unknown.begin(), unknown.end(), name) == unknown.end()) unknown.push_back(std::move(name));
    }
    return result;
  }

  // type words, name, then "=", "(", "{", ";" or ","        True: taken.
  bool declaration() {
    std::size_t i = pos_;
    bool is_dim3 = false;
    static const std::unordered_set<std::string_view> kNot = {
        "return", "else",  "delete", "typedef",   "using",    "goto", "case",  "new", "throw",
        "struct", "class", "enum",   "namespace", "template", "if",   "while", "do",  "extern"};
    if (kNot.count(text(i)) != 0) return false;
    while (is_name(i) && (is_name(i + 1) || text(i + 1) == "::" || text(i + 1) == "*")) {
      is_dim3 = is_dim3 || text(i) == "dim3";
      i = text(i + 1) == "::" ? i + 2 : stars_end(i + 1);
      if (i - pos_ > 12) return false;
    }
    if (i == pos_ || !is_name(i)) return false;
    const std::string_view after = text(i + 1);
    if (after == "(" && !is_dim3) return false;
    if (after != "=" && after != "(" && after != "{" && after != ";" && after != ",") return false;
    for (;;) {
      i = declarator(i, is_dim3);
      if (text(i) != "," || !is_name(stars_end(i + 1))) break;
      i = stars_end(i + 1);
    }
    pos_ = std::max(i, pos_ + 1);
    return true;
  }

  // name with its value; returns where it ends
  std::size_t declarator(std::size_t name, bool is_dim3) {
    std::vector<std::string> ignored;
    std::optional<HostValue> result;
    std::size_t end = name + 1;
    const std::string_view after = text(end);
    if (after == "=") {
      end = item_end(name + 2, ";");
      result = contains_launch(name + 2, end) ? std::nullopt : value(name + 2, end, ignored);
    } else if (after == "(" || after == "{") {
      const std::size_t close = matching(end);
      result = is_dim3 ? dim3_arguments(end + 1, close) : value(end + 1, close, ignored);
      end = close + 1;
    } else if (is_dim3) {
      result = HostValue{true, {}, {}};
    }
    if (is_dim3 && result && !result->is_dim3) {
      const std::optional<Dim3> dim3 = as_dim3(*result);
      result = dim3 ? std::optional<HostValue>(HostValue{true, {}, *dim3}) : std::nullopt;
    }
    std::string variable(text(name));
    const bool null = text(name - 1) == "*" && result && !result->buffer_bytes;  // until it is allocated
    if (changes_in_loop(variable) || null) result.reset();
    scopes_.declare(variable, std::move(result));
    return end;
  }

  std::optional<HostValue> dim3_arguments(std::size_t first, std::size_t close) {
    HostValue result{true, {}, {}};
    std::uint64_t* const parts[] = {&result.dim3.x, &result.dim3.y, &result.dim3.z};
    std::vector<std::string> ignored;
    bool known = true;
    std::size_t count = 0;
    for (std::size_t i = first; i < close; ++count) {
      const std::size_t end = std::min(item_end(i, ")"), close);
      const std::optional<HostValue> part = value(i, end, ignored);
      if (part && part->is_dim3) return part;
      const std::optional<Dim3> number = part ? as_dim3(*part) : std::nullopt;
      if (number && count < 3) *parts[count] = number->x;
      known = known && number && count < 3;
      i = end + 1;
    }
    return known ? std::optional<HostValue>(result) : std::nullopt;
  }

  // A variable that is assigned, counted up, read in or whose address is given away.
  void note_change() {
    const std::string_view before = pos_ > 0 ? text(pos_ - 1) : std::string_view(), after = text(pos_ + 1);
    const bool member = after == "." && is_change(text(pos_ + 3));
    const bool address = before == "&" && pos_ > 1 && (text(pos_ - 2) == "(" || text(pos_ - 2) == ",");
    if (!is_change(after) && !member && !address && before != "++" && before != "--" && before != ">>") return;
    bool innermost = false;
    std::optional<HostValue>* variable = scopes_.find(std::string(text(pos_)), &innermost);
    if (variable == nullptr || before == "." || before == "->") return;
    const bool straight = at_statement_start() && innermost && !changes_in_loop(std::string(text(pos_)));
    std::vector<std::string> ignored;
    std::optional<HostValue> result;
    if (straight && after == "=") {
      result = value(pos_ + 2, item_end(pos_ + 2, ";"), ignored);
    } else if (straight && member && *variable && (*variable)->is_dim3 && text(pos_ + 3) == "=") {
      result = *variable;
      const std::optional<HostValue> part = value(pos_ + 4, item_end(pos_ + 4, ";"), ignored);
      const std::optional<Dim3> number = part ? as_dim3(*part) : std::nullopt;
      std::uint64_t& field = text(pos_ + 2) == "x"   ? result->dim3.x
                             : text(pos_ + 2) == "y" ? result->dim3.y
                                                     : result->dim3.z;
      if (number) field = number->x;
      if (!number) result.reset();
    }
    *variable = std::move(result);
  }

  // The kernel's name before the "<<<" at pos_; template arguments as numbers where they are known. Empty: no kernel.
  std::string kernel_name(std::size_t& first) {
    std::size_t end = pos_;
    if (end == 0) return {};
    std::size_t open = end;
    if (text(end - 1) == ">" || text(end - 1) == ">>") {
      int depth = 0;
      for (open = end; open-- > 0 && end - open < 64;) {
        if (text(open) == ">") ++depth;
        if (text(open) == ">>") depth += 2;
        if (text(open) == "<" && --depth == 0) break;
        if (text(open) == ";" || text(open) == "{") return {};
      }
    }
    if (open == 0 || open >= tokens_.size() || !is_name(open - 1) || kernels_.count(std::string(text(open - 1))) == 0)
      return {};
    first = open - 1;
    std::string name(text(open - 1));
    if (open == end) return name;
    name += '<';
    for (std::size_t i = open + 1; i + 1 < end;) {
      const std::size_t stop = std::min(item_end(i, ">"), end - 1);
      std::vector<std::string> unknown;
      const std::optional<HostValue> number = value(i, stop, unknown);
      const bool whole = number && !number->is_dim3 && number->number.is_integer;
      const std::string written = joined(i, stop);
      open_instance_ = open_instance_ || template_names_.count(written) != 0;
      name += whole ? std::to_string(number->number.integer) : written;
      if (stop + 1 < end) name += ", ";
      i = stop + 1;
    }
    return name + std::string(text(end - 1));  // ">>" closes an argument's own list too
  }

  void launch() {
    std::size_t name = pos_;
    HostLaunch launch;
    open_instance_ = false;
    launch.kernel = kernel_name(name);
    launch.open_instance = open_instance_;
    pos_ += text(pos_) == "<<<" ? 1 : 2;
    if (launch.kernel.empty()) return;
    launch.span = tokens_[name]->span;
    std::size_t end = pos_;
    const std::vector<Item> config = items(pos_, ">>>", end);
    configure(launch, config);
    end += text(end) == ">>>" ? 1 : 2;
    if (text(end) == "(") {
      std::size_t close = end;
      for (const Item& item : items(end + 1, ")", close)) {
        launch.argument_texts.push_back(joined(item.first, item.last));
        std::vector<std::string> ignored;
        add_argument(launch, value(item.first, item.last, ignored));
      }
      add_default_arguments(launch, *kernels_[std::string(text(name))]);
    }
    launches_.push_back(std::move(launch));
  }

  static void add_argument(HostLaunch& launch, const std::optional<HostValue>& value) {
    const bool is_number = value && value->is_number();
    launch.argument_values.push_back(is_number ? std::optional<Number>(value->number) : std::nullopt);
    launch.argument_bytes.push_back(value ? value->buffer_bytes : std::nullopt);
  }

  void add_default_arguments(HostLaunch& launch, const Decl& kernel) {
    for (std::size_t i = launch.argument_texts.size(); i < kernel.params.size() && i < 64; ++i) {
      if (!kernel.params[i] || !kernel.params[i]->init) return;
      std::vector<std::string> ignored;
      launch.argument_texts.emplace_back("default");
      add_argument(launch, evaluate_host(*kernel.params[i]->init, scopes_, ignored));
    }
  }

  void configure(HostLaunch& launch, const std::vector<Item>& config) {
    std::string* const texts[] = {&launch.grid_text, &launch.block_text, &launch.shared_text};
    std::optional<Dim3> values[3];
    for (std::size_t i = 0; i < config.size() && i < 3; ++i) {
      *texts[i] = joined(config[i].first, config[i].last);
      const std::optional<HostValue> result = value(config[i].first, config[i].last, launch.unknown);
      if (result) values[i] = as_dim3(*result);
    }
    launch.grid = values[0];
    launch.block = values[1];
    if (values[2]) launch.dynamic_shared = values[2]->x;
    if (config.size() < 3) launch.dynamic_shared = 0;
  }

  const TranslationUnit& unit_;
  std::unordered_map<std::string, const Decl*> kernels_;
  HostScopes scopes_;
  std::vector<HostLaunch> launches_;
  std::unordered_set<std::string> loop_changes_;
  std::unordered_set<std::string> template_names_;  // of the host function around
  bool open_instance_ = false;
  std::size_t pos_ = 0;
  std::size_t head_ = 0;      // where the current declaration or statement began
  std::size_t loop_end_ = 0;  // of the outermost loop around
  int round_ = 0;
  int evaluations_ = 0;
};

}  // namespace

std::vector<HostLaunch> find_host_launches(const std::vector<Token>& tokens, const TranslationUnit& unit) {
  return HostReader(tokens, unit).run();
}

}  // namespace warpglass::lang
