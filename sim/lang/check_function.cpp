// Function instances: how arguments are bound, which calls share an instance, and how a body is checked.
// A reference (and `this`) that is bound to a place in a local variable makes an instance of its own for that place;
// the body then names the caller's variable. Anything else that is referred to comes as a pointer.
#include <fmt/format.h>

#include "sim/lang/checker.h"

namespace warpglass::lang {
namespace {

constexpr int kDeepestCalls = 200;  // instantiations inside instantiations
constexpr std::size_t kMostInstances = 4000;

}  // namespace

// Is this a place that stays the same wherever it is named: a variable, or a member or constant element of one?
bool Checker::alias_key(const TypedExpr& place, bool& is_local, std::string& key) const {
  const TypedExpr* e = &place;
  while ((e->kind == TypedKind::kMember || e->kind == TypedKind::kElement) && e->a) {
    if (e->kind == TypedKind::kElement && !is_constant(*e->b)) return false;
    key += e->kind == TypedKind::kMember ? fmt::format(".{}", e->field) : fmt::format("[{}]", e->b->bits);
    e = e->a.get();
  }
  if (e->kind == TypedKind::kConstructRecord && info_of_const(e->type) && info_of_const(e->type)->lambda) {
    key += fmt::format("lambda{}", static_cast<const void*>(e->type));
    is_local = true;
    return true;
  }
  if (e->kind != TypedKind::kVariable) return false;
  is_local = e->variable->storage == Storage::kLocal || e->variable->storage == Storage::kParameter;
  key += fmt::format("v{}{}", e->variable->id, place.is_const ? "c" : "");
  return true;
}

const RecordInfo* Checker::info_of_const(TypeRef type) const {
  const auto found = record_of_.find(type);
  return found == record_of_.end() ? nullptr : found->second;
}

// Is a body of this function being instantiated further out?
bool Checker::in_progress(const void* decl) const {
  for (const FunctionInstance* at = context_.instance; at; at = at->parent)
    if (at->decl == decl || at->lambda == decl) return true;
  return false;
}

bool Checker::bind_argument(Argument& argument, const QualifiedType& type, const Decl& callee, BoundArgument& out,
                            std::vector<TypedExprPtr>& before) {
  out.type = type;
  const Span span = argument.syntax ? argument.syntax->span : Span{};
  const RecordInfo* info = info_of_const(type.type);
  if (info && info->lambda && argument.value) {  // passed by alias: it has no bytes
    TypedExpr* value = argument.value.get();
    if (value->kind == TypedKind::kComma || value->kind == TypedKind::kLoad ||
        value->kind != TypedKind::kConstructRecord) {
      if (value->kind == TypedKind::kComma) before.push_back(std::move(argument.value));
      argument.value = node(TypedKind::kConstructRecord, type.type, span);
    }
    out.mode = BoundArgument::Mode::kAlias;
    bool is_local = false;
    alias_key(*argument.value, is_local, out.key);
    out.place = std::move(argument.value);
    return true;
  }
  const bool is_place = !argument.is_list && argument.value->is_lvalue && argument.value->type == type.type;
  if (!type.is_reference || !is_place) {
    out.value = convert_argument(argument, type);
    out.type.is_reference = false;
    out.mode = BoundArgument::Mode::kValue;
    return out.value != nullptr;
  }
  bool is_local = false;
  std::string key;
  if (alias_key(*argument.value, is_local, key) && !(is_local && in_progress(&callee))) {
    if (TypedVariable* variable = root(*argument.value); variable && !type.is_const) variable->is_written = true;
    argument.value->is_const |= type.is_const;
    out.mode = BoundArgument::Mode::kAlias;
    out.key = key + (type.is_const ? "c" : "");
    out.place = std::move(argument.value);
    return true;
  }
  out.mode = BoundArgument::Mode::kPointer;
  argument.value->is_const |= type.is_const;
  out.value = address_of(std::move(argument.value), span);
  out.key = out.value->type->pointee_const ? "pc" : "p";
  return true;
}

bool Checker::bind_object(TypedExprPtr object, const Decl& callee, BoundArgument& out,
                          std::vector<TypedExprPtr>& before) {
  const bool is_read = callee.is_method_const;
  if (!object->is_lvalue) {  // f(x).method()
    const auto variable = temporary(object->type, object->span);
    TypedExprPtr store = node(TypedKind::kAssign, object->type, object->span);
    store->a = variable_place(variable, object->span);
    store->b = std::move(object);
    object = variable_place(variable, store->span);
    before.push_back(std::move(store));
  }
  if (object->is_const && !is_read && !callee.is_constructor && !callee.is_static) {
    error(object->span, fmt::format("`{}` may change the object, which is const", callee.name),
          "declare the method const");
    return false;
  }
  QualifiedType type{object->type, is_read || object->is_const, object->is_volatile, true};
  Argument argument;
  argument.value = std::move(object);
  return bind_argument(argument, type, callee, out, before);
}

TypedExprPtr Checker::call_candidate(const Candidate& candidate, TypedExprPtr object, std::vector<Argument>& arguments,
                                     const Span& span) {
  const Decl& decl = *candidate.decl;
  std::vector<BoundArgument> bound(decl.params.size());
  std::vector<TypedExprPtr> before;
  for (std::size_t i = 0; i < decl.params.size(); ++i) {
    Argument standard;
    Argument& argument = i < arguments.size() ? arguments[i] : standard;
    if (i >= arguments.size()) {  // a default argument, in the scope of the declaration
      const Decl& source = decl.params[i]->init ? decl : *candidate.defaults;
      const Expr& init = *source.params[i]->init;
      const ScopePtr saved = std::exchange(scope_, candidate.scope);
      argument.syntax = &init;
      argument.is_list = init.kind == ExprKind::kInitList;
      if (!argument.is_list) argument.value = check(init);
      scope_ = saved;
      if (!argument.is_list && !argument.value) return nullptr;
    }
    if (!bind_argument(argument, candidate.types[i], decl, bound[i], before)) return nullptr;
  }
  BoundArgument self;
  const bool is_method = object != nullptr && !decl.is_static;
  if (is_method && !bind_object(std::move(object), decl, self, before)) return nullptr;
  FunctionInstance* instance =
      instance_for(decl, nullptr, candidate.scope, candidate.bound, bound, is_method ? &self : nullptr, span);
  return instance ? make_call(*instance, bound, is_method ? &self : nullptr, std::move(before), span) : nullptr;
}

TypedExprPtr Checker::call_lambda(RecordInfo& info, std::vector<Argument>& arguments, const Span& span) {
  const Decl& decl = *info.decl;
  if (arguments.size() != decl.params.size()) {
    error(span, fmt::format("the lambda takes {} arguments, {} are given", decl.params.size(), arguments.size()));
    return nullptr;
  }
  if (in_progress(&decl)) {
    refuse(span, "a lambda that calls itself");
    return nullptr;
  }
  std::vector<BoundArgument> bound(decl.params.size());
  std::vector<TypedExprPtr> before;
  for (std::size_t i = 0; i < decl.params.size(); ++i) {
    const TypeSyntax* syntax = decl.params[i]->type.get();
    QualifiedType type;
    const bool is_auto =
        syntax && (syntax->kind == TypeKind::kAuto ||
                   (syntax->kind == TypeKind::kReference && syntax->inner && syntax->inner->kind == TypeKind::kAuto));
    if (is_auto && arguments[i].value) {
      type = auto_type(*syntax, *arguments[i].value);
    } else if (syntax) {
      type = resolve_in(info.lambda_scope, *syntax);
    }
    if (!type) return nullptr;
    if (type.type->is_array() && !type.is_reference)
      type = {types_.pointer(type.type->element, type.is_const, type.is_volatile)};
    if (conversion_rank(arguments[i], type) < 0) {
      error(span, fmt::format("argument {} of the lambda cannot become {}", i + 1, describe(type)));
      return nullptr;
    }
    if (!bind_argument(arguments[i], type, decl, bound[i], before)) return nullptr;
    bound[i].key += fmt::format("@{}", static_cast<const void*>(type.type));
  }
  FunctionInstance* instance = instance_for(decl, info.lambda, info.lambda_scope, {}, bound, nullptr, span);
  if (!instance) return nullptr;
  return make_call(*instance, bound, nullptr, std::move(before), span);
}

FunctionInstance* Checker::instance_for(const Decl& decl, const Expr* lambda, const ScopePtr& outer,
                                        const Bindings& template_bound, std::vector<BoundArgument>& bound,
                                        BoundArgument* object, const Span& span) {
  std::string text, template_key = fmt::format("{}", static_cast<const void*>(&decl));
  for (const auto& [name, value] : template_bound) {
    template_key += "," + key_of(value);
    text += (text.empty() ? "" : ", ") + text_of(value);
  }
  if (const Scope* record = outer ? outer->parent.get() : nullptr; record && record->record)
    template_key += fmt::format("@{}", static_cast<const void*>(record->record));
  std::string key = template_key;
  if (lambda) key += fmt::format("#{}", static_cast<const void*>(outer.get()));
  for (const BoundArgument& argument : bound) key += ";" + argument.key;
  if (object) key += ";this=" + object->key;
  FunctionInstance*& slot = instance_keys_[key];
  if (slot) return slot;
  const int depth = context_.instance ? context_.instance->depth + 1 : 0;
  if (depth > kDeepestCalls || instances_.size() > kMostInstances) {
    gave_up_ = true;
    error(span,
          depth > kDeepestCalls ? fmt::format("functions are instantiated more than {} deep here", kDeepestCalls)
                                : fmt::format("more than {} device functions are instantiated", kMostInstances),
          "a template that calls itself needs an end");
    return nullptr;
  }
  instances_.push_back(std::make_unique<FunctionInstance>());
  FunctionInstance& instance = *instances_.back();
  slot = &instance;
  instance.decl = &decl;
  instance.lambda = lambda;
  instance.parent = context_.instance;
  instance.depth = depth;
  instance.index = static_cast<std::uint32_t>(instances_.size() - 2);
  instance.template_key = template_key;
  instance.function.name = (lambda ? std::string("lambda") : decl.name) + (text.empty() ? "" : "<" + text + ">");
  instance.function.span = decl.name_span.known() ? decl.name_span : decl.span;
  instance.scope = std::make_shared<Scope>();
  instance.scope->parent = outer;
  declare_parameters(instance, bound, object);
  if (!resolve_return(instance)) return nullptr;
  if (instance.auto_return) {
    check_body(instance);
  } else {
    queue_.push_back(&instance);
    instance.queued = true;
  }
  return &instance;
}

void Checker::declare_parameters(FunctionInstance& instance, const std::vector<BoundArgument>& bound,
                                 const BoundArgument* object) {
  const auto pointer_variable = [&](const std::string& name, const BoundArgument& argument, const Span& span) {
    auto variable = new_variable(name, argument.value->type, Storage::kLocal, span);
    instance.function.params.push_back(variable);
    return variable;
  };
  if (object && object->mode == BoundArgument::Mode::kAlias) instance.scope->this_place = object->place;
  if (object && object->mode == BoundArgument::Mode::kPointer) {
    const auto variable = pointer_variable("this", *object, instance.function.span);
    instance.scope->this_place = deref(rvalue(variable_place(variable, variable->span)), variable->span);
  }
  for (std::size_t i = 0; i < bound.size(); ++i) {
    const Decl& parameter = *instance.decl->params[i];
    Symbol symbol;
    symbol.kind = Symbol::Kind::kVariable;
    symbol.type = bound[i].type;
    if (bound[i].mode == BoundArgument::Mode::kAlias) {
      symbol.kind = Symbol::Kind::kPlace;
      symbol.place = bound[i].place;
    } else if (bound[i].mode == BoundArgument::Mode::kPointer) {
      symbol.variable = pointer_variable(parameter.name, bound[i], parameter.name_span);
    } else {
      symbol.variable = new_variable(parameter.name, bound[i].type.type, Storage::kLocal, parameter.name_span);
      symbol.variable->is_volatile = bound[i].type.is_volatile;
      instance.function.params.push_back(symbol.variable);
    }
    if (!parameter.name.empty()) instance.scope->names[parameter.name] = symbol;
  }
}

bool Checker::resolve_return(FunctionInstance& instance) {
  const TypeSyntax* syntax = instance.decl->type.get();
  instance.function.return_type = types_.void_type();
  instance.return_type.type = types_.void_type();
  if (instance.decl->is_constructor) return true;
  if (!syntax || syntax->kind == TypeKind::kAuto) {
    instance.auto_return = true;
    return true;
  }
  instance.return_type = resolve_in(instance.scope, *syntax);
  if (!instance.return_type) return false;
  const QualifiedType& type = instance.return_type;
  instance.function.return_type =
      type.is_reference ? types_.pointer(type.type, type.is_const, type.is_volatile) : type.type;
  return true;
}

TypedExprPtr Checker::make_call(FunctionInstance& instance, std::vector<BoundArgument>& bound, BoundArgument* object,
                                std::vector<TypedExprPtr> before, const Span& span) {
  if (instance.active && instance.auto_return) {
    error(span, "a function that calls itself cannot have the return type auto", "write the type");
    return nullptr;
  }
  TypedExprPtr call = node(TypedKind::kCall, instance.function.return_type, span);
  call->function = instance.index;
  if (object && object->value) call->args.push_back(std::move(object->value));
  for (BoundArgument& argument : bound)
    if (argument.value) call->args.push_back(std::move(argument.value));
  if (context_.instance) context_.instance->callees.insert(instance.index);
  if (instance.return_type.is_reference) call = deref(std::move(call), span);
  for (std::size_t i = before.size(); i-- > 0;) {
    TypedExprPtr comma = node(TypedKind::kComma, call->type, span);
    comma->is_lvalue = call->is_lvalue;
    comma->is_const = call->is_const;
    comma->a = std::move(before[i]);
    comma->b = std::move(call);
    call = std::move(comma);
  }
  return call;
}

void Checker::check_body(FunctionInstance& instance) {
  if (instance.done || instance.active || !instance.decl->body) return;
  instance.active = true;
  const Context saved_context = context_;
  const ScopePtr saved_scope = scope_;
  const int saved_mute = std::exchange(mute_, 0);  // whoever asked first: a body's errors are told
  context_ = {};
  context_.instance = &instance;
  scope_ = instance.scope;
  TypedStmtPtr body = statement(TypedStmtKind::kBlock, instance.function.span);
  context_.out = &body->body;
  if (usable(*instance.decl)) {
    if (instance.decl->is_constructor) constructor_prologue(instance, body->body);
    push_scope();
    for (const StmtPtr& inner : instance.decl->body->body) {
      if (messages_.full() || gave_up_) break;
      if (inner) check_statement(*inner, body->body);
    }
  }
  instance.function.body = std::move(body);
  scope_ = saved_scope;
  context_ = saved_context;
  mute_ = saved_mute;
  instance.active = false;
  instance.done = true;
}

// Members in order: from the constructor's list, else from their default values.
void Checker::constructor_prologue(FunctionInstance& instance, std::vector<TypedStmtPtr>& out) {
  TypedExprPtr object = this_object(instance.function.span);
  const RecordInfo* info = object ? info_of(object->type) : nullptr;
  if (!info) return;
  for (const auto& [name, value] : instance.decl->member_inits) {
    std::vector<std::uint32_t> path;
    if (name != info->decl->name && !find_field(object->type, name, path))
      error(instance.decl->name_span, fmt::format("{} has no member `{}` to initialise", object->type->name, name));
    if (name == info->decl->name) refuse(instance.decl->name_span, "a constructor that calls another");
  }
  for (std::size_t i = 0; i < info->fields.size(); ++i) initialise_member(*info, i, *instance.decl, out);
}

void Checker::initialise_member(const RecordInfo& info, std::size_t field, const Decl& constructor,
                                std::vector<TypedStmtPtr>& out) {
  const Decl& member_decl = *info.fields[field];
  const TypeRef type = info.type->fields[field].type;
  const Expr* value = member_decl.kind == DeclKind::kVariable ? member_decl.init.get() : nullptr;
  std::vector<Argument> arguments;
  bool listed = false;
  for (std::size_t i = 0; i < constructor.member_inits.size(); ++i) {
    if (constructor.member_inits[i].first != member_decl.name) continue;
    listed = true;
    value = constructor.member_inits[i].second.get();
    if (i < constructor.member_init_args.size() && !constructor.member_init_args[i].empty() && value) {
      std::vector<Argument> more;
      Argument first;
      first.syntax = value;
      first.value = check(*value);
      if (!first.value || !check_arguments(constructor.member_init_args[i], more)) return;
      arguments.push_back(std::move(first));
      for (Argument& argument : more) arguments.push_back(std::move(argument));
    }
  }
  if (!value && !listed) return;
  const Span span = value ? value->span : constructor.name_span;
  TypedExprPtr place = field_of(this_object(span), static_cast<std::uint32_t>(field), span);
  if (type->is_array()) {
    std::vector<ElementInit> elements;
    if (value && value->kind == ExprKind::kInitList && !fill_list(type, 0, *value, elements)) return;
    if (type->size > 4096) return refuse(span, "a constructor that initialises an array member of over 4096 bytes");
    for (std::uint64_t at = 0; at < type->count && !type->element->is_array(); ++at) {
      TypedExprPtr target = place_at(*place, at * type->element->size, type->element);
      TypedExprPtr store = node(TypedKind::kAssign, type->element, span);
      store->a = std::move(target);
      for (ElementInit& element : elements)
        if (element.offset == at * type->element->size && element.value) store->b = std::move(element.value);
      if (!store->b) store->b = zero_value(type->element, span);
      TypedStmtPtr step = statement(TypedStmtKind::kExpr, span);
      step->expr = std::move(store);
      out.push_back(std::move(step));
    }
    return;
  }
  TypedExprPtr initial;
  if (!arguments.empty()) {
    initial = construct(type, arguments, false, span, nullptr);
  } else if (!value) {
    initial = zero_value(type, span);
  } else if (value->kind == ExprKind::kInitList) {
    Argument list{nullptr, value, true};
    initial = convert_argument(list, {type});
  } else {
    initial = convert(check(*value), type, span);
  }
  if (!initial) return;
  place->is_const = false;
  TypedExprPtr store = node(TypedKind::kAssign, type, span);
  store->a = std::move(place);
  store->b = std::move(initial);
  TypedStmtPtr step = statement(TypedStmtKind::kExpr, span);
  step->expr = std::move(store);
  out.push_back(std::move(step));
}

}  // namespace warpglass::lang
