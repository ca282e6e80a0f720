//===- RunnerTest.cpp - The formulas of random programs -------------------===//
//
// SoundnessTest goes by what RandomProgram works out. Here the same programs
// are lowered by mlir-opt, run by mlir-runner, and print their sizes.
//
//===----------------------------------------------------------------------===//

#include "shape/RandomProgram.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace shapels;

namespace {

const std::string tools = SHAPELS_LLVM_TOOLS;

/// What one execution is said to print.
std::vector<int64_t> expectedOf(const RandomProgram &program) {
  std::vector<int64_t> lines;
  for (const auto &[name, sizes] : program.tensors())
    lines.insert(lines.end(), sizes.begin(), sizes.end());
  for (const auto &[name, value] : program.integers())
    lines.push_back(value);
  return lines;
}

/// Runs programs one after the other, with a line before each.
class Runner {
public:
  Runner() {
    std::string path =
        (std::filesystem::temp_directory_path() / "shapels-runner.XXXXXX")
            .string();
    folder = mkdtemp(path.data());
  }
  ~Runner() { std::filesystem::remove_all(folder); }

  bool run(const std::vector<RandomProgram> &programs) {
    std::ofstream source(folder / "source.mlir");
    source << "func.func private @printI64(i64)\n"
              "func.func private @printNewline()\n";
    std::string main = "func.func @main() {\n";
    for (size_t i = 0; i < programs.size(); ++i) {
      source << programs[i].printing("p" + std::to_string(i));
      main += "  call @p" + std::to_string(i) + "() : () -> ()\n";
    }
    source << main << "  return\n}\n";
    source.close();
    return call(tools + "/mlir-opt " + passes +
                " source.mlir -o lowered.mlir") &&
           call(tools +
                "/mlir-runner lowered.mlir -e main -O0 "
                "--entry-point-result=void --shared-libs=" +
                tools + "/../lib/libmlir_c_runner_utils.so > printed");
  }

  std::vector<int64_t> printed() const {
    std::ifstream stream(folder / "printed");
    return {std::istream_iterator<int64_t>(stream), {}};
  }

private:
  bool call(const std::string &command) const {
    return std::system(("cd " + folder.string() + " && " + command).c_str()) ==
           0;
  }

  static constexpr const char *passes =
      "--pass-pipeline='builtin.module("
      "func.func(convert-elementwise-to-linalg,tosa-to-linalg-named,tosa-to-"
      "linalg,tosa-to-arith,"
      "tosa-to-tensor),"
      "one-shot-bufferize{bufferize-function-boundaries "
      "allow-return-allocs-from-loops},"
      "convert-linalg-to-loops,memref-expand,convert-scf-to-cf,"
      "expand-strided-metadata,lower-affine,convert-to-llvm,reconcile-"
      "unrealized-casts)'";
  std::filesystem::path folder;
};

TEST(RunnerTest, ProgramsHaveTheSizesThatTheyAreSaidToHave) {
  if (!std::filesystem::exists(tools + "/mlir-runner"))
    GTEST_SKIP() << "there is no mlir-runner in " << tools
                 << " (apt install mlir-22-tools)";
  const char *wanted = std::getenv("SHAPELS_PROGRAMS");
  unsigned count = wanted ? unsigned(std::atoi(wanted)) / 10 : 30;
  std::vector<RandomProgram> programs;
  std::vector<int64_t> expected;
  for (unsigned seed = 0; seed < count; ++seed) {
    programs.emplace_back(seed, RandomProgram::Ops::Runnable);
    std::vector<int64_t> lines = expectedOf(programs.back());
    expected.insert(expected.end(), lines.begin(), lines.end());
  }
  Runner runner;
  ASSERT_TRUE(runner.run(programs));
  std::vector<int64_t> printed = runner.printed();
  size_t line = 0;
  for (const RandomProgram &program : programs)
    for (int64_t value : expectedOf(program)) {
      ASSERT_LT(line, printed.size());
      ASSERT_EQ(printed[line++], value) << program.printing("main");
    }
  EXPECT_EQ(line, printed.size());
}

} // namespace
