// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/built_ins/define_image_blocks.h"

#include "image_functions.h"
#include "passes/built_ins/mangled_name.h"

#include <llvm/IR/IRBuilder.h>
#include <optional>

namespace compiler {
namespace {

/// The access that a function makes, read from its name and type.
struct ImageBlock {
  llvm::Type* value = nullptr; ///< of one work-item: an integer or a vector of them
  bool is_write = false;
  llvm::StringRef image; ///< the image's type, mangled
};

bool is_block_value(const llvm::Type* type) {
  const auto* element = llvm::dyn_cast<llvm::IntegerType>(type->getScalarType());
  const unsigned bits = element ? element->getBitWidth() : 0;
  return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

std::optional<ImageBlock> image_block(const llvm::Function& function) {
  const auto [name, parameter_names] = parse_mangled_name(function.getName());
  const bool is_write = name.starts_with("intel_sub_group_block_write");
  if (!is_write && !name.starts_with("intel_sub_group_block_read")) {
    return std::nullopt;
  }
  const llvm::FunctionType& type = *function.getFunctionType();
  const size_t parameters = is_write ? 3 : 2;
  if (type.getNumParams() != parameters || !is_image(type.getParamType(0)) ||
      type.getReturnType()->isVoidTy() != is_write) {
    return std::nullopt;
  }
  const auto* coordinates = llvm::dyn_cast<llvm::FixedVectorType>(type.getParamType(1));
  if (!coordinates || coordinates->getNumElements() != 2 ||
      !coordinates->getElementType()->isIntegerTy(32)) {
    return std::nullopt;
  }
  llvm::Type* value = is_write ? type.getParamType(2) : type.getReturnType();
  const size_t end = parameter_names.find("Dv2_i");
  if (!is_block_value(value) || end == llvm::StringRef::npos) {
    return std::nullopt;
  }
  return ImageBlock{value, is_write, parameter_names.take_front(end)};
}

class Body {
public:
  Body(llvm::Function& of, const ImageBlock& described)
      : function(of), block(described),
        builder(llvm::BasicBlock::Create(of.getContext(), "", &function)) {}

  void write() {
    auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(block.value);
    const unsigned rows = vector ? vector->getNumElements() : 1;
    llvm::Value* begin = function.getArg(1);
    llvm::Value* x = builder.CreateAdd(builder.CreateExtractElement(begin, uint64_t(0)), offset());
    llvm::Value* y = builder.CreateExtractElement(begin, uint64_t(1));
    llvm::Value* made = llvm::PoisonValue::get(block.value);
    for (unsigned row = 0; row < rows; ++row) {
      llvm::Value* at = builder.CreateInsertElement(begin, x, uint64_t(0));
      at =
          builder.CreateInsertElement(at, builder.CreateAdd(y, builder.getInt32(row)), uint64_t(1));
      llvm::SmallVector<llvm::Value*> arguments = {function.getArg(0), at};
      if (block.is_write) {
        llvm::Value* value = function.getArg(2);
        arguments.push_back(vector ? builder.CreateExtractElement(value, uint64_t(row)) : value);
      }
      llvm::Value* part = call(element_function(), arguments);
      made =
          vector && !block.is_write ? builder.CreateInsertElement(made, part, uint64_t(row)) : part;
    }
    block.is_write ? builder.CreateRetVoid() : builder.CreateRet(made);
  }

private:
  llvm::Type* element() const { return block.value->getScalarType(); }

  llvm::Value* call(llvm::FunctionCallee callee, llvm::ArrayRef<llvm::Value*> arguments) {
    auto* made = builder.CreateCall(callee, arguments);
    made->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    return made;
  }

  llvm::FunctionCallee declare(const std::string& name, llvm::FunctionType* type) {
    llvm::Function* known = function.getParent()->getFunction(name);
    if (!known) {
      known = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, name,
                                     function.getParent());
      known->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    }
    return known;
  }

  /// Bytes from the row's first element to this work-item's.
  llvm::Value* offset() {
    auto* type = llvm::FunctionType::get(builder.getInt32Ty(), false);
    llvm::Value* item = call(declare("_Z22get_sub_group_local_idv", type), {});
    return builder.CreateMul(item, builder.getInt32(element()->getIntegerBitWidth() / 8));
  }

  llvm::FunctionCallee element_function() {
    const unsigned bits = element()->getIntegerBitWidth();
    const std::string name =
        (block.is_write ? "image_block_write" : "image_block_read") + std::to_string(bits);
    const char letter = bits == 8 ? 'h' : bits == 16 ? 't' : bits == 32 ? 'j' : 'm';
    const std::string mangled = "_Z" + std::to_string(name.size()) + name + block.image.str() +
                                "Dv2_i" + (block.is_write ? std::string(1, letter) : "");
    llvm::SmallVector<llvm::Type*> parameters = {function.getArg(0)->getType(),
                                                 function.getArg(1)->getType()};
    if (block.is_write) {
      parameters.push_back(element());
    }
    llvm::Type* result = block.is_write ? builder.getVoidTy() : element();
    return declare(mangled, llvm::FunctionType::get(result, parameters, false));
  }

  llvm::Function& function;
  const ImageBlock& block;
  llvm::IRBuilder<> builder;
};

} // namespace

bool is_image_block(const llvm::Function& function) { return image_block(function).has_value(); }

bool define_image_blocks(llvm::Module& module) {
  llvm::SmallVector<std::pair<llvm::Function*, ImageBlock>> wanted;
  for (llvm::Function& function : module) {
    const auto block =
        function.isDeclaration() && !function.use_empty() ? image_block(function) : std::nullopt;
    if (block) {
      wanted.emplace_back(&function, *block);
    }
  }
  for (auto& [function, block] : wanted) {
    Body(*function, block).write();
    function->setLinkage(llvm::GlobalValue::InternalLinkage);
    function->removeFnAttr(llvm::Attribute::Memory);
    function->addFnAttr(llvm::Attribute::AlwaysInline);
  }
  return !wanted.empty();
}

} // namespace compiler
