// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images with a sampler: every sampler in one to three dimensions, beside a reference in double and
// beside what the host reads.
#include "check.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace {

using sycl::addressing_mode;
using sycl::coordinate_normalization_mode;
using sycl::filtering_mode;
using sycl::image_format;
using sycl::image_sampler;

constexpr int extents[3] = {5, 3, 4};

/// One axis as section 8.2 of OpenCL's specification has it: two texels and the weight of the
/// second; a texel that is not inside stands for the border.
struct axis {
  int texels[2];
  double weight;
};
axis axis_of(double x, int size, const image_sampler& sampler) {
  const bool linear = sampler.filtering == filtering_mode::linear;
  double u = sampler.coordinate == coordinate_normalization_mode::normalized ? x * size : x;
  if (sampler.addressing == addressing_mode::mirrored_repeat) {
    u = std::fabs(x - 2 * std::nearbyint(0.5 * x)) * size;
  }
  const double first = std::floor(linear ? u - 0.5 : u);
  axis made = {{int(first), int(first) + (linear ? 1 : 0)}, linear ? u - 0.5 - first : 0};
  for (int& texel : made.texels) {
    if (sampler.addressing == addressing_mode::repeat) {
      texel = (texel % size + size) % size;
    } else if (sampler.addressing != addressing_mode::clamp) {
      texel = std::clamp(texel, 0, size - 1);
    }
  }
  return made;
}

int texel_number(int x, int y, int z) { return (z * extents[1] + y) * extents[0] + x; }

/// The first channel, which counts the texels from 1.
template <int D> double expected(const double (&at)[3], const image_sampler& sampler) {
  axis axes[3] = {};
  for (int i = 0; i < D; ++i) {
    axes[i] = axis_of(at[i], extents[i], sampler);
  }
  double sum = 0;
  for (int corner = 0; corner < 8; ++corner) {
    double share = 1;
    int texel[3];
    bool inside = true;
    for (int i = 0; i < 3; ++i) {
      const int which = corner >> i & 1;
      share *= which ? axes[i].weight : 1 - axes[i].weight;
      texel[i] = axes[i].texels[which];
      inside = inside && texel[i] >= 0 && texel[i] < extents[i];
    }
    sum += inside ? share * (1 + texel_number(texel[0], texel[1], texel[2])) : 0;
  }
  return sum;
}

template <int D> auto coordinates(float x, float y, float z) {
  if constexpr (D == 1) {
    return x;
  } else if constexpr (D == 2) {
    return sycl::float2(x, y);
  } else {
    return sycl::float4(x, y, z, 0);
  }
}

template <int D> sycl::range<D> extent() {
  sycl::range<D> made;
  for (int i = 0; i < D; ++i) {
    made[i] = std::size_t(extents[i]);
  }
  return made;
}

template <int D> void sampler(sycl::queue& queue, const image_sampler& with) {
  std::vector<float> texels;
  for (int i = 0; i < texel_number(0, 0, extents[2]); ++i) {
    texels.insert(texels.end(), {float(i + 1), 7, 8, 9});
  }
  // Between the texels' edges and middles, inside and outside.
  const bool normalized = with.coordinate == coordinate_normalization_mode::normalized;
  std::vector<float> positions;
  const int outside = with.addressing == addressing_mode::none ? 0 : 9;
  for (int i = -outside; i < 22 + outside; ++i) {
    positions.push_back((float(i) * 0.25F + 0.0625F) / (normalized ? 5.5F : 1));
  }
  if (with.addressing == addressing_mode::none) { // all of them are inside
    for (float& one : positions) {
      one = std::min(one, normalized ? 0.99F : 2.9F);
    }
  }
  const std::size_t count = positions.size();
  std::vector<sycl::float4> seen(count);
  sycl::sampled_image<D> image(texels.data(), image_format::r32g32b32a32_sfloat, with, extent<D>());
  {
    sycl::buffer<float> at(positions.data(), count);
    sycl::buffer<sycl::float4> out(seen.data(), count);
    queue.submit([&](sycl::handler& group) {
      const auto from = image.template get_access<sycl::float4>(group);
      const sycl::accessor where(at, group, sycl::read_only);
      const sycl::accessor to(out, group, sycl::write_only);
      group.parallel_for(count, [=](sycl::id<1> i) {
        const float x = where[i];
        to[i] = from.read(coordinates<D>(x, x * 0.5F, x * 0.75F));
      });
    });
  }
  const auto host = image.template get_host_access<const sycl::float4>();
  for (std::size_t i = 0; i < count; ++i) {
    const float x = positions[i];
    const sycl::float4 here = host.read(coordinates<D>(x, x * 0.5F, x * 0.75F));
    const double wanted = expected<D>({x, x * 0.5F, x * 0.75F}, with);
    CHECK(std::fabs(seen[i][0] - wanted) < 1e-3);
    CHECK(std::fabs(here[0] - wanted) < 1e-3);
    for (int c = 1; c < 4; ++c) {
      CHECK(std::fabs(seen[i][c] - here[c]) < 1e-4F);
    }
  }
}

