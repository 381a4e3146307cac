// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel_table.h"

#include "block_kernels.h"
#include "image_functions.h"
#include "kernel_metadata.h"
#include "non_uniform_groups.h"
#include "passes/built_ins/lower_enqueue.h"
#include "passes/built_ins/lower_pipes.h"
#include "vecz/work_item_memory.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>

namespace compiler {
namespace {

/// The i-th string of a kernel's metadata list, or "".
llvm::StringRef text_at(const llvm::Function& kernel, const char* list, unsigned i) {
  const auto* node = kernel.getMetadata(list);
  if (!node || i >= node->getNumOperands()) {
    return "";
  }
  return llvm::cast<llvm::MDString>(node->getOperand(i))->getString();
}

std::string vector_type_name(const llvm::MDNode& hint) {
  const auto* type = llvm::cast<llvm::ValueAsMetadata>(hint.getOperand(0))->getType();
  const bool is_signed = !llvm::mdconst::extract<llvm::ConstantInt>(hint.getOperand(1))->isZero();
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  const auto* element = type->getScalarType();
  std::string name;
  if (element->isIntegerTy()) {
    name = llvm::StringSwitch<const char*>(std::to_string(element->getIntegerBitWidth()))
               .Case("8", "char")
               .Case("16", "short")
               .Case("32", "int")
               .Default("long");
    name = (is_signed ? "" : "u") + name;
  } else {
    name = element->isHalfTy() ? "half" : element->isDoubleTy() ? "double" : "float";
  }
  return vector ? name + std::to_string(vector->getNumElements()) : name;
}

/// As clGetKernelInfo(CL_KERNEL_ATTRIBUTES) shows them: of kernels that were OpenCL C only.
std::string attributes(const llvm::Function& kernel) {
  std::string text;
  if (kernel.hasFnAttribute("from-spirv")) {
    return text;
  }
  const auto add = [&](const std::string& attribute) {
    text += (text.empty() ? "" : " ") + attribute;
  };
  for (const char* name : {"reqd_work_group_size", "work_group_size_hint"}) {
    if (kernel.getMetadata(name)) {
      const auto size = sizes_of(kernel, name);
      add(std::string(name) + "(" + std::to_string(size[0]) + "," + std::to_string(size[1]) + "," +
          std::to_string(size[2]) + ")");
    }
  }
  if (const uint64_t size = number_of(kernel, "intel_reqd_sub_group_size")) {
    add("intel_reqd_sub_group_size(" + std::to_string(size) + ")");
  }
  if (const auto* hint = kernel.getMetadata("vec_type_hint")) {
    add("vec_type_hint(" + vector_type_name(*hint) + ")");
  }
  return text;
}

binary::ArgumentKind kind_of(const llvm::Argument& argument) {
  if (is_sampler(argument.getType())) {
    return binary::ArgumentKind::sampler;
  }
  if (is_image(argument.getType())) {
    return binary::ArgumentKind::image;
  }
  if (is_pipe(argument.getType()) || is_device_queue(argument.getType())) {
    return binary::ArgumentKind::pointer;
  }
  const auto* pointer = llvm::dyn_cast<llvm::PointerType>(argument.getType());
  if (!pointer || argument.hasByValAttr()) {
    return binary::ArgumentKind::value;
  }
  return pointer->getAddressSpace() == vecz::local_space ? binary::ArgumentKind::local
                                                         : binary::ArgumentKind::pointer;
}

uint32_t qualifiers(llvm::StringRef words) {
  uint32_t set = 0;
  for (const auto& [word, qualifier] : {std::pair{"const", binary::qualifier_const},
                                        std::pair{"restrict", binary::qualifier_restrict},
                                        std::pair{"volatile", binary::qualifier_volatile}}) {
    set |= words.contains(word) ? qualifier : 0u;
  }
  return set;
}

/// Clang writes a pointer's outermost address space and qualifiers apart, but leaves those of what
/// it points to in the type's name. Words that remain are kept apart by one blank.
std::string without_qualifiers(llvm::StringRef type_name) {
  static constexpr llvm::StringLiteral left_out[] = {
      "__global", "__local",  "__constant", "__private",  "__generic",
      "const",    "volatile", "restrict",   "__restrict",
  };
  const auto in_word = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  std::string name;
  while (!(type_name = type_name.ltrim()).empty()) {
    const llvm::StringRef word = type_name.take_while(in_word);
    if (word.empty()) {
      name += type_name.front();
      type_name = type_name.drop_front();
      continue;
    }
    if (!llvm::is_contained(left_out, word)) {
      name += !name.empty() && in_word(name.back()) ? " " : "";
      name += word;
    }
    type_name = type_name.drop_front(word.size());
  }
  return name;
}

binary::Argument describe(const llvm::Argument& argument) {
  const llvm::Function& kernel = *argument.getParent();
  const llvm::DataLayout& layout = kernel.getDataLayout();
  const unsigned i = argument.getArgNo();
  binary::Argument result;
  result.kind = kind_of(argument);
  result.name = text_at(kernel, "kernel_arg_name", i);
  result.type_name = without_qualifiers(text_at(kernel, "kernel_arg_type", i));
  result.type_qualifiers = qualifiers(text_at(kernel, "kernel_arg_type_qual", i));
  result.access = llvm::StringSwitch<binary::Access>(text_at(kernel, "kernel_arg_access_qual", i))
                      .Case("read_only", binary::Access::read_only)
                      .Case("write_only", binary::Access::write_only)
                      .Case("read_write", binary::Access::read_write)
                      .Default(binary::Access::none);
  (void)argument.getAttributes()
      .getAttribute("max-byte-offset")
      .getValueAsString()
      .getAsInteger(10, result.max_bytes);
  result.size = 8;
  result.alignment = 8;
  if (is_device_queue(argument.getType())) {
    result.type_qualifiers |= binary::qualifier_queue;
    return result;
  }
  if (is_pipe(argument.getType())) {
    result.type_qualifiers |= binary::qualifier_pipe;
    result.address_space = binary::AddressSpace::global;
    return result;
  }
  if (const auto* pointer = llvm::dyn_cast<llvm::PointerType>(argument.getType())) {
    if (result.kind != binary::ArgumentKind::value) {
      result.address_space = binary::AddressSpace(std::min(3u, pointer->getAddressSpace()));
      return result;
    }
  }
  if (result.kind == binary::ArgumentKind::value) {
    llvm::Type* type = argument.hasByValAttr() ? argument.getParamByValType() : argument.getType();
    result.size = layout.getTypeAllocSize(type);
    result.alignment =
        (argument.hasByValAttr() ? argument.getParamAlign().value_or(layout.getABITypeAlign(type))
                                 : layout.getABITypeAlign(type))
            .value();
  } else if (result.kind == binary::ArgumentKind::image) {
    result.address_space = binary::AddressSpace::global;
  } else if (result.kind == binary::ArgumentKind::sampler) {
    result.size = result.alignment = sizeof(uint32_t);
  }
  return result;
}

} // namespace

std::vector<binary::Kernel> kernel_table(const llvm::Module& module) {
  std::vector<binary::Kernel> table;
  for (const llvm::Function& function : module) {
    if (function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL || function.isDeclaration()) {
      continue;
    }
    binary::Kernel& kernel = table.emplace_back();
    kernel.name = function.getName();
    kernel.attributes = attributes(function);
    kernel.required_local_size = sizes_of(function, "reqd_work_group_size");
    kernel.local_size_hint = sizes_of(function, "work_group_size_hint");
    kernel.required_sub_group_size = number_of(function, "intel_reqd_sub_group_size");
    kernel.required_sub_group_count = number_of(function, "sub_groups_per_work_group");
    kernel.block = uint32_t(number_of_block(function) + 1);
    kernel.enqueues = function.hasFnAttribute(enqueues) ? 1 : 0;
    kernel.non_uniform = has_non_uniform_groups(module) ? 1 : 0;
    for (const llvm::Argument& argument : function.args()) {
      kernel.arguments.push_back(describe(argument));
    }
  }
  return table;
}

void keep_sub_group_sizes(llvm::Module& module, const binary::Program& program) {
  llvm::Type* type = llvm::Type::getInt32Ty(module.getContext());
  for (const binary::Kernel& kernel : program.kernels) {
    llvm::Function* function = module.getFunction(kernel.name);
    if (function && !kernel.sub_group_sizes.empty()) {
      auto* size = llvm::ConstantAsMetadata::get(
          llvm::ConstantInt::get(type, kernel.sub_group_sizes.front()));
      function->setMetadata(decided_sub_group_size, llvm::MDNode::get(module.getContext(), {size}));
    }
  }
}

} // namespace compiler
