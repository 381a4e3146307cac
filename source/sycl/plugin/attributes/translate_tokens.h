// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Has the preprocessor turn SYCL's attributes into annotations of Clang's.
//
// It looks at each token that the parser is going to get. Where an attribute may begin, it defines
// macros for the next token and undefines them behind it, so the names have no other meaning
// anywhere else:
//
//   [[sycl::device_has(x)]] void f();     [[clang::annotate("sycl::device_has", x)]] void f();
//   [](item<1>) [[sycl::f(x)]] {}         [](item<1>) [[clang::annotate_type("sycl::f", x)]] {}
//
// What follows the parameters of a function belongs to its type, in C++; there the annotation has
// to be one of types.
#ifndef SYCL_PLUGIN_ATTRIBUTES_TRANSLATE_TOKENS_H
#define SYCL_PLUGIN_ATTRIBUTES_TRANSLATE_TOKENS_H

namespace clang {
class Preprocessor;
}

namespace sycl_plugin {

/// Before the first token. The preprocessor's token watcher is taken.
void translate_attribute_tokens(clang::Preprocessor& preprocessor);

} // namespace sycl_plugin

#endif
