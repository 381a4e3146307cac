// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every mathematical function of abacus/functions.csv against MPFR: special values (all pairs for
// functions of two arguments) and random ones, errors within the limit that its row states. Results
// that the limit calls exact must be correctly rounded, bit for bit. ACCURACY_VALUES says how many
// random values there are, or `all`: then every float for functions of one, which takes minutes for
// each. ACCURACY_DRIVER names the library of an OpenCL driver whose functions are measured instead,
// without judging them. Not here: functions whose result is defined otherwise than by a real
// function (exact.cpp).
#include "functions/evaluation.h"
#include "functions/native.h"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <sstream>
#include <thread>
#include <type_traits>

namespace {

/// 67 bits more than a double has; MPFR is fastest below 128.
struct Real {
  mpfr_t value;
  Real() { mpfr_init2(value, 120); }
  ~Real() { mpfr_clear(value); }
  Real(const Real&) = delete;
  Real& operator=(const Real&) = delete;
};

using Unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using Binary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
using Whole = int (*)(mpfr_ptr, mpfr_srcptr, long, mpfr_rnd_t);
using Angle = int (*)(mpfr_ptr, mpfr_srcptr, unsigned long, mpfr_rnd_t);

template <Angle f> int turns(mpfr_ptr out, mpfr_srcptr x, mpfr_rnd_t mode) {
  return f(out, x, 2, mode);
}
int atan2_turns(mpfr_ptr out, mpfr_srcptr y, mpfr_srcptr x, mpfr_rnd_t mode) {
  return mpfr_atan2u(out, y, x, 2, mode);
}
/// IEEE 754's rootn has the domain of OpenCL's.
int root(mpfr_ptr out, mpfr_srcptr x, long n, mpfr_rnd_t mode) {
  return mpfr_rootn_si(out, x, n, mode);
}

/// OpenCL: rsqrt of -0 is -infinity, powr of 1 and NaN is NaN.
int reciprocal_root(mpfr_ptr out, mpfr_srcptr x, mpfr_rnd_t mode) {
  return mpfr_zero_p(x) ? (mpfr_set_inf(out, mpfr_signbit(x) ? -1 : 1), 0)
                        : mpfr_rec_sqrt(out, x, mode);
}
int power_of_real(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t mode) {
  return mpfr_nan_p(x) || mpfr_nan_p(y) ? (mpfr_set_nan(out), 0) : mpfr_powr(out, x, y, mode);
}

const std::map<std::string, Unary> unary = {
    {"acos", mpfr_acos},         {"acosh", mpfr_acosh}, {"acospi", turns<mpfr_acosu>},
    {"asin", mpfr_asin},         {"asinh", mpfr_asinh}, {"asinpi", turns<mpfr_asinu>},
    {"atan", mpfr_atan},         {"atanh", mpfr_atanh}, {"atanpi", turns<mpfr_atanu>},
    {"cbrt", mpfr_cbrt},         {"cos", mpfr_cos},     {"cosh", mpfr_cosh},
    {"cospi", turns<mpfr_cosu>}, {"erf", mpfr_erf},     {"erfc", mpfr_erfc},
    {"exp", mpfr_exp},           {"exp10", mpfr_exp10}, {"exp2", mpfr_exp2},
    {"expm1", mpfr_expm1},       {"log", mpfr_log},     {"log10", mpfr_log10},
    {"log1p", mpfr_log1p},       {"log2", mpfr_log2},   {"rsqrt", reciprocal_root},
    {"sin", mpfr_sin},           {"sinh", mpfr_sinh},   {"sinpi", turns<mpfr_sinu>},
    {"sqrt", mpfr_sqrt},         {"tan", mpfr_tan},     {"tanh", mpfr_tanh},
    {"tanpi", turns<mpfr_tanu>}, {"tgamma", mpfr_gamma}};
const std::map<std::string, Binary> binary = {
    {"atan2", mpfr_atan2},        {"atan2pi", atan2_turns}, {"fmod", mpfr_fmod},
    {"hypot", mpfr_hypot},        {"pow", mpfr_pow},        {"powr", power_of_real},
    {"remainder", mpfr_remainder}};
const std::map<std::string, Whole> whole = {{"pown", mpfr_pow_si}, {"rootn", root}};

const std::string relaxed_prefix = "__lanewise_relaxed_";
/// The name of the function that a form for -cl-unsafe-math-optimizations stands for, or the name.
std::string exact_name(const std::string& name) {
  return name.starts_with(relaxed_prefix) ? name.substr(relaxed_prefix.size()) : name;
}

struct FunctionLimits {
  std::string name;
  std::map<std::string, std::string> ulps; ///< by type; "-" for no limit
  std::string kept, by_default;            ///< less than the limit, or "-"; perhaps of one type
};

void PrintTo(const FunctionLimits& row, std::ostream* stream) { *stream << row.name; }

std::vector<FunctionLimits> rows() {
  std::ifstream file(ABACUS_TABLE);
  std::vector<FunctionLimits> result;
  std::string line;
  while (std::getline(file, line)) {
    if (line.starts_with("#") || line.starts_with("name,")) {
      continue;
    }
    std::vector<std::string> cells;
    std::stringstream stream(line);
    for (std::string cell; std::getline(stream, cell, ',');) {
      cells.push_back(cell);
    }
    result.push_back({cells.at(0),
                      {{"double", cells.at(6)}, {"float", cells.at(7)}, {"half", cells.at(8)}},
                      cells.at(9),
                      cells.at(10)});
  }
  return result;
}

/// A type as the tests need it: its bits, and its values as double.
struct Half {
  using Bits = uint16_t;
  static constexpr const char* name = "half";
  static constexpr int digits = 11, least = -24, most = 16;
  static double value(Bits bits) {
    const int field = bits >> 10 & 31, sign = bits >> 15;
    const double fraction = bits & 1023;
    const double size = field == 31 ? (bits & 1023 ? NAN : INFINITY)
                        : field     ? std::ldexp(fraction + 1024, field - 25)
                                    : std::ldexp(fraction, -24);
    return sign ? -size : size;
  }
};
struct Float {
  using Bits = uint32_t;
  static constexpr const char* name = "float";
  static constexpr int digits = 24, least = -149, most = 128;
  static double value(Bits bits) { return double(std::bit_cast<float>(bits)); }
};
struct Double {
  using Bits = uint64_t;
  static constexpr const char* name = "double";
  static constexpr int digits = 53, least = -1074, most = 1024;
  static double value(Bits bits) { return std::bit_cast<double>(bits); }
};

template <typename T> std::vector<typename T::Bits> specials() {
  using Bits = typename T::Bits;
  constexpr int mantissa = T::digits - 1, total = sizeof(Bits) * 8;
  const Bits one = Bits(Bits((1 << (total - 1 - mantissa - 1)) - 1) << mantissa);
  const Bits infinity = Bits(Bits((1 << (total - 1 - mantissa)) - 1) << mantissa);
  const Bits ulp = 1, step = Bits(Bits(1) << mantissa);
  std::vector<Bits> sizes = {0,
                             ulp,
                             Bits(2),
                             Bits(step / 32 + step / 256),
                             Bits(step - 1),
                             step,
                             Bits(step + 1),
                             Bits(infinity - 1),
                             infinity,
                             Bits(infinity + step / 2)};
  for (int e : {-12, -4, -3, -2, -1, 0, 1, 2, 3, 4, 8, 12}) {
    const Bits power = Bits(one + Bits(step * Bits(e)));
    sizes.insert(sizes.end(), {power, Bits(power - 1), Bits(power + 1), Bits(power + step / 2)});
  }
  std::vector<Bits> result;
  for (Bits size : sizes) {
    result.push_back(size);
    result.push_back(Bits(size | Bits(Bits(1) << (total - 1))));
  }
  return result;
}

/// Half of all random values have any bits, half lie within 2^-8 and 2^8.
template <typename T> typename T::Bits random_bits(std::mt19937_64& random) {
  using Bits = typename T::Bits;
  Bits bits = Bits(random());
  if (random() & 1) {
    constexpr int mantissa = T::digits - 1, total = sizeof(Bits) * 8;
    const Bits bias = Bits((1 << (total - 1 - mantissa - 1)) - 1);
    const Bits keep = Bits(Bits(1) << (total - 1)) | Bits((Bits(1) << mantissa) - 1);
    bits = Bits((bits & keep) | Bits((bias - 8 + random() % 17) << mantissa));
  }
  return bits;
}

/// The distance of `got` from the exact result in units of the last place of the latter.
template <typename T> double error(double got, Real& exact) {
  mpfr_srcptr e = exact.value;
  if (mpfr_nan_p(e) || std::isnan(got)) {
    return mpfr_nan_p(e) && std::isnan(got) ? 0 : INFINITY;
  }
  if (mpfr_inf_p(e)) {
    return got == mpfr_get_d(e, MPFR_RNDN) ? 0 : INFINITY;
  }
  if (mpfr_zero_p(e)) {
    return got == 0 && std::signbit(got) == (mpfr_signbit(e) != 0) ? 0 : INFINITY;
  }
  Real difference;
  const int exponent = int(mpfr_get_exp(e)); // 2^(exponent - 1) <= |e| < 2^exponent
  const int last = std::max(T::least, std::min(exponent, int(T::most)) - T::digits);
  if (std::isinf(got)) {
    // Infinity stands for the first number that is too large.
    if (std::signbit(got) != (mpfr_signbit(e) != 0)) {
      return INFINITY;
    }
    if (exponent > T::most) {
      return 0;
    }
    mpfr_set_si_2exp(difference.value, got > 0 ? 1 : -1, T::most, MPFR_RNDN);
    mpfr_sub(difference.value, difference.value, e, MPFR_RNDN);
  } else {
    mpfr_set_d(difference.value, got, MPFR_RNDN);
    mpfr_sub(difference.value, difference.value, e, MPFR_RNDN);
  }
  mpfr_mul_2si(difference.value, difference.value, -last, MPFR_RNDN);
  return std::fabs(mpfr_get_d(difference.value, MPFR_RNDN));
}

/// Whether `got` is the number of the type that is nearest to the exact result, of two the even
/// one: the exact result itself if it is one.
template <typename T> bool is_nearest(double got, Real& exact) {
  mpfr_srcptr e = exact.value;
  if (!mpfr_regular_p(e)) {
    return error<T>(got, exact) == 0;
  }
  Real nearest;
  const int last = std::max(T::least, int(mpfr_get_exp(e)) - T::digits);
  mpfr_mul_2si(nearest.value, e, -last, MPFR_RNDN);
  mpfr_roundeven(nearest.value, nearest.value);
  mpfr_mul_2si(nearest.value, nearest.value, last, MPFR_RNDN);
  if (mpfr_regular_p(nearest.value) && mpfr_get_exp(nearest.value) > T::most) {
    mpfr_set_inf(nearest.value, mpfr_signbit(e) ? -1 : 1);
  }
  return mpfr_cmp_d(nearest.value, got) == 0 && std::signbit(got) == (mpfr_signbit(e) != 0);
}

std::string describe(double got, std::initializer_list<double> arguments) {
  std::stringstream text;
  text << std::hexfloat;
  for (double argument : arguments) {
    text << argument << ' ';
  }
  text << "giving " << got;
  return text.str();
}

template <typename T> bool is_normal(double value) {
  return std::isfinite(value) && std::fabs(value) >= std::ldexp(1.0, T::least + T::digits - 1);
}
template <typename T> bool is_normal(Real& exact) {
  return mpfr_regular_p(exact.value) && mpfr_get_exp(exact.value) >= T::least + T::digits &&
         mpfr_get_exp(exact.value) <= T::most;
}

/// The worst of many, and where it was; that of those whose arguments and results are all normal
/// numbers; and one that was not the nearest, if any.
struct Worst {
  double ulps = 0, normal_ulps = 0;
  std::string where = "nowhere", normal_where = "nowhere", not_nearest = {};
  template <typename T> void add(double got, Real& exact, std::initializer_list<double> arguments) {
    const double here = error<T>(got, exact);
    if (here > ulps) {
      ulps = here;
      where = describe(got, arguments);
    }
    if (here > normal_ulps && is_normal<T>(got) && is_normal<T>(exact) &&
        std::ranges::all_of(arguments, [](double each) { return is_normal<T>(each); })) {
      normal_ulps = here;
      normal_where = describe(got, arguments);
    }
    if (not_nearest.empty() && !is_nearest<T>(got, exact)) {
      not_nearest = describe(got, arguments);
    }
  }
  void merge(const Worst& other) {
    if (other.ulps > ulps) {
      ulps = other.ulps;
      where = other.where;
    }
    if (not_nearest.empty()) {
      not_nearest = other.not_nearest;
    }
  }
};

/// The error of another driver's function and, if that is beyond the limit, the error that
/// it has where no zeros, denormals, infinities and NaNs are.
void report(const std::string& name, const char* type, const std::string& limit,
            const Worst& worst) {
  const auto text = [](double ulps) {
    char digits[32] = {};
    std::snprintf(digits, sizeof digits, ulps < 1e6 ? "%.3f" : "%.1e", ulps);
    return std::string(digits);
  };
  const bool within = limit == "0" ? worst.not_nearest.empty() : worst.ulps <= std::stod(limit);
  std::printf("%-10s %-7s %8s%s of %s at %s%s\n", name.c_str(), type, text(worst.ulps).c_str(),
              within ? "" : (" (" + text(worst.normal_ulps) + ")").c_str(), limit.c_str(),
              worst.where.c_str(), within ? "" : (", " + worst.normal_where).c_str());
  std::fflush(stdout);
}

void judge(const std::string& name, const char* type, const std::string& limit,
           const Worst& worst) {
  std::printf("%-10s %-7s %8.3f of %s at %s\n", name.c_str(), type, worst.ulps, limit.c_str(),
              worst.where.c_str());
  std::fflush(stdout); // scripts/measure/accuracy waits for each line
  if (limit == "0") {
    EXPECT_EQ(worst.not_nearest, "") << name << " of " << type << " is not correctly rounded";
  } else {
    EXPECT_LE(worst.ulps, std::stod(limit)) << name << " of " << type << " at " << worst.where;
  }
}

template <typename T> void judge(const FunctionLimits& row, TargetFacts facts, const Worst& worst) {
  if (measured_driver()) {
    report(row.name, T::name, row.ulps.at(T::name), worst);
    return;
  }
  judge(row.name, T::name, row.ulps.at(T::name), worst);
  const size_t of_type = row.by_default.find(' ');
  const bool has_default = row.by_default != "-" && (of_type == std::string::npos ||
                                                     row.by_default.substr(of_type + 1) == T::name);
  const std::string kept = std::is_same_v<T, Half>          ? facts.accurate ? "0.51" : "0.8"
                           : facts.accurate || !has_default ? row.kept
                                                            : row.by_default;
  if (kept != "-" && facts.fma) {
    EXPECT_LE(worst.ulps, std::stod(kept))
        << row.name << " of " << T::name << " at " << worst.where;
  }
}

const std::string& wanted_values() {
  static const std::string wanted = [] {
    const char* value = std::getenv("ACCURACY_VALUES");
    return std::string(value ? value : "20000");
  }();
  return wanted;
}
bool every_float() { return wanted_values() == "all"; }
/// The number of random values: fewer without a fused multiply-add, where results differ little.
int random_count(TargetFacts facts) {
  return every_float() ? 1 << 20 : std::stoi(wanted_values()) / (facts.fma ? 1 : 8);
}

/// Near enough, in double, to tell which floats are worth a look with MPFR.
double half_turns(double (*f)(double), double x) { return f(3.14159265358979323846 * x); }
double sin_of_half_turns(double x) {
  const double rest = std::remainder(x, 2.0), size = std::fabs(rest);
  return std::copysign(half_turns(std::sin, size > 0.5 ? 1 - size : size), rest);
}
double cos_of_half_turns(double x) {
  return sin_of_half_turns(0.5 - std::fabs(std::remainder(x, 2.0)));
}
template <double (*f)(double)> double in_half_turns(double x) {
  return f(x) / 3.14159265358979323846;
}
using Near = double (*)(double);
const std::map<std::string, Near> near_enough = {
    {"acos", std::acos},
    {"acosh", std::acosh},
    {"acospi", in_half_turns<std::acos>},
    {"asin", std::asin},
    {"asinh", std::asinh},
    {"asinpi", in_half_turns<std::asin>},
    {"atan", std::atan},
    {"atanh", std::atanh},
    {"atanpi", in_half_turns<std::atan>},
    {"cbrt", std::cbrt},
    {"cos", std::cos},
    {"cosh", std::cosh},
    {"cospi", cos_of_half_turns},
    {"erf", std::erf},
    {"erfc", std::erfc},
    {"exp", std::exp},
    {"exp10", [](double x) { return std::pow(10.0, x); }},
    {"exp2", std::exp2},
    {"expm1", std::expm1},
    {"log", std::log},
    {"log10", std::log10},
    {"log1p", std::log1p},
    {"log2", std::log2},
    {"rsqrt", [](double x) { return 1 / std::sqrt(x); }},
    {"sin", std::sin},
    {"sinh", std::sinh},
    {"sinpi", sin_of_half_turns},
    {"sqrt", std::sqrt},
    {"tan", std::tan},
    {"tanh", std::tanh},
    {"tanpi", [](double x) { return sin_of_half_turns(x) / cos_of_half_turns(x); }},
    {"tgamma", std::tgamma}};

/// An estimate of a float's error that is too small by less than 2^-10 units in the last place.
double min_error(double got, double near) {
  if (!std::isfinite(got) || !std::isfinite(near) || std::fabs(near) >= 0x1p127 || near == 0) {
    return INFINITY; // to be looked at
  }
  const int last = std::max(std::ilogb(near) - 23, -149);
  return std::fabs(std::ldexp(got - near, -last)) + 0x1p-10;
}

/// The floats of every `step`th block from `first` on; MPFR is asked where the error could be a new
/// record. Blocks come in a mixed order: in the order of size the error of functions such as exp
/// grows from each float to the next for a long time.
Worst worst_of_blocks(const FunctionLimits& row, Unary exact, const Evaluation& function,
                      uint64_t first, uint64_t step) {
  constexpr size_t block = 1 << 16, blocks = 1 << 16;
  const Near near = near_enough.at(row.name);
  const bool correctly = row.ulps.at("float") == "0"; // sqrt
  std::vector<uint32_t> in(block), out(block);
  Real x, y;
  Worst worst;
  for (uint64_t index = first; index < blocks; index += step) {
    const uint64_t start = index * 40503 % blocks * block;
    for (size_t i = 0; i < block; ++i) {
      in[i] = uint32_t(start + i);
    }
    function(block, out.data(), {in.data()});
    for (size_t i = 0; i < block; ++i) {
      const double argument = Float::value(in[i]), got = Float::value(out[i]);
      const double expected = near(argument);
      const bool alike = std::isnan(got)   ? std::isnan(expected)
                         : std::isinf(got) ? got == double(float(expected))
                                           : got == 0 && std::fabs(expected) < 0x1p-151 &&
                                                 std::signbit(got) == std::signbit(expected);
      // A root rounded to double and then to float is correctly rounded: 53 >= 2 * 24 + 2.
      const bool in_doubt = correctly && got != double(float(expected));
      if (alike || (!in_doubt && min_error(got, expected) < worst.ulps)) {
        continue;
      }
      mpfr_set_d(x.value, argument, MPFR_RNDN);
      exact(y.value, x.value, MPFR_RNDN);
      worst.add<Float>(got, y, {argument});
    }
  }
  mpfr_free_cache(); // of this thread
  return worst;
}

void test_every_float(const FunctionLimits& row, Unary exact, const Evaluation& function) {
  const unsigned count = std::max(std::thread::hardware_concurrency(), 1u);
  std::vector<Worst> found(count);
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < count; ++i) {
    threads.emplace_back([&, i] { found[i] = worst_of_blocks(row, exact, function, i, count); });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  Worst worst;
  for (const Worst& of_thread : found) {
    worst.merge(of_thread);
  }
  judge<Float>(row, {}, worst);
}

template <typename T> void test_unary(const FunctionLimits& row, Unary exact, TargetFacts facts) {
  using Bits = typename T::Bits;
  const auto function = evaluation_of(row.name, T::name, {T::name}, facts);
  if (!function) {
    return;
  }
  if (std::is_same_v<T, Float> && every_float() && facts.fma && !measured_driver()) {
    test_every_float(row, exact, *function);
    return;
  }
  std::vector<Bits> in = specials<T>();
  std::mt19937_64 random(1);
  if (sizeof(Bits) == 2) {
    in.clear();
    for (int i = 0; i < 65536; ++i) {
      in.push_back(Bits(i));
    }
  } else {
    for (int i = 0; i < random_count(facts); ++i) {
      in.push_back(random_bits<T>(random));
    }
  }
  std::vector<Bits> out(in.size());
  (*function)(in.size(), out.data(), {in.data()});
  Real x, y;
  Worst worst;
  for (size_t i = 0; i < in.size(); ++i) {
    mpfr_set_d(x.value, T::value(in[i]), MPFR_RNDN);
    exact(y.value, x.value, MPFR_RNDN);
    const double got = T::value(out[i]);
    worst.add<T>(got, y, {T::value(in[i])});
  }
  judge<T>(row, facts, worst);
}

/// The exponent of a power near the end of the range, which needs most of the logarithm's digits.
double large_exponent(double base, std::mt19937_64& random) {
  return double(768 + random() % 256) / std::log2(std::fabs(base));
}

template <typename T> void test_binary(const FunctionLimits& row, Binary exact, TargetFacts facts) {
  using Bits = typename T::Bits;
  const auto function = evaluation_of(row.name, T::name, {T::name, T::name}, facts);
  if (!function) {
    return;
  }
  std::vector<Bits> a, b;
  for (Bits first : specials<T>()) {
    for (Bits second : specials<T>()) {
      a.push_back(first);
      b.push_back(second);
    }
  }
  std::mt19937_64 random(2);
  for (int i = 0; i < random_count(facts); ++i) {
    a.push_back(random_bits<T>(random));
    b.push_back(random_bits<T>(random));
    if constexpr (std::is_same_v<T, Double>) {
      if (row.name.starts_with("pow") && i % 2 != 0) {
        b.back() = std::bit_cast<Bits>(large_exponent(T::value(a.back()), random));
      }
    }
  }
  std::vector<Bits> out(a.size());
  (*function)(a.size(), out.data(), {a.data(), b.data()});
  Real x, y, z;
  Worst worst;
  for (size_t i = 0; i < a.size(); ++i) {
    mpfr_set_d(x.value, T::value(a[i]), MPFR_RNDN);
    mpfr_set_d(y.value, T::value(b[i]), MPFR_RNDN);
    exact(z.value, x.value, y.value, MPFR_RNDN);
    const double got = T::value(out[i]);
    worst.add<T>(got, z, {T::value(a[i]), T::value(b[i])});
  }
  judge<T>(row, facts, worst);
}

template <typename T> void test_whole(const FunctionLimits& row, Whole exact, TargetFacts facts) {
  using Bits = typename T::Bits;
  const auto function = evaluation_of(row.name, T::name, {T::name, "int"}, facts);
  if (!function) {
    return;
  }
  std::vector<Bits> a;
  std::vector<int32_t> b;
  for (Bits first : specials<T>()) {
    for (int n : {0, 1, 2, 3, 4, 5, 7, 100, 1001, INT32_MAX, -1, -2, -3, -7, -100, INT32_MIN}) {
      a.push_back(first);
      b.push_back(n);
    }
  }
  std::mt19937_64 random(3);
  for (int i = 0; i < random_count(facts); ++i) {
    a.push_back(random_bits<T>(random));
    b.push_back(int32_t(random()) >> (random() % 32));
  }
  std::vector<Bits> out(a.size());
  (*function)(a.size(), out.data(), {a.data(), b.data()});
  Real x, z;
  Worst worst;
  for (size_t i = 0; i < a.size(); ++i) {
    mpfr_set_d(x.value, T::value(a[i]), MPFR_RNDN);
    exact(z.value, x.value, b[i], MPFR_RNDN);
    const double got = T::value(out[i]);
    worst.add<T>(got, z, {T::value(a[i]), double(b[i])});
  }
  judge<T>(row, facts, worst);
}

template <typename T> void test_row(const FunctionLimits& row, TargetFacts facts = {}) {
  const std::string name = exact_name(row.name);
  if (const auto found = unary.find(name); found != unary.end()) {
    test_unary<T>(row, found->second, facts);
  } else if (const auto pair = binary.find(name); pair != binary.end()) {
    test_binary<T>(row, pair->second, facts);
  } else {
    test_whole<T>(row, whole.at(name), facts);
  }
}

class Accuracy : public testing::TestWithParam<FunctionLimits> {};

TEST_P(Accuracy, withinTheLimitOfItsRow) {
  test_row<Double>(GetParam());
  test_row<Float>(GetParam());
  test_row<Half>(GetParam());
}

/// The other ways of whatever is written in several.
class AccuracyWithoutFma : public testing::TestWithParam<FunctionLimits> {};
class AccuracyIfWanted : public testing::TestWithParam<FunctionLimits> {};
class AccuracyOfWideVectors : public testing::TestWithParam<FunctionLimits> {};

void test_other_way(const FunctionLimits& row, TargetFacts facts) {
  if (measured_driver()) {
    GTEST_SKIP() << "another driver is measured as it is";
  }
  test_row<Double>(row, facts);
  test_row<Float>(row, facts);
  test_row<Half>(row, facts);
}
TEST_P(AccuracyWithoutFma, withinTheLimitOfItsRow) { test_other_way(GetParam(), {.fma = false}); }
TEST_P(AccuracyIfWanted, withinTheLimitOfItsRow) { test_other_way(GetParam(), {.accurate = true}); }
TEST_P(AccuracyOfWideVectors, withinTheLimitOfItsRow) {
  test_other_way(GetParam(), {.table_permutes = true, .exponent_operations = true});
}
TEST_P(AccuracyOfWideVectors, withinTheLimitOfItsRowByDivisions) {
  test_other_way(GetParam(),
                 {.table_permutes = true, .exponent_operations = true, .fast_division = true});
}

class AccuracyOfEstimates : public testing::TestWithParam<FunctionLimits> {};
TEST_P(AccuracyOfEstimates, withinTheLimitOfItsRow) {
  test_other_way(GetParam(), {.float_estimates = true});
}

/// With AVX2's tables of eight numbers.
class AccuracyOfShortTables : public testing::TestWithParam<FunctionLimits> {};
TEST_P(AccuracyOfShortTables, withinTheLimitOfItsRow) {
  test_other_way(GetParam(), {.short_table_permutes = true, .float_estimates = true});
}

/// Some types and ways are more exact than their row says, which is of all.
TEST(AccuracyOfTypes, sineOfHalfTurns) {
  if (measured_driver()) {
    GTEST_SKIP() << "another driver is measured as it is";
  }
  for (const char* name : {"sinpi", "cospi"}) {
    test_row<Float>({name, {{"float", "1.7"}}, "-", "-"});
  }
}
TEST(AccuracyOfTypes, errorFunctions) {
  if (measured_driver()) {
    GTEST_SKIP() << "another driver is measured as it is";
  }
  test_row<Double>({"erf", {{"double", "1.2"}}, "-", "-"});
  test_row<Double>({"erfc", {{"double", "1.4"}}, "-", "-"});
}
/// Tables in registers make these more exact than their rows say, which are of all ways.
TEST(AccuracyOfTables, erfc) {
  if (measured_driver()) {
    GTEST_SKIP() << "another driver is measured as it is";
  }
  const FunctionLimits row = {"erfc", {{"double", "1.4"}, {"float", "1.36"}}, "-", "-"};
  const TargetFacts facts = {.table_permutes = true, .exponent_operations = true};
  test_row<Double>(row, facts);
  test_row<Float>(row, facts);
}
TEST(AccuracyOfTables, expm1) {
  if (measured_driver()) {
    GTEST_SKIP() << "another driver is measured as it is";
  }
  const FunctionLimits row = {"expm1", {{"double", "0.52"}, {"float", "0.52"}}, "-", "-"};
  const TargetFacts facts = {.table_permutes = true, .exponent_operations = true};
  test_row<Double>(row, facts);
  test_row<Float>(row, facts);
}

TEST(AccuracyOfTables, ofEightNumbers) {
  if (measured_driver()) {
    GTEST_SKIP() << "another driver is measured as it is";
  }
  const TargetFacts facts = {.short_table_permutes = true, .float_estimates = true};
  test_row<Float>({"erf", {{"float", "2.4"}}, "-", "-"}, facts);
  test_row<Float>({"erfc", {{"float", "1.36"}}, "-", "-"}, facts);
  test_row<Float>({"log", {{"float", "0.55"}}, "-", "-"}, facts);
  test_row<Float>({"log1p", {{"float", "0.56"}}, "-", "-"}, facts);
  test_row<Float>({"acosh", {{"float", "0.56"}}, "-", "-"}, facts);
  test_row<Float>({"atanh", {{"float", "0.57"}}, "-", "-"}, facts);
  for (const char* name : {"pow", "powr"}) {
    test_row<Float>({name, {{"float", "0.62"}}, "-", "-"}, facts);
    test_row<Double>({name, {{"double", "0.82"}}, "-", "-"}, facts);
  }
  test_row<Float>({"rootn", {{"float", "0.62"}}, "-", "-"}, facts);
  test_row<Double>({"rootn", {{"double", "0.56"}}, "-", "-"}, facts);
}

std::vector<FunctionLimits> rows_of_real_functions() {
  std::vector<FunctionLimits> result;
  for (const FunctionLimits& row : rows()) {
    if (unary.contains(row.name) || binary.contains(row.name) || whole.contains(row.name)) {
      result.push_back(row);
    }
  }
  return result;
}

/// Forms for -cl-unsafe-math-optimizations with a limit.
class AccuracyIfRelaxed : public testing::TestWithParam<FunctionLimits> {};

TEST_P(AccuracyIfRelaxed, withinTheLimitOfItsRow) {
  if (measured_driver()) {
    GTEST_SKIP() << "another driver is measured as it is";
  }
  test_row<Float>(GetParam());
  test_row<Float>(GetParam(), {.fma = false});
  test_row<Float>(GetParam(), {.float_estimates = true});
  test_row<Float>(GetParam(), {.short_table_permutes = true, .float_estimates = true});
  test_row<Float>(GetParam(), {.table_permutes = true, .exponent_operations = true});
}

std::vector<FunctionLimits> rows_of_relaxed_functions() {
  std::vector<FunctionLimits> result = rows();
  std::erase_if(result, [](const FunctionLimits& row) {
    return !row.name.starts_with(relaxed_prefix) || row.ulps.at("float") == "-";
  });
  return result;
}

INSTANTIATE_TEST_SUITE_P(Functions, AccuracyIfRelaxed,
                         testing::ValuesIn(rows_of_relaxed_functions()),
                         [](const auto& row) { return exact_name(row.param.name); });

INSTANTIATE_TEST_SUITE_P(Functions, Accuracy, testing::ValuesIn(rows_of_real_functions()),
                         [](const auto& row) { return row.param.name; });

INSTANTIATE_TEST_SUITE_P(Functions, AccuracyWithoutFma, testing::ValuesIn(rows_of_real_functions()),
                         [](const auto& row) { return row.param.name; });
INSTANTIATE_TEST_SUITE_P(Functions, AccuracyIfWanted, testing::ValuesIn(rows_of_real_functions()),
                         [](const auto& row) { return row.param.name; });
INSTANTIATE_TEST_SUITE_P(Functions, AccuracyOfWideVectors,
                         testing::ValuesIn(rows_of_real_functions()),
                         [](const auto& row) { return row.param.name; });
INSTANTIATE_TEST_SUITE_P(Functions, AccuracyOfShortTables,
                         testing::ValuesIn(rows_of_real_functions()),
                         [](const auto& row) { return row.param.name; });
INSTANTIATE_TEST_SUITE_P(Functions, AccuracyOfEstimates,
                         testing::ValuesIn(rows_of_real_functions()),
                         [](const auto& row) { return row.param.name; });

/// Beside its poles gamma is far larger than between them, and denormal only there.
TEST(Accuracy, gammaBesideItsPoles) {
  std::vector<uint64_t> in;
  for (int n = 1; n <= 190; ++n) {
    const auto pole = std::bit_cast<uint64_t>(double(-n));
    for (uint64_t away : {1, 2, 3, 7, 0x200, 0x12345678}) {
      in.insert(in.end(), {pole - away, pole + away});
    }
  }
  std::vector<uint64_t> out(in.size());
  const Native native("_Z6tgammad", "double", {"double"});
  native(in.size(), out.data(), {in.data()});
  Real x, y;
  Worst worst;
  for (size_t i = 0; i < in.size(); ++i) {
    mpfr_set_d(x.value, Double::value(in[i]), MPFR_RNDN);
    mpfr_gamma(y.value, x.value, MPFR_RNDN);
    const double got = Double::value(out[i]);
    worst.add<Double>(got, y, {Double::value(in[i])});
  }
  judge("tgamma", "double", "16", worst);
}

template <typename T>
void expect_sines(const std::vector<typename T::Bits>& angles, double most, Native&& sine) {
  std::vector<typename T::Bits> out(angles.size());
  sine(angles.size(), out.data(), {angles.data()});
  Real x, y;
  for (size_t i = 0; i < angles.size(); ++i) {
    mpfr_set_d(x.value, T::value(angles[i]), MPFR_RNDN);
    mpfr_sin(y.value, x.value, MPFR_RNDN);
    EXPECT_LE(error<T>(T::value(out[i]), y), most) << T::value(angles[i]);
  }
}
/// Angles of which most digits cancel. (Few random values are so near.)
TEST(Accuracy, anglesBesideMultiplesOfPi) {
  std::vector<uint32_t> singles = {std::bit_cast<uint32_t>(0x1.0f79ap+58F)};
  std::vector<uint64_t> doubles;
  for (int turns = 1; turns < 30000; ++turns) {
    singles.push_back(std::bit_cast<uint32_t>(float(turns * 3.14159265358979323846)));
    doubles.push_back(std::bit_cast<uint64_t>(turns * 3.14159265358979323846));
  }
  expect_sines<Float>(singles, 0.9, Native("_Z3sinf", "float", {"float"}));
  expect_sines<Double>(doubles, 1.1, Native("_Z3sind", "double", {"double"}));
  expect_sines<Double>(doubles, 0.9, Native("_Z3sind", "double", {"double"}, {.accurate = true}));
}

TEST(Accuracy, tableNamesAllThatAreCompared) {
  EXPECT_EQ(rows_of_real_functions().size(), unary.size() + binary.size() + whole.size());
}

} // namespace
