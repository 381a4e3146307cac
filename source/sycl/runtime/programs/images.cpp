// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/images.h"

#include "sycl_image/names.h"

#include <algorithm>
#include <dlfcn.h>
#include <mutex>
#include <sycl/bundle/kernel_id.hpp>
#include <sycl/runtime/exception.hpp>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace {

// The format of Clang's linker wrapper (version 3 of the image structure).
struct offload_entry {
  uint64_t reserved;
  uint16_t version;
  uint16_t kind;
  uint32_t flags;
  void* address;
  const char* name;
  uint64_t size;
  uint64_t data;
  void* auxiliary;
};
struct device_image {
  uint16_t version;
  uint8_t offload_kind;
  uint8_t format;
  const char* target;
  const char* compile_options;
  const char* link_options;
  const uint8_t* begin;
  const uint8_t* end;
  const offload_entry* entries_begin;
  const offload_entry* entries_end;
  const void* properties_begin;
  const void* properties_end;
};
struct descriptor {
  uint16_t version;
  uint16_t images;
  const device_image* first;
  const void* unused[2];
};

std::span<const uint8_t> bytes_of(const device_image& image) { return {image.begin, image.end}; }

/// Registration stores pointers, nothing more: programs with many kernels have to start quickly.
class Registry {
public:
  static Registry& get() {
    static Registry* const one = new Registry; // programs unregister after static destructors
    return *one;
  }

  void add(const descriptor* program) {
    const std::lock_guard lock(mutex);
    programs.push_back(program);
    names.clear();
  }

  void remove(const descriptor* program) {
    const std::lock_guard lock(mutex);
    std::erase(programs, program);
    names.clear();
    for (const device_image& image : std::span(program->first, program->images)) {
      read.erase(&image);
    }
  }

  std::shared_ptr<const sycl::detail::loaded_image> with(const std::string& kernel) {
    const std::lock_guard lock(mutex);
    if (names.empty()) {
      fill_names();
    }
    const auto found = names.find(kernel);
    return found == names.end() ? nullptr : load(*found->second);
  }

  std::vector<std::shared_ptr<const sycl::detail::loaded_image>> all() {
    const std::lock_guard lock(mutex);
    std::vector<std::shared_ptr<const sycl::detail::loaded_image>> images;
    for (const descriptor* program : programs) {
      for (const device_image& image : std::span(program->first, program->images)) {
        if (sycl_image::has_magic(bytes_of(image))) {
          images.push_back(load(image));
        }
      }
    }
    return images;
  }

  bool has(const std::string& kernel) {
    const std::lock_guard lock(mutex);
    if (names.empty()) {
      fill_names();
    }
    return names.contains(kernel);
  }

  std::vector<std::string> kernels() {
    const std::lock_guard lock(mutex);
    if (names.empty()) {
      fill_names();
    }
    std::vector<std::string> list;
    list.reserve(names.size());
    for (const auto& [name, image] : names) {
      list.push_back(name);
    }
    return list;
  }

  /// Names that outlive the programs.
  const char* keep(const char* name) {
    const std::lock_guard lock(mutex);
    return kept.emplace(name).first->c_str();
  }

private:
  void fill_names() {
    for (const descriptor* program : programs) {
      for (const device_image& image : std::span(program->first, program->images)) {
        if (!sycl_image::has_magic(bytes_of(image))) {
          continue;
        }
        for (const offload_entry* entry = image.entries_begin; entry != image.entries_end;
             ++entry) {
          names.emplace(entry->name, &image); // the first has it: they are alike (weak_odr)
        }
      }
    }
  }

  std::shared_ptr<const sycl::detail::loaded_image> load(const device_image& image) {
    auto& slot = read[&image];
    if (!slot) {
      auto content = sycl_image::read(bytes_of(image));
      if (!content) {
        throw sycl::exception(make_error_code(sycl::errc::runtime), content.error());
      }
      slot = std::make_shared<sycl::detail::loaded_image>(
          sycl::detail::loaded_image{std::move(*content)});
    }
    return slot;
  }

  std::mutex mutex;
  std::vector<const descriptor*> programs;
  std::unordered_map<std::string, const device_image*> names; ///< empty: to be filled
  std::unordered_map<const device_image*, std::shared_ptr<const sycl::detail::loaded_image>> read;
  std::unordered_set<std::string> kept;
};

bool is_ours(const descriptor& program) {
  return std::ranges::all_of(std::span(program.first, program.images), [](const auto& image) {
    return sycl_image::has_magic(bytes_of(image));
  });
}

/// Another SYCL library in the process gets images that are not ours.
bool pass_on(const char* function, void* program) {
  using Function = void (*)(void*);
  if (is_ours(*static_cast<const descriptor*>(program))) {
    return false;
  }
  if (const auto next = reinterpret_cast<Function>(dlsym(RTLD_NEXT, function))) {
    next(program);
  }
  return true;
}

} // namespace

extern "C" LW_SYCL_EXPORT void __sycl_register_lib(void* program) {
  if (!pass_on("__sycl_register_lib", program)) {
    Registry::get().add(static_cast<const descriptor*>(program));
  }
}

extern "C" LW_SYCL_EXPORT void __sycl_unregister_lib(void* program) {
  if (!pass_on("__sycl_unregister_lib", program)) {
    Registry::get().remove(static_cast<const descriptor*>(program));
  }
}

namespace sycl {
inline namespace lw1 {
namespace detail {

const sycl_image::Kernel* facts_of(const loaded_image& image, const std::string& kernel) {
  const auto& all = image.content.kernels;
  const auto found = std::ranges::find(all, kernel, &sycl_image::Kernel::name);
  return found == all.end() ? nullptr : &*found;
}

std::shared_ptr<const loaded_image> image_with(const std::string& kernel) {
  return Registry::get().with(kernel);
}
std::string symbol_of(const char* name, const char* unit) {
  std::string own = sycl_image::name_in_unit(name, unit);
  return Registry::get().has(own) ? own : name;
}
std::vector<std::shared_ptr<const loaded_image>> all_images() { return Registry::get().all(); }
std::vector<std::string> kernel_names() { return Registry::get().kernels(); }
const char* keep_name(const char* name) { return Registry::get().keep(name); }
const char* keep_name_in(const char* name, const char* unit) {
  return keep_name(symbol_of(name, unit).c_str());
}

} // namespace detail
} // namespace lw1
} // namespace sycl
