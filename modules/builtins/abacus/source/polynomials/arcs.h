// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by abacus/scripts/derive_all from arcs.sollya. Do not edit.
#ifndef ABACUS_POLYNOMIALS_ARCS_H
#define ABACUS_POLYNOMIALS_ARCS_H

#include "arithmetic/polynomial.h"

namespace abacus {

template <class E> struct atan_tail;
/// atan(x) on [9.31323e-10;0.5], as x + x^3 P(x^2): relative error below 2^-27.4.
template <> struct atan_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.a43b3p-5, 0x1.a01416p-4, -0x1.224ba2p-3, 0x1.997b1ep-3, -0x1.555512p-2);
  }
};
/// atan(x) on [9.31323e-10;0.5], as x + x^3 P(x^2): relative error below 2^-57.7.
template <> struct atan_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.4b83dcc405b95p-7, -0x1.c17fb6b7c5306p-6, 0x1.56f5c02b0bde4p-5,
                  -0x1.a39864e6c909cp-5, 0x1.dfe977c719ea7p-5, -0x1.10f31f1db049p-4,
                  0x1.3b113dc14f8e3p-4, -0x1.745cf4cb397c1p-4, 0x1.c71c7090e8ec8p-4,
                  -0x1.249249215de3bp-3, 0x1.9999999991142p-3, -0x1.5555555555516p-2);
  }
};

template <class E> struct near_atan_tail;
/// atan(x) on
/// [9.31323e-10;4.750000000000000000000000000000000000000000000000000000000000000000000000003e-2],
/// as x + x^3 P(x^2): relative error below 2^-56.2.
template <> struct near_atan_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.c511db98b03e1p-4, -0x1.2491ca78552e9p-3, 0x1.9999998162a53p-3,
                  -0x1.55555555549d2p-2);
  }
};

template <class E> struct near_atanpi_tail;
/// atan(x) / (pi) on
/// [9.31323e-10;4.750000000000000000000000000000000000000000000000000000000000000000000000003e-2],
/// as 0.3183098861837907 * x + x^1 P(x^2): relative error below 2^-56.4.
template <> struct near_atanpi_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.2066596dbe751p-5, -0x1.7482c9479c1f2p-5, 0x1.04c26bd1edea7p-4,
                  -0x1.b2995e7b7a181p-4, -0x1.a7a6d33ab5b7fp-56);
  }
};

template <class E> struct long_atan_tail;
/// atan(x) on [9.31323e-10;1], as x + x^3 P(x^2): relative error below 2^-28.5.
template <> struct long_atan_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.d5a1aap-10, 0x1.6551e2p-7, -0x1.fe7d24p-6, 0x1.da9c2ep-5, -0x1.5825f2p-4,
                  0x1.c0946cp-4, -0x1.24211ap-3, 0x1.9991ecp-3, -0x1.55553ep-2);
  }
};
/// atan(x) on [9.31323e-10;0.547], as x + x^3 P(x^2): relative error below 2^-58.8.
template <> struct long_atan_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.a3c2f99d3c534p-8, 0x1.4cecd1d72f551p-6, -0x1.1b842f534ff5cp-5,
                  0x1.6ef55b471463p-5, -0x1.a9e5dca20108ap-5, 0x1.e1067f2fe4039p-5,
                  -0x1.110454804abbcp-4, 0x1.3b12a7e2b1aefp-4, -0x1.745d089998dd3p-4,
                  0x1.c71c71411ab1bp-4, -0x1.24924923285fdp-3, 0x1.9999999995bfap-3,
                  -0x1.5555555555538p-2);
  }
};

template <class E> struct long_atanpi_tail;
/// atan(x) / (pi) on [9.31323e-10;1], as 0.31830987 * x + x^1 P(x^2): relative error below 2^-28.6.
template <> struct long_atanpi_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.24c01cp-11, 0x1.bf96eap-9, -0x1.41528cp-7, 0x1.2c2738p-6, -0x1.b4e584p-6,
                  0x1.1d52fep-5, -0x1.73e4b6p-5, 0x1.04bca2p-4, -0x1.b29934p-4, 0x1.9f6496p-27);
  }
};
/// atan(x) / (pi) on [9.31323e-10;0.547], as 0.3183098861837907 * x + x^1 P(x^2): relative error
/// below 2^-58.8.
template <> struct long_atanpi_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, -0x1.09a64deb94d03p-9, 0x1.a64d735348939p-8, -0x1.6845a7760808ap-7,
                  0x1.d2da4c96b71adp-7, -0x1.0f124eec8035bp-6, 0x1.32372ee0d1adfp-6,
                  -0x1.5b9d12d8ec77ap-6, 0x1.9129b90600598p-6, -0x1.da1b98e4a35d3p-6,
                  0x1.21bb93f48deb9p-5, -0x1.7483758c596d4p-5, 0x1.04c26be3ad62ap-4,
                  -0x1.b2995e7b7b5cbp-4, -0x1.75e77c6a5e18ep-56);
  }
};

