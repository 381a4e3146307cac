// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images without a sampler: texels of every format and of any number of dimensions in kernels, in
// host tasks and on the host, and the order that accessors give.
#include "check.h"

#include <cmath>
#include <vector>

namespace {

using sycl::access_mode;
using sycl::image_format;

/// Coordinates of as many dimensions.
template <int D> auto coordinates(const sycl::id<D>& at) {
  if constexpr (D == 1) {
    return int(at[0]);
  } else if constexpr (D == 2) {
    return sycl::int2(int(at[0]), int(at[1]));
  } else {
    return sycl::int4(int(at[0]), int(at[1]), int(at[2]), 0);
  }
}

/// A coordinate, 0 in dimensions that there are not.
template <int D> int part(const sycl::id<D>& at, int dimension) {
  return dimension < D ? int(at[dimension]) : 0;
}

/// A kernel writes a number for each texel, another one reads it and writes its negative.
template <int D> void dimensions(sycl::queue& queue, const sycl::range<D>& extent) {
  sycl::unsampled_image<D> first(image_format::r32b32g32a32_sint, extent);
  sycl::unsampled_image<D> second(image_format::r32b32g32a32_sint, extent);
  queue.submit([&](sycl::handler& group) {
    const auto to = first.template get_access<sycl::int4, access_mode::write>(group);
    group.parallel_for(extent, [=](sycl::item<D> item) {
      const sycl::id<D> at = item.get_id();
      to.write(coordinates(at),
               sycl::int4(part(at, 0), part(at, 1), part(at, 2), int(item.get_linear_id())));
    });
  });
  queue.submit([&](sycl::handler& group) {
    const auto from = first.template get_access<const sycl::int4>(group);
    const auto to = second.template get_access<sycl::int4, access_mode::write>(group);
    group.parallel_for(
        extent, [=](sycl::id<D> at) { to.write(coordinates(at), -from.read(coordinates(at))); });
  });
  const auto seen = second.template get_host_access<const sycl::int4>();
  CHECK(seen.size() == extent.size());
  for (std::size_t i = 0; i < extent.size(); ++i) {
    sycl::id<D> at;
    for (std::size_t rest = i, d = D; d-- > 0; rest /= extent[int(d)]) {
      at[int(d)] = rest % extent[int(d)];
    }
    const sycl::int4 texel = seen.read(coordinates(at));
    CHECK(sycl::all(texel == -sycl::int4(part(at, 0), part(at, 1), part(at, 2), int(i))));
  }
}

/// Values that a format holds, written by a kernel and read by another; the host sees the same.
template <typename Texel>
void format(sycl::queue& queue, image_format of, const Texel& given, const Texel& expected) {
  constexpr int count = 5;
  sycl::unsampled_image<1> image(of, sycl::range<1>(count));
  sycl::buffer<Texel> seen(count);
  queue.submit([&](sycl::handler& group) {
    const sycl::unsampled_image_accessor<Texel, 1, access_mode::write> to(image, group);
    group.parallel_for(count, [=](sycl::id<1> i) { to.write(int(i[0]), given); });
  });
  queue.submit([&](sycl::handler& group) {
    const sycl::unsampled_image_accessor<Texel, 1, access_mode::read> from(image, group);
    const sycl::accessor to(seen, group, sycl::write_only);
    group.parallel_for(count, [=](sycl::id<1> i) { to[i] = from.read(int(i[0])); });
  });
  const sycl::host_accessor result(seen, sycl::read_only);
  sycl::host_unsampled_image_accessor<Texel, 1> host(image);
  CHECK(sycl::all(result[2] == expected));
  CHECK(sycl::all(host.read(2) == expected));
  host.write(3, Texel(0));
  host.write(4, given); // as the kernel did
  CHECK(sycl::all(host.read(3) == Texel(0)));
  CHECK(sycl::all(host.read(4) == expected));
}

void formats(sycl::queue& queue) {
  using sycl::float4;
  using sycl::half4;
  using sycl::int4;
  using sycl::uint4;
  const float4 colour(0.25F, -1, 2, 1);
  const auto in_steps = [](float most) {
    return float4(std::nearbyint(0.25F * most) / most, 0, 1, 1);
  };
  format<float4>(queue, image_format::r8g8b8a8_unorm, colour, in_steps(255));
  format<float4>(queue, image_format::b8g8r8a8_unorm, colour, in_steps(255));
  format<float4>(queue, image_format::r16g16b16a16_unorm, colour, in_steps(65535));
  format<float4>(queue, image_format::r16b16g16a16_sfloat, colour, colour);
  format<float4>(queue, image_format::r32g32b32a32_sfloat, colour, colour);
  const int4 numbers(-5, 200, 40000, -70000);
  format<int4>(queue, image_format::r8g8b8a8_sint, numbers, int4(-5, 127, 127, -128));
  format<int4>(queue, image_format::r16g16b16a16_sint, numbers, int4(-5, 200, 32767, -32768));
  format<int4>(queue, image_format::r32b32g32a32_sint, numbers, numbers);
  const uint4 counts(5, 200, 70000, 4000000000U);
  format<uint4>(queue, image_format::r8g8b8a8_uint, counts, uint4(5, 200, 255, 255));
  format<uint4>(queue, image_format::r16g16b16a16_uint, counts, uint4(5, 200, 65535, 65535));
  format<uint4>(queue, image_format::r32b32g32a32_uint, counts, counts);
  if (queue.get_device().has(sycl::aspect::fp16)) {
    const half4 halves(sycl::half(0.25F), sycl::half(-1), sycl::half(2), sycl::half(1));
    format<half4>(queue, image_format::r16b16g16a16_sfloat, halves, halves);
    format<half4>(queue, image_format::r32g32b32a32_sfloat, halves, halves);
  }
}

/// Blue comes first in memory.
void order_of_channels(sycl::queue& queue) {
  std::vector<unsigned char> bytes = {10, 20, 30, 40};
  {
    sycl::unsampled_image<1> image(bytes.data(), image_format::b8g8r8a8_unorm, sycl::range<1>(1));
    queue.submit([&](sycl::handler& group) {
      const auto both = image.get_access<sycl::float4, access_mode::read_write>(group);
      group.single_task([=] {
        const sycl::float4 old = both.read(0);
        both.write(0, sycl::float4(old[0], old[1] * 2, old[2], 1.0F));
      });
    });
  }
  CHECK((bytes == std::vector<unsigned char>{10, 40, 30, 255}));
}

/// Commands wait for those before them, and for the host, by the images that they use.
void order(sycl::queue& queue) {
  sycl::unsampled_image<2> image(image_format::r32b32g32a32_sint, sycl::range<2>(64, 64));
  for (int round = 0; round < 8; ++round) {
    queue.submit([&](sycl::handler& group) {
      const auto to = image.get_access<sycl::int4, access_mode::write>(group, sycl::no_init);
      group.parallel_for(sycl::range<2>(64, 64), [=](sycl::id<2> at) {
        to.write(coordinates(at), sycl::int4(round, int(at[0]), int(at[1]), 0));
      });
    });
    int wrong = 0;
    {
      sycl::buffer<int> sum(&wrong, 1);
      queue.submit([&](sycl::handler& group) {
        const auto from = image.get_access<const sycl::int4>(group);
        const sycl::accessor to(sum, group);
        group.single_task([=] {
          for (int x = 0; x < 64; ++x) {
            for (int y = 0; y < 64; ++y) {
              const sycl::int4 texel = from.read(sycl::int2(x, y));
              to[0] += texel[0] != round || texel[1] != x || texel[2] != y;
            }
          }
        });
      });
    }
    CHECK(wrong == 0);
    sycl::host_unsampled_image_accessor<sycl::int4, 2> host(image);
    CHECK(host.read(sycl::int2(5, 6))[0] == round);
    host.write(sycl::int2(5, 6), sycl::int4(-1));
    CHECK(host.read(sycl::int2(5, 6))[0] == -1);
  }
}

void host_tasks(sycl::queue& queue) {
  sycl::unsampled_image<2> image(image_format::r32g32b32a32_sfloat, sycl::range<2>(4, 3));
  queue.submit([&](sycl::handler& group) {
    const auto to =
        image.get_access<sycl::float4, access_mode::write, sycl::image_target::host_task>(group);
    group.host_task([=] {
      for (int x = 0; x < 4; ++x) {
        for (int y = 0; y < 3; ++y) {
          to.write(sycl::int2(x, y), sycl::float4(float(x), float(y), 0, 0));
        }
      }
    });
  });
  queue.submit([&](sycl::handler& group) {
    const auto all = image.get_access<sycl::float4, access_mode::read_write>(group);
    group.parallel_for(sycl::range<2>(4, 3), [=](sycl::id<2> at) {
      all.write(coordinates(at), all.read(coordinates(at)) * 2.0F);
    });
  });
  float seen[2] = {};
  queue.submit([&](sycl::handler& group) {
    const sycl::unsampled_image_accessor<const sycl::float4, 2, access_mode::read,
                                         sycl::image_target::host_task>
        from(image, group);
    group.host_task([=, &seen] {
      seen[0] = from.read(sycl::int2(3, 2))[0];
      seen[1] = from.read(sycl::int2(3, 2))[1];
    });
  });
  queue.wait();
  CHECK(seen[0] == 6 && seen[1] == 4);
}

} // namespace

int main() {
  sycl::queue queue;
  if (!queue.get_device().has(sycl::aspect::image)) {
    std::printf("the device has no images\n");
    return 0;
  }
  dimensions(queue, sycl::range<1>(77));
  dimensions(queue, sycl::range<2>(17, 5));
  dimensions(queue, sycl::range<3>(5, 4, 3));
  formats(queue);
  order_of_channels(queue);
  order(queue);
  host_tasks(queue);
  return failures;
}
