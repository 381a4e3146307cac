// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_FUNCTION_REF_H
#define CL_FUNCTION_REF_H

#include <type_traits>
#include <utility>

namespace cl {

template <typename Signature> class function_ref;

/// A function as a parameter, which is called only before the call returns; owns and allocates
/// nothing.
template <typename Result, typename... Args> class function_ref<Result(Args...)> {
public:
  template <typename F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, function_ref>)
  function_ref(F&& function)
      : object(const_cast<void*>(static_cast<const void*>(&function))),
        call([](void* it, Args... args) -> Result {
          return (*static_cast<std::remove_reference_t<F>*>(it))(std::forward<Args>(args)...);
        }) {}
  Result operator()(Args... args) const { return call(object, std::forward<Args>(args)...); }

private:
  void* object;
  Result (*call)(void*, Args...);
};

} // namespace cl

#endif
