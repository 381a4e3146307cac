// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda_passes/arithmetic/float_functions.h"

#include "cuda_passes/arithmetic/built_in_body.h"
#include "cuda_passes/arithmetic/by_element.h"
#include "passes/built_ins/mangled_name.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>
#include <numbers>

namespace cuda {
namespace {

class Body {
public:
  explicit Body(llvm::Function& function) : builder(begin_body(function)) {}

  void power_of_two(llvm::Value* x) {
    builder.CreateRet(by_element(builder, x, [&](llvm::ArrayRef<llvm::Value*> element) {
      return builder.CreateIntrinsic(llvm::Intrinsic::nvvm_ex2_approx, {element[0]->getType()},
                                     element);
    }));
  }

  /// Powers of a number of which the logarithm to the base 2 is given.
  void power(llvm::Value* x, double logarithm) {
    builder.CreateRet(by_element(builder, x, [&](llvm::ArrayRef<llvm::Value*> element) {
      return power_of(*element[0], logarithm);
    }));
  }

  void dot(llvm::Value* x, llvm::Value* y) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(x->getType());
    llvm::Value* sum = nullptr;
    for (unsigned i = 0; i < (vector ? vector->getNumElements() : 1); ++i) {
      llvm::Value* a = vector ? builder.CreateExtractElement(x, i) : x;
      llvm::Value* b = vector ? builder.CreateExtractElement(y, i) : y;
      sum = sum ? builder.CreateIntrinsic(llvm::Intrinsic::fma, {a->getType()}, {a, b, sum})
                : builder.CreateFMul(a, b);
    }
    builder.CreateRet(sum);
  }

private:
  llvm::Value* number(double value) { return llvm::ConstantFP::get(builder.getFloatTy(), value); }
  llvm::Value* fma(llvm::Value* a, llvm::Value* b, llvm::Value* c) {
    return builder.CreateIntrinsic(llvm::Intrinsic::fma, {builder.getFloatTy()}, {a, b, c});
  }

  /// 2^(x log) as 2^k 2^rest, where k is about the whole part of x log, from -126 to 126, so that
  /// 2^k is a normal number. The rest is between 0 and 1 unless x is near the ends of the range or
  /// beyond; multiplying the powers rounds to a denormal number, or gives infinity.
  llvm::Value* power_of(llvm::Value& x, double log) {
    constexpr double range = 252, least = -126, bias = 127;
    constexpr double magic = 0x1.8p23; // makes whole numbers of the sum with it, in its low bits
    llvm::Value* part = builder.CreateIntrinsic(
        llvm::Intrinsic::nvvm_saturate_f, {fma(&x, number(log / range), number(-least / range))});
    llvm::Value* shifted =
        builder.CreateIntrinsic(llvm::Intrinsic::nvvm_fma_rm_f,
                                {part, number(range), number(magic + bias + least)}); // k + bias
    llvm::Value* k = builder.CreateFSub(shifted, number(magic + bias));
    const double high = static_cast<float>(log);
    llvm::Value* rest = fma(&x, number(log - high), fma(&x, number(high), builder.CreateFNeg(k)));
    llvm::Value* exponent =
        builder.CreateShl(builder.CreateBitCast(shifted, builder.getInt32Ty()), 23);
    return builder.CreateFMul(builder.CreateIntrinsic(llvm::Intrinsic::nvvm_ex2_approx_ftz,
                                                      {builder.getFloatTy()}, {rest}),
                              builder.CreateBitCast(exponent, builder.getFloatTy()));
  }

  llvm::IRBuilder<> builder;
};

bool define(llvm::Function& function) {
  const llvm::StringRef name = compiler::parse_mangled_name(function.getName()).plain;
  const llvm::Type* type = function.getReturnType()->getScalarType();
  if (name == "dot" && function.arg_size() == 2 && (type->isFloatTy() || type->isDoubleTy())) {
    Body(function).dot(function.getArg(0), function.getArg(1));
    return true;
  }
  if (!type->isFloatTy() || function.arg_size() != 1) {
    return false;
  }
  llvm::Value* x = function.getArg(0);
  if (name == "exp2") {
    Body(function).power_of_two(x);
  } else if (name == "exp") {
    Body(function).power(x, std::numbers::log2e);
  } else if (name == "exp10") {
    Body(function).power(x, std::numbers::log2e * std::numbers::ln10);
  } else {
    return false;
  }
  return true;
}

} // namespace

bool float_functions(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    changed |= function.isDeclaration() && define(function);
  }
  return changed;
}

} // namespace cuda
