// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V specification 3.49.9, functions.
#include "declarations/functions.h"

#include "reader/handlers.h"

#include <bit>
#include <functional>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>

namespace spirv_ll {
namespace {

struct Linkage {
  llvm::GlobalValue::LinkageTypes type = llvm::GlobalValue::InternalLinkage;
  bool imported = false;
};

Linkage linkage(const Reader& reader, uint32_t id) {
  const Decor* decor = reader.decorations.find(id, Decoration::LinkageAttributes);
  if (!decor) {
    return {};
  }
  size_t used = 0;
  (void)literal_string(decor->words, used);
  const auto type =
      used < decor->words.size() ? LinkageType(decor->words[used]) : LinkageType::Export;
  return {type == LinkageType::LinkOnceODR ? llvm::GlobalValue::LinkOnceODRLinkage
                                           : llvm::GlobalValue::ExternalLinkage,
          type == LinkageType::Import};
}

const EntryPoint* entry_point(const Reader& reader, uint32_t id) {
  for (const EntryPoint& entry : reader.entry_points) {
    if (entry.function == id) {
      return &entry;
    }
  }
  return nullptr;
}

void set_control(const Reader& reader, llvm::Function& function, uint32_t control) {
  if (control & FunctionControlBits::OptNoneINTEL) {
    function.addFnAttr(llvm::Attribute::OptimizeNone); // wants the other one beside it
    function.addFnAttr(llvm::Attribute::NoInline);
  } else if (control & FunctionControlBits::DontInline) {
    function.addFnAttr(llvm::Attribute::NoInline);
  } else if (control & FunctionControlBits::Inline) {
    function.addFnAttr(llvm::Attribute::InlineHint);
  }
  // Const includes Pure. LLVM 22's back end has them exchanged.
  if (control & FunctionControlBits::Const && !reader.from_llvm_back_end()) {
    function.setDoesNotAccessMemory();
  } else if (control & (FunctionControlBits::Pure | FunctionControlBits::Const)) {
    function.setOnlyReadsMemory();
  }
}

Result begin(Reader& reader, const Inst& inst) {
  if (reader.function.ir) {
    return fail("the function before lacks its OpFunctionEnd");
  }
  llvm::Function* function = reader.functions.lookup(inst.result);
  if (!function) {
    return fail("the function was not declared");
  }
  reader.function = CurrentFunction();
  reader.function.ir = function;
  reader.function.id = inst.result;
  reader.function.type = reader.type(inst.word(1));
  return nullptr;
}

/// LLVM's attribute for a FunctionParameterAttribute that is nothing but a flag.
struct AttributeRow {
  FunctionParameterAttribute attribute;
  llvm::Attribute::AttrKind ir;
  bool for_pointers; ///< only there; on integers otherwise
};
constexpr AttributeRow parameter_attributes[] = {
    {FunctionParameterAttribute::Zext, llvm::Attribute::ZExt, false},
    {FunctionParameterAttribute::Sext, llvm::Attribute::SExt, false},
    {FunctionParameterAttribute::NoAlias, llvm::Attribute::NoAlias, true},
    {FunctionParameterAttribute::NoWrite, llvm::Attribute::ReadOnly, true},
    {FunctionParameterAttribute::NoReadWrite, llvm::Attribute::ReadNone, true},
};

void add_attribute(const Reader& reader, llvm::Argument& argument, const Type& type,
                   FunctionParameterAttribute attribute) {
  const bool is_pointer = type.kind == TypeKind::pointer;
  for (const AttributeRow& row : parameter_attributes) {
    if (row.attribute == attribute &&
        (row.for_pointers ? is_pointer : type.kind == TypeKind::integer)) {
      argument.addAttr(row.ir);
    }
  }
  if (is_pointer && type.element && type.element->is_storable()) {
    if (attribute == FunctionParameterAttribute::ByVal) {
      argument.addAttr(llvm::Attribute::getWithByValType(reader.context, type.element->ir));
    } else if (attribute == FunctionParameterAttribute::Sret && argument.getArgNo() == 0 &&
               argument.getParent()->getReturnType()->isVoidTy()) {
      argument.addAttr(llvm::Attribute::getWithStructRetType(reader.context, type.element->ir));
    }
  }
}

void decorate(const Reader& reader, uint32_t id, llvm::Argument& argument, const Type& type) {
  for (const Decor& decor : reader.decorations.of(id)) {
    const uint32_t number = decor.words.empty() ? 0 : decor.words[0];
    const bool is_pointer = type.kind == TypeKind::pointer;
    if (decor.kind == Decoration::FuncParamAttr) {
      add_attribute(reader, argument, type, FunctionParameterAttribute(number));
    } else if (decor.kind == Decoration::Restrict && is_pointer) {
      argument.addAttr(llvm::Attribute::NoAlias);
    } else if (decor.kind == Decoration::Alignment && is_pointer && std::has_single_bit(number) &&
               number <= (1u << 20)) {
      argument.addAttr(llvm::Attribute::getWithAlignment(reader.context, llvm::Align(number)));
    } else if (decor.kind == Decoration::MaxByteOffset && is_pointer && number) {
      // No promise that there is as much: `dereferenceable` would be one.
      argument.addAttr(
          llvm::Attribute::get(reader.context, "max-byte-offset", std::to_string(number)));
    }
  }
}

Result parameter(Reader& reader, const Inst& inst) {
  CurrentFunction& current = reader.function;
  if (!current.ir || current.block || !current.blocks.empty()) {
    return fail("it has to follow OpFunction");
  }
  if (current.parameters >= current.type->members.size()) {
    return fail("the function's type has only " + std::to_string(current.parameters) +
                " parameters");
  }
  const Type* type = current.type->members[current.parameters];
  if (reader.type(inst.type) != type) {
    return fail("the function's type has another type for this parameter");
  }
  llvm::Argument* argument = current.ir->getArg(current.parameters++);
  argument->setName(reader.name(inst.result));
  decorate(reader, inst.result, *argument, *type);
  return argument;
}

Outcome finish_phi(Reader& reader, const PendingPhi& pending) {
  const auto words = pending.inst.words;
  for (size_t i = 0; i + 1 < words.size(); i += 2) {
    const auto value = reader.value(words[i]);
    if (!value) {
      return fail("an OpPhi is wrong: " + value.error());
    }
    llvm::BasicBlock* from = reader.function.blocks.lookup(words[i + 1]);
    if (!from) {
      return fail("an OpPhi is wrong: " + id_text(words[i + 1]) + " is not a block");
    }
    if ((*value)->getType() != pending.phi->getType()) {
      return fail("an OpPhi is wrong: " + id_text(words[i]) + " has another type");
    }
    // A branch that leads here twice counts twice in LLVM, once in SPIR-V.
    const auto edges = llvm::count(llvm::predecessors(pending.phi->getParent()), from);
    for (long edge = 0; edge < edges; ++edge) {
      pending.phi->addIncoming(*value, from);
    }
    if (edges == 0) {
      return fail("an OpPhi is wrong: " + id_text(words[i + 1]) + " does not lead to its block");
    }
  }
  return cargo::success{};
}

/// Hints about a loop stand at the branch back to its header, in LLVM.
void finish_loop(const PendingLoop& loop) {
  for (llvm::BasicBlock* from : llvm::predecessors(loop.header)) {
    bool is_behind = false;
    for (llvm::BasicBlock& block :
         llvm::make_range(loop.header->getIterator(), loop.header->getParent()->end())) {
      is_behind |= &block == from;
    }
    if (is_behind && llvm::isa<llvm::BranchInst>(from->getTerminator())) {
      from->getTerminator()->setMetadata(llvm::LLVMContext::MD_loop, loop.metadata);
    }
  }
}

Result end(Reader& reader, const Inst&) {
  CurrentFunction& current = reader.function;
  if (!current.ir) {
    return fail("there is no function to end");
  }
  if (current.block) {
    return fail("the last block lacks its branch or return");
  }
  if (current.parameters != current.type->members.size()) {
    return fail("the function's type has " + std::to_string(current.type->members.size()) +
                " parameters, the function " + std::to_string(current.parameters));
  }
  for (const auto& [label, block] : current.blocks) {
    if (!current.defined_blocks.contains(label)) {
      return fail("block " + id_text(label) + " does not exist");
    }
  }
  for (const PendingPhi& phi : current.phis) {
    reader.function.block = current.blocks.begin()->first; // values may come into being at entry
    if (auto done = finish_phi(reader, phi); !done) {
      return fail(done.error());
    }
  }
  for (const PendingLoop& loop : current.loops) {
    finish_loop(loop);
  }
  if (current.ir->empty() && current.ir->hasLocalLinkage()) {
    return fail("the function has no body and is not imported");
  }
  reader.debug.end_function();
  reader.function = CurrentFunction();
  return nullptr;
}

Result call(Reader& reader, const Inst& inst) {
  llvm::Function* callee = reader.functions.lookup(inst.word(0));
  if (!callee) {
    return fail(id_text(inst.word(0)) + " is not a function");
  }
  if (callee->getCallingConv() == llvm::CallingConv::SPIR_KERNEL) {
    return fail("an entry point cannot be called");
  }
  return call_function(reader, inst, callee->getFunctionType(), callee);
}

constexpr HandlerRow rows[] = {
    {Op::Function, nullptr, begin},
    {Op::FunctionParameter, nullptr, parameter},
    {Op::FunctionEnd, nullptr, end},
    {Op::FunctionCall, nullptr, call},
};

} // namespace

void finish_calls(const Reader& reader) {
  for (llvm::Function& function : reader.module) {
    const llvm::AttributeList attributes = function.getAttributes();
    for (llvm::User* user : function.users()) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (!call || call->getCalledFunction() != &function || function.isIntrinsic()) {
        continue;
      }
      for (unsigned i = 0; i < function.arg_size(); ++i) {
        call->addParamAttrs(i, llvm::AttrBuilder(reader.context, attributes.getParamAttrs(i)));
      }
    }
  }
}

