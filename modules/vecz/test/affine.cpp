// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arithmetic that counts as affine, and its conditions. test/ir shows that strides follow from
// it.
#include "vecz/affine.h"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

namespace {

using vecz::Wrapping;

/// The body of a function of the arguments %p, %a, %b (i32), %x, %y (i64); the value asked about is
/// %r.
class AffineArithmetic : public testing::Test {
protected:
  std::string sum(
      const std::string& body, Wrapping wrapping = Wrapping::excluded,
      llvm::function_ref<bool(const llvm::Value&)> is_small = [](const llvm::Value&) {
        return false;
      }) {
    llvm::SMDiagnostic diagnostic;
    module = llvm::parseAssemblyString(
        "define void @f(ptr %p, i32 %a, i32 %b, i64 %x, i64 %y) {\n" + body + "\n  ret void\n}\n",
        diagnostic, context);
    EXPECT_TRUE(module) << diagnostic.getMessage().str();
    llvm::Value* result = nullptr;
    for (llvm::Instruction& instruction : llvm::instructions(*module->getFunction("f"))) {
      result = instruction.getName() == "r" ? &instruction : result;
    }
    return text(vecz::affine(*result, wrapping, is_small));
  }

private:
  static std::string text(const vecz::Affine& affine) {
    std::string out = affine.base ? affine.base->getName().str() + ": " : "";
    llvm::raw_string_ostream stream(out);
    stream << affine.constant;
    for (const auto& term : affine.terms) {
      const bool is_wide = term.value->getType()->isIntegerTy(64);
      stream << " + " << term.factor
             << (is_wide          ? "*"
                 : term.is_signed ? "*s."
                                  : "*z.")
             << term.value->getName();
    }
    return out;
  }

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
};

TEST_F(AffineArithmetic, sumsDifferencesAndProductsOfSixtyFourBitsMayWrap) {
  EXPECT_EQ(sum("%s = add i64 %x, 5\n%t = mul i64 %s, 3\n%u = shl i64 %y, 4\n%r = sub i64 %t, %u"),
            "15 + 3*x + -16*y");
  EXPECT_EQ(sum("%s = mul i64 %x, -2\n%r = add i64 %s, %x"), "0 + -1*x");
}

TEST_F(AffineArithmetic, narrowSumsAreTakenApartIfTheyCannotWrap) {
  EXPECT_EQ(sum("%s = add nsw i32 %a, 5\n%r = sext i32 %s to i64"), "5 + 1*s.a");
  EXPECT_EQ(sum("%s = add nuw i32 %a, 5\n%r = sext i32 %s to i64"), "0 + 1*s.s");
  EXPECT_EQ(sum("%s = add nuw i32 %a, %b\n%r = zext i32 %s to i64"), "0 + 1*z.a + 1*z.b");
  EXPECT_EQ(sum("%s = add i32 %a, 5\n%r = sext i32 %s to i64", Wrapping::ignored), "5 + 1*s.a");
}

TEST_F(AffineArithmetic, theRangesOfOperandsExcludeWrapping) {
  EXPECT_EQ(sum("%m = and i32 %a, 255\n%s = add i32 %m, 5\n%r = zext i32 %s to i64"), "5 + 1*z.m");
  EXPECT_EQ(sum("%m = and i64 %x, 255\n%c = trunc i64 %m to i32\n%r = sext i32 %c to i64"),
            "0 + 1*m");
}

TEST_F(AffineArithmetic, constantsAreExtendedAsTheSumIs) {
  EXPECT_EQ(sum("%s = mul nsw i32 %a, -3\n%r = sext i32 %s to i64"), "0 + -3*s.a");
  EXPECT_EQ(sum("%s = mul nuw i32 %a, -3\n%r = zext i32 %s to i64"), "0 + 4294967293*z.a");
}

TEST_F(AffineArithmetic, bitsThatAreDisjointAreASum) {
  EXPECT_EQ(sum("%s = shl i64 %x, 2\n%r = or disjoint i64 %s, 3"), "3 + 4*x");
  EXPECT_EQ(sum("%s = shl i64 %x, 2\n%r = or i64 %s, 3"), "0 + 1*r");
}

TEST_F(AffineArithmetic, addressesAreInBytesBehindTheirBase) {
  EXPECT_EQ(sum("%q = getelementptr [4 x i32], ptr %p, i64 %x, i64 2\n"
                "%r = getelementptr i16, ptr %q, i32 %a"),
            "p: 8 + 2*s.a + 16*x");
}

TEST_F(AffineArithmetic, whatIsSmallMayBeCut) {
  const std::string body = "%c = trunc i64 %x to i32\n%r = zext i32 %c to i64";
  EXPECT_EQ(sum(body), "0 + 1*z.c");
  EXPECT_EQ(sum(body, Wrapping::excluded, [](const llvm::Value& v) { return v.getName() == "x"; }),
            "0 + 1*x");
}

TEST_F(AffineArithmetic, twoShiftsCutAndMultiply) {
  const std::string body = "%s = shl i64 %x, 32\n%r = ashr exact i64 %s, 30";
  const auto is_x = [](const llvm::Value& value) { return value.getName() == "x"; };
  EXPECT_EQ(sum(body), "0 + 1*r");
  EXPECT_EQ(sum(body, Wrapping::ignored), "0 + 4*x");
  EXPECT_EQ(sum(body, Wrapping::excluded, is_x), "0 + 4*x");
  EXPECT_EQ(sum("%s = shl i64 %x, 32\n%r = lshr i64 %s, 32", Wrapping::ignored), "0 + 1*x");
  EXPECT_EQ(sum("%s = shl i64 %x, 56\n%r = ashr i64 %s, 56", Wrapping::excluded, is_x), "0 + 1*r");
  EXPECT_EQ(sum("%s = shl i64 %x, 30\n%r = ashr i64 %s, 32", Wrapping::ignored), "0 + 1*r");
}

TEST_F(AffineArithmetic, whatIsTooMuchIsATerm) {
  EXPECT_EQ(sum("%s = mul i64 %x, 4611686018427387904\n%r = mul i64 %s, 4"), "0 + 1*r");
  std::string body = "%v0 = add i64 %x, 0\n";
  for (int i = 1; i <= 100000; ++i) { // more than are followed, or than a stack could hold
    const std::string last = "%v" + std::to_string(i - 1), next = "%v" + std::to_string(i);
    body += next + " = add i64 " + last + ", 1\n";
  }
  EXPECT_EQ(sum(body + "%r = add i64 %v100000, 1"), "512 + 1*v99489");
}

} // namespace
