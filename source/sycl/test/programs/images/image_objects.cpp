// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images as objects: constructors, sizes and pitches, where the texels go in the end, properties,
// errors, conversions of accessors, OpenCL's images.
#include "check.h"

#include <CL/cl.h>
#include <iterator>
#include <mutex>
#include <unordered_set>
#include <vector>

namespace {

using sycl::access_mode;
using sycl::errc;
using sycl::image_format;
using sycl::range;

constexpr auto opencl = sycl::backend::opencl;
constexpr sycl::image_sampler nearest = {sycl::addressing_mode::clamp_to_edge,
                                         sycl::coordinate_normalization_mode::unnormalized,
                                         sycl::filtering_mode::nearest};

// Types.
using reader = sycl::unsampled_image_accessor<sycl::int4, 2, access_mode::read>;
using const_reader = sycl::unsampled_image_accessor<const sycl::int4, 2, access_mode::read>;
using writer = sycl::unsampled_image_accessor<sycl::int4, 2, access_mode::write>;
static_assert(std::is_same_v<reader::value_type, const sycl::int4>);
static_assert(std::is_same_v<writer::reference, sycl::int4&>);
static_assert(std::is_convertible_v<reader, const_reader>);
static_assert(std::is_convertible_v<const_reader, reader>);
static_assert(!std::is_convertible_v<writer, reader>);
static_assert(std::is_convertible_v<sycl::sampled_image_accessor<sycl::half4, 1>,
                                    sycl::sampled_image_accessor<const sycl::half4, 1>>);
static_assert(sycl::is_property_of_v<sycl::property::no_init, writer>);
static_assert(sizeof(reader) % alignof(reader) == 0 && std::is_trivially_copyable_v<reader>);
static_assert(std::is_same_v<sycl::image_allocator::value_type, std::byte>);

/// Adds 1 to every channel.
template <int D> void add_one(sycl::queue& queue, sycl::unsampled_image<D>& image) {
  queue.submit([&](sycl::handler& group) {
    const auto all = image.template get_access<sycl::int4, access_mode::read_write>(group);
    group.parallel_for(image.get_range(), [=](sycl::item<D> item) {
      if constexpr (D == 1) {
        const int at = int(item.get_id(0));
        all.write(at, all.read(at) + 1);
      } else {
        const sycl::int2 at(int(item.get_id(0)), int(item.get_id(1)));
        all.write(at, all.read(at) + 1);
      }
    });
  });
}

void sizes() {
  const sycl::unsampled_image<1> line(image_format::r8g8b8a8_unorm, range<1>(7));
  CHECK(line.get_range() == range<1>(7) && line.size() == 7 && line.byte_size() == 28);
  const sycl::unsampled_image<2> flat(image_format::r16g16b16a16_sint, range<2>(5, 3));
  CHECK(flat.size() == 15 && flat.byte_size() == 120 && flat.get_pitch() == range<1>(40));
  const sycl::unsampled_image<3> deep(image_format::r32b32g32a32_uint, range<3>(2, 3, 4));
  CHECK(deep.size() == 24 && deep.byte_size() == 384 && deep.get_pitch() == range<2>(32, 96));
  const sycl::image_allocator allocator;
  const sycl::unsampled_image<2> wide(image_format::r8g8b8a8_sint, range<2>(3, 2), range<1>(16),
                                      allocator);
  CHECK(wide.byte_size() == 32 && wide.get_pitch() == range<1>(16));
  CHECK(wide.get_allocator() == allocator);
  const sycl::unsampled_image<3> padded(image_format::r8g8b8a8_sint, {3, 2, 2}, {16, 48});
  CHECK(padded.byte_size() == 96 && padded.get_pitch() == range<2>(16, 48));
}

void ends(sycl::queue& queue) {
  const auto format = image_format::r32b32g32a32_sint;
  std::vector<int> texels(4 * 6, 1);
  {
    sycl::unsampled_image<2> image(texels.data(), format, range<2>(3, 2));
    sycl::unsampled_image<2> copy = image; // NOLINT: the same image
    add_one(queue, copy);
    CHECK(copy == image && std::hash<sycl::unsampled_image<2>>()(copy) ==
                               std::hash<sycl::unsampled_image<2>>()(image));
  }
  CHECK(texels == std::vector<int>(24, 2));
  { // pitches: what is between the rows stays
    sycl::unsampled_image<2> image(texels.data(), format, range<2>(2, 2), range<1>(48));
    add_one(queue, image);
  }
  CHECK(texels[7] == 3 && texels[8] == 2 && texels[11] == 2 && texels[12] == 3);
  texels.assign(24, 5);
  {
    sycl::unsampled_image<2> image(texels.data(), format, range<2>(3, 2));
    image.set_write_back(false);
    add_one(queue, image);
  }
  CHECK(texels == std::vector<int>(24, 5));
  std::vector<int> other;
  {
    sycl::unsampled_image<2> image(texels.data(), format, range<2>(3, 2));
    image.set_final_data(std::back_inserter(other));
    add_one(queue, image);
  }
  CHECK(other == std::vector<int>(24, 6) && texels == std::vector<int>(24, 5));
  {
    sycl::unsampled_image<2> image(format, range<2>(3, 2));
    image.set_final_data(texels.data());
    { // an image that nobody writes has no final data
      sycl::unsampled_image<2> unwritten(other.data(), format, range<2>(3, 2));
      unwritten.set_final_data(texels.data());
      const auto seen = unwritten.get_host_access<const sycl::int4>();
      CHECK(seen.read(sycl::int2(2, 1))[3] == 6);
    }
    CHECK(texels == std::vector<int>(24, 5));
    const auto all = image.get_host_access<sycl::int4, access_mode::write>();
    for (int i = 0; i < 6; ++i) {
      all.write(sycl::int2(i % 3, i / 3), sycl::int4(9));
    }
  }
  CHECK(texels == std::vector<int>(24, 9));
  const auto shared = std::make_shared<std::vector<int>>(24, 1);
  std::shared_ptr<void> memory(shared, shared->data());
  {
    sycl::unsampled_image<1> image(memory, format, range<1>(6));
    memory.reset();
    add_one(queue, image);
  }
  CHECK(*shared == std::vector<int>(24, 2));
  const std::shared_ptr<int[]> kept(new int[4]());
  {
    sycl::unsampled_image<1> gone(shared->data(), format, range<1>(1));
    gone.set_final_data(std::weak_ptr<int>());
    add_one(queue, gone);
    sycl::unsampled_image<1> there(shared->data(), format, range<1>(1));
    there.set_final_data(std::weak_ptr<int[]>(kept));
    add_one(queue, there);
    sycl::unsampled_image<1> nowhere(shared->data(), format, range<1>(6));
    nowhere.set_final_data();
    add_one(queue, nowhere);
  }
  CHECK(*shared == std::vector<int>(24, 2) && kept[0] == 3 && kept[3] == 3);
  std::shared_ptr<void> empty;
  sycl::unsampled_image<1> own(empty, format, range<1>(2));
  add_one(queue, own);
}

void properties(sycl::queue& queue) {
  const auto format = image_format::r32b32g32a32_sint;
  std::mutex mutex;
  const sycl::context other(queue.get_device());
  std::vector<int> texels(4, 1);
  {
    sycl::unsampled_image<1> image(texels.data(), format, range<1>(1),
                                   {sycl::property::image::use_host_ptr(),
                                    sycl::property::image::use_mutex(mutex),
                                    sycl::property::image::context_bound(other)});
    CHECK(image.has_property<sycl::property::image::use_host_ptr>());
    CHECK(image.get_property<sycl::property::image::use_mutex>().get_mutex_ptr() == &mutex);
    CHECK(image.get_property<sycl::property::image::context_bound>().get_context() == other);
    CHECK(throws(errc::invalid, [&] { add_one(queue, image); }));
    sycl::queue there(other, queue.get_device());
    add_one(there, image);
  }
  CHECK(texels == std::vector<int>(4, 2));
  sycl::unsampled_image<1> plain(format, range<1>(1));
  CHECK(
      throws(errc::invalid, [&] { (void)plain.get_property<sycl::property::image::use_mutex>(); }));
  queue.submit([&](sycl::handler& group) {
    const auto to = plain.get_access<sycl::int4, access_mode::write>(group, sycl::no_init);
    CHECK(to.has_property<sycl::property::no_init>());
    CHECK(throws(errc::invalid,
                 [&] { (void)plain.get_access<const sycl::int4>(group, sycl::no_init); }));
    group.single_task([=] { to.write(0, sycl::int4(1)); });
  });
}

void errors(sycl::queue& queue) {
  const auto format = image_format::r8g8b8a8_unorm;
  using flat = sycl::unsampled_image<2>;
  CHECK(throws(errc::invalid, [&] { flat(format, range<2>(0, 4)); }));
  CHECK(throws(errc::invalid, [&] { flat(format, range<2>(4, 4), range<1>(12)); }));
  CHECK(throws(errc::invalid, [&] { flat(format, range<2>(4, 4), range<1>(18)); }));
  CHECK(throws(errc::invalid, [&] { flat(format, range<2>(4, 4), range<1>(0)); }));
  CHECK(throws(errc::invalid,
               [&] { sycl::unsampled_image<3>(format, range<3>(4, 4, 2), range<2>(16, 72)); }));
  CHECK(throws(errc::invalid, [&] { flat(format, range<2>(SIZE_MAX / 4, 8)); }));
  // Larger than any image of the device.
  const auto most = queue.get_device().get_info<sycl::info::device::image2d_max_height>();
  flat tall(format, range<2>(1, most + 1));
  CHECK(throws(errc::invalid, [&] {
    queue.submit([&](sycl::handler& group) {
      (void)tall.get_access<sycl::float4, access_mode::read>(group);
    });
  }));
}

/// Accessors are compared by their images, and become those of constant texels.
void accessors(sycl::queue& queue) {
  sycl::unsampled_image<2> image(image_format::r32b32g32a32_sint, range<2>(2, 2));
  sycl::unsampled_image<2> other(image_format::r32b32g32a32_sint, range<2>(2, 2));
  bool same[2] = {};
  {
    sycl::buffer<bool> out(same, 2);
    queue.submit([&](sycl::handler& group) {
      const reader first(image, group), second(image, group), third(other, group);
      const const_reader converted = first;
      CHECK(first == second && first != third && converted.size() == 4);
      CHECK((std::unordered_set<reader>{first, second, third}.size() == 2));
      const sycl::accessor to(out, group);
      group.single_task([=] {
        to[0] = first == second;
        to[1] = first == third;
      });
    });
  }
  CHECK(same[0] && !same[1]);
  const sycl::host_unsampled_image_accessor<sycl::int4, 2, access_mode::read> host(image);
  const sycl::host_unsampled_image_accessor<const sycl::int4, 2> copied = host;
  CHECK(copied.size() == 4);
}

void limits(const sycl::device& device) {
  using namespace sycl::info;
  CHECK(device.get_info<device::image_support>());
  CHECK(device.get_info<device::image2d_max_width>() >= 8192);
  CHECK(device.get_info<device::image2d_max_height>() >= 8192);
  CHECK(device.get_info<device::image3d_max_width>() >= 2048);
  CHECK(device.get_info<device::image3d_max_height>() >= 2048);
  CHECK(device.get_info<device::image3d_max_depth>() >= 2048);
  CHECK(device.get_info<device::image_max_buffer_size>() >= 65536);
  CHECK(device.get_info<device::max_samplers>() >= 16);
  CHECK(device.get_info<device::max_read_image_args>() >= 128);
  CHECK(device.get_info<device::max_write_image_args>() >= 8);
}

std::vector<int> texels_of(sycl::queue& queue, cl_mem image) {
  const cl_command_queue native = sycl::get_native<opencl>(queue);
  std::vector<int> texels(16);
  const size_t origin[3] = {}, region[3] = {2, 2, 1};
  CHECK(clEnqueueReadImage(native, image, CL_TRUE, origin, region, 0, 0, texels.data(), 0, nullptr,
                           nullptr) == CL_SUCCESS);
  clReleaseCommandQueue(native);
  return texels;
}

void interoperability(sycl::queue& queue) {
  const cl_context context = sycl::get_native<opencl>(queue.get_context());
  const cl_image_format format = {CL_RGBA, CL_SIGNED_INT32};
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = 2;
  description.image_height = 2;
  std::vector<int> texels(16, 3);
  const cl_mem native =
      clCreateImage(context, CL_MEM_COPY_HOST_PTR, &format, &description, texels.data(), nullptr);
  {
    auto image = sycl::make_unsampled_image<opencl, 2>(native, queue.get_context());
    CHECK(image.get_range() == range<2>(2, 2));
    add_one(queue, image);
    const auto natives = sycl::get_native<opencl>(image);
    CHECK(natives.size() == 1 && natives[0] == native);
    clReleaseMemObject(natives[0]);
    queue.submit([&](sycl::handler& group) {
      const reader from(image, group);
      group.host_task([=](const sycl::interop_handle& handle) {
        const auto all = handle.get_native_mem<opencl>(from);
        CHECK(all.size() == 1 && all[0] == native);
        clReleaseMemObject(all[0]);
      });
    });
    queue.wait();
  }
  CHECK(texels_of(queue, native) == std::vector<int>(16, 4));
  {
    auto image = sycl::make_sampled_image<opencl, 2>(native, queue.get_context(), nearest);
    CHECK(image.get_host_access<const sycl::int4>().read(sycl::float2(1.5F, 1.5F))[2] == 4);
  }
  CHECK(throws(errc::invalid,
               [&] { (void)sycl::make_unsampled_image<opencl, 3>(native, queue.get_context()); }));
  const sycl::context other(queue.get_device());
  CHECK(throws(errc::invalid, [&] { (void)sycl::make_unsampled_image<opencl, 2>(native, other); }));
  const cl_image_format small = {CL_R, CL_UNSIGNED_INT8};
  const cl_mem odd = clCreateImage(context, 0, &small, &description, nullptr, nullptr);
  CHECK(throws(errc::invalid,
               [&] { (void)sycl::make_unsampled_image<opencl, 2>(odd, queue.get_context()); }));
  clReleaseMemObject(odd);
  // An image of SYCL's as an argument of a kernel of OpenCL's.
  const char* source = "kernel void k(read_write image2d_t i) {"
                       "  const int2 at = (int2)(get_global_id(1), get_global_id(0));"
                       "  write_imagei(i, at, read_imagei(i, at) * 10);"
                       "}";
  const cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  CHECK(clBuildProgram(program, 0, nullptr, "-cl-std=CL2.0", nullptr, nullptr) == CL_SUCCESS);
  const cl_kernel kernel = clCreateKernel(program, "k", nullptr);
  {
    sycl::unsampled_image<2> image(texels.data(), image_format::r32b32g32a32_sint, range<2>(2, 2));
    queue.submit([&](sycl::handler& group) {
      group.set_arg(0, image.get_access<sycl::int4, access_mode::read_write>(group));
      group.parallel_for(range<2>(2, 2), sycl::make_kernel<opencl>(kernel, queue.get_context()));
    });
  }
  CHECK(texels == std::vector<int>(16, 30));
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseMemObject(native);
  clReleaseContext(context);
}

} // namespace

int main() {
  sycl::queue queue;
  sizes();
  if (!queue.get_device().has(sycl::aspect::image)) {
    sycl::unsampled_image<2> image(image_format::r32b32g32a32_sint, range<2>(2, 2));
    CHECK(throws(errc::feature_not_supported, [&] {
      queue.submit([&](sycl::handler& group) { const reader from(image, group); });
    }));
    return failures;
  }
  ends(queue);
  properties(queue);
  errors(queue);
  accessors(queue);
  limits(queue.get_device());
  interoperability(queue);
  return failures;
}
