// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, appendix A: descriptors for get_info. The rows are in info_rows.inc.
#ifndef SYCL_RUNTIME_INFO_HPP
#define SYCL_RUNTIME_INFO_HPP

#include <cstdint>
#include <string>
#include <sycl/index/id.hpp>
#include <sycl/memory/fence.hpp>
#include <sycl/runtime/aspects.hpp>
#include <vector>

namespace sycl {
inline namespace lw1 {

class context;
class device;
class kernel_id;
class platform;

enum class backend : char { opencl };

namespace info {

enum class device_type : unsigned int { cpu, gpu, accelerator, custom, automatic, all, host };
enum class event_command_status : int { submitted, running, complete };
enum class fp_config : unsigned int {
  denorm,
  inf_nan,
  round_to_nearest,
  round_to_zero,
  round_to_inf,
  fma,
  correctly_rounded_divide_sqrt,
  soft_float,
};
enum class global_mem_cache_type : int { none, read_only, read_write };
enum class local_mem_type : int { none, local, global };
enum class execution_capability : unsigned int { exec_kernel, exec_native_kernel };
enum class partition_property : int {
  no_partition,
  partition_equally,
  partition_by_counts,
  partition_by_affinity_domain,
};
enum class partition_affinity_domain : int {
  not_applicable,
  numa,
  L4_cache,
  L3_cache,
  L2_cache,
  L1_cache,
  next_partitionable,
};

#define LW_INFO(of, name, type)                                                                    \
  namespace of {                                                                                   \
  struct LW_SYCL_EXPORT name {                                                                     \
    using return_type = type;                                                                      \
  };                                                                                               \
  }
#include <sycl/runtime/info_rows.inc>
#undef LW_INFO

namespace device {
/// Greatest local range in D dimensions.
template <int D = 3> struct LW_SYCL_EXPORT max_work_item_sizes {
  using return_type = range<D>;
};
} // namespace device

namespace kernel_device_specific {
struct LW_SYCL_EXPORT global_work_size {
  using return_type = range<3>;
};
struct LW_SYCL_EXPORT work_group_size {
  using return_type = std::size_t;
};
struct LW_SYCL_EXPORT compile_work_group_size {
  using return_type = range<3>;
};
struct LW_SYCL_EXPORT preferred_work_group_size_multiple {
  using return_type = std::size_t;
};
struct LW_SYCL_EXPORT private_mem_size {
  using return_type = std::size_t;
};
struct LW_SYCL_EXPORT max_num_sub_groups {
  using return_type = std::uint32_t;
};
struct LW_SYCL_EXPORT compile_num_sub_groups {
  using return_type = std::uint32_t;
};
struct LW_SYCL_EXPORT max_sub_group_size {
  using return_type = std::uint32_t;
};
struct LW_SYCL_EXPORT compile_sub_group_size {
  using return_type = std::uint32_t;
};
} // namespace kernel_device_specific

namespace event_profiling {
struct LW_SYCL_EXPORT command_submit {
  using return_type = std::uint64_t;
};
struct LW_SYCL_EXPORT command_start {
  using return_type = std::uint64_t;
};
struct LW_SYCL_EXPORT command_end {
  using return_type = std::uint64_t;
};
} // namespace event_profiling

} // namespace info

/// sycl_ext_oneapi_device_num_compute_units
namespace ext::oneapi::info::device {
using num_compute_units = sycl::info::device::max_compute_units;
}

} // namespace lw1
} // namespace sycl

#endif
