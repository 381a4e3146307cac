// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pipeline runs its passes in an order in which each has the properties that it needs.
// test/ir/properties tests the checkers.
#include "compiler/pass.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/SourceMgr.h>
#include <set>

namespace {

using compiler::Contract;
using compiler::Property;
using compiler::PropertyTracker;

std::unique_ptr<llvm::Module> parse(const char* text, llvm::LLVMContext& context) {
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseAssemblyString(text, diagnostic, context);
  EXPECT_TRUE(module) << diagnostic.getMessage().str();
  return module;
}

constexpr Contract number = {.establishes = {Property::barriers_numbered}};
constexpr Contract cut = {.needs = {Property::barriers_numbered},
                          .ends = {Property::barriers_numbered}};

TEST(Properties, namesAreDistinct) {
  std::set<std::string> names;
  for (unsigned i = 0; i < compiler::property_count; ++i) {
    EXPECT_TRUE(names.insert(name(Property(i)).str()).second) << i;
  }
}

TEST(Properties, aPipelineEstablishesWhatItNeeds) {
  llvm::LLVMContext context;
  const llvm::Module module("empty", context);
  PropertyTracker properties(PropertyTracker::Origin::pipeline);
  EXPECT_EQ(properties.before(cut, module),
            "needs 'barriers numbered', which no pass before it has established");
  EXPECT_EQ(properties.after(number, module), "");
  EXPECT_EQ(properties.before(cut, module), "");
  EXPECT_EQ(properties.after(cut, module), "");
  EXPECT_NE(properties.before(cut, module), "") << "once ended it is needed again";
}

TEST(Properties, ofATextWhatIsNeededIsLookedAt) {
  llvm::LLVMContext context;
  const llvm::Module empty("empty", context);
  const auto twice = parse(R"(
declare void @__mux_work_group_barrier(i32, i32, i32)
define spir_kernel void @k() {
  call void @__mux_work_group_barrier(i32 1, i32 2, i32 1)
  call void @__mux_work_group_barrier(i32 1, i32 2, i32 1)
  ret void
})",
                           context);
  const PropertyTracker properties(PropertyTracker::Origin::text);
  EXPECT_EQ(properties.before(cut, empty), "");
  EXPECT_TRUE(llvm::StringRef(properties.before(cut, *twice))
                  .starts_with("needs 'barriers numbered', which does not hold: in k:"));
  PropertyTracker numbered(PropertyTracker::Origin::pipeline);
  EXPECT_TRUE(llvm::StringRef(numbered.after(number, *twice))
                  .starts_with("'barriers numbered' does not hold: in k:"));
}

void run(const char* step, bool breaks = false) {
  setenv("LANEWISE_VERIFY", "1", 1);
  llvm::LLVMContext context;
  llvm::Module module("empty", context);
  static const compiler::NamedPass own[] = {
      {"break", nullptr, {.establishes = {Property::local_variables_laid_out}}}};
  compiler::PassRunner passes(module, own);
  passes.run(step, [&](llvm::Module& subject) {
    if (breaks) {
      new llvm::GlobalVariable(subject, llvm::Type::getInt32Ty(context), false,
                               llvm::GlobalValue::ExternalLinkage, nullptr, "tile", nullptr,
                               llvm::GlobalValue::NotThreadLocal, 3);
    }
  });
}

TEST(PassRunnerDeathTest, namesStepAndProperty) {
  EXPECT_DEATH(run("work-item-loops"), "before work-item-loops: needs 'one function a kernel', "
                                       "which no pass before it has established");
  EXPECT_DEATH(run("break", true),
               "after break: 'local variables laid out' does not hold: variable tile");
  EXPECT_DEATH(run("nothing-of-the-kind"), "the step nothing-of-the-kind is in no table of passes");
  run("break");
}

} // namespace
