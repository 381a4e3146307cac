// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "instructions.h"
#include "requirements_of.h"
#include "sycl_compiler/link.h"
#include "sycl_compiler/requirements.h"
#include "sycl_compiler/stages.h"

#include <algorithm>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <map>

namespace sycl_compiler {

namespace {

constexpr const char* metadata_name = "lanewise.sycl.constants";
constexpr const char* piece_prefix = "lanewise.sycl.piece.";
constexpr unsigned global_space = 1;

// The arguments of specialization_function.
enum Argument : unsigned { to, of, name, unit, bytes };

llvm::GlobalVariable* variable_of(llvm::Value* pointer) {
  return llvm::dyn_cast<llvm::GlobalVariable>(pointer->stripPointerCasts());
}

std::string text_of(llvm::Value* pointer) {
  const llvm::GlobalVariable* variable = variable_of(pointer);
  const auto* text = variable && variable->hasInitializer()
                         ? llvm::dyn_cast<llvm::ConstantDataSequential>(variable->getInitializer())
                         : nullptr;
  return text && text->isCString() ? text->getAsCString().str() : std::string();
}

struct Constant {
  unsigned first = 0;
  uint64_t size = 0;
};

class State {
public:
  explicit State(llvm::Module& of) : module(of) {}

  void process(llvm::Function& function) {
    std::map<std::string, uint64_t> sizes; // in the order of names, whatever the input's
    for (llvm::CallInst* call : calls_of(function)) {
      if (const auto* size = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(bytes))) {
        sizes[text_of(call->getArgOperand(name))] = size->getZExtValue();
      }
    }
    for (const auto& [text, size] : sizes) {
      constants[text] = {numbers, size};
      note(text, constants[text]);
      for (uint64_t at = 0; at < size; at += sycl_image::piece_size(size, at)) {
        ++numbers;
      }
    }
    for (llvm::CallInst* call : calls_of(function)) {
      replace(*call);
    }
    if (function.use_empty()) {
      function.eraseFromParent();
    }
  }

private:
  void note(const std::string& text, const Constant& constant) {
    llvm::LLVMContext& context = module.getContext();
    auto* i64 = llvm::Type::getInt64Ty(context);
    llvm::Metadata* const row[] = {
        llvm::MDString::get(context, text),
        llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(i64, constant.first)),
        llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(i64, constant.size))};
    module.getOrInsertNamedMetadata(metadata_name)->addOperand(llvm::MDNode::get(context, row));
  }

  /// The default value is the one that the specialization_id was constructed with.
  void replace(llvm::CallInst& call) {
    llvm::GlobalVariable* id = variable_of(call.getArgOperand(of));
    if (!id || !id->hasDefinitiveInitializer() ||
        !llvm::isa<llvm::ConstantInt>(call.getArgOperand(bytes))) {
      return; // it stays, and is reported as undefined
    }
    const Constant constant = constants[text_of(call.getArgOperand(name))];
    add_number(*call.getFunction(), constants_attribute, constant.first);
    llvm::IRBuilder<> builder(&call);
    unsigned number = constant.first;
    for (uint64_t at = 0; at < constant.size; ++number) {
      const size_t size = sycl_image::piece_size(constant.size, at);
      llvm::Type* type = builder.getIntNTy(unsigned(8 * size));
      llvm::Value* value =
          builder.CreateCall(piece(number, type, default_of(*id->getInitializer(), at, size)));
      llvm::Value* place =
          builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), call.getArgOperand(to), at);
      builder.CreateAlignedStore(value, place, llvm::Align(1));
      at += size;
    }
    call.eraseFromParent();
  }

  uint64_t default_of(llvm::Constant& value, uint64_t at, size_t size) {
    uint64_t whole = 0;
    for (size_t i = 0; i < size; ++i) {
      const llvm::Constant* byte =
          llvm::ConstantFoldLoadFromConst(&value, llvm::Type::getInt8Ty(module.getContext()),
                                          llvm::APInt(64, at + i), module.getDataLayout());
      if (const auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(byte)) {
        whole |= number->getZExtValue() << 8 * i;
      } // else padding
    }
    return whole;
  }

  /// A function without a body and without effects, so that calls of it may be moved and merged.
  /// Its default waits in an attribute.
  llvm::Function* piece(unsigned number, llvm::Type* type, uint64_t value) {
    const std::string called = piece_prefix + std::to_string(number);
    auto* function = llvm::cast<llvm::Function>(
        module.getOrInsertFunction(called, llvm::FunctionType::get(type, false)).getCallee());
    function->setDoesNotAccessMemory();
    function->setDoesNotThrow();
    function->setWillReturn();
    function->addFnAttr("lanewise-sycl-default", std::to_string(value));
    return function;
  }

  llvm::Module& module;
  std::map<std::string, Constant> constants;
  unsigned numbers = 0;
};

