// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "objects.h"

#include <CL/cl_lanewise.h>
#include <algorithm>

namespace sycl {
inline namespace lw1 {
namespace detail {

namespace {

/// Whether it reads SPIR-V 1.4, which LLVM's back end writes, or newer.
bool reads_spirv(const std::string& versions) {
  return std::ranges::any_of(words_of(versions), [](const std::string& word) {
    constexpr std::string_view prefix = "SPIR-V_1.";
    return word.starts_with(prefix) && std::atoi(word.c_str() + prefix.size()) >= 4;
  });
}

bool uses_system_memory(cl_device_id id) {
  cl_device_svm_capabilities capabilities = 0;
  return clGetDeviceInfo(id, CL_DEVICE_SVM_CAPABILITIES, sizeof(capabilities), &capabilities,
                         nullptr) == CL_SUCCESS &&
         (capabilities & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM);
}

bool runs_native_kernels(cl_device_id id) {
  cl_device_exec_capabilities capabilities = 0;
  return clGetDeviceInfo(id, CL_DEVICE_EXECUTION_CAPABILITIES, sizeof(capabilities), &capabilities,
                         nullptr) == CL_SUCCESS &&
         (capabilities & CL_EXEC_NATIVE_KERNEL);
}

bool has_image_handles(cl_device_id id) {
  cl_bool has = CL_FALSE;
  return clGetDeviceInfo(id, CL_DEVICE_IMAGE_HANDLE_SUPPORT_LANEWISE, sizeof(has), &has, nullptr) ==
             CL_SUCCESS &&
         has;
}

/// A device's capabilities for one kind of USM; 0 where it does not know the query.
cl_ulong usm_capabilities(const device_impl& device, cl_device_info name) {
  cl_ulong capabilities = 0;
  return clGetDeviceInfo(device.id, name, sizeof(capabilities), &capabilities, nullptr) ==
                 CL_SUCCESS
             ? capabilities
             : 0;
}

/// In the revision whose functions have the parameters that this library gives them.
bool has_command_buffers(const device_impl& device) {
  return device.platform_of.command_buffers.clCommandSVMMemFillKHR &&
         device.version_of("cl_khr_command_buffer") >= CL_MAKE_VERSION(0, 9, 5);
}

constexpr cl_ulong usm_access = 1;        // CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL
constexpr cl_ulong usm_atomic_access = 2; // CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL

/// The best device by a selector.
ref<device_impl> select(const selector_call& selector) {
  device_impl* best = nullptr;
  int most = -1;
  for (platform_impl* platform : platform_impl::all()) {
    for (device_impl* one : platform->devices) {
      if (const int score = selector.score(selector.selector, one->handle()); score > most) {
        most = score;
        best = one;
      }
    }
  }
  if (best) {
    return ref<device_impl>::share(best);
  }
  throw exception(make_error_code(errc::runtime),
                  platform_impl::all().empty()
                      ? "no OpenCL driver with a device for SYCL: it needs SPIR-V 1.4 and "
                        "cl_intel_unified_shared_memory; clinfo shows which drivers there are"
                      : "the selector takes none of the devices");
}

} // namespace

device_impl::device_impl(platform_impl& in, cl_device_id of, ref<device_impl> part_of)
    : platform_of(in), id(of), parent(std::move(part_of)),
      type(query<cl_device_type>(clGetDeviceInfo, of, CL_DEVICE_TYPE)),
      extensions(words_of(query_text(clGetDeviceInfo, of, CL_DEVICE_EXTENSIONS))),
      system_memory(uses_system_memory(of)),
      runs_functions(system_memory && runs_native_kernels(of)) {}

device_impl::~device_impl() {
  if (parent) {
    (void)clReleaseDevice(id);
  }
}

std::string device_impl::missing() const {
  size_t size = 0;
  if (clGetDeviceInfo(id, CL_DEVICE_IL_VERSION, 0, nullptr, &size) != CL_SUCCESS ||
      !reads_spirv(text(CL_DEVICE_IL_VERSION))) {
    return "SPIR-V 1.4";
  }
  return has_extension("cl_intel_unified_shared_memory") ? "" : "cl_intel_unified_shared_memory";
}

bool device_impl::has_extension(std::string_view name) const {
  return std::ranges::find(extensions, name) != extensions.end();
}

cl_version device_impl::version_of(std::string_view name) const {
  size_t size = 0;
  if (clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS_WITH_VERSION, 0, nullptr, &size) != CL_SUCCESS) {
    return 0;
  }
  for (const auto& one :
       query_list<cl_name_version>(clGetDeviceInfo, id, CL_DEVICE_EXTENSIONS_WITH_VERSION)) {
    if (one.name == name) {
      return one.version;
    }
  }
  return 0;
}

std::vector<size_t> device_impl::sub_group_sizes() const {
  constexpr cl_device_info sub_group_sizes_intel = 0x4108;
  if (has_extension("cl_intel_required_subgroup_size")) {
    return query_list<size_t>(clGetDeviceInfo, id, sub_group_sizes_intel);
  }
  return {};
}

bool device_impl::has(aspect asked) const {
  switch (asked) {
  case aspect::cpu:
    return type & CL_DEVICE_TYPE_CPU;
  case aspect::gpu:
    return type & CL_DEVICE_TYPE_GPU;
  case aspect::accelerator:
    return type & CL_DEVICE_TYPE_ACCELERATOR;
  case aspect::custom:
    return type & CL_DEVICE_TYPE_CUSTOM;
  case aspect::fp16:
    return has_extension("cl_khr_fp16");
  case aspect::fp64:
    return has_extension("cl_khr_fp64");
  case aspect::atomic64:
    return has_extension("cl_khr_int64_base_atomics") &&
           has_extension("cl_khr_int64_extended_atomics");
  case aspect::emulated:
  case aspect::host_debuggable:
    return false;
  case aspect::image: // accessors carry handles, and images are in memory of the process
    return system_memory && has_image_handles(id);
  case aspect::online_compiler:
    return get<cl_bool>(CL_DEVICE_COMPILER_AVAILABLE);
  case aspect::online_linker:
    return get<cl_bool>(CL_DEVICE_LINKER_AVAILABLE);
  case aspect::queue_profiling:
    return true;
  case aspect::usm_device_allocations:
    return usm_capabilities(*this, CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL) & usm_access;
  case aspect::usm_host_allocations:
    return usm_capabilities(*this, CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL) & usm_access;
  case aspect::usm_atomic_host_allocations:
    return usm_capabilities(*this, CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL) & usm_atomic_access;
  case aspect::usm_shared_allocations:
    return usm_capabilities(*this, CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL) &
           usm_access;
  case aspect::usm_atomic_shared_allocations:
    return usm_capabilities(*this, CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL) &
           usm_atomic_access;
  case aspect::usm_system_allocations:
    return system_memory;
  case aspect::ext_oneapi_limited_graph:
  case aspect::ext_oneapi_graph: // what the device cannot update is recorded anew
    return has_command_buffers(*this);
  }
  return false;
}

} // namespace detail

device::device() : device(default_selector_v) {}
device::device(const detail::selector_call& selector) : impl(detail::select(selector)) {}

platform device::get_platform() const { return impl->platform_of.handle(); }
bool device::has(aspect asked) const { return impl->has(asked); }
bool device::has_extension(const std::string& extension) const {
  return impl->has_extension(extension);
}

std::vector<device> device::get_devices(info::device_type type) {
  std::vector<device> handles;
  for (const platform& one : platform::get_platforms()) {
    for (device& each : one.get_devices(type)) {
      handles.push_back(std::move(each));
    }
  }
  return handles;
}

std::vector<device> device::partition(info::partition_property by,
                                      const std::vector<std::size_t>& counts,
                                      info::partition_affinity_domain domain) const {
  const auto kinds = get_info<info::device::partition_properties>();
  if (std::ranges::find(kinds, by) == kinds.end()) {
    throw exception(make_error_code(errc::feature_not_supported),
                    "the device cannot be partitioned in this way");
  }
  std::vector<cl_device_partition_property> list;
  if (by == info::partition_property::partition_equally) {
    list = {CL_DEVICE_PARTITION_EQUALLY, cl_device_partition_property(counts.front()), 0};
  } else if (by == info::partition_property::partition_by_counts) {
    list = {CL_DEVICE_PARTITION_BY_COUNTS};
    for (const size_t count : counts) {
      list.push_back(cl_device_partition_property(count));
    }
    list.insert(list.end(), {CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
  } else {
    constexpr cl_device_partition_property domains[] = {
        0,
        CL_DEVICE_AFFINITY_DOMAIN_NUMA,
        CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE,
        CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE,
        CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE,
        CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE,
        CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE};
    list = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, domains[int(domain)], 0};
  }
  cl_uint count = 0;
  detail::check(clCreateSubDevices(impl->id, list.data(), 0, nullptr, &count),
                "clCreateSubDevices");
  std::vector<cl_device_id> ids(count);
  detail::check(clCreateSubDevices(impl->id, list.data(), count, ids.data(), nullptr),
                "clCreateSubDevices");
  std::vector<device> parts;
  for (const cl_device_id one : ids) {
    parts.push_back(detail::device_impl::made(detail::ref<detail::device_impl>::adopt(
        new detail::device_impl(impl->platform_of, one, impl))));
  }
  return parts;
}

int default_selector_v(const device& candidate) {
  // Lanewise before others of its kind: this library is tested on it.
  const int bonus = candidate.get_platform().get_info<info::platform::name>() == "Lanewise" ? 1 : 0;
  return (candidate.is_gpu() ? 200 : candidate.is_cpu() ? 100 : 50) + bonus;
}
int cpu_selector_v(const device& candidate) {
  return candidate.is_cpu() ? default_selector_v(candidate) : -1;
}
int gpu_selector_v(const device& candidate) {
  return candidate.is_gpu() ? default_selector_v(candidate) : -1;
}
int accelerator_selector_v(const device& candidate) {
  return candidate.is_accelerator() ? default_selector_v(candidate) : -1;
}

} // namespace lw1
} // namespace sycl