Result call_function(Reader& reader, const Inst& inst, llvm::FunctionType* type,
                     llvm::Value* callee) {
  const auto arguments = inst.from(1);
  if (arguments.size() != type->getNumParams()) {
    return fail("the function takes " + std::to_string(type->getNumParams()) + " arguments, " +
                std::to_string(arguments.size()) + " are given");
  }
  llvm::SmallVector<llvm::Value*, 8> values;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const auto value = reader.value(arguments[i]);
    if (!value) {
      return fail(value.error());
    }
    if ((*value)->getType() != type->getParamType(unsigned(i))) {
      return fail("argument " + id_text(arguments[i]) + " has another type than the parameter");
    }
    values.push_back(*value);
  }
  llvm::CallInst* made = reader.builder.CreateCall(type, callee, values);
  made->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  made->setConvergent();
  made->setDoesNotThrow();
  if (!made->getType()->isVoidTy()) {
    return made;
  }
  const Type* result = reader.type(inst.type);
  if (!result || result->kind != TypeKind::nothing) {
    return fail("the result type has to be void");
  }
  if (auto done = reader.define(inst.result, {IdKind::ignored, result, nullptr, nullptr, 0});
      !done) {
    return fail(done.error());
  }
  return nullptr;
}

Outcome declare_function(Reader& reader, const Inst& inst) {
  const Type* type = reader.type(inst.word(1));
  if (!type || type->kind != TypeKind::function) {
    return fail(id_text(inst.word(1)) + " is not a function type");
  }
  if (reader.type(inst.type) != type->element) {
    return fail("the result type is not what the function's type returns");
  }
  const EntryPoint* entry = entry_point(reader, inst.result);
  Linkage link = linkage(reader, inst.result);
  std::string name = entry ? entry->name : reader.symbol_name(inst.result, "function");
  // LLVM's translator makes entry points that call an exported function of the same name.
  if (!entry && !link.imported &&
      llvm::is_contained(llvm::map_range(reader.entry_points, std::mem_fn(&EntryPoint::name)),
                         name)) {
    link.type = llvm::GlobalValue::InternalLinkage;
    name += ".function";
  }
  const bool is_local = !entry && link.type == llvm::GlobalValue::InternalLinkage;
  if (entry && type->element->kind != TypeKind::nothing) {
    return fail("an entry point returns nothing");
  }
  if (llvm::GlobalValue* known = is_local ? nullptr : reader.module.getNamedValue(name)) {
    if (!known->hasLocalLinkage()) {
      return fail("there are two definitions of '" + name + "'");
    }
    known->setName(name + ".internal");
  }
  llvm::Function*& function = reader.functions[inst.result];
  if (!function) {
    function = llvm::Function::Create(llvm::cast<llvm::FunctionType>(type->ir),
                                      llvm::GlobalValue::ExternalLinkage, "", reader.module);
  } else if (entry || function->getFunctionType() != type->ir) {
    return fail(entry ? "the address of an entry point is taken"
                      : "pointers to the function say that it has another type");
  }
  function->setName(name);
  function->setLinkage(entry ? llvm::GlobalValue::ExternalLinkage : link.type);
  function->setCallingConv(entry ? llvm::CallingConv::SPIR_KERNEL : llvm::CallingConv::SPIR_FUNC);
  function->setConvergent();
  function->setDoesNotThrow();
  if (entry) { // clGetKernelInfo tells them from kernels that were source
    function->addFnAttr("from-spirv");
  }
  set_control(reader, *function, inst.word(0));
  if (reader.decorations.find(inst.result, Decoration::ReferencedIndirectlyINTEL)) {
    function->addFnAttr(referenced_indirectly);
  }
  return reader.define(inst.result, {IdKind::function, type, nullptr, nullptr, 0});
}

std::span<const HandlerRow> function_rows() { return rows; }

} // namespace spirv_ll
