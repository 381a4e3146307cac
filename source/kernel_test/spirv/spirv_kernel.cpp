// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spirv/spirv_kernel.h"

std::string assembly(const SpirvKernel& kernel) {
  const auto& [type, name] = kernel.parameter;
  const std::string more = name.empty() ? "" : name + " = OpFunctionParameter " + type;
  return R"(
OpCapability Addresses
OpCapability Kernel
OpCapability Int8
OpCapability Int16
OpCapability Int64
OpCapability Float16
OpCapability Float64
OpCapability Groups
)" + kernel.capabilities +
         R"(
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "k" %global_id )" +
         kernel.interface + "\n" + kernel.modes + R"(
OpDecorate %global_id BuiltIn GlobalLinearId
%void = OpTypeVoid
%bool = OpTypeBool
%char = OpTypeInt 8 0
%short = OpTypeInt 16 0
%uint = OpTypeInt 32 0
%ulong = OpTypeInt 64 0
%half = OpTypeFloat 16
%float = OpTypeFloat 32
%double = OpTypeFloat 64
%uint2 = OpTypeVector %uint 2
%uint4 = OpTypeVector %uint 4
%work_group = OpConstant %uint 2
%sub_group = OpConstant %uint 3
%no_uint = OpConstant %uint 0
%one_uint = OpConstant %uint 1
%no_ulong = OpConstant %ulong 0
%id_pointer = OpTypePointer Input %ulong
%global_id = OpVariable %id_pointer Input
%pointer = OpTypePointer CrossWorkgroup )" +
         kernel.type + "\n" + kernel.declarations + R"(
%signature = OpTypeFunction %void %pointer %pointer )" +
         type + R"(
%k = OpFunction %void None %signature
%in = OpFunctionParameter %pointer
%out = OpFunctionParameter %pointer
)" + more +
         R"(
%begin = OpLabel
%item = OpLoad %ulong %global_id
%in_place = OpInBoundsPtrAccessChain %pointer %in %item
%out_place = OpInBoundsPtrAccessChain %pointer %out %item
%x = OpLoad )" +
         kernel.type + " %in_place\n" + kernel.code + R"(
OpStore %out_place %r
OpReturn
OpFunctionEnd
)" + kernel.functions;
}
