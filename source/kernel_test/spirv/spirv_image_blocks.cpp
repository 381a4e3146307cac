// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks of images (SPV_INTEL_subgroups), whatever the size of sub-groups: a kernel copies two rows
// at a time from one place to another, also across the edges.
#include "images/image_test.h"

#include <algorithm>
#include <cstring>

namespace {

class SpirvImageBlocks : public ImageTest {};
INSTANTIATE_TEST_SUITE_P(All, SpirvImageBlocks,
                         ::testing::Values(Variant::optimised, Variant::not_optimised,
                                           Variant::from_binary, Variant::scalar, Variant::by_4,
                                           Variant::by_16, Variant::specialized,
                                           Variant::quick_form),
                         variant_name);

/// Elements of `bits`; arguments: the images, and how far from its own place a work-item reads and
/// writes, in bytes and rows.
std::string copying_kernel(int bits) {
  const std::string width = std::to_string(bits), bytes = std::to_string(bits / 8);
  return R"(
OpCapability Addresses
OpCapability Kernel
OpCapability Int8
OpCapability Int16
OpCapability Int64
OpCapability ImageBasic
OpCapability SubgroupImageBlockIOINTEL
OpExtension "SPV_INTEL_subgroups"
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "k" %global_id %own_id
OpDecorate %global_id BuiltIn GlobalInvocationId
OpDecorate %own_id BuiltIn SubgroupLocalInvocationId
%void = OpTypeVoid
%uint = OpTypeInt 32 0
%ulong = OpTypeInt 64 0
%ulong3 = OpTypeVector %ulong 3
%uint2 = OpTypeVector %uint 2
)" +
         (bits == 32   ? "%rows = OpTypeVector %uint 2"
          : bits == 64 ? "%rows = OpTypeVector %ulong 2"
                       : "%element = OpTypeInt " + width + " 0\n%rows = OpTypeVector %element 2") +
         R"(
%read_only = OpTypeImage %void 2D 0 0 0 0 Unknown ReadOnly
%write_only = OpTypeImage %void 2D 0 0 0 0 Unknown WriteOnly
%ids = OpTypePointer Input %ulong3
%number = OpTypePointer Input %uint
%global_id = OpVariable %ids Input
%own_id = OpVariable %number Input
%bytes = OpConstant %uint )" +
         bytes + R"(
%two = OpConstant %uint 2
%signature = OpTypeFunction %void %read_only %write_only %uint2 %uint2
%k = OpFunction %void None %signature
%from = OpFunctionParameter %read_only
%to = OpFunctionParameter %write_only
%read_shift = OpFunctionParameter %uint2
%write_shift = OpFunctionParameter %uint2
%begin = OpLabel
%id = OpLoad %ulong3 %global_id
%wide_x = OpCompositeExtract %ulong %id 0
%wide_y = OpCompositeExtract %ulong %id 1
%x = OpUConvert %uint %wide_x
%y = OpUConvert %uint %wide_y
%own = OpLoad %uint %own_id
%first = OpISub %uint %x %own
%column = OpIMul %uint %first %bytes
%row = OpIMul %uint %y %two
%place = OpCompositeConstruct %uint2 %column %row
%read_at = OpIAdd %uint2 %place %read_shift
%write_at = OpIAdd %uint2 %place %write_shift
%data = OpSubgroupImageBlockReadINTEL %rows %from %read_at
OpSubgroupImageBlockWriteINTEL %to %write_at %data
OpReturn
OpFunctionEnd
)";
}

constexpr int width = 24, height = 6;

struct Shift {
  cl_int2 read, write;
};

std::vector<unsigned char> copied(const std::vector<unsigned char>& from, int size,
                                  const Shift& shift) {
  const int last = width * size - size;
  std::vector<unsigned char> to(from.size());
  for (int row = 0; row < height; ++row) {
    for (int x = 0; x < width; ++x) {
      const int read_x = std::clamp(x * size + shift.read.s[0], 0, last);
      const int read_y = std::clamp(row + shift.read.s[1], 0, height - 1);
      const int write_x = x * size + shift.write.s[0], write_y = row + shift.write.s[1];
      if (write_x >= 0 && write_x <= last && write_y >= 0 && write_y < height) {
        const int written = write_y * width * size + write_x, read = read_y * width * size + read_x;
        std::memcpy(&to[size_t(written)], &from[size_t(read)], size_t(size));
      }
    }
  }
  return to;
}

TEST_P(SpirvImageBlocks, areCopied) {
  const cl_image_format formats[] = {{CL_R, CL_UNSIGNED_INT8},
                                     {CL_RG, CL_UNORM_INT8},
                                     {CL_RGBA, CL_UNORM_INT8},
                                     {CL_RG, CL_UNSIGNED_INT32}};
  for (int i = 0; i < 4; ++i) {
    const int size = 1 << i;
    build_assembly(copying_kernel(8 * size));
    std::vector<unsigned char> bytes(size_t(width * height * size));
    for (size_t n = 0; n < bytes.size(); ++n) {
      bytes[n] = static_cast<unsigned char>(n * 7 + n / 255);
    }
    const std::vector<unsigned char> nothing(bytes.size());
    const Image from = make_image(CL_MEM_OBJECT_IMAGE2D, formats[i], {width, height}, bytes.data());
    for (const Shift& shift : {Shift{{{0, 0}}, {{0, 0}}}, Shift{{{4 * size, 1}}, {{-8 * size, -2}}},
                               Shift{{{3, -1000}}, {{0, 1}}}, Shift{{{-1000, 2}}, {{8, 0}}}}) {
      const Image to =
          make_image(CL_MEM_OBJECT_IMAGE2D, formats[i], {width, height}, nothing.data());
      run({{width, height / 2}, {8, 1}, {}}, from.get(), to.get(), shift.read, shift.write);
      EXPECT_EQ(contents<unsigned char>(to.get(), {width, height, 1}), copied(bytes, size, shift))
          << size << " bytes, shifted by " << shift.read.s[0] << " " << shift.write.s[0];
    }
  }
}

/// Rows that are shorter than an element hold none: zeros are read, nothing is written.
TEST_P(SpirvImageBlocks, ofNarrowImagesAreZero) {
  build_assembly(copying_kernel(32));
  const cl_image_format format = {CL_R, CL_UNSIGNED_INT8};
  const std::vector<unsigned char> bytes(6, 0x55), large(24 * 6, 0x11);
  const Image narrow = make_image(CL_MEM_OBJECT_IMAGE2D, format, {3, 2}, bytes.data());
  const Image wide =
      make_image(CL_MEM_OBJECT_IMAGE2D, {CL_RGBA, CL_UNSIGNED_INT8}, {6, 6}, large.data());
  const cl_int2 here = {{0, 0}};
  run({{1, 1}, {}, {}}, narrow.get(), wide.get(), here, here);
  auto expected = large;
  std::fill_n(expected.begin(), 4, static_cast<unsigned char>(0));
  std::fill_n(expected.begin() + 24, 4, static_cast<unsigned char>(0));
  EXPECT_EQ(contents<unsigned char>(wide.get(), {6, 6, 1}), expected);
  run({{1, 1}, {}, {}}, wide.get(), narrow.get(), here, here);
  EXPECT_EQ(contents<unsigned char>(narrow.get(), {3, 2, 1}), bytes);
}

} // namespace
