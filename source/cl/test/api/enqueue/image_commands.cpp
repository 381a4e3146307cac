// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands on images: what they move, and every error of sections 5.3.3 to 5.3.6, one by one.
#include "memory/image_fixture.h"

#include <functional>
#include <numeric>

namespace {

using Texels = std::vector<uint32_t>;

class ImageCommands : public ImageTest {
protected:
  struct Sizes {
    size_t at[3];
  };

  static Texels counting(size_t count, uint32_t first = 1) {
    Texels texels(count);
    std::iota(texels.begin(), texels.end(), first);
    return texels;
  }
  void write(cl_mem image, const Sizes& origin, const Sizes& region, const Texels& texels,
             size_t row = 0, size_t slice = 0) {
    EXPECT_EQ(clEnqueueWriteImage(queue, image, CL_TRUE, origin.at, region.at, row, slice,
                                  texels.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
  }
  Texels read(cl_mem image, const Sizes& origin, const Sizes& region, size_t count, size_t row = 0,
              size_t slice = 0) {
    Texels texels(count);
    EXPECT_EQ(clEnqueueReadImage(queue, image, CL_TRUE, origin.at, region.at, row, slice,
                                 texels.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    return texels;
  }
};

TEST_F(ImageCommands, BoxesOfEveryTypeComeBack) {
  struct Case {
    cl_image_desc description;
    Sizes whole;
  };
  for (const Case& c : {Case{image_1d(24), {{24, 1, 1}}},
                        {image_1d_array(6, 4), {{6, 4, 1}}},
                        {image_2d(6, 4), {{6, 4, 1}}},
                        {image_2d_array(4, 3, 2), {{4, 3, 2}}},
                        {image_3d(4, 3, 2), {{4, 3, 2}}}}) {
    const Owned<cl_mem> image = make_image(c.description);
    const auto texels = counting(24);
    write(image, {{0, 0, 0}}, c.whole, texels);
    EXPECT_EQ(read(image, {{0, 0, 0}}, c.whole, 24), texels);
    const size_t w = c.whole.at[0], h = c.whole.at[1], d = c.whole.at[2];
    const Sizes last = {{w - 2, h - 1, d - 1}};
    EXPECT_EQ(read(image, last, {{2, 1, 1}}, 2), (Texels{23, 24}));
  }
}

TEST_F(ImageCommands, PitchesOfTheHostAreKept) {
  const Owned<cl_mem> image = make_image(image_3d(2, 2, 2));
  write(image, {{0, 0, 0}}, {{2, 2, 2}}, counting(30), 12, 48); // 3 texels a row, 12 a slice
  EXPECT_EQ(read(image, {{0, 0, 0}}, {{2, 2, 2}}, 8), (Texels{1, 2, 4, 5, 13, 14, 16, 17}));
  EXPECT_EQ(read(image, {{1, 0, 0}}, {{1, 2, 2}}, 7, 8, 16), (Texels{2, 0, 5, 0, 14, 0, 17}));
  const Owned<cl_mem> layers = make_image(image_1d_array(2, 3));
  write(layers, {{0, 0, 0}}, {{2, 3, 1}}, counting(20), 8, 20); // 5 texels a layer
  EXPECT_EQ(read(layers, {{0, 0, 0}}, {{2, 3, 1}}, 6), (Texels{1, 2, 6, 7, 11, 12}));
}

TEST_F(ImageCommands, TheApplicationsMemoryWithItsPitches) {
  Texels memory = counting(32);
  cl_image_desc description = image_2d(3, 4);
  description.image_row_pitch = 32;
  {
    const Owned<cl_mem> used = make_image(description, CL_MEM_USE_HOST_PTR, memory.data());
    EXPECT_EQ(read(used, {{1, 1, 0}}, {{2, 2, 1}}, 4), (Texels{10, 11, 18, 19}));
    write(used, {{0, 0, 0}}, {{1, 2, 1}}, {100, 200});
    cl_int error = 1;
    size_t row = 0;
    const size_t none[3] = {}, all[3] = {3, 4, 1};
    void* mapped = clEnqueueMapImage(queue, used, CL_TRUE, CL_MAP_READ, none, all, &row, nullptr, 0,
                                     nullptr, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(mapped, memory.data());
    EXPECT_EQ(row, 32u);
    EXPECT_EQ(memory[0], 100u);
    EXPECT_EQ(memory[8], 200u);
    EXPECT_EQ(clEnqueueUnmapMemObject(queue, used, mapped, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }
  const Owned<cl_mem> copied = make_image(description, CL_MEM_COPY_HOST_PTR, memory.data());
  memory.assign(32, 0);
  EXPECT_EQ(read(copied, {{0, 1, 0}}, {{3, 1, 1}}, 3), (Texels{200, 10, 11}));
}

TEST_F(ImageCommands, FillsConvertTheColor) {
  const Owned<cl_mem> image = make_image(image_2d(4, 4));
  write(image, {{0, 0, 0}}, {{4, 4, 1}}, Texels(16, 7));
  const cl_uint color[4] = {1, 2, 300, 4};
  const size_t origin[3] = {1, 1, 0}, region[3] = {2, 3, 1};
  ASSERT_EQ(clEnqueueFillImage(queue, image, color, origin, region, 0, nullptr, nullptr),
            CL_SUCCESS);
  const uint32_t c = 0x04FF0201;
  EXPECT_EQ(read(image, {{0, 0, 0}}, {{4, 4, 1}}, 16),
            (Texels{7, 7, 7, 7, 7, c, c, 7, 7, c, c, 7, 7, c, c, 7}));
}

TEST_F(ImageCommands, CopiesBetweenImagesAndBuffers) {
  const Owned<cl_mem> from = make_image(image_2d_array(3, 2, 2));
  const Owned<cl_mem> to = make_image(image_3d(4, 4, 4));
  write(from, {{0, 0, 0}}, {{3, 2, 2}}, counting(12));
  write(to, {{0, 0, 0}}, {{4, 4, 4}}, Texels(64));
  const size_t a[3] = {1, 0, 0}, b[3] = {2, 1, 2}, size[3] = {2, 2, 2};
  ASSERT_EQ(clEnqueueCopyImage(queue, from, to, a, b, size, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(read(to, {{2, 1, 2}}, {{2, 2, 2}}, 8), (Texels{2, 3, 5, 6, 8, 9, 11, 12}));
  EXPECT_EQ(read(to, {{0, 0, 1}}, {{4, 4, 1}}, 16), Texels(16));

  const Owned<cl_mem> buffer = make_buffer_of(Texels(12));
  ASSERT_EQ(clEnqueueCopyImageToBuffer(queue, from, buffer, a, size, 8, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(contents<uint32_t>(buffer, 12), (Texels{0, 0, 2, 3, 5, 6, 8, 9, 11, 12, 0, 0}));
  const size_t one[3] = {1, 1, 1};
  ASSERT_EQ(clEnqueueCopyBufferToImage(queue, buffer, from, 12, one, one, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(read(from, {{0, 1, 1}}, {{3, 1, 1}}, 3), (Texels{10, 3, 12}));
}

TEST_F(ImageCommands, AnImageOfABufferIsTheBuffer) {
  const size_t begin = base_alignment() / 4; // of the part, in texels
  const Owned<cl_mem> buffer = make_buffer_of(counting(begin + 32));
  cl_int error = 1;
  const cl_buffer_region half = {4 * begin, 128};
  const Owned<cl_mem> part =
      clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &half, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  cl_image_desc line = image_1d(32);
  line.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
  line.buffer = part;
  const Owned<cl_mem> image = make_image(line);
  EXPECT_EQ(read(image, {{0, 0, 0}}, {{2, 1, 1}}, 2),
            (Texels{uint32_t(begin) + 1, uint32_t(begin) + 2}));
  write(image, {{31, 0, 0}}, {{1, 1, 1}}, {99});
  EXPECT_EQ(contents<uint32_t>(buffer, begin + 32)[begin + 31], 99u);
  const size_t first[3] = {0, 0, 0}, one[3] = {1, 1, 1};
  for (const cl_mem other : {cl_mem(part), cl_mem(buffer)}) {
    const cl_int expected = other == part ? CL_INVALID_MEM_OBJECT : CL_SUCCESS;
    EXPECT_EQ(clEnqueueCopyImageToBuffer(queue, image, other, first, one, 64, 0, nullptr, nullptr),
              expected);
    EXPECT_EQ(clEnqueueCopyBufferToImage(queue, other, image, 64, first, one, 0, nullptr, nullptr),
              expected);
  }
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  cl_image_desc flat = image_2d(3, 4);
  flat.buffer = buffer;
  flat.image_row_pitch = 16;
  const Owned<cl_mem> plane = make_image(flat);
  EXPECT_EQ(read(plane, {{2, 0, 0}}, {{1, 4, 1}}, 4), (Texels{3, 7, 11, 15}));
}

TEST_F(ImageCommands, MappingsSayThePitches) {
  const Owned<cl_mem> image = make_image(image_3d(4, 3, 2));
  write(image, {{0, 0, 0}}, {{4, 3, 2}}, counting(24));
  const size_t origin[3] = {1, 1, 1}, region[3] = {2, 2, 1};
  size_t row = 0, slice = 0;
  cl_int error = 1;
  auto* texels = static_cast<uint32_t*>(
      clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, origin, region, &row,
                        &slice, 0, nullptr, nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(row, 16u);
  EXPECT_EQ(slice, 48u);
  EXPECT_EQ(texels[0], 18u);
  texels[5] = 500;
  // The box between its rows may be mapped, a part of itself not again for writing.
  const size_t left[3] = {0, 1, 1}, one[3] = {1, 2, 1};
  void* beside = clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_WRITE, left, one, &row, &slice, 0,
                                   nullptr, nullptr, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_FALSE(clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_WRITE, origin, one, &row, &slice, 0,
                                 nullptr, nullptr, &error));
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, image, beside, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, image, texels, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(read(image, {{2, 2, 1}}, {{1, 1, 1}}, 1), (Texels{500}));
}

/// A call with an origin and a region.
using BoxCall = std::function<cl_int(const size_t*, const size_t*)>;

TEST_F(ImageCommands, BoxesThatAreNotInTheImage) {
  struct Case {
    cl_image_desc description;
    std::vector<std::pair<Sizes, Sizes>> wrong;
  };
  const std::vector<Case> cases = {
      {image_1d(4),
       {{{{4, 0, 0}}, {{1, 1, 1}}}, {{{0, 1, 0}}, {{1, 1, 1}}}, {{{0, 0, 0}}, {{1, 2, 1}}}}},
      {image_1d_array(4, 4), {{{{0, 4, 0}}, {{1, 1, 1}}}, {{{0, 0, 1}}, {{1, 1, 1}}}}},
      {image_2d(4, 4),
       {{{{0, 0, 1}}, {{1, 1, 1}}},
        {{{0, 0, 0}}, {{4, 4, 2}}},
        {{{1, 0, 0}}, {{4, 4, 1}}},
        {{{0, 0, 0}}, {{0, 4, 1}}},
        {{{0, 0, 0}}, {{4, 0, 1}}},
        {{{0, 0, 0}}, {{4, 4, 0}}},
        {{{~size_t(0), 0, 0}}, {{2, 1, 1}}}}},
      {image_3d(4, 4, 4), {{{{0, 0, 3}}, {{4, 4, 2}}}, {{{0, 4, 0}}, {{1, 1, 1}}}}}};
  Texels texels(64);
  const cl_uint color[4] = {};
  const Owned<cl_mem> buffer = make_buffer(256);
  for (const Case& c : cases) {
    const Owned<cl_mem> image = make_image(c.description);
    const Owned<cl_mem> other = make_image(c.description);
    const size_t none[3] = {};
    const std::vector<BoxCall> calls = {
        [&](auto* o, auto* r) {
          return clEnqueueReadImage(queue, image, CL_TRUE, o, r, 0, 0, texels.data(), 0, nullptr,
                                    nullptr);
        },
        [&](auto* o, auto* r) {
          return clEnqueueWriteImage(queue, image, CL_TRUE, o, r, 0, 0, texels.data(), 0, nullptr,
                                     nullptr);
        },
        [&](auto* o, auto* r) {
          return clEnqueueFillImage(queue, image, color, o, r, 0, nullptr, nullptr);
        },
        [&](auto* o, auto* r) {
          return clEnqueueCopyImage(queue, image, other, o, none, r, 0, nullptr, nullptr);
        },
        [&](auto* o, auto* r) {
          return clEnqueueCopyImage(queue, other, image, none, o, r, 0, nullptr, nullptr);
        },
        [&](auto* o, auto* r) {
          return clEnqueueCopyImageToBuffer(queue, image, buffer, o, r, 0, 0, nullptr, nullptr);
        },
        [&](auto* o, auto* r) {
          return clEnqueueCopyBufferToImage(queue, buffer, image, 0, o, r, 0, nullptr, nullptr);
        },
        [&](auto* o, auto* r) {
          size_t row = 0, slice = 0;
          cl_int error = 1;
          EXPECT_FALSE(clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ, o, r, &row, &slice, 0,
                                         nullptr, nullptr, &error));
          return error;
        },
    };
    for (size_t i = 0; i < calls.size(); ++i) {
      for (const auto& [origin, region] : c.wrong) {
        EXPECT_EQ(calls[i](origin.at, region.at), CL_INVALID_VALUE) << "call " << i;
      }
      const size_t one[3] = {1, 1, 1};
      EXPECT_EQ(calls[i](nullptr, one), CL_INVALID_VALUE) << "call " << i;
      EXPECT_EQ(calls[i](none, nullptr), CL_INVALID_VALUE) << "call " << i;
    }
  }
}

TEST_F(ImageCommands, OtherWrongArguments) {
  const Owned<cl_mem> image = make_image(image_2d(4, 4));
  const Owned<cl_mem> deep = make_image(image_3d(4, 4, 4));
  const Owned<cl_mem> buffer = make_buffer(60);
  const cl_image_format other_format = {CL_RGBA, CL_SIGNED_INT8};
  const Owned<cl_mem> other = make_image(image_2d(4, 4), 0, nullptr, other_format);
  const Owned<cl_context> far = other_context();
  cl_int error = 1;
  const auto description = image_2d(4, 4);
  const Owned<cl_mem> foreign = clCreateImage(far, 0, &rgba8, &description, nullptr, &error);
  const Owned<cl_mem> hidden = make_image(description, CL_MEM_HOST_NO_ACCESS);
  const size_t none[3] = {}, all[3] = {4, 4, 1}, one[3] = {1, 1, 1}, two[3] = {2, 2, 1};
  Texels texels(64);
  void* host = texels.data();
  const auto read_status = [&](cl_mem from, size_t row, size_t slice, void* to) {
    return clEnqueueReadImage(queue, from, CL_TRUE, none, all, row, slice, to, 0, nullptr, nullptr);
  };
  EXPECT_EQ(read_status(image, 15, 0, host), CL_INVALID_VALUE);
  EXPECT_EQ(read_status(image, 16, 64, host), CL_INVALID_VALUE);
  EXPECT_EQ(read_status(deep, 16, 63, host), CL_INVALID_VALUE);
  EXPECT_EQ(read_status(image, 0, 0, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(read_status(buffer, 0, 0, host), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(read_status(foreign, 0, 0, host), CL_INVALID_CONTEXT);
  EXPECT_EQ(read_status(hidden, 0, 0, host), CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueReadImage(nullptr, image, CL_TRUE, none, all, 0, 0, host, 0, nullptr, nullptr),
            CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clEnqueueReadImage(queue, image, CL_TRUE, none, all, 0, 0, host, 1, nullptr, nullptr),
            CL_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(clEnqueueWriteImage(queue, hidden, CL_TRUE, none, all, 0, 0, host, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueWriteImage(queue, image, CL_TRUE, none, all, 3, 0, host, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueFillImage(queue, image, nullptr, none, all, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueFillImage(queue, buffer, host, none, all, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueCopyImage(queue, image, other, none, none, all, 0, nullptr, nullptr),
            CL_IMAGE_FORMAT_MISMATCH);
  EXPECT_EQ(clEnqueueCopyImage(queue, image, image, none, one, two, 0, nullptr, nullptr),
            CL_INVALID_VALUE); // a 2D image has no z of 1
  const size_t beside[3] = {1, 1, 0};
  EXPECT_EQ(clEnqueueCopyImage(queue, image, image, none, beside, two, 0, nullptr, nullptr),
            CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(clEnqueueCopyImage(queue, image, buffer, none, none, one, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueCopyImageToBuffer(queue, image, buffer, none, all, 0, 0, nullptr, nullptr),
            CL_INVALID_VALUE); // 64 bytes
  EXPECT_EQ(clEnqueueCopyBufferToImage(queue, buffer, image, 57, none, one, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueCopyBufferToImage(queue, image, image, 0, none, one, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  size_t row = 0;
  const auto map_status = [&](cl_mem what, cl_map_flags flags, size_t* to_row) {
    EXPECT_FALSE(clEnqueueMapImage(queue, what, CL_TRUE, flags, none, one, to_row, nullptr, 0,
                                   nullptr, nullptr, &error));
    return error;
  };
  EXPECT_EQ(map_status(image, CL_MAP_READ, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(map_status(deep, CL_MAP_READ, &row), CL_INVALID_VALUE); // its slice pitch
  EXPECT_EQ(map_status(image, ~cl_map_flags(0), &row), CL_INVALID_VALUE);
  EXPECT_EQ(map_status(hidden, CL_MAP_READ, &row), CL_INVALID_OPERATION);
  EXPECT_EQ(map_status(buffer, CL_MAP_READ, &row), CL_INVALID_MEM_OBJECT);
}

} // namespace