template <class E> struct asin_tail;
/// asin(x) on [9.31323e-10;0.5], as x + x^3 P(x^2): relative error below 2^-27.6.
template <> struct asin_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.5959aap-5, 0x1.8c415ap-6, 0x1.747b72p-5, 0x1.330206p-4, 0x1.5555c8p-3);
  }
};
/// asin(x) on [9.31323e-10;0.5], as x + x^3 P(x^2): relative error below 2^-55.9.
template <> struct asin_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.056d6c813a1d3p-5, -0x1.09d32833a132cp-6, 0x1.3ff4a990b2acep-6,
                  0x1.abcf5cd7c4303p-8, 0x1.8ec2fca60444ep-7, 0x1.c6fdc1aaa5332p-7,
                  0x1.1c6be1a687738p-6, 0x1.6e89f440197a7p-6, 0x1.f1c72c38fb342p-6,
                  0x1.6db6db427a4f8p-5, 0x1.333333336e80fp-4, 0x1.555555555539p-3);
  }
};

template <class E> struct asinpi_tail;
/// asin(x) / (pi) on [9.31323e-10;0.5], as 0.31830987 * x + x^1 P(x^2): relative error below
/// 2^-27.7.
template <> struct asinpi_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.bcc494p-7, 0x1.f19e36p-8, 0x1.db1d7ep-7, 0x1.86d936p-6, 0x1.b29a32p-5,
                  0x1.88aeb6p-27);
  }
};
/// asin(x) / (pi) on [9.31323e-10;0.5], as 0.3183098861837907 * x + x^1 P(x^2): relative error
/// below 2^-55.9.
template <> struct asinpi_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.4ec5bf966a038p-7, -0x1.586f90fbf4c39p-8, 0x1.9b7d273c676f4p-8,
                  0x1.0d15d60ae7f91p-9, 0x1.fc8cc693dbdd2p-9, 0x1.2195fc3a46ac3p-8,
                  0x1.6a250ac354736p-8, 0x1.d2b0f0dd5e718p-8, 0x1.3ce5354d7daa4p-7,
                  0x1.d1a452b2c77c8p-7, 0x1.8723a1d5e63b4p-6, 0x1.b2995e7b7b29ep-5,
                  -0x1.176f5c1c83996p-56);
  }
};

template <class E> struct long_asin_tail;
/// asin(x) on [9.31323e-10;0.625], as x + x^3 P(x^2): relative error below 2^-26.3.
template <> struct long_asin_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.02a9fep-4, -0x1.132382p-7, 0x1.43094ap-5, 0x1.632a48p-5, 0x1.3389a8p-4,
                  0x1.55546cp-3);
  }
};
/// asin(x) on [9.31323e-10;0.625], as x + x^3 P(x^2): relative error below 2^-55.3.
template <> struct long_asin_tail<double> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.1746ac7c1dcfbp-3, -0x1.1e87d31eff76cp-2, 0x1.386926ba0333ep-2,
                  -0x1.7fafb0248eee5p-3, 0x1.79675a8fc11bfp-4, -0x1.246eb6846bf43p-6,
                  0x1.ffb4622cfb442p-7, 0x1.5b7c4e6697a1p-7, 0x1.cd385bc51602bp-7,
                  0x1.1c2889b1fd80bp-6, 0x1.6e8dcbcbe0c5fp-6, 0x1.f1c7082c7863bp-6,
                  0x1.6db6dba639b7ap-5, 0x1.33333332e37a2p-4, 0x1.55555555557ccp-3);
  }
};

template <class E> struct long_asinpi_tail;
/// asin(x) / (pi) on [9.31323e-10;0.625], as 0.31830987 * x + x^1 P(x^2): relative error below
/// 2^-26.4.
template <> struct long_asinpi_tail<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.4eb536p-6, -0x1.94ca82p-9, 0x1.a1f1p-7, 0x1.c2a8fep-7, 0x1.87a822p-6,
                  0x1.b297acp-5, 0x1.166c2cp-26);
  }
};
/// asin(x) / (pi) on [9.31323e-10;0.625], as 0.3183098861837907 * x + x^1 P(x^2): relative error
/// below 2^-55.4.
template <> struct long_asinpi_tail<double> {
  template <class T> static T of(T x) {
    return horner(
        x, 0x1.6666227c49a62p-5, -0x1.71160dbfd00dcp-4, 0x1.939c53557fab1p-4, -0x1.f21036197546cp-5,
        0x1.eae333df10521p-6, -0x1.841bbaa177e86p-8, 0x1.4a13eabe9d26dp-8, 0x1.b8b70888d64d7p-9,
        0x1.25bef0f1cad72p-8, 0x1.69c9ef87af715p-8, 0x1.d2b63b192e2a9p-8, 0x1.3ce51bd6ad794p-7,
        0x1.d1a453459af43p-7, 0x1.8723a1d5095a8p-6, 0x1.b2995e7b7baccp-5, -0x1.e525fefa0cd48p-56);
  }
};

template <class E> struct atan_for_half;
/// atan(x) on [9.31323e-10;1], as x + x^3 P(x^2): relative error below 2^-14.7.
template <> struct atan_for_half<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.96fbc8p-6, -0x1.816ce6p-4, 0x1.7e9874p-3, -0x1.541a14p-2);
  }
};

template <class E> struct asin_for_half;
/// asin(x) on [9.31323e-10;0.5], as x + x^3 P(x^2): relative error below 2^-19.1.
template <> struct asin_for_half<float> {
  template <class T> static T of(T x) {
    return horner(x, 0x1.06956p-4, 0x1.268068p-4, 0x1.559be6p-3);
  }
};
} // namespace abacus

#endif
