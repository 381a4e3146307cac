// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "requirements.h"

#include "annotations.h"
#include "sycl_compiler/requirements.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <map>
#include <set>
#include <vector>

namespace sycl_plugin {

namespace {

/// The class of kernels in which a work-item does a work-group's work, as it is mangled.
constexpr llvm::StringRef hierarchical_object = "17work_group_kernel";

/// An attribute of SYCL's and what the kernel gets for it.
struct KernelAttribute {
  llvm::StringRef name;
  llvm::StringRef made;
};
constexpr KernelAttribute kernel_attributes[] = {
    {"reqd_work_group_size", sycl_compiler::work_group_size_attribute},
    {"work_group_size_hint", sycl_compiler::work_group_hint_attribute},
    {"reqd_sub_group_size", sycl_compiler::sub_group_size_attribute},
};

/// Whether the name is of a function of our headers, with or without parts of a lambda.
bool is_in_headers(llvm::StringRef name) {
  name.consume_front("_Z");
  name = name.ltrim('Z');
  if (!name.consume_front("N")) {
    return false;
  }
  (void)name.consume_front("K");
  return name.starts_with("4sycl3lw1");
}

std::vector<llvm::Function*> callees_of(llvm::Function& function) {
  std::vector<llvm::Function*> callees;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      if (auto* callee =
              llvm::dyn_cast<llvm::Function>(call->getCalledOperand()->stripPointerCasts())) {
        callees.push_back(callee);
      }
    }
  }
  return callees;
}

class State {
public:
  explicit State(llvm::Module& of) : module(of) {}

  bool process() {
    llvm::GlobalVariable* const list = module.getGlobalVariable(list_of_annotations);
    if (!list || !take_annotations(*list)) {
      return false;
    }
    give_aspects();
    for (llvm::Function& function : module) {
      if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL) {
        give_kernel(function);
      }
    }
    return true;
  }

private:
  /// Whether there are any of ours; the list has only the others then.
  bool take_annotations(llvm::GlobalVariable& list) {
    std::vector<llvm::Constant*> others;
    const size_t count = list.getInitializer()->getNumOperands();
    for (size_t i = 0; i < count; ++i) {
      auto* row = llvm::cast<llvm::Constant>(list.getInitializer()->getOperand(unsigned(i)));
      Annotation one = read_annotation(*row);
      if (one.name.empty()) {
        others.push_back(row);
      } else {
        annotations[one.function][one.name] = std::move(one.numbers);
      }
    }
    if (others.size() == count) {
      return false;
    }
    keep_rows(list, others);
    return true;
  }

  /// Until nothing changes, each function has the aspects of those that it calls.
  void give_aspects() {
    std::map<llvm::Function*, std::set<uint64_t>> aspects;
    for (auto& [function, own] : annotations) {
      if (const auto found = own.find("device_has"); found != own.end()) {
        aspects[function].insert(found->second.begin(), found->second.end());
      }
    }
    for (bool changed = !aspects.empty(); changed;) {
      changed = false;
      for (llvm::Function& function : module) {
        for (llvm::Function* callee : callees_of(function)) {
          if (const auto found = aspects.find(callee);
              found != aspects.end() && callee != &function) {
            std::set<uint64_t>& own = aspects[&function];
            const size_t before = own.size();
            own.insert(found->second.begin(), found->second.end());
            changed = changed || own.size() != before;
          }
        }
      }
    }
    for (const auto& [function, list] : aspects) {
      if (!list.empty()) {
        function->addFnAttr(sycl_compiler::aspects_attribute, llvm::join(texts_of(list), ","));
      }
    }
  }

  /// From the entry function through our headers' to those of the program.
  void give_kernel(llvm::Function& kernel) {
    std::vector<llvm::Function*> worklist = {&kernel};
    llvm::SmallPtrSet<llvm::Function*, 16> seen;
    while (!worklist.empty()) {
      llvm::Function* const function = worklist.back();
      worklist.pop_back();
      for (llvm::Function* callee : callees_of(*function)) {
        if (!seen.insert(callee).second) {
          continue;
        }
        if (is_in_headers(callee->getName())) {
          if (callee->getName().contains(hierarchical_object)) {
            kernel.addFnAttr(sycl_compiler::hierarchical_attribute);
          }
          worklist.push_back(callee);
        } else {
          give_attributes(kernel, *callee);
        }
      }
    }
  }

  void give_attributes(llvm::Function& kernel, llvm::Function& written) {
    const auto found = annotations.find(&written);
    if (found == annotations.end()) {
      return;
    }
    for (const KernelAttribute& one : kernel_attributes) {
      if (const auto numbers = found->second.find(one.name); numbers != found->second.end()) {
        kernel.addFnAttr(one.made, llvm::join(texts_of(numbers->second), ","));
      }
    }
  }

  static std::vector<std::string> texts_of(const auto& numbers) {
    std::vector<std::string> texts;
    for (const uint64_t number : numbers) {
      texts.push_back(std::to_string(number));
    }
    return texts;
  }

  llvm::Module& module;
  std::map<llvm::Function*, std::map<llvm::StringRef, std::vector<uint64_t>>> annotations;
};

} // namespace

bool gather_requirements(llvm::Module& module) { return State(module).process(); }

} // namespace sycl_plugin
