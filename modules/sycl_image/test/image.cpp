// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sycl_image/image.h"

#include <gtest/gtest.h>

namespace {

sycl_image::Image example() {
  sycl_image::Image image;
  image.kernels = {{"_ZTS3add", 0, 16, {}, 0, {}},
                   {"_ZTS3sum",
                    sycl_image::kernel_local_block | sycl_image::kernel_parallel_items,
                    40,
                    {8, 4, 1},
                    16,
                    {6, 7}}};
  image.constants = {{"_ZTS4size", 0, 4}, {"_ZTS4pair@unit", 1, 7}};
  image.device_globals = {"table", "_ZL5count.85944171f73967e8"};
  image.payloads = {{"x86-64-v3", "", {1, 2, 3, 4, 5}},
                    {sycl_image::spirv_format, "-cl-fast-relaxed-math", {3, 2, 35, 7}}};
  return image;
}

TEST(SyclImage, ReadsWhatIsWritten) {
  const auto read = sycl_image::read(sycl_image::write(example()));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(*read, example());
  EXPECT_EQ(sycl_image::write(example()), sycl_image::write(example()));
}

TEST(SyclImage, ConstantsAreCutIntoWordsAndARest) {
  EXPECT_EQ(sycl_image::piece_size(7, 0), 4u);
  EXPECT_EQ(sycl_image::piece_size(7, 4), 2u);
  EXPECT_EQ(sycl_image::piece_size(7, 6), 1u);
}

TEST(SyclImage, AnEmptyImage) {
  const auto read = sycl_image::read(sycl_image::write({}));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(*read, sycl_image::Image());
}

TEST(SyclImage, CutAnywhereIsAnError) {
  const auto bytes = sycl_image::write(example());
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(sycl_image::read(std::span(bytes).first(size))) << size;
  }
}

TEST(SyclImage, EveryFlippedBitIsAnError) {
  auto bytes = sycl_image::write(example());
  for (size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    bytes[bit / 8] ^= uint8_t(1U << bit % 8);
    EXPECT_FALSE(sycl_image::read(bytes)) << bit;
    bytes[bit / 8] ^= uint8_t(1U << bit % 8);
  }
}

TEST(SyclImage, ForeignImagesAreNotOurs) {
  const std::vector<uint8_t> spirv = {3, 2, 35, 7, 0, 4, 1, 0};
  EXPECT_FALSE(sycl_image::has_magic(spirv));
  EXPECT_EQ(sycl_image::read(spirv).error(), "not a SYCL image of Lanewise: the magic is missing");
  EXPECT_TRUE(sycl_image::has_magic(sycl_image::write(example())));
}

TEST(SyclImage, TheVersionBeforeIsRead) {
  std::vector<uint8_t> data = sycl_image::write(example());
  for (const uint8_t version : {4, 5, 6, 7}) {
    data[4] = version; // behind the magic
    EXPECT_EQ(sycl_image::read(data).has_value(), version == 5 || version == 6) << int(version);
  }
}

} // namespace
