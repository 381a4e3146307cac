// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The boundary of every entry point: memory that runs out becomes CL_OUT_OF_HOST_MEMORY here, any
// other failure of the standard library (no thread, no mutex) CL_OUT_OF_RESOURCES, and
// functions that create something give their handle and error code in the API's way.
#ifndef CL_GUARD_H
#define CL_GUARD_H

#include "handle.h"

#include "cargo/expected.h"

#include <exception>
#include <new>

namespace cl {

template <typename T> using expected = cargo::expected<T, cl_int>;

inline cargo::unexpected<cl_int> fail(cl_int error) { return {error}; }

/// Runs the body of an entry point that returns a status.
template <typename Body> cl_int guarded(Body&& body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return CL_OUT_OF_HOST_MEMORY;
  } catch (const std::exception&) {
    return CL_OUT_OF_RESOURCES;
  }
}

/// Runs the body of an entry point that returns a pointer or handle and `errcode_ret`; the body
/// gives an expected<Pointer>.
template <typename Body> auto guarded(cl_int* errcode_ret, Body&& body) noexcept {
  using Result = decltype(body());
  const auto answer = [&](cl_int error, typename Result::value_type value) {
    if (errcode_ret) {
      *errcode_ret = error;
    }
    return value;
  };
  try {
    Result result = body();
    return result ? answer(CL_SUCCESS, *result) : answer(result.error(), nullptr);
  } catch (const std::bad_alloc&) {
    return answer(CL_OUT_OF_HOST_MEMORY, nullptr);
  } catch (const std::exception&) {
    return answer(CL_OUT_OF_RESOURCES, nullptr);
  }
}

/// As above for a body that gives an expected<retained<T>>: hands the object out.
template <typename Body> auto created(cl_int* errcode_ret, Body&& body) noexcept {
  using Object = std::remove_reference_t<decltype(*(*body()))>;
  return guarded(errcode_ret, [&]() -> expected<typename Object::handle_type> {
    auto object = body();
    if (!object) {
      return fail(object.error());
    }
    return hand_out(*object);
  });
}

} // namespace cl

#endif
