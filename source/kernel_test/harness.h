// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KERNEL_TEST_HARNESS_H
#define KERNEL_TEST_HARNESS_H

#define CL_TARGET_OPENCL_VERSION 210
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

/// How a program comes to the device: as it does by itself, without optimisation, from its binary,
/// optimised but scalar, vectorised at one width, specialised on the launch, in the quick form of
/// large kernels; from the SPIR-V that Clang makes of the source, as it does by itself and scalar.
/// Results must not depend on it.
enum class Variant {
  optimised,
  not_optimised,
  from_binary,
  scalar,
  by_2,
  by_4,
  by_8,
  by_16,
  by_32,
  by_64,
  specialized,
  quick_form,
  from_spirv,
  from_spirv_scalar
};

/// The size of one launch; dimensions beyond the first may be left out.
struct Launch {
  std::vector<size_t> global;
  std::vector<size_t> local;  ///< empty: the driver chooses
  std::vector<size_t> offset; ///< empty: zero
};

/// A launch with its arguments in order: buffers (vectors, read back afterwards), values, handles
/// of images and samplers, blocks of local memory.
class KernelTest : public ::testing::TestWithParam<Variant> {
protected:
  void SetUp() override;
  void TearDown() override;

  /// Does something in another variant than the test's own.
  template <typename F> auto in_variant(Variant other, F what) {
    const Variant own = variant;
    variant = other;
    auto result = what();
    variant = own;
    return result;
  }

  [[nodiscard]] bool comes_as_spirv() const {
    return variant == Variant::from_spirv || variant == Variant::from_spirv_scalar;
  }

  /// Whether the last program was refused because Clang had made invalid SPIR-V of it. Tests that
  /// do not ask fail when they run its kernel.
  [[nodiscard]] bool was_refused() const { return refused; }

  /// Builds `source` the way of the test's variant and takes the kernel "k" of it.
  void build(const std::string& source, const std::string& options = "");

  /// The same with a module in SPIR-V's assembly language, which comes to the device as SPIR-V in
  /// all variants (but the one from the binary).
  void build_assembly(const std::string& text);
  /// The log of a module that cannot be built.
  [[nodiscard]] std::string build_errors(const std::string& text);

  /// Ends the test, by an exception, if there is no kernel or a call fails: there are no results to
  /// look at.
  template <typename... Arguments> void run(const Launch& launch, Arguments&&... arguments) {
    require(kernel ? CL_SUCCESS : CL_INVALID_KERNEL, "build()");
    cl_uint index = 0;
    (set(index++, arguments), ...);
    enqueue(launch);
    index = 0;
    (get(arguments), ...);
    release_buffers();
  }
  /// The same; gives what has been printed.
  template <typename... Arguments>
  std::string run_and_print(const Launch& launch, Arguments&&... arguments) {
    testing::internal::CaptureStdout();
    try {
      run(launch, std::forward<Arguments>(arguments)...);
    } catch (...) {
      testing::internal::GetCapturedStdout(); // or the next test could not capture
      throw;
    }
    return testing::internal::GetCapturedStdout();
  }

  /// Throws if a call of OpenCL's has failed.
  static void require(cl_int error, const char* call);

  /// Whether the device has an extension of OpenCL's.
  [[nodiscard]] bool has_extension(const std::string& name) const;
  [[nodiscard]] bool is_gpu() const;
  /// Whether the device has sub-groups of that size.
  [[nodiscard]] bool has_sub_groups_of(size_t size) const;

  /// More options for Clang when it compiles a program to SPIR-V.
  std::string spirv_options;

  // For what a test makes itself, such as images, which are passed by handle.
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_kernel kernel = nullptr; ///< of build()

  /// As an argument: a block of `size` bytes of local memory.
  struct Local {
    size_t size;
  };

private:
  template <typename T> void set(cl_uint index, std::vector<T>& data) {
    set_buffer(index, data.data(), data.size() * sizeof(T));
  }
  void set(cl_uint index, const Local& local) { set_bytes(index, nullptr, local.size); }
  template <typename T> void set(cl_uint index, const T& value) {
    set_bytes(index, &value, sizeof(T));
  }
  template <typename T> void get(std::vector<T>& data) {
    get_buffer(data.data(), data.size() * sizeof(T));
  }
  template <typename T> void get(const T&) {}

  void create_program(const std::string& source, const std::string& options);
  void create_program_with_il(const std::string& il);
  void build_program(const std::string& options);
  void set_up_compiler() const;
  [[nodiscard]] std::string build_log() const;
  void set_buffer(cl_uint index, const void* data, size_t size);
  void set_bytes(cl_uint index, const void* data, size_t size);
  void get_buffer(void* data, size_t size);
  void enqueue(const Launch& launch);
  void release_buffers();
  void release_program();

  Variant variant = GetParam();
  bool refused = false;
  bool invalid_spirv = false; ///< what Clang made of the source is not valid
  cl_program program = nullptr;
  std::vector<cl_mem> buffers;
  size_t next_buffer = 0;
};

[[nodiscard]] std::string variant_name(const ::testing::TestParamInfo<Variant>& info);

/// Every test of a suite in all variants.
#define ALL_VARIANTS(suite)                                                                        \
  INSTANTIATE_TEST_SUITE_P(                                                                        \
      All, suite,                                                                                  \
      ::testing::Values(Variant::optimised, Variant::not_optimised, Variant::from_binary,          \
                        Variant::scalar, Variant::by_2, Variant::by_4, Variant::by_8,              \
                        Variant::by_16, Variant::by_32, Variant::by_64, Variant::specialized,      \
                        Variant::quick_form, Variant::from_spirv, Variant::from_spirv_scalar),     \
      variant_name)

/// The same except for the variants that come as SPIR-V: what Clang cannot make SPIR-V of without
/// extensions that it has to be told of.
#define SOURCE_VARIANTS(suite)                                                                     \
  INSTANTIATE_TEST_SUITE_P(All, suite,                                                             \
                           ::testing::Values(Variant::optimised, Variant::not_optimised,           \
                                             Variant::from_binary, Variant::scalar, Variant::by_2, \
                                             Variant::by_4, Variant::by_8, Variant::by_16,         \
                                             Variant::by_32, Variant::by_64, Variant::specialized, \
                                             Variant::quick_form),                                 \
                           variant_name)

#endif
