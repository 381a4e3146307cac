// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "annotations.h"

#include "attributes/names.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>

namespace sycl_plugin {

Annotation read_annotation(const llvm::Constant& row) {
  Annotation annotation;
  annotation.function = llvm::dyn_cast<llvm::Function>(row.getOperand(0)->stripPointerCasts());
  const auto* text = llvm::dyn_cast<llvm::GlobalVariable>(row.getOperand(1)->stripPointerCasts());
  const auto* bytes =
      text ? llvm::dyn_cast<llvm::ConstantDataArray>(text->getInitializer()) : nullptr;
  if (!annotation.function || !bytes || !bytes->isCString() ||
      !bytes->getAsCString().starts_with(llvm::StringRef(annotation_prefix))) {
    return annotation;
  }
  annotation.name = bytes->getAsCString().drop_front(annotation_prefix.size());
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

} // namespace sycl_plugin
