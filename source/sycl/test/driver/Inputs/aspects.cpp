// What [[sycl::device_has]] lists, and what it leaves out.
#include <sycl/sycl.hpp>

using sycl::aspect;

double plain(double x) { return x + 1; }
float through(float x) { return float(plain(x)); }

[[sycl::device_has(aspect::fp64)]] float listed(float x) { return through(x); }
[[sycl::device_has(aspect::cpu)]] float unlisted(float x) { return through(x); }
[[sycl::device_has()]] SYCL_EXTERNAL float other_file(float x);
[[sycl::device_has(aspect::fp16)]] SYCL_EXTERNAL float other_half(float x);

int main() {
  sycl::queue q;
  auto* p = sycl::malloc_shared<float>(1, q);
  auto* n = sycl::malloc_shared<long>(1, q);
  // Nothing is left out.
  q.single_task([=]() [[sycl::device_has(aspect::fp64)]] { *p = listed(*p) + through(*p); });
  q.single_task([=] { *p = unlisted(*p) + other_half(*p); });
  q.single_task(
      [=]() [[sycl::device_has(aspect::fp16)]] { *p = float(sycl::half(*p) * sycl::half(2)); });
  q.single_task([=]() [[sycl::device_has(aspect::fp16)]] { *p = other_file(*p) + other_half(*p); });

  q.single_task([=]() [[sycl::device_has()]] { *p = listed(*p); });
  q.single_task([=]() [[sycl::device_has(aspect::gpu)]] { *p = other_half(*p); });
  q.single_task([=]() [[sycl::device_has(aspect::fp64)]] {
    sycl::atomic_ref<long, sycl::memory_order::relaxed, sycl::memory_scope::device> count(*n);
    count += long(sycl::half(*p));
  });

  sycl::unsampled_image<2> image(sycl::image_format::r32g32b32a32_sfloat, {4, 4});
  sycl::sampled_image<1> sampled(p, sycl::image_format::r32g32b32a32_sfloat, {}, 4);
  q.submit([&](sycl::handler& h) {
    sycl::unsampled_image_accessor<sycl::float4, 2, sycl::access_mode::read_write> of(image, h);
    h.single_task([=]() [[sycl::device_has(aspect::image)]] { *p = of.read(sycl::int2(1))[0]; });
    h.single_task([=] { of.write(sycl::int2(0), sycl::float4(*p)); });
    h.single_task([=]() [[sycl::device_has()]] { *p = of.read(sycl::int2(1))[0]; });
    h.single_task([=]() [[sycl::device_has()]] { of.write(sycl::int2(0), sycl::float4(*p)); });
  });
  q.submit([&](sycl::handler& h) {
    sycl::sampled_image_accessor<sycl::float4, 1> of(sampled, h);
    h.single_task([=]() [[sycl::device_has(aspect::fp64)]] { *p = of.read(0.5F)[0]; });
  });
}
