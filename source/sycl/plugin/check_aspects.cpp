// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check_aspects.h"

#include "annotations.h"
#include "report.h"
#include "sycl_compiler/used_aspects.h"
#include "sycl_image/aspects.h"

#include <cstddef>
#include <cstdint>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace sycl_plugin {

namespace {

class State {
public:
  explicit State(llvm::Module& of) : module(of) {}

  void process() {
    read_lists();
    for (const llvm::Function& function : module) {
      const auto found = lists.find(&function);
      if (found != lists.end() && !function.isDeclaration()) {
        listed = &found->second;
        checked = &function;
        seen.clear();
        reported.clear();
        visit(function);
      }
    }
  }

private:
  void read_lists() {
    const llvm::GlobalVariable* const list = module.getGlobalVariable(list_of_annotations);
    if (!list) {
      return;
    }
    for (const llvm::Use& row : list->getInitializer()->operands()) {
      const Annotation one = read_annotation(*llvm::cast<llvm::Constant>(row.get()));
      if (one.name == "device_has") {
        lists[one.function].insert(one.numbers.begin(), one.numbers.end());
      }
    }
  }

  void visit(const llvm::Function& function) {
    if (!seen.insert(&function).second) {
      return;
    }
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      std::set<uint64_t> used;
      sycl_compiler::add_aspects_of(instruction, used);
      for (const uint64_t aspect : used) {
        check(instruction, aspect, name_of(*checked) + " uses " + sycl_image::aspect_text(aspect));
      }
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
        check_call(*call);
      }
    }
  }

  void check_call(const llvm::CallBase& call) {
    const auto* callee =
        llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
    if (!callee) {
      return;
    }
    if (const auto own = lists.find(callee); own != lists.end()) {
      for (const uint64_t aspect : own->second) {
        check(call, aspect,
              name_of(*checked) + " calls " + name_of(*callee) + ", which requires " +
                  sycl_image::aspect_text(aspect));
      }
      return;
    }
    way.push_back(&call);
    visit(*callee);
    way.pop_back();
  }

  /// Each aspect once in each function on the way.
  void check(const llvm::Instruction& at, uint64_t aspect, const std::string& what) {
    if (listed->contains(aspect) || !reported.insert({at.getFunction(), aspect}).second ||
        ++warnings > max_errors) {
      return;
    }
    report_use(module, way, at, what + ", which its [[sycl::device_has]] leaves out",
               llvm::DS_Warning);
  }

  static std::string name_of(const llvm::Function& function) {
    return "'" + llvm::demangle(function.getName()) + "'";
  }

  llvm::Module& module;
  std::map<const llvm::Function*, std::set<uint64_t>> lists;
  const std::set<uint64_t>* listed = nullptr; ///< that of `checked`
  const llvm::Function* checked = nullptr;
  llvm::SmallPtrSet<const llvm::Function*, 32> seen;
  std::set<std::pair<const llvm::Function*, uint64_t>> reported;
  std::vector<const llvm::Instruction*> way; ///< calls from `checked` to the function visited
  size_t warnings = 0;
};

} // namespace

bool check_aspects(llvm::Module& module) {
  State(module).process();
  return false;
}

} // namespace sycl_plugin
