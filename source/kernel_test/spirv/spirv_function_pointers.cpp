// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls through pointers to functions (SPV_INTEL_function_pointers).
#include "harness.h"
#include "spirv/spirv_kernel.h"

#include <array>
#include <functional>
#include <numeric>

namespace {

/// Functions of two numbers: %plus, %minus and %times, with pointers to them.
SpirvKernel with_three_functions() {
  SpirvKernel body;
  body.capabilities = "OpCapability FunctionPointersINTEL\n"
                      "OpExtension \"SPV_INTEL_function_pointers\"\n";
  body.declarations = R"(
%binary = OpTypeFunction %uint %uint %uint
%code = OpTypePointer CodeSectionINTEL %binary
%to_plus = OpConstantFunctionPointerINTEL %code %plus
%to_minus = OpConstantFunctionPointerINTEL %code %minus
%to_times = OpConstantFunctionPointerINTEL %code %times
%two_uint = OpConstant %uint 2
%three_uint = OpConstant %uint 3
)";
  for (const auto& [name, opcode] :
       {std::pair{"plus", "OpIAdd"}, {"minus", "OpISub"}, {"times", "OpIMul"}}) {
    const std::string own = name;
    body.functions += "%" + own + " = OpFunction %uint None %binary\n%" + own +
                      "_a = OpFunctionParameter %uint\n%" + own +
                      "_b = OpFunctionParameter %uint\n%" + own + "_begin = OpLabel\n%" + own +
                      "_result = " + opcode + " %uint %" + own + "_a %" + own +
                      "_b\nOpReturnValue %" + own + "_result\nOpFunctionEnd\n";
  }
  return body;
}

/// A third argument of the kernel is the pointer that it calls. %plus and %times are exported, and
/// the latter's address is not taken.
SpirvKernel called_by_the_host() {
  SpirvKernel body = with_three_functions();
  body.capabilities += "OpCapability Linkage\nOpCapability IndirectReferencesINTEL\n";
  body.modes = R"(OpDecorate %plus LinkageAttributes "plus" Export
                    OpDecorate %times LinkageAttributes "times" Export
                    OpDecorate %times ReferencedIndirectlyINTEL)";
  const std::string unused = "%to_times = OpConstantFunctionPointerINTEL %code %times\n";
  body.declarations.erase(body.declarations.find(unused), unused.size());
  body.parameter = {"%ulong", "%given"};
  body.code = R"(%f = OpConvertUToPtr %code %given
                   %r = OpFunctionPointerCallINTEL %uint %f %x %three_uint)";
  return body;
}

class SpirvFunctionPointers : public KernelTest {
protected:
  /// By name, as the host asks for it; 0 if there is none.
  uint64_t pointer_to(const char* name) const {
    using Get = cl_int(CL_API_CALL*)(cl_device_id, cl_program, const char*, cl_ulong*);
    cl_platform_id platform = nullptr;
    cl_program owner = nullptr;
    EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof owner, &owner, nullptr),
              CL_SUCCESS);
    const auto get = reinterpret_cast<Get>(
        clGetExtensionFunctionAddressForPlatform(platform, "clGetDeviceFunctionPointerINTEL"));
    cl_ulong pointer = 0;
    const cl_int result = get(device, owner, name, &pointer);
    EXPECT_EQ(result, pointer != 0 ? CL_SUCCESS : CL_INVALID_ARG_VALUE) << name;
    return pointer;
  }

  /// What a launch that calls `pointer` ends with.
  cl_int result_with(uint64_t pointer) {
    const size_t items = 64;
    cl_mem buffer = clCreateBuffer(context, 0, items * sizeof(cl_uint), nullptr, nullptr);
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof buffer, &buffer), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 2, sizeof pointer, &pointer), CL_SUCCESS);
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    const cl_int result = clFinish(queue);
    clReleaseMemObject(buffer);
    return result;
  }

  void check(const SpirvKernel& body, const std::function<uint32_t(uint32_t, uint32_t)>& wanted) {
    build_assembly(assembly(body));
    std::vector<uint32_t> in(96), out(in.size());
    for (size_t i = 0; i < in.size(); ++i) {
      in[i] = uint32_t(i * 7 % 23);
    }
    const std::vector<uint32_t> values = in;
    run({{in.size()}, {32}, {}}, in, out);
    for (size_t i = 0; i < in.size(); ++i) {
      ASSERT_EQ(out[i], wanted(values[i], uint32_t(i))) << "item " << i;
    }
  }
};
INSTANTIATE_TEST_SUITE_P(All, SpirvFunctionPointers,
                         ::testing::Values(Variant::optimised, Variant::not_optimised,
                                           Variant::from_binary, Variant::scalar, Variant::by_4,
                                           Variant::by_16, Variant::specialized,
                                           Variant::quick_form),
                         variant_name);

