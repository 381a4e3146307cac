// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "reader/reader.h"

#include <algorithm>

namespace spirv_ll {

const Type* Reader::type(uint32_t id) const {
  const Id& found = ids[id];
  return found.kind == IdKind::type ? found.type : nullptr;
}

cargo::expected<const Type*, std::string> Reader::need_type(uint32_t id) const {
  if (const Type* found = type(id)) {
    return found;
  }
  return fail(id_text(id) + " is not a type");
}

Result Reader::value(uint32_t id) {
  const Id& found = ids[id];
  switch (found.kind) {
  case IdKind::value:
    return found.value;
  case IdKind::built_in:
    return built_in(id);
  case IdKind::sampler:
    return sampler(id);
  case IdKind::undefined:
    return fail(id_text(id) + " is not defined");
  default:
    return fail(id_text(id) + " is not a value");
  }
}

cargo::expected<llvm::Constant*, std::string> Reader::constant(uint32_t id) {
  const Id& found = ids[id];
  auto* constant =
      found.kind == IdKind::value ? llvm::dyn_cast<llvm::Constant>(found.value) : nullptr;
  if (!constant) {
    return fail(id_text(id) + " is not a constant");
  }
  return constant;
}

cargo::expected<uint64_t, std::string> Reader::integer(uint32_t id) {
  const Id& found = ids[id];
  const auto* number =
      found.kind == IdKind::value ? llvm::dyn_cast<llvm::ConstantInt>(found.value) : nullptr;
  const bool is_null =
      found.kind == IdKind::value && llvm::isa<llvm::ConstantAggregateZero>(found.value);
  if (!number || is_null || number->getBitWidth() > 64) {
    return fail(id_text(id) + " is not an integer constant");
  }
  return number->getZExtValue();
}

const Type* Reader::type_of(uint32_t id) const {
  const Id& found = ids[id];
  return found.kind == IdKind::type ? nullptr : found.type;
}

Outcome Reader::define(uint32_t id, const Id& what) {
  if (!ids.define(id, what)) {
    return fail(id_text(id) + " is defined a second time");
  }
  return cargo::success{};
}

Outcome Reader::define(const Inst& inst, llvm::Value* value) {
  const auto expected = need_type(inst.type);
  if (!expected) {
    return fail(expected.error());
  }
  if ((*expected)->ir != value->getType()) {
    return fail("the result type " + id_text(inst.type) + " is not that of the operands");
  }
  return define(inst.result, {IdKind::value, *expected, value, nullptr, 0});
}

llvm::StringRef Reader::name(uint32_t id) const {
  const auto found = names.find(id);
  return found == names.end() ? llvm::StringRef() : llvm::StringRef(found->second);
}

std::string Reader::symbol_name(uint32_t id, llvm::StringRef otherwise) const {
  if (const Decor* linkage = decorations.find(id, Decoration::LinkageAttributes)) {
    size_t used = 0;
    return literal_string(linkage->words, used);
  }
  const llvm::StringRef given = name(id);
  return given.empty() ? otherwise.str() : given.str();
}

Result Reader::call(llvm::StringRef name, llvm::Type* result,
                    llvm::ArrayRef<llvm::Value*> arguments, Effect effect, bool variadic) {
  llvm::SmallVector<llvm::Type*, 8> parameters;
  for (llvm::Value* argument : arguments) {
    parameters.push_back(argument->getType());
  }
  if (variadic) {
    parameters.truncate(1);
  }
  auto* type = llvm::FunctionType::get(result, parameters, variadic);
  llvm::GlobalValue* known = module.getNamedValue(name);
  if (known && known->hasLocalLinkage()) {
    known->setName(name + ".internal"); // the module's own, which happens to be called the same
    known = nullptr;
  }
  auto* callee = llvm::dyn_cast_or_null<llvm::Function>(known);
  if (known && (!callee || callee->getFunctionType() != type)) {
    return fail("'" + name.str() + "' exists with another type");
  }
  if (!callee) {
    callee = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, name, module);
    callee->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    callee->setConvergent();
    callee->setDoesNotThrow();
    if (effect == Effect::pure) {
      callee->setDoesNotAccessMemory();
      callee->setWillReturn();
    }
  }
  llvm::CallInst* made = builder.CreateCall(callee, arguments);
  made->setCallingConv(callee->getCallingConv());
  made->setConvergent();
  made->setDoesNotThrow();
  if (effect == Effect::pure) {
    made->setDoesNotAccessMemory();
  }
  return made;
}

llvm::BasicBlock* Reader::block(uint32_t label) {
  auto& found = function.blocks[label];
  if (!found) {
    found = llvm::BasicBlock::Create(context, "", function.ir);
  }
  return found;
}

llvm::IRBuilder<> Reader::at_entry() const {
  // Passes expect the variables of a function before everything else.
  llvm::BasicBlock& entry = function.ir->getEntryBlock();
  return {&entry, entry.getFirstNonPHIOrDbgOrAlloca()};
}

Result Reader::built_in(uint32_t id) {
  if (!function.block) {
    return fail("the built-in variable " + id_text(id) + " is used outside a function");
  }
  llvm::Value*& copy = function.built_ins[id];
  if (!copy) {
    const Type& pointer = *ids[id].type;
    llvm::IRBuilder<> entry = at_entry();
    entry.SetCurrentDebugLocation(builder.getCurrentDebugLocation());
    auto* variable = entry.CreateAlloca(pointer.element->ir);
    const auto loaded = load_built_in(*this, entry, BuiltIn(ids[id].number), *pointer.element);
    if (!loaded) {
      return loaded;
    }
    entry.CreateStore(*loaded, variable);
    copy = entry.CreateAddrSpaceCast(variable, pointer.ir);
    if (auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(copy)) {
      casts_of_built_ins.push_back(cast);
    }
  }
  return copy;
}

Result Reader::sampler(uint32_t id) {
  if (!function.block) {
    return fail("the sampler " + id_text(id) + " is used outside a function");
  }
  llvm::Value*& made = function.samplers[id];
  if (!made) {
    const llvm::IRBuilderBase::InsertPointGuard guard(builder);
    const llvm::IRBuilder<> entry = at_entry();
    builder.SetInsertPoint(entry.GetInsertBlock(), entry.GetInsertPoint());
    const auto called = call("__translate_sampler_initializer", ids[id].type->ir,
                             {builder.getInt32(ids[id].number)}, Effect::any);
    if (!called) {
      return called;
    }
    made = *called;
  }
  return made;
}

std::vector<uint32_t> Reader::with_continued(const Inst& inst,
                                             std::initializer_list<Op> opcodes) const {
  std::vector<uint32_t> all(inst.words.begin(), inst.words.end());
  for (const Instruction& next : following) {
    if (std::ranges::find(opcodes, Op(next.opcode)) == opcodes.end()) {
      break;
    }
    all.insert(all.end(), next.operands.begin(), next.operands.end());
  }
  return all;
}

} // namespace spirv_ll
