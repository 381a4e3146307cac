// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "instructions/values/fold_conversion.h"

#include <llvm/ADT/APSInt.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DerivedTypes.h>

#include <algorithm>

namespace spirv_ll {
namespace {

llvm::APInt saturate(const llvm::APInt& value, unsigned width, const ConversionKind& kind) {
  // Wide enough for every value of both types as a signed number.
  const unsigned wide = std::max(value.getBitWidth(), width) + 1;
  const auto widened = [&](const llvm::APInt& narrow, bool is_signed) {
    return is_signed ? narrow.sext(wide) : narrow.zext(wide);
  };
  const llvm::APInt least = widened(kind.to_signed ? llvm::APInt::getSignedMinValue(width)
                                                   : llvm::APInt::getMinValue(width),
                                    kind.to_signed);
  const llvm::APInt most = widened(kind.to_signed ? llvm::APInt::getSignedMaxValue(width)
                                                  : llvm::APInt::getMaxValue(width),
                                   kind.to_signed);
  const llvm::APInt number = widened(value, kind.from_signed);
  return (number.slt(least) ? least : number.sgt(most) ? most : number).trunc(width);
}

llvm::Constant* fold_integer(const llvm::APInt& value, llvm::Type& to, const ConversionKind& kind) {
  if (to.isIntegerTy()) {
    return llvm::ConstantInt::get(&to, saturate(value, to.getIntegerBitWidth(), kind));
  }
  llvm::APFloat result(to.getFltSemantics());
  result.convertFromAPInt(value, kind.from_signed, kind.rounding);
  return llvm::ConstantFP::get(to.getContext(), result);
}

llvm::Constant* fold_float(llvm::APFloat value, llvm::Type& to, const ConversionKind& kind) {
  bool is_changed = false;
  if (to.isIntegerTy()) {
    llvm::APSInt result(to.getIntegerBitWidth(), !kind.to_signed);
    value.convertToInteger(result, kind.rounding, &is_changed);
    return llvm::ConstantInt::get(&to, result);
  }
  value.convert(to.getFltSemantics(), kind.rounding, &is_changed);
  return llvm::ConstantFP::get(to.getContext(), value);
}

} // namespace

llvm::Constant* fold_conversion(const llvm::Constant& from, llvm::Type& to,
                                const ConversionKind& kind) {
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&to)) {
    llvm::SmallVector<llvm::Constant*, 16> elements;
    for (unsigned i = 0; i < vector->getNumElements(); ++i) {
      const llvm::Constant* element = from.getAggregateElement(i);
      auto* folded = element ? fold_conversion(*element, *vector->getElementType(), kind) : nullptr;
      if (!folded) {
        return nullptr;
      }
      elements.push_back(folded);
    }
    return llvm::ConstantVector::get(elements);
  }
  if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(&from)) {
    return fold_integer(integer->getValue(), to, kind);
  }
  const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&from);
  return number ? fold_float(number->getValueAPF(), to, kind) : nullptr;
}

} // namespace spirv_ll