TEST_P(SpirvFunctionPointers, chosenByEachWorkItem) {
  SpirvKernel body = with_three_functions();
  body.code = R"(%bit = OpBitwiseAnd %uint %x %one_uint
                   %odd = OpINotEqual %bool %bit %no_uint
                   %f = OpSelect %code %odd %to_plus %to_minus
                   %r = OpFunctionPointerCallINTEL %uint %f %x %three_uint)";
  check(body, [](uint32_t x, uint32_t) { return x % 2 ? x + 3 : x - 3; });
}

TEST_P(SpirvFunctionPointers, sameForAll) {
  SpirvKernel body = with_three_functions();
  body.code = "%r = OpFunctionPointerCallINTEL %uint %to_times %x %three_uint";
  check(body, [](uint32_t x, uint32_t) { return 3 * x; });
}

/// Of storage class Generic there, as producers write it; with an entry that is used twice.
TEST_P(SpirvFunctionPointers, fromATable) {
  SpirvKernel body = with_three_functions();
  body.capabilities += "OpCapability GenericPointer\n";
  body.declarations += R"(
%generic = OpTypePointer Generic %binary
%plus_generic = OpSpecConstantOp %generic PtrCastToGeneric %to_plus
%minus_generic = OpSpecConstantOp %generic PtrCastToGeneric %to_minus
%times_generic = OpSpecConstantOp %generic PtrCastToGeneric %to_times
%four_uint = OpConstant %uint 4
%entries = OpTypeArray %generic %four_uint
%list = OpConstantComposite %entries %plus_generic %minus_generic %times_generic %plus_generic
%table_pointer = OpTypePointer UniformConstant %entries
%entry_pointer = OpTypePointer UniformConstant %generic
%table = OpVariable %table_pointer UniformConstant %list
)";
  body.code = R"(%which = OpBitwiseAnd %uint %x %three_uint
                   %place = OpInBoundsAccessChain %entry_pointer %table %which
                   %f = OpLoad %generic %place
                   %r = OpFunctionPointerCallINTEL %uint %f %x %three_uint)";
  check(body, [](uint32_t x, uint32_t) {
    const std::array<uint32_t, 4> all = {x + 3, x - 3, 3 * x, x + 3};
    return all[x % 4];
  });
}

/// Through memory that other work-items have written, as a number.
TEST_P(SpirvFunctionPointers, asNumbersInMemory) {
  SpirvKernel body = with_three_functions();
  body.type = "%ulong";
  body.code = R"(%low = OpUConvert %uint %x
                   %bit = OpBitwiseAnd %uint %low %one_uint
                   %odd = OpINotEqual %bool %bit %no_uint
                   %f = OpSelect %code %odd %to_plus %to_times
                   %number = OpConvertPtrToU %ulong %f
                   OpStore %in_place %number
                   %again = OpLoad %ulong %in_place
                   %g = OpConvertUToPtr %code %again
                   %s = OpFunctionPointerCallINTEL %uint %g %low %three_uint
                   %r = OpUConvert %ulong %s)";
  build_assembly(assembly(body));
  std::vector<uint64_t> in(64), out(in.size());
  std::iota(in.begin(), in.end(), 0);
  run({{in.size()}, {16}, {}}, in, out);
  for (uint64_t i = 0; i < out.size(); ++i) {
    ASSERT_EQ(out[i], i % 2 ? i + 3 : i * 3);
    ASSERT_EQ(in[i], in[i % 2]); // one address each
  }
  ASSERT_NE(in[0], in[1]);
}

/// What is called knows the work-item, and writes for it.
TEST_P(SpirvFunctionPointers, functionsThatAskForIdsAndReturnNothing) {
  SpirvKernel body = with_three_functions();
  body.declarations += R"(
%writes = OpTypeFunction %void %pointer
%writer = OpTypePointer CodeSectionINTEL %writes
%to_write_id = OpConstantFunctionPointerINTEL %writer %write_id
%to_write_two = OpConstantFunctionPointerINTEL %writer %write_two
)";
  body.functions += R"(
%write_id = OpFunction %void None %writes
%write_id_p = OpFunctionParameter %pointer
%write_id_begin = OpLabel
%write_id_item = OpLoad %ulong %global_id
%write_id_number = OpUConvert %uint %write_id_item
OpStore %write_id_p %write_id_number
OpReturn
OpFunctionEnd
%write_two = OpFunction %void None %writes
%write_two_p = OpFunctionParameter %pointer
%write_two_begin = OpLabel
OpStore %write_two_p %two_uint
OpReturn
OpFunctionEnd
)";
  body.code = R"(%small = OpULessThan %bool %x %three_uint
                   %f = OpSelect %writer %small %to_write_two %to_write_id
                   %nothing = OpFunctionPointerCallINTEL %void %f %in_place
                   %r = OpLoad %uint %in_place)";
  check(body, [](uint32_t x, uint32_t i) { return x < 3 ? 2 : i; });
}

