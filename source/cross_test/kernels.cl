// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that cross_test runs from a binary that another machine made.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

kernel void saxpy(global float* y, global const float* x, float a) {
  const size_t i = get_global_id(0);
  y[i] = fma(a, x[i], y[i]);
}

// Lanes leave the loop at different times.
kernel void mandelbrot(global int* out, int limit) {
  const int x = get_global_id(0), y = get_global_id(1);
  const float cr = x * 0.046875f - 2, ci = y * 0.0625f - 1;
  float zr = 0, zi = 0;
  int n = 0;
  while (n < limit && zr * zr + zi * zi < 4) {
    const float next = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = next;
    ++n;
  }
  out[y * get_global_size(0) + x] = n;
}

// Private values and local memory live across barriers.
kernel void reduce(global const int* in, global int* sums, local int* part) {
  const size_t l = get_local_id(0);
  const int own = in[get_global_id(0)];
  part[l] = own;
  for (size_t step = get_local_size(0) / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < step) {
      part[l] += part[l + step];
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  sums[get_global_id(0)] = part[0] + own;
}

kernel void divide(global const int* a, global const int* b, global int* out) {
  const size_t i = get_global_id(0);
  out[i] = b[i] != 7 ? a[i] / b[i] : a[i] % b[i];
}

kernel void functions(global const float* x, global float4* out) {
  const size_t i = get_global_id(0);
  out[i] = (float4)(sin(x[i]), exp(x[i]), log2(x[i]), pow(x[i], 1.5f));
}

kernel void doubles(global const double* x, global double* out) {
  const size_t i = get_global_id(0);
  out[i] = sqrt(x[i]) + floor(x[i]) * atan(x[i]);
}

kernel void halves(global half* out, global const float* x, global const double* d) {
  const size_t i = get_global_id(0);
  vstore_half_rtz(x[i], 2 * i, out);
  out[2 * i + 1] = convert_half(d[i]) * (half)2;
}

kernel void histogram(global const uchar* in, global int* counts) {
  local int mine[16];
  if (get_local_id(0) < 16) {
    mine[get_local_id(0)] = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&mine[in[get_global_id(0)] & 15]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) < 16) {
    atomic_add(&counts[get_local_id(0)], mine[get_local_id(0)]);
  }
}

constant int primes[] = {2, 3, 5, 7, 11, 13, 17, 19};
int by_case(int which, int value) {
  switch (which & 7) {
  case 0: return value + primes[1];
  case 1: return value * 3;
  case 2: return value ^ 0x55;
  case 3: return -value;
  case 4: return value << 4;
  case 5: return value >> 1;
  case 6: return value & 0xF0;
  default: return primes[value & 7];
  }
}
kernel void tables(global int* p) {
  const size_t i = get_global_id(0);
  int history[8];
  for (int j = 0; j < 8; ++j) {
    history[(j * 3 + i) & 7] = by_case(i + j, p[i]);
  }
  int sum = 0;
  for (int j = 0; j < 8; ++j) {
    sum += history[j] * primes[j];
  }
  p[i] = sum;
}

kernel void wide(long16 v, char3 c, global long* out) {
  long all[16];
  vstore16(v, 0, all);
  out[get_global_id(0)] = all[get_global_id(0)] + c.z;
}

kernel void blur(read_only image2d_t in, sampler_t how, global float4* out) {
  const int x = get_global_id(0), y = get_global_id(1);
  out[y * get_global_size(0) + x] = read_imagef(in, how, (float2)(x + 1, y + 1));
}

// A third is rounded in the mode that the kernel has; a denormal stays.
kernel void environment(global float* p) {
  p[get_global_id(0)] = p[get_global_id(0)] / 3;
}

kernel void prints(int n) { printf("%d of %s %.2f\n", n, "seven", 1.5f); }

kernel void faults(global int* p, ulong address) {
  *(global int*)(address + p[0]) = 1;
}
