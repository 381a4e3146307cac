// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sycl_compiler/requirements.h"
#include "instructions.h"
#include "requirements_of.h"
#include "sycl_compiler/stages.h"
#include "sycl_compiler/used_aspects.h"

#include <algorithm>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <map>
#include <set>

namespace sycl_compiler {

namespace {

/// Function attributes with extents, and the metadata that the SPIR-V back end knows.
struct Extents {
  const char* attribute;
  const char* metadata;
};
constexpr Extents all_extents[] = {{work_group_size_attribute, "reqd_work_group_size"},
                                   {work_group_hint_attribute, "work_group_size_hint"}};
constexpr const char* sub_group_metadata = "intel_reqd_sub_group_size";

/// What matrices are made for; sycl/ext/oneapi/matrix/matrix.hpp has the same.
constexpr uint64_t least_matrix_lanes = 16;

/// The function of our headers that the kernels of single_task call, as it is mangled.
constexpr llvm::StringRef single_object = "_ZN4sycl3lw16detail10run_single";

/// One work-item runs it. The device's compiler then makes no code for several.
bool is_single_task(const llvm::Function& kernel) {
  const llvm::MDNode* const noted = kernel.getMetadata(object_metadata);
  return noted &&
         llvm::cast<llvm::MDString>(noted->getOperand(0))->getString().starts_with(single_object);
}

/// The functions that it reaches, itself included.
llvm::SmallPtrSet<const llvm::Function*, 32> reached_from(const llvm::Function& kernel) {
  llvm::SmallPtrSet<const llvm::Function*, 32> seen = {&kernel};
  std::vector<const llvm::Function*> worklist = {&kernel};
  while (!worklist.empty()) {
    const llvm::Function* const function = worklist.back();
    worklist.pop_back();
    for (const llvm::Instruction& instruction : llvm::instructions(*function)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* const callee = call ? call->getCalledFunction() : nullptr;
      if (callee && seen.insert(callee).second) {
        worklist.push_back(callee);
      }
    }
  }
  return seen;
}

void set_numbers(llvm::Function& function, const char* attribute, const std::set<uint64_t>& all) {
  std::vector<std::string> texts;
  for (const uint64_t one : all) {
    texts.push_back(std::to_string(one));
  }
  if (!texts.empty()) {
    function.addFnAttr(attribute, llvm::join(texts, ","));
  }
}

class State {
public:
  explicit State(llvm::Module& of) : module(of) {}

  void process() {
    for (llvm::Function& function : module) {
      if (function.isDeclaration() || function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL) {
        continue;
      }
      give_all_it_reaches(function);
      for (const Extents& one : all_extents) {
        if (!function.hasFnAttribute(hierarchical_attribute)) { // the driver sees other groups
          give_numbers(function, one.metadata, extents(function, one.attribute));
        }
      }
      if (is_single_task(function) && !function.hasFnAttribute(work_group_size_attribute)) {
        give_numbers(function, "reqd_work_group_size", {1, 1, 1});
      }
      give_numbers(function, sub_group_metadata, numbers(function, sub_group_size_attribute));
    }
    llvm::Function* const matrices = module.getFunction(matrices_function);
    if (matrices && has_good_matrices) {
      for (llvm::CallInst* call : calls_of(*matrices)) {
        call->eraseFromParent();
      }
      matrices->eraseFromParent();
    }
  }

private:
  void give_all_it_reaches(llvm::Function& kernel) {
    std::set<uint64_t> aspects;
    std::set<uint64_t> constants;
    for (const llvm::Function* function : reached_from(kernel)) {
      const std::set<uint64_t>& own = aspects_of(*function);
      aspects.insert(own.begin(), own.end());
      if (function->getName() == matrices_function) {
        require_matrix_lanes(kernel);
      }
      const std::vector<uint64_t> asked = numbers(*function, constants_attribute);
      constants.insert(asked.begin(), asked.end());
    }
    set_numbers(kernel, aspects_attribute, aspects);
    set_numbers(kernel, constants_attribute, constants);
  }

  void require_matrix_lanes(llvm::Function& kernel) {
    const std::vector<uint64_t> required = numbers(kernel, sub_group_size_attribute);
    if (required.empty()) {
      set_numbers(kernel, sub_group_size_attribute, {least_matrix_lanes});
    } else {
      has_good_matrices = has_good_matrices && required.front() >= least_matrix_lanes;
    }
  }

  /// Those of the function's attribute and of its own code.
  const std::set<uint64_t>& aspects_of(const llvm::Function& function) {
    const auto [found, is_new] = known.try_emplace(&function);
    if (is_new) {
      const auto written = numbers(function, aspects_attribute);
      found->second.insert(written.begin(), written.end());
      for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        add_aspects_of(instruction, found->second);
      }
    }
    return found->second;
  }

  /// Numbers that do not fit are for no device: the image says them, SPIR-V does not.
  void give_numbers(llvm::Function& kernel, const char* metadata,
                    const std::vector<uint64_t>& values) {
    if (values.empty() ||
        std::ranges::any_of(values, [](uint64_t one) { return one > UINT32_MAX; })) {
      return;
    }
    llvm::SmallVector<llvm::Metadata*> list;
    for (const uint64_t one : values) {
      list.push_back(llvm::ConstantAsMetadata::get(
          llvm::ConstantInt::get(llvm::Type::getInt32Ty(module.getContext()), one)));
    }
    kernel.setMetadata(metadata, llvm::MDNode::get(module.getContext(), list));
  }

  /// OpenCL's three extents, or none.
  static std::vector<uint64_t> extents(const llvm::Function& kernel, const char* attribute) {
    const auto three = extents_of(kernel, attribute);
    return three[0] ? std::vector<uint64_t>(three.begin(), three.end()) : std::vector<uint64_t>();
  }

  llvm::Module& module;
  bool has_good_matrices = true; ///< all kernels with matrices have enough lanes
  std::map<const llvm::Function*, std::set<uint64_t>> known;
};

} // namespace

std::vector<uint64_t> numbers(const llvm::Function& function, const char* attribute) {
  std::vector<uint64_t> found;
  llvm::SmallVector<llvm::StringRef> words;
  function.getFnAttribute(attribute).getValueAsString().split(words, ',', -1, false);
  for (const llvm::StringRef word : words) {
    uint64_t number = 0;
    if (!word.getAsInteger(10, number)) {
      found.push_back(number);
    }
  }
  return found;
}

void add_number(llvm::Function& function, const char* attribute, uint64_t number) {
  const std::vector<uint64_t> before = numbers(function, attribute);
  std::set<uint64_t> all(before.begin(), before.end());
  all.insert(number);
  set_numbers(function, attribute, all);
}

std::array<uint64_t, 3> extents_of(const llvm::Function& kernel, const char* attribute) {
  std::vector<uint64_t> written = numbers(kernel, attribute);
  if (written.empty()) {
    return {};
  }
  std::ranges::reverse(written);
  std::array<uint64_t, 3> extents = {1, 1, 1};
  std::copy_n(written.begin(), std::min(written.size(), extents.size()), extents.begin());
  return extents;
}

std::string requirements_text(const llvm::Function& kernel) {
  std::string text;
  for (const char* attribute :
       {work_group_size_attribute, sub_group_size_attribute, aspects_attribute}) {
    text += kernel.getFnAttribute(attribute).getValueAsString();
    text += ';';
  }
  return text;
}

void complete_requirements(llvm::Module& module) { State(module).process(); }

} // namespace sycl_compiler
