// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory objects that no command may write (cl_ext_immutable_memory_objects).
#include "command_buffer_fixture.h"
#include "memory/image_fixture.h"
#include "query.h"

namespace {

constexpr cl_mem_flags immutable = CL_MEM_IMMUTABLE_EXT;
constexpr size_t origin[3] = {};
constexpr size_t region[3] = {4, 4, 1}; ///< of the image; as bytes it fits the buffer as well
constexpr cl_uint pattern[4] = {};

class Immutable : public CommandBufferTest {
protected:
  void SetUp() override {
    CommandBufferTest::SetUp();
    buffer = make_buffer(sizeof bytes, immutable | CL_MEM_COPY_HOST_PTR, bytes);
    image = clCreateImage(context, immutable | CL_MEM_COPY_HOST_PTR, &rgba8, &flat, bytes, nullptr);
    ASSERT_TRUE(image);
    other_buffer = make_buffer(sizeof bytes);
    other_image = clCreateImage(context, 0, &rgba8, &flat, nullptr, nullptr);
    ASSERT_TRUE(other_image);
  }
  cl_int create(cl_mem_flags flags, void* host) {
    cl_int error = 1;
    const Owned<cl_mem> made = clCreateBuffer(context, flags, sizeof bytes, host, &error);
    return error;
  }
  cl_int create_image(cl_mem_flags flags, void* host, cl_mem of = nullptr,
                      const cl_image_format& format = rgba8) {
    cl_image_desc description = flat;
    description.mem_object = of;
    cl_int error = 1;
    const Owned<cl_mem> made = clCreateImage(context, flags, &format, &description, host, &error);
    return error;
  }
  cl_int map_buffer(cl_map_flags flags) {
    cl_int error = 1;
    void* place = clEnqueueMapBuffer(queue, buffer, CL_TRUE, flags, 0, sizeof bytes, 0, nullptr,
                                     nullptr, &error);
    return error ? error : clEnqueueUnmapMemObject(queue, buffer, place, 0, nullptr, nullptr);
  }
  cl_int map_image(cl_map_flags flags) {
    cl_int error = 1;
    size_t pitch = 0;
    void* place = clEnqueueMapImage(queue, image, CL_TRUE, flags, origin, region, &pitch, nullptr,
                                    0, nullptr, nullptr, &error);
    return error ? error : clEnqueueUnmapMemObject(queue, image, place, 0, nullptr, nullptr);
  }
  static cl_mem_flags flags_of(cl_mem memory) {
    return query_as<cl_mem_flags>([&](auto... args) { return clGetMemObjectInfo(memory, args...); },
                                  CL_MEM_FLAGS);
  }

