// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "builtins/events.h"

#include "linking/linking.h"

namespace {

const std::string uses_events = R"(
declare spir_func target("spirv.Event") @_Z21async_work_group_copyPU3AS3iPU3AS1Kim9ocl_event(ptr addrspace(3), ptr addrspace(1), i64, target("spirv.Event"))
declare spir_func void @_Z17wait_group_eventsiP9ocl_event(i32, ptr)
define spir_func target("spirv.Event") @pass(i32 %unused, target("spirv.Event") %e) {
  ret target("spirv.Event") %e
}
define spir_kernel void @k(ptr addrspace(3) %l, ptr addrspace(1) %g, i1 %again) {
entry:
  %events = alloca [2 x target("spirv.Event")], align 8
  store target("spirv.Event") zeroinitializer, ptr %events, align 8
  br label %loop
loop:
  %e = phi target("spirv.Event") [ zeroinitializer, %entry ], [ %p, %loop ]
  %c = call spir_func target("spirv.Event") @_Z21async_work_group_copyPU3AS3iPU3AS1Kim9ocl_event(ptr addrspace(3) %l, ptr addrspace(1) %g, i64 4, target("spirv.Event") %e)
  %p = call spir_func target("spirv.Event") @pass(i32 1, target("spirv.Event") %c)
  %second = getelementptr [2 x target("spirv.Event")], ptr %events, i64 0, i64 1
  store target("spirv.Event") %p, ptr %second, align 8
  call spir_func void @_Z17wait_group_eventsiP9ocl_event(i32 2, ptr %events)
  br i1 %again, label %loop, label %end
end:
  %last = load target("spirv.Event"), ptr %second, align 8
  %unused = call spir_func target("spirv.Event") @pass(i32 2, target("spirv.Event") %last)
  ret void
}
)";

TEST(Events, vanishEverywhere) {
  llvm::LLVMContext context;
  auto module = parse(uses_events, context);
  ASSERT_TRUE(library().link(*module));
  EXPECT_TRUE(builtins::lower_events(*module));
  EXPECT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
  EXPECT_EQ(print(*module).find("spirv.Event"), std::string::npos) << print(*module);
  EXPECT_NE(print(*module).find("phi i64 [ 0, %entry ]"), std::string::npos);
  EXPECT_NE(print(*module).find("alloca [2 x i64]"), std::string::npos);
  EXPECT_FALSE(builtins::lower_events(*module));
}

TEST(Events, otherModulesStayAsTheyAre) {
  llvm::LLVMContext context;
  auto module =
      parse("define i32 @f(ptr %p) {\n  %x = load i32, ptr %p\n  ret i32 %x\n}\n", context);
  const auto before = print(*module);
  EXPECT_FALSE(builtins::lower_events(*module));
  EXPECT_EQ(print(*module), before);
}

} // namespace
