// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/requirements.h"

#include "objects.h"
#include "sycl_image/aspects.h"

#include <algorithm>
#include <sycl/index/h_item.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

namespace {

static_assert(std::size(sycl_image::aspect_names) == size_t(aspect::ext_oneapi_graph) + 1);

std::string text_of(const std::array<uint64_t, 3>& extents) {
  return std::to_string(extents[0]) + " x " + std::to_string(extents[1]) + " x " +
         std::to_string(extents[2]);
}

bool takes_work_group(const std::array<uint64_t, 3>& required, const device_impl& device) {
  const auto most = query_list<size_t>(clGetDeviceInfo, device.id, CL_DEVICE_MAX_WORK_ITEM_SIZES);
  auto left = device.get<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE);
  for (size_t i = 0; i < required.size(); ++i) {
    if (required[i] > left || (i < most.size() && required[i] > most[i])) {
      return false;
    }
    left /= required[i];
  }
  return true;
}

} // namespace

std::string missing_for(const sycl_image::Kernel& kernel, const device_impl& device) {
  for (const uint32_t one : kernel.aspects) {
    if (!device.has(aspect(one))) {
      return sycl_image::aspect_text(one);
    }
  }
  if (kernel.work_group[0] && !takes_work_group(kernel.work_group, device)) {
    return "work-groups of " + text_of(kernel.work_group);
  }
  if (kernel.sub_group) {
    const std::vector<size_t> sizes = device.sub_group_sizes();
    if (std::ranges::find(sizes, kernel.sub_group) == sizes.end()) {
      return "sub-groups of " + std::to_string(kernel.sub_group) + " work-items";
    }
  }
  return {};
}

void check_device(const sycl_image::Kernel& kernel, const device_impl& device) {
  if (const std::string missing = missing_for(kernel, device); !missing.empty()) {
    throw exception(make_error_code(errc::kernel_not_supported),
                    "the kernel " + kernel.name + " requires what the device lacks: " + missing);
  }
}

namespace {

void require_work_group(const std::array<uint64_t, 3>& required, launch_shape& shape) {
  for (int i = 0; i < 3; ++i) {
    const uint64_t wanted = required[size_t(i)];
    const int own = shape.dimensions - 1 - i; // SYCL's last dimension is OpenCL's first
    const bool fits = own < 0           ? wanted == 1
                      : shape.has_local ? shape.local[own] == wanted
                                        : wanted && shape.global[own] % wanted == 0;
    if (!fits) {
      throw exception(make_error_code(errc::nd_range),
                      "the kernel requires work-groups of " + text_of(required) +
                          ", from the last dimension to the first; the launch has others");
    }
    if (own >= 0) {
      shape.local[own] = wanted;
    }
  }
  shape.has_local = true;
}

/// Memory of work-items is an array of the one that does their work.
void check_hierarchical(const launch_shape& shape) {
  size_t items = 1;
  for (int i = 0; i < shape.dimensions; ++i) {
    if (shape.local[i] > max_hierarchical_items) {
      items = 0;
    }
    items *= shape.local[i];
  }
  if (items == 0 || items > max_hierarchical_items) {
    throw exception(make_error_code(errc::nd_range),
                    "a work-group of a hierarchical kernel has 1 to 1024 work-items");
  }
}

} // namespace

launch_shape shape_for_driver(const sycl_image::Kernel& kernel, launch_shape shape) {
  if (shape.is_hierarchical) {
    check_hierarchical(shape);
  }
  if (kernel.work_group[0]) {
    require_work_group(kernel.work_group, shape);
  }
  if (shape.is_hierarchical) {
    const bool are_parallel = kernel.flags & sycl_image::kernel_parallel_items;
    for (int i = 0; i < shape.dimensions; ++i) {
      shape.local[i] = are_parallel ? shape.local[i] : 1;
      shape.global[i] *= shape.local[i]; // it counts groups
    }
  }
  return shape;
}

} // namespace detail
} // namespace lw1
} // namespace sycl