  const cl_image_desc flat = image_2d(4, 4);
  cl_uchar bytes[64] = {1, 2, 3};
  Owned<cl_mem> buffer, image, other_buffer, other_image;
};

TEST_F(Immutable, IsReported) {
  const auto query = [&](auto... args) { return clGetDeviceInfo(device, args...); };
  EXPECT_NE(query_text(query, CL_DEVICE_EXTENSIONS).find("cl_ext_immutable_memory_objects"),
            std::string::npos);
}

TEST_F(Immutable, FlagsOfBuffersAndImages) {
  for (const cl_mem_flags flags :
       {cl_mem_flags(CL_MEM_COPY_HOST_PTR), cl_mem_flags(CL_MEM_USE_HOST_PTR),
        cl_mem_flags(CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR),
        cl_mem_flags(CL_MEM_COPY_HOST_PTR | CL_MEM_READ_ONLY),
        cl_mem_flags(CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_READ_ONLY),
        cl_mem_flags(CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_NO_ACCESS)}) {
    EXPECT_EQ(create(flags | immutable, bytes), CL_SUCCESS) << flags;
    EXPECT_EQ(create_image(flags | immutable, bytes), CL_SUCCESS) << flags;
  }
  for (const cl_mem_flags flags : {cl_mem_flags(CL_MEM_READ_WRITE), cl_mem_flags(CL_MEM_WRITE_ONLY),
                                   cl_mem_flags(CL_MEM_HOST_WRITE_ONLY)}) {
    EXPECT_EQ(create(flags | immutable | CL_MEM_COPY_HOST_PTR, bytes), CL_INVALID_VALUE) << flags;
    EXPECT_EQ(create_image(flags | immutable | CL_MEM_COPY_HOST_PTR, bytes), CL_INVALID_VALUE)
        << flags;
  }
  for (const cl_mem_flags flags : {cl_mem_flags(0), cl_mem_flags(CL_MEM_ALLOC_HOST_PTR)}) {
    EXPECT_EQ(create(flags | immutable, nullptr), CL_INVALID_VALUE) << flags;
    EXPECT_EQ(create_image(flags | immutable, nullptr), CL_INVALID_VALUE) << flags;
  }
  EXPECT_EQ(flags_of(buffer), immutable | CL_MEM_COPY_HOST_PTR); // and nothing of reading, writing
  EXPECT_EQ(flags_of(image), immutable | CL_MEM_COPY_HOST_PTR);
}

TEST_F(Immutable, FunctionsOfOpenCL11) {
  for (const bool with_contents : {false, true}) {
    const cl_mem_flags flags = immutable | (with_contents ? CL_MEM_COPY_HOST_PTR : 0);
    void* host = with_contents ? bytes : nullptr;
    const cl_int expected = with_contents ? CL_SUCCESS : CL_INVALID_VALUE;
    cl_int error = 1;
    const Owned<cl_mem> plane = clCreateImage2D(context, flags, &rgba8, 4, 4, 0, host, &error);
    EXPECT_EQ(error, expected);
    const Owned<cl_mem> box = clCreateImage3D(context, flags, &rgba8, 4, 2, 2, 0, 0, host, &error);
    EXPECT_EQ(error, expected);
  }
}

TEST_F(Immutable, ContentsStayThoseOfTheHost) {
  const auto values = contents<cl_uchar>(buffer, sizeof bytes);
  EXPECT_TRUE(std::equal(values.begin(), values.end(), bytes));
  cl_uchar texels[64] = {};
  EXPECT_EQ(
      clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, texels, 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_TRUE(std::equal(texels, std::end(texels), bytes));
  EXPECT_EQ(map_buffer(CL_MAP_READ), CL_SUCCESS);
  EXPECT_EQ(map_image(CL_MAP_READ), CL_SUCCESS);
}

TEST_F(Immutable, Parts) {
  const cl_buffer_region part = {0, 32};
  const auto sub = [&](cl_mem of, cl_mem_flags flags, cl_mem_flags* result) {
    cl_int error = 1;
    const Owned<cl_mem> made =
        clCreateSubBuffer(of, flags, CL_BUFFER_CREATE_TYPE_REGION, &part, &error);
    *result = made ? flags_of(made) : 0;
    return error;
  };
  cl_mem_flags flags = 0;
  EXPECT_EQ(sub(buffer, 0, &flags), CL_SUCCESS);
  EXPECT_EQ(flags, immutable | CL_MEM_COPY_HOST_PTR);
  EXPECT_EQ(sub(buffer, CL_MEM_READ_ONLY, &flags), CL_SUCCESS); // which copies could write
  EXPECT_EQ(flags, immutable | CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR);
  EXPECT_EQ(sub(other_buffer, immutable, &flags), CL_SUCCESS);
  EXPECT_EQ(flags, immutable);
  for (const cl_mem_flags wrong : {CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, CL_MEM_HOST_WRITE_ONLY}) {
    EXPECT_EQ(sub(buffer, wrong, &flags), CL_INVALID_VALUE) << wrong;
  }
  const cl_image_format linear = {CL_RGBA, CL_UNORM_INT8}, gamma = {CL_sRGBA, CL_UNORM_INT8};
  cl_int error = 1;
  const Owned<cl_mem> texels =
      clCreateImage(context, immutable | CL_MEM_COPY_HOST_PTR, &linear, &flat, bytes, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  for (const cl_mem of : {cl_mem(buffer), cl_mem(texels)}) {
    EXPECT_EQ(create_image(immutable, nullptr, of, gamma), CL_SUCCESS);
    EXPECT_EQ(create_image(0, nullptr, of, gamma), CL_INVALID_VALUE);
    EXPECT_EQ(create_image(CL_MEM_READ_ONLY, nullptr, of, gamma), CL_INVALID_VALUE);
  }
  EXPECT_EQ(create_image(immutable, nullptr, other_buffer), CL_SUCCESS);
}

TEST_F(Immutable, NeitherPipesNorSharedVirtualMemory) {
  cl_int error = 1;
  EXPECT_FALSE(clCreatePipe(context, immutable, 4, 4, nullptr, &error));
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_FALSE(clSVMAlloc(context, immutable, 64, 0));
}

TEST_F(Immutable, FormatsAreThoseOfOtherImages) {
  const auto formats = [&](cl_mem_flags flags) {
    cl_uint count = 0;
    EXPECT_EQ(clGetSupportedImageFormats(context, flags, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count),
              CL_SUCCESS);
    return count;
  };
  EXPECT_GT(formats(immutable), 0u);
  EXPECT_EQ(formats(immutable), formats(CL_MEM_READ_ONLY));
}

TEST_F(Immutable, CommandsThatWriteAreRefused) {
  EXPECT_EQ(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 16, bytes, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueWriteBufferRect(queue, buffer, CL_TRUE, origin, origin, region, 0, 0, 0, 0,
                                     bytes, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, other_buffer, buffer, 0, 0, 16, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueCopyBufferRect(queue, other_buffer, buffer, origin, origin, region, 0, 0, 0, 0,
                                    0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, pattern, 4, 0, 16, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(
      clEnqueueWriteImage(queue, image, CL_TRUE, origin, region, 0, 0, bytes, 0, nullptr, nullptr),
      CL_INVALID_OPERATION);
  EXPECT_EQ(
      clEnqueueCopyImage(queue, other_image, image, origin, origin, region, 0, nullptr, nullptr),
      CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueFillImage(queue, image, pattern, origin, region, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueCopyImageToBuffer(queue, other_image, buffer, origin, region, 0, 0, nullptr,
                                       nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueCopyBufferToImage(queue, other_buffer, image, 0, origin, region, 0, nullptr,
                                       nullptr),
            CL_INVALID_OPERATION);
  cl_int error = 1;
  EXPECT_FALSE(clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_WRITE, origin, region, nullptr,
                                 nullptr, 0, nullptr, nullptr, &error));
  EXPECT_EQ(error, CL_INVALID_OPERATION) << "and no place for the pitch";
  for (const cl_map_flags flags :
       {CL_MAP_WRITE, CL_MAP_READ | CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION}) {
    EXPECT_EQ(map_buffer(flags), CL_INVALID_OPERATION) << flags;
    EXPECT_EQ(map_image(flags), CL_INVALID_OPERATION) << flags;
  }
}

TEST_F(Immutable, CommandsThatReadAreNot) {
  EXPECT_EQ(clEnqueueCopyBuffer(queue, buffer, other_buffer, 0, 0, 16, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(
      clEnqueueCopyImage(queue, image, other_image, origin, origin, region, 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(clEnqueueCopyImageToBuffer(queue, image, other_buffer, origin, region, 0, 0, nullptr,
                                       nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clEnqueueCopyBufferToImage(queue, buffer, other_image, 0, origin, region, 0, nullptr,
                                       nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(Immutable, RecordedCommandsThatWriteAreRefused) {
  const Recorded recorded = make(queue);
  EXPECT_EQ(copy(recorded, other_buffer, buffer), CL_INVALID_OPERATION);
  EXPECT_EQ(fill(recorded, buffer, 1), CL_INVALID_OPERATION);
  EXPECT_EQ(khr().clCommandCopyBufferRectKHR(recorded, nullptr, nullptr, other_buffer, buffer,
                                             origin, origin, region, 0, 0, 0, 0, 0, nullptr,
                                             nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(khr().clCommandCopyImageKHR(recorded, nullptr, nullptr, other_image, image, origin,
                                        origin, region, 0, nullptr, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(khr().clCommandFillImageKHR(recorded, nullptr, nullptr, image, pattern, origin, region,
                                        0, nullptr, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(khr().clCommandCopyImageToBufferKHR(recorded, nullptr, nullptr, other_image, buffer,
                                                origin, region, 0, 0, nullptr, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(khr().clCommandCopyBufferToImageKHR(recorded, nullptr, nullptr, other_buffer, image, 0,
                                                origin, region, 0, nullptr, nullptr, nullptr),
            CL_INVALID_OPERATION);
}

} // namespace
