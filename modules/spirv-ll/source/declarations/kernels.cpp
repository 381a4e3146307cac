// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "declarations/kernels.h"

#include "built_ins/mangle.h"
#include "declarations/float_controls.h"
#include "instructions/values/cooperative_matrix.h"

#include <llvm/IR/Metadata.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>
#include <optional>

namespace spirv_ll {
namespace {

/// Entry points by name; a function that is one twice is copied.
Outcome find_kernels(Reader& reader, std::vector<std::pair<uint32_t, llvm::Function*>>& kernels) {
  for (const EntryPoint& entry : reader.entry_points) {
    llvm::Function* function = reader.functions.lookup(entry.function);
    if (!function || function->isDeclaration()) {
      return fail("entry point '" + entry.name + "' is not a function with a body");
    }
    if (function->getName() != entry.name) {
      if (reader.module.getNamedValue(entry.name)) {
        return fail("entry point '" + entry.name + "' has the name of something else");
      }
      llvm::ValueToValueMapTy map;
      function = llvm::CloneFunction(function, map);
      function->setName(entry.name);
    }
    kernels.emplace_back(entry.function, function);
  }
  return cargo::success{};
}

/// The lists "kernel_arg_type.<kernel>.<a>,<b>," that LLVM's translator writes as strings, because
/// SPIR-V has no other place for them; empty if there is none or it does not fit.
std::vector<std::string> listed(const Reader& reader, llvm::StringRef kind,
                                const llvm::Function& kernel) {
  const std::string prefix = (kind + "." + kernel.getName() + ".").str();
  for (const std::string& text : reader.strings) {
    llvm::StringRef rest = text;
    if (!rest.consume_front(prefix)) {
      continue;
    }
    rest.consume_back(",");
    llvm::SmallVector<llvm::StringRef, 8> parts;
    rest.split(parts, ',');
    if (parts.size() == kernel.arg_size()) {
      return {parts.begin(), parts.end()};
    }
  }
  return {};
}

std::string qualifiers(const llvm::Argument& argument, const Type& type) {
  std::string words;
  const auto add = [&](bool holds, const char* word) {
    words += holds ? std::string(words.empty() ? "" : " ") + word : "";
  };
  const bool is_pointer = type.kind == TypeKind::pointer && !argument.hasByValAttr();
  add(is_pointer && argument.hasNoAliasAttr(), "restrict");
  add(type.kind == TypeKind::pipe, "pipe");
  add(is_pointer && (type.storage == StorageClass::UniformConstant || argument.onlyReadsMemory()),
      "const");
  return words;
}

const char* access(const Type& type) {
  if (type.kind != TypeKind::image && type.kind != TypeKind::pipe) {
    return "none";
  }
  switch (type.image.access) {
  case AccessQualifier::WriteOnly:
    return "write_only";
  case AccessQualifier::ReadWrite:
    return "read_write";
  default:
    return "read_only";
  }
}

/// Adds the metadata that clGetKernelArgInfo reports.
void describe_arguments(Reader& reader, const Type& type, llvm::Function& kernel) {
  auto& b = reader.builder;
  llvm::SmallVector<llvm::Metadata*, 8> spaces, accesses, types, type_qualifiers, names;
  const auto text = [&](llvm::StringRef string) {
    return llvm::MDString::get(reader.context, string);
  };
  const auto given_types = listed(reader, "kernel_arg_type", kernel);
  const auto given_qualifiers = listed(reader, "kernel_arg_type_qual", kernel);
  for (const llvm::Argument& argument : kernel.args()) {
    const unsigned i = argument.getArgNo();
    const Type& parameter = *type.members[i];
    const bool is_value = argument.hasByValAttr();
    const unsigned space = parameter.kind == TypeKind::image ? 1
                           : parameter.kind == TypeKind::pointer && !is_value
                               ? parameter.ir->getPointerAddressSpace()
                               : 0;
    spaces.push_back(llvm::ConstantAsMetadata::get(b.getInt32(space)));
    accesses.push_back(text(access(parameter)));
    // The names that are given may be any: whether an image fits is told by its type.
    const bool has_given_name = !given_types.empty() && parameter.kind != TypeKind::image;
    types.push_back(text(has_given_name ? given_types[i]
                         : is_value     ? type_name(*parameter.element)
                                        : type_name(parameter)));
    type_qualifiers.push_back(
        text(!given_qualifiers.empty() ? given_qualifiers[i] : qualifiers(argument, parameter)));
    names.push_back(text(argument.getName()));
  }
  const auto set = [&](const char* name, llvm::ArrayRef<llvm::Metadata*> list) {
    kernel.setMetadata(name, llvm::MDNode::get(reader.context, list));
  };
  set("kernel_arg_addr_space", spaces);
  set("kernel_arg_access_qual", accesses);
  set("kernel_arg_type", types);
  set("kernel_arg_base_type", types);
  set("kernel_arg_type_qual", type_qualifiers);
  set("kernel_arg_name", names);
}

void set_numbers(Reader& reader, llvm::Function& kernel, const char* name,
                 llvm::ArrayRef<uint32_t> numbers) {
  llvm::SmallVector<llvm::Metadata*, 3> list;
  for (const uint32_t number : numbers) {
    list.push_back(llvm::ConstantAsMetadata::get(reader.builder.getInt32(number)));
  }
  kernel.setMetadata(name, llvm::MDNode::get(reader.context, list));
}

/// The number of elements in the upper half, the kind of element in the lower (3.6, VecTypeHint).
Outcome set_vector_hint(Reader& reader, llvm::Function& kernel, uint32_t number) {
  auto& b = reader.builder;
  llvm::Type* const elements[] = {b.getInt8Ty(), b.getInt16Ty(), b.getInt32Ty(), b.getInt64Ty(),
                                  b.getHalfTy(), b.getFloatTy(), b.getDoubleTy()};
  const uint32_t kind = number & 0xffff, count = number >> 16;
  if (kind >= std::size(elements) || count > 16) {
    return fail("VecTypeHint " + std::to_string(number) + " is no vector type");
  }
  llvm::Type* type = count > 1 ? llvm::FixedVectorType::get(elements[kind], count) : elements[kind];
  kernel.setMetadata("vec_type_hint",
                     llvm::MDNode::get(reader.context,
                                       {llvm::ConstantAsMetadata::get(llvm::PoisonValue::get(type)),
                                        llvm::ConstantAsMetadata::get(b.getInt32(1))}));
  return cargo::success{};
}

/// A size or count that a word is, or the constant whose id it is; none if it is 0 or too large.
std::optional<uint32_t> number(Reader& reader, uint32_t word, bool is_id) {
  const auto value =
      is_id ? reader.integer(word) : cargo::expected<uint64_t, std::string>(uint64_t(word));
  return value && *value != 0 && *value <= 0xffffffff ? std::optional(uint32_t(*value))
                                                      : std::nullopt;
}

cargo::expected<std::array<uint32_t, 3>, std::string>
sizes(Reader& reader, std::span<const uint32_t> words, bool are_ids) {
  std::array<uint32_t, 3> result = {};
  for (size_t i = 0; i < 3; ++i) {
    const auto size = number(reader, words[i], are_ids);
    if (!size) {
      return fail("a work-group size is not possible");
    }
    result[i] = *size;
  }
  return result;
}

constexpr int last_priority =
    65535; ///< of llvm.global_ctors: what C++ calls in no order of its own

Outcome apply(Reader& reader, llvm::Function& kernel, const ExecutionModeRow& row) {
  if (row.mode == ExecutionMode::Finalizer) {
    return fail("an entry point is to run after all kernels (Finalizer), which is not supported");
  }
  switch (row.mode) {
  case ExecutionMode::LocalSize:
  case ExecutionMode::LocalSizeId:
  case ExecutionMode::LocalSizeHint:
  case ExecutionMode::LocalSizeHintId: {
    const bool is_hint =
        row.mode == ExecutionMode::LocalSizeHint || row.mode == ExecutionMode::LocalSizeHintId;
    const auto found =
        sizes(reader, row.words,
              row.mode == ExecutionMode::LocalSizeId || row.mode == ExecutionMode::LocalSizeHintId);
    if (!found) {
      return fail(found.error());
    }
    set_numbers(reader, kernel, is_hint ? "work_group_size_hint" : "reqd_work_group_size", *found);
    return cargo::success{};
  }
  case ExecutionMode::VecTypeHint:
    return set_vector_hint(reader, kernel, row.words[0]);
  case ExecutionMode::SubgroupSize:
    set_numbers(reader, kernel, "intel_reqd_sub_group_size", row.words[0]);
    return cargo::success{};
  case ExecutionMode::SubgroupsPerWorkgroup:
  case ExecutionMode::SubgroupsPerWorkgroupId: {
    const auto count =
        number(reader, row.words[0], row.mode == ExecutionMode::SubgroupsPerWorkgroupId);
    if (!count) {
      return fail("a number of sub-groups is not possible");
    }
    set_numbers(reader, kernel, "sub_groups_per_work_group", *count);
    return cargo::success{};
  }
  case ExecutionMode::Initializer:
    kernel.setLinkage(llvm::GlobalValue::InternalLinkage);
    llvm::appendToGlobalCtors(*kernel.getParent(), &kernel, last_priority);
    return cargo::success{};
  default:
    return cargo::success{}; // what we do anyway (ContractionOff), or a hint
  }
}

} // namespace

Outcome finish_kernels(Reader& reader) {
  if (auto done = apply_float_controls(reader); !done) {
    return done;
  }
  std::vector<std::pair<uint32_t, llvm::Function*>> kernels;
  if (auto found = find_kernels(reader, kernels); !found) {
    return found;
  }
  for (const auto& [id, kernel] : kernels) {
    describe_arguments(reader, *reader.type_of(id), *kernel);
    if (reader.has_matrices) {
      const auto size = matrix_sub_group_size(reader);
      if (!size) {
        return fail(size.error());
      }
      set_numbers(reader, *kernel, "intel_reqd_sub_group_size", *size);
    }
    for (const ExecutionModeRow& row : reader.execution_modes) {
      if (row.function != id) {
        continue;
      }
      if (auto done = apply(reader, *kernel, row); !done) {
        return fail("entry point '" + kernel->getName().str() + "': " + done.error());
      }
    }
  }
  return cargo::success{};
}

} // namespace spirv_ll
