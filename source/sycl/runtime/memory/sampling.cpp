// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading images on the host, with a sampler and without (OpenCL 3.0, sections 8.2 and 8.3).
#include "memory/texels.h"

#include <algorithm>
#include <cmath>
#include <sycl/detail/images.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

namespace {

const image_impl& of(const counted* image) { return static_cast<const image_impl&>(*image); }

bool repeats(const image_sampler& sampler) {
  return sampler.coordinate == coordinate_normalization_mode::normalized &&
         sampler.addressing == addressing_mode::repeat;
}

/// A whole number as an int; beyond what any image has, or NaN, some number outside as well.
int whole(float x) {
  constexpr float far = 1 << 30;
  return int(std::min(x > -far ? x : -far, far));
}

/// A coordinate in texels; the addressing modes that repeat bring it into the image.
float in_texels(float x, size_t size, const image_sampler& sampler) {
  if (sampler.coordinate == coordinate_normalization_mode::unnormalized) {
    return x;
  }
  switch (sampler.addressing) {
  case addressing_mode::repeat:
    return (x - std::floor(x)) * float(size);
  case addressing_mode::mirrored_repeat:
    return std::fabs(x - 2.0F * std::nearbyint(0.5F * x)) * float(size);
  default:
    return x * float(size);
  }
}

int nearest(float x, size_t size, const image_sampler& sampler) {
  const int i = whole(std::floor(in_texels(x, size, sampler)));
  // Rounding can end at the size itself: the first texel again.
  return repeats(sampler) && i >= int(size) ? i - int(size) : i;
}

/// The texel, or the border of formats with alpha.
template <typename T> colour<T> texel_at(const image_impl& image, const place& at) {
  return image.sampler->addressing == addressing_mode::clamp && !has_texel(image, at)
             ? colour<T>()
             : load<T>(image, at);
}

template <typename T> colour<T> sample_nearest(const image_impl& image, const float (&at)[3]) {
  place texel = {};
  for (size_t i = 0; i < size_t(image.shape.dimensions); ++i) {
    texel[i] = nearest(at[i], image.shape.extent[i], *image.sampler);
  }
  return texel_at<T>(image, texel);
}

/// Two neighbours, and how much of each a linear filter takes.
struct neighbours {
  int texels[2];
  float weights[2];
};

neighbours neighbours_of(float x, size_t size, const image_sampler& sampler) {
  const float middle = in_texels(x, size, sampler) - 0.5F;
  const float below = std::floor(middle);
  const float weight = middle - below;
  neighbours found = {{whole(below), whole(below) + 1}, {1 - weight, weight}};
  if (repeats(sampler)) {
    found.texels[0] += found.texels[0] < 0 ? int(size) : 0;
    found.texels[1] -= found.texels[1] >= int(size) ? int(size) : 0;
  }
  return found;
}

colour<float> sample_linear(const image_impl& image, const float (&at)[3]) {
  const auto dimensions = size_t(image.shape.dimensions);
  neighbours axes[3];
  for (size_t i = 0; i < dimensions; ++i) {
    axes[i] = neighbours_of(at[i], image.shape.extent[i], *image.sampler);
  }
  colour<float> sum = {};
  for (unsigned corner = 0; corner < 1U << dimensions; ++corner) {
    place texel = {};
    float share = 1;
    for (size_t i = 0; i < dimensions; ++i) {
      const unsigned which = corner >> i & 1;
      texel[i] = axes[i].texels[which];
      share *= axes[i].weights[which];
    }
    const colour<float> one = texel_at<float>(image, texel);
    for (size_t i = 0; i < sum.size(); ++i) {
      sum[i] += share * one[i];
    }
  }
  return sum;
}

template <typename T> void give(const colour<T>& from, T (&to)[4]) {
  std::copy(from.begin(), from.end(), to);
}

template <typename T> void write(const image_impl& image, const int (&at)[3], const T (&given)[4]) {
  const place texel = {at[0], at[1], at[2]};
  if (has_texel(image, texel)) {
    store<T>(image, texel, {given[0], given[1], given[2], given[3]});
  }
}

} // namespace

void read_texel(const counted* image, const int (&at)[3], float (&colour)[4]) noexcept {
  give(load<float>(of(image), {at[0], at[1], at[2]}), colour);
}
void read_texel(const counted* image, const int (&at)[3], std::int32_t (&colour)[4]) noexcept {
  give(load<std::int32_t>(of(image), {at[0], at[1], at[2]}), colour);
}

void write_texel(const counted* image, const int (&at)[3], const float (&colour)[4]) noexcept {
  write(of(image), at, colour);
}
void write_texel(const counted* image, const int (&at)[3],
                 const std::int32_t (&colour)[4]) noexcept {
  write(of(image), at, colour);
}

void sample_image(const counted* image, const float (&at)[3], float (&colour)[4]) noexcept {
  const bool is_linear = of(image).sampler->filtering == filtering_mode::linear;
  give(is_linear ? sample_linear(of(image), at) : sample_nearest<float>(of(image), at), colour);
}
void sample_image(const counted* image, const float (&at)[3], std::int32_t (&colour)[4]) noexcept {
  give(sample_nearest<std::int32_t>(of(image), at), colour);
}

} // namespace detail
} // namespace lw1
} // namespace sycl
