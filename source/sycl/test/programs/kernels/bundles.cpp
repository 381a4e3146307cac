// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernel bundles in all states, kernel identifiers, kernels and what they say of themselves.
#include "check.h"

#include <algorithm>
#include <cstring>
#include <typeinfo>
#include <vector>

namespace {

using sycl::bundle_state;
class writes_seven;
class writes_eight;

const sycl::device device;
const sycl::context context(device);

int run_in(const sycl::kernel_bundle<bundle_state::executable>& bundle) {
  sycl::queue queue(context, device);
  int* out = sycl::malloc_shared<int>(1, queue);
  *out = 0;
  queue
      .submit([&](sycl::handler& group) {
        group.use_kernel_bundle(bundle);
        group.single_task<writes_seven>([=] { *out = 7; });
      })
      .wait();
  const int result = *out;
  sycl::free(out, queue);
  return result;
}

void identifiers() {
  const sycl::kernel_id id = sycl::get_kernel_id<writes_seven>();
  CHECK(id == sycl::get_kernel_id<writes_seven>());
  CHECK(id != sycl::get_kernel_id<writes_eight>());
  CHECK(std::hash<sycl::kernel_id>()(id) ==
        std::hash<sycl::kernel_id>()(sycl::get_kernel_id<writes_seven>()));
  CHECK(std::strstr(id.get_name(), "writes_seven"));
  const auto all = sycl::get_kernel_ids();
  CHECK(std::find(all.begin(), all.end(), id) != all.end());
  CHECK(sycl::is_compatible<writes_seven>(device));
}

void states() {
  const auto input = sycl::get_kernel_bundle<writes_seven, bundle_state::input>(context);
  CHECK(!input.empty() && input.has_kernel<writes_seven>());
  CHECK(input.get_context() == context && input.get_devices() == std::vector{device});
  CHECK(run_in(sycl::build(input)) == 7);
  const auto object = sycl::compile(input);
  CHECK(object.has_kernel<writes_seven>(device));
  CHECK(run_in(sycl::link(object)) == 7);
  CHECK(run_in(sycl::link(std::vector{object, object})) == 7);
  const auto executable = sycl::get_kernel_bundle<bundle_state::executable>(context, {device});
  CHECK(run_in(executable) == 7);
  CHECK(executable.begin() != executable.end());
  CHECK(executable.begin()->has_kernel(sycl::get_kernel_id<writes_eight>()));
  const auto joined = sycl::join(std::vector{executable, sycl::build(input)});
  CHECK(run_in(joined) == 7);
  CHECK(sycl::join(std::vector<sycl::kernel_bundle<bundle_state::input>>()).empty());
  const auto none = [](const sycl::device_image<bundle_state::executable>&) { return false; };
  CHECK(sycl::get_kernel_bundle<bundle_state::executable>(context, none).empty());
  CHECK(sycl::has_kernel_bundle<bundle_state::input>(context));
  CHECK((sycl::has_kernel_bundle<writes_seven, bundle_state::object>(context, {device})));
}

void kernels() {
  const auto bundle = sycl::get_kernel_bundle<bundle_state::executable>(context);
  const sycl::kernel kernel = bundle.get_kernel<writes_seven>();
  CHECK(kernel.get_context() == context && kernel.get_kernel_bundle() == bundle);
  namespace facts = sycl::info::kernel_device_specific;
  CHECK(kernel.get_info<facts::work_group_size>(device) > 0);
  CHECK(kernel.get_info<facts::preferred_work_group_size_multiple>(device) > 0);
  CHECK(kernel.get_info<facts::compile_work_group_size>(device) == sycl::range<3>(0, 0, 0));
  CHECK(kernel.get_info<facts::max_sub_group_size>(device) > 0);
  CHECK(kernel.get_info<facts::max_num_sub_groups>(device) > 0);
  CHECK(kernel.get_info<facts::compile_num_sub_groups>(device) == 0);
  CHECK(kernel.get_info<facts::compile_sub_group_size>(device) == 0);
  CHECK(throws(sycl::errc::invalid, [&] { kernel.get_info<sycl::info::kernel::num_args>(); }));
  CHECK(throws(sycl::errc::invalid, [&] { kernel.get_info<facts::global_work_size>(device); }));
}

void errors() {
  const auto none = [](const sycl::device_image<bundle_state::executable>&) { return false; };
  const auto empty = sycl::get_kernel_bundle<bundle_state::executable>(context, none);
  CHECK(!empty.contains_specialization_constants() && !empty.native_specialization_constant());
  CHECK(throws(sycl::errc::kernel_not_supported, [&] { run_in(empty); }));
  CHECK(throws(sycl::errc::invalid, [&] { empty.get_kernel<writes_seven>(); }));
  const sycl::context other(device);
  const auto foreign = sycl::get_kernel_bundle<bundle_state::executable>(other);
  CHECK(throws(sycl::errc::invalid, [&] { run_in(foreign); }));
  CHECK(throws(sycl::errc::invalid, [&] { sycl::join(std::vector{empty, foreign}); }));
  CHECK(throws(sycl::errc::invalid, [] {
    sycl::get_kernel_bundle<bundle_state::executable>(context, std::vector<sycl::device>());
  }));
  CHECK(throws(sycl::errc::invalid, [] {
    sycl::get_kernel_bundle<class no_kernel, bundle_state::executable>(context);
  }));
  CHECK(!(sycl::has_kernel_bundle<class no_kernel, bundle_state::executable>(context)));
  CHECK(throws(sycl::errc::invalid,
               [] { sycl::link(std::vector<sycl::kernel_bundle<bundle_state::object>>()); }));
}

/// Clang leaves the type's information to the C++ library, and not every one has it.
void half_has_type_information() {
  CHECK(typeid(sycl::half) != typeid(float));
  CHECK(std::strcmp(typeid(sycl::half).name(), "DF16_") == 0);
  CHECK(typeid(sycl::half*) != typeid(const sycl::half*));
}

} // namespace

int main() {
  identifiers();
  states();
  kernels();
  errors();
  half_has_type_information();
  sycl::queue().single_task<writes_eight>([] {}).wait();
  return failures;
}