/// All work-items of a group call the same function, in which they meet.
TEST_P(SpirvFunctionPointers, functionsOfWholeGroups) {
  SpirvKernel body = with_three_functions();
  body.declarations += R"(
%unary = OpTypeFunction %uint %uint
%unary_code = OpTypePointer CodeSectionINTEL %unary
%to_sum = OpConstantFunctionPointerINTEL %unary_code %sum
%to_most = OpConstantFunctionPointerINTEL %unary_code %most
)";
  for (const auto& [name, opcode] : {std::pair{"sum", "OpGroupIAdd"}, {"most", "OpGroupUMax"}}) {
    const std::string own = name;
    body.functions += "%" + own + " = OpFunction %uint None %unary\n%" + own +
                      "_a = OpFunctionParameter %uint\n%" + own + "_begin = OpLabel\n%" + own +
                      "_result = " + opcode + " %uint %work_group Reduce %" + own +
                      "_a\nOpReturnValue %" + own + "_result\nOpFunctionEnd\n";
  }
  body.code = R"(%first = OpGroupBroadcast %uint %work_group %x %no_ulong
                   %is_zero = OpIEqual %bool %first %no_uint
                   %f = OpSelect %unary_code %is_zero %to_sum %to_most
                   %r = OpFunctionPointerCallINTEL %uint %f %x)";
  build_assembly(assembly(body));
  std::vector<uint32_t> in(64), out(in.size());
  for (uint32_t i = 0; i < in.size(); ++i) {
    in[i] = i < 32 ? i : i + 1;
  }
  run({{in.size()}, {32}, {}}, in, out);
  for (size_t i = 0; i < out.size(); ++i) {
    ASSERT_EQ(out[i], i < 32 ? 31 * 16 : 64U) << "item " << i;
  }
}

/// The host asks for functions by name, also for one that the module takes no address of.
TEST_P(SpirvFunctionPointers, givenByTheHost) {
  build_assembly(assembly(called_by_the_host()));
  std::vector<uint32_t> in(96), out(in.size());
  std::iota(in.begin(), in.end(), 0);
  const std::vector<uint32_t> values = in;
  const std::array<uint64_t, 2> pointers = {pointer_to("plus"), pointer_to("times")};
  for (const uint64_t pointer : pointers) {
    run({{in.size()}, {32}, {}}, in, out, pointer);
    for (size_t i = 0; i < in.size(); ++i) {
      ASSERT_EQ(out[i], pointer == pointers[0] ? values[i] + 3 : values[i] * 3) << "item " << i;
    }
  }
  EXPECT_EQ(pointer_to("minus"), 0); // which is not exported
}

/// The command fails as if the kernel had faulted, and the process lives.
TEST_P(SpirvFunctionPointers, toNothingOfTheProgram) {
  if (is_gpu()) {
    GTEST_SKIP() << "after a fault NVIDIA's driver runs nothing more in this process";
  }
  build_assembly(assembly(called_by_the_host()));
  std::vector<uint32_t> in(96), out(in.size());
  EXPECT_EQ(result_with(pointer_to("plus")), CL_SUCCESS);
  EXPECT_EQ(result_with(pointer_to("plus") + 1), CL_OUT_OF_RESOURCES);
}
TEST_P(SpirvFunctionPointers, toNothing) {
  if (is_gpu()) {
    GTEST_SKIP() << "after a fault NVIDIA's driver runs nothing more in this process";
  }
  build_assembly(assembly(called_by_the_host()));
  EXPECT_EQ(result_with(0), CL_OUT_OF_RESOURCES);
}

TEST_P(SpirvFunctionPointers, aFunctionThatMayCallItself) {
  SpirvKernel body = with_three_functions();
  body.functions += R"(
%again = OpFunction %uint None %binary
%again_a = OpFunctionParameter %uint
%again_b = OpFunctionParameter %uint
%again_begin = OpLabel
%again_f = OpConvertUToPtr %code %no_ulong
%again_result = OpFunctionPointerCallINTEL %uint %again_f %again_a %again_b
OpReturnValue %again_result
OpFunctionEnd
)";
  body.declarations += "%to_again = OpConstantFunctionPointerINTEL %code %again\n";
  body.code = "%r = OpFunctionPointerCallINTEL %uint %to_again %x %x";
  EXPECT_NE(build_errors(assembly(body)).find("recursion is not allowed"), std::string::npos);
}

} // namespace
