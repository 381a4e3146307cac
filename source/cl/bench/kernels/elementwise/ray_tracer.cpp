// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Spheres over a plane, with shadows and reflections: float3, and control flow that differs between
// neighbours. The C++ follows sixteen rays at once.
#include "workload.h"

#include "kernels/vectors.h"

namespace {

constexpr int width = 1024, height = 512, spheres = 8;
constexpr float far = 1e9F;

struct Point {
  Floats x, y, z;
};
Point operator+(const Point& a, const Point& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Point operator-(const Point& a, const Point& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Point operator*(const Point& a, Floats f) { return {a.x * f, a.y * f, a.z * f}; }
Floats dot(const Point& a, const Point& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Floats all(float value) { return Floats{} + value; }
Point unit(const Point& a) { return a * (1 / square_root(dot(a, a))); }

Floats hit(const Point& origin, const Point& way, const float* sphere) {
  const Point to = Point{all(sphere[0]), all(sphere[1]), all(sphere[2])} - origin;
  const Floats along = dot(to, way);
  const Floats q = along * along - dot(to, to) + sphere[3] * sphere[3];
  if (!any(q >= 0)) {
    return all(far);
  }
  const Floats t = along - square_root(q);
  const Ints before = (q >= 0) & (t > 1e-3F);
  return before ? t : all(far);
}

void sixteen(float* out, const float* scene, int column, int row) {
  const Floats x = __builtin_convertvector(column + iota(), Floats);
  const Point light = unit({all(0.5F), all(0.8F), all(-0.6F)});
  Point origin = {all(0), all(1), all(-4)};
  Point way =
      unit({(x - 0.5F * width) / height, all((0.5F * height - float(row)) / height), all(1)});
  Floats red = {}, green = {}, blue = {};
  float weight = 1;
  Ints live = ~Ints{};
  for (int bounce = 0; bounce < 3; ++bounce) {
    Floats nearest = all(far), radius = all(1);
    Point centre = {};
    for (int i = 0; i < spheres; ++i) {
      const float* sphere = scene + 4 * i;
      const Floats t = hit(origin, way, sphere);
      const Ints closer = t < nearest;
      nearest = closer ? t : nearest;
      centre.x = closer ? all(sphere[0]) : centre.x;
      centre.y = closer ? all(sphere[1]) : centre.y;
      centre.z = closer ? all(sphere[2]) : centre.z;
      radius = closer ? all(sphere[3]) : radius;
    }
    const Floats ground = -origin.y / way.y;
    const Ints on_ground = (ground > 1e-3F) & (ground < nearest);
    nearest = on_ground ? ground : nearest;
    const Ints sky = nearest >= far;
    const Floats sky_blue = 0.5F + 0.5F * way.y;
    const Ints seen = live & sky;
    red += seen ? 0.3F * weight * sky_blue : all(0);
    green += seen ? 0.5F * weight * sky_blue : all(0);
    blue += seen ? weight * sky_blue : all(0);
    live &= ~sky;
    if (!any(live)) {
      break;
    }
    const Point at = origin + way * nearest;
    Point normal = (at - centre) * (1 / radius);
    normal.x = on_ground ? all(0) : normal.x;
    normal.y = on_ground ? all(1) : normal.y;
    normal.z = on_ground ? all(0) : normal.z;
    Floats lit = dot(normal, light);
    Ints bright = (lit > 0) & live;
    for (int i = 0; i < spheres && any(bright); ++i) {
      bright &= hit(at, light, scene + 4 * i) >= far;
    }
    lit = bright ? lit : all(0);
    const Floats shade = 0.7F * weight * (0.1F + lit);
    red += live ? shade * (on_ground ? all(0.5F) : all(0.9F)) : all(0);
    green += live ? shade * (on_ground ? all(0.6F) : all(0.4F)) : all(0);
    blue += live ? shade * (on_ground ? all(0.5F) : all(0.3F)) : all(0);
    weight *= 0.3F;
    origin = at;
    way = way - normal * (2 * dot(way, normal));
  }
  float* to = out + 3 * (row * width + column);
  for (int l = 0; l < lanes; ++l) {
    to[3 * l] = red[l], to[3 * l + 1] = green[l], to[3 * l + 2] = blue[l];
  }
}

void native(Team& team, std::vector<Words>& buffers) {
  team.run(height, 8, [&](size_t first, size_t last) {
    for (size_t row = first; row < last; ++row) {
      for (int column = 0; column < width; column += lanes) {
        sixteen(as<float>(buffers[0]), as<float>(buffers[1]), column, int(row));
      }
    }
  });
}

Words scene() {
  Words words = random_floats(spheres * 4);
  for (size_t i = 0; i < spheres; ++i) {
    float* sphere = as<float>(words) + 4 * i;
    sphere[0] = 1.2F * float(i) - 4.5F + sphere[0];
    sphere[1] = 0.4F + sphere[1];
    sphere[2] = 6 * sphere[2];
    sphere[3] = 0.4F + 0.4F * sphere[3];
  }
  return words;
}

const Registered registered("ray_tracer", [] {
  return Workload{"ray_tracer",
                  R"(float hit(float3 origin, float3 way, float4 sphere) {
                       float3 to = sphere.xyz - origin;
                       float along = dot(to, way);
                       float q = along * along - dot(to, to) + sphere.w * sphere.w;
                       if (q < 0) return 1e9f;
                       float t = along - sqrt(q);
                       return t > 1e-3f ? t : 1e9f;
                     }
                     kernel void trace(global float* out, constant float4* spheres, int count,
                                       int width, int height) {
                       int x = get_global_id(0), y = get_global_id(1);
                       float3 light = normalize((float3)(0.5f, 0.8f, -0.6f));
                       float3 origin = (float3)(0, 1, -4), colour = 0;
                       float3 way = normalize((float3)((x - 0.5f * width) / height,
                                                       (0.5f * height - y) / height, 1));
                       float weight = 1;
                       for (int bounce = 0; bounce < 3; bounce++) {
                         float nearest = 1e9f;
                         int which = -1;
                         for (int i = 0; i < count; i++) {
                           float t = hit(origin, way, spheres[i]);
                           if (t < nearest) {
                             nearest = t;
                             which = i;
                           }
                         }
                         float ground = -origin.y / way.y;
                         float3 at, normal, base;
                         if (ground > 1e-3f && ground < nearest) {
                           at = origin + way * ground;
                           normal = (float3)(0, 1, 0);
                           base = (float3)(0.5f, 0.6f, 0.5f);
                         } else if (which >= 0) {
                           at = origin + way * nearest;
                           normal = (at - spheres[which].xyz) / spheres[which].w;
                           base = (float3)(0.9f, 0.4f, 0.3f);
                         } else {
                           colour += weight * (0.5f + 0.5f * way.y) * (float3)(0.3f, 0.5f, 1);
                           break;
                         }
                         float lit = max(dot(normal, light), 0.0f);
                         if (lit > 0)
                           for (int i = 0; i < count; i++)
                             if (hit(at, light, spheres[i]) < 1e9f) {
                               lit = 0;
                               break;
                             }
                         colour += 0.7f * weight * (0.1f + lit) * base;
                         weight *= 0.3f;
                         origin = at;
                         way = way - 2 * dot(way, normal) * normal;
                       }
                       vstore3(colour, y * width + x, out);
                     })",
                  {Words(3 * width * height), scene()},
                  {{"trace", {width, height}, {}, {Buffer{0}, Buffer{1}, spheres, width, height}}},
                  native,
                  1e-6 * width * height,
                  "M pixels/s",
                  600.0 * width * height, // some 2 bounces, 16 spheres each
                  12.0 * width * height,
                  Element::float32,
                  1e-3,
                  1e-3};
});

} // namespace
