// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "annotations.h"

#include "attributes/names.h"
#include "sycl_image/names.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>

namespace sycl_plugin {

namespace {

/// Without our prefix; empty: it is not ours.
llvm::StringRef name_of(const llvm::Constant& row) {
  const auto* text = llvm::dyn_cast<llvm::GlobalVariable>(row.getOperand(1)->stripPointerCasts());
  const auto* bytes =
      text ? llvm::dyn_cast<llvm::ConstantDataArray>(text->getInitializer()) : nullptr;
  llvm::StringRef name = bytes && bytes->isCString() ? bytes->getAsCString() : llvm::StringRef();
  return name.consume_front(llvm::StringRef(annotation_prefix)) ? name : llvm::StringRef();
}

} // namespace

Annotation read_annotation(const llvm::Constant& row) {
  Annotation annotation;
  annotation.function = llvm::dyn_cast<llvm::Function>(row.getOperand(0)->stripPointerCasts());
  if (!annotation.function || name_of(row).empty()) {
    return annotation;
  }
  annotation.name = name_of(row);
  if (const auto* list =
          llvm::dyn_cast<llvm::GlobalVariable>(row.getOperand(4)->stripPointerCasts())) {
    for (const llvm::Use& one : list->getInitializer()->operands()) {
      if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(one)) {
        annotation.numbers.push_back(number->getZExtValue());
      }
    }
    if (const auto* data = llvm::dyn_cast<llvm::ConstantAggregateZero>(list->getInitializer())) {
      annotation.numbers.resize(data->getElementCount().getFixedValue());
    }
  }
  return annotation;
}

std::vector<DeviceGlobal> device_globals_of(const llvm::Module& module) {
  std::vector<DeviceGlobal> found;
  const llvm::GlobalVariable* const list = module.getGlobalVariable(list_of_annotations);
  if (!list) {
    return found;
  }
  for (const llvm::Use& one : list->getInitializer()->operands()) {
    const auto* row = llvm::cast<llvm::Constant>(one.get());
    auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(row->getOperand(0)->stripPointerCasts());
    const auto [name, unit] = name_of(*row).split('@');
    if (variable && name == llvm::StringRef(device_global_annotation)) {
      found.push_back({variable, unit.empty()
                                     ? variable->getName().str()
                                     : sycl_image::name_in_unit(variable->getName(), unit)});
    }
  }
  return found;
}

void keep_rows(llvm::GlobalVariable& list, llvm::ArrayRef<llvm::Constant*> rows) {
  if (!rows.empty()) {
    auto* type = llvm::ArrayType::get(rows.front()->getType(), rows.size());
    auto* made =
        new llvm::GlobalVariable(*list.getParent(), type, list.isConstant(), list.getLinkage(),
                                 llvm::ConstantArray::get(type, rows), "", &list,
                                 list.getThreadLocalMode(), list.getAddressSpace());
    made->takeName(&list);
    made->setSection(list.getSection());
  }
  list.eraseFromParent();
}

} // namespace sycl_plugin