/// The function whose calls LLVM's SPIR-V back end turns into OpSpecConstant.
llvm::FunctionCallee spec_constant(llvm::Module& module, llvm::Type* type) {
  const unsigned bits = type->getIntegerBitWidth();
  const char* called = bits == 32   ? "_Z20__spirv_SpecConstantii"
                       : bits == 16 ? "_Z20__spirv_SpecConstantis"
                                    : "_Z20__spirv_SpecConstantia";
  return module.getOrInsertFunction(called, type, llvm::Type::getInt32Ty(module.getContext()),
                                    type);
}

} // namespace

void name_specialization_constants(llvm::Module& module) {
  llvm::Function* function = module.getFunction(specialization_function);
  if (!function) {
    return;
  }
  for (llvm::CallInst* call : calls_of(*function)) {
    const llvm::GlobalVariable* id = variable_of(call->getArgOperand(of));
    if (!id || !id->hasLocalLinkage()) {
      continue;
    }
    auto* text = llvm::ConstantDataArray::getString(module.getContext(),
                                                    text_of(call->getArgOperand(name)) + "@" +
                                                        text_of(call->getArgOperand(unit)));
    auto* variable = new llvm::GlobalVariable(
        module, text->getType(), true, llvm::GlobalValue::PrivateLinkage, text, "sycl.constant",
        nullptr, llvm::GlobalValue::NotThreadLocal, global_space);
    call->setArgOperand(
        name, llvm::ConstantExpr::getAddrSpaceCast(variable, call->getArgOperand(name)->getType()));
  }
}

void number_specialization_constants(llvm::Module& module) {
  if (llvm::Function* function = module.getFunction(specialization_function)) {
    State(module).process(*function);
  }
}

void emit_specialization_constants(llvm::Module& module) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    llvm::StringRef number = function.getName();
    if (!number.consume_front(piece_prefix)) {
      continue;
    }
    uint64_t value = 0;
    (void)function.getFnAttribute("lanewise-sycl-default")
        .getValueAsString()
        .getAsInteger(10, value);
    unsigned id = 0;
    (void)number.getAsInteger(10, id);
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "", &function));
    llvm::Type* type = function.getReturnType();
    // Not noinline: the device's compiler, for which the constant has a value, inlines it.
    function.setAttributes({});
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
    builder.CreateRet(builder.CreateCall(
        spec_constant(module, type), {builder.getInt32(id), llvm::ConstantInt::get(type, value)}));
  }
}

bool uses_constant(const llvm::Module& module, const sycl_image::Constant& constant) {
  return std::ranges::any_of(module, [&](const llvm::Function& function) {
    const auto used = numbers(function, constants_attribute);
    return function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL &&
           std::ranges::find(used, constant.first) != used.end();
  });
}

std::vector<sycl_image::Constant> constants_of(const llvm::Module& module) {
  std::vector<sycl_image::Constant> constants;
  const llvm::NamedMDNode* rows = module.getNamedMetadata(metadata_name);
  if (!rows) {
    return constants;
  }
  const auto number = [](const llvm::MDOperand& operand) {
    return llvm::mdconst::extract<llvm::ConstantInt>(operand)->getZExtValue();
  };
  for (const llvm::MDNode* row : rows->operands()) {
    constants.push_back({llvm::cast<llvm::MDString>(row->getOperand(0))->getString().str(),
                         uint32_t(number(row->getOperand(1))), number(row->getOperand(2))});
  }
  return constants;
}

} // namespace sycl_compiler