void samplers(sycl::queue& queue) {
  for (const auto addressing :
       {addressing_mode::mirrored_repeat, addressing_mode::repeat, addressing_mode::clamp_to_edge,
        addressing_mode::clamp, addressing_mode::none}) {
    for (const auto coordinate :
         {coordinate_normalization_mode::normalized, coordinate_normalization_mode::unnormalized}) {
      for (const auto filtering : {filtering_mode::nearest, filtering_mode::linear}) {
        const bool repeats =
            addressing == addressing_mode::mirrored_repeat || addressing == addressing_mode::repeat;
        if (repeats && coordinate == coordinate_normalization_mode::unnormalized) {
          continue; // nothing is promised
        }
        sampler<1>(queue, {addressing, coordinate, filtering});
        sampler<2>(queue, {addressing, coordinate, filtering});
        sampler<3>(queue, {addressing, coordinate, filtering});
      }
    }
  }
}

/// What is not promised is at least no error.
void repeats_of_texels(sycl::queue& queue) {
  const std::vector<float> texels(16, 3.0F);
  sycl::sampled_image<1> image(texels.data(), image_format::r32g32b32a32_sfloat,
                               {addressing_mode::repeat,
                                coordinate_normalization_mode::unnormalized,
                                filtering_mode::nearest},
                               sycl::range<1>(4));
  sycl::float4 seen(0);
  {
    sycl::buffer<sycl::float4> out(&seen, 1);
    queue.submit([&](sycl::handler& group) {
      const auto from = image.get_access<sycl::float4>(group);
      const sycl::accessor to(out, group);
      group.single_task([=] { to[0] = from.read(2.5F); });
    });
  }
  CHECK(seen[0] == 3);
}

/// Whole numbers, bytes and halves, read through a sampler.
template <typename Texel, typename Channel>
void format(sycl::queue& queue, image_format of, Channel channel, Texel wanted) {
  const std::vector<Channel> texels(4 * 6, channel);
  sycl::sampled_image<2> image(texels.data(), of,
                               {addressing_mode::clamp_to_edge,
                                coordinate_normalization_mode::normalized, filtering_mode::nearest},
                               sycl::range<2>(3, 2));
  Texel seen[2] = {};
  {
    sycl::buffer<Texel> out(&seen[0], 1);
    queue.submit([&](sycl::handler& group) {
      const sycl::sampled_image_accessor<Texel, 2> from(image, group);
      const sycl::accessor to(out, group);
      group.single_task([=] { to[0] = from.read(sycl::float2(0.5F, 0.5F)); });
    });
  }
  queue.submit([&](sycl::handler& group) {
    const auto from = image.get_access<Texel, sycl::image_target::host_task>(group);
    group.host_task([=, &seen] { seen[1] = from.read(sycl::float2(0.5F, 0.5F)); });
  });
  queue.wait();
  CHECK(sycl::all(seen[0] == wanted) && sycl::all(seen[1] == wanted));
}

void formats(sycl::queue& queue) {
  format(queue, image_format::r8g8b8a8_unorm, static_cast<unsigned char>(51), sycl::float4(0.2F));
  format(queue, image_format::r8g8b8a8_uint, static_cast<unsigned char>(200), sycl::uint4(200));
  format(queue, image_format::r16g16b16a16_sint, std::int16_t(-300), sycl::int4(-300));
  format(queue, image_format::r32b32g32a32_uint, 4000000000U, sycl::uint4(4000000000U));
  if (queue.get_device().has(sycl::aspect::fp16)) {
    format(queue, image_format::r16b16g16a16_sfloat, sycl::half(1.5F),
           sycl::half4(sycl::half(1.5F)));
  }
}

} // namespace

int main() {
  sycl::queue queue;
  if (!queue.get_device().has(sycl::aspect::image)) {
    std::printf("the device has no images\n");
    return 0;
  }
  samplers(queue);
  repeats_of_texels(queue);
  formats(queue);
  return failures;
}
