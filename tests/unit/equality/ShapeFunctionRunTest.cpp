//===- ShapeFunctionRunTest.cpp - Shape functions of random programs ------===//
//
// RandomProgram knows the sizes of all tensors; RunnerTest holds it to that.
// Here the shape functions of the programs are lowered by mlir-opt, run by
// mlir-runner, and must say the same sizes.
//
//===----------------------------------------------------------------------===//

#include "core/analysis/Document.h"
#include "core/analysis/Section.h"
#include "core/analysis/ShapeFunctionText.h"
#include "shape/RandomProgram.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

using namespace shapels;

namespace {

const std::string tools = SHAPELS_LLVM_TOOLS;

/// A folder for what the tools read and write.
class Scratchpad {
public:
  Scratchpad() {
    std::string path = (std::filesystem::temp_directory_path() /
                        "shapels-shape-functions.XXXXXX")
                           .string();
    folder = mkdtemp(path.data());
  }
  ~Scratchpad() { std::filesystem::remove_all(folder); }

  std::ofstream write(const char *name) const {
    return std::ofstream(folder / name);
  }
  bool call(const std::string &command) const {
    return std::system(("cd " + folder.string() + " && " + command).c_str()) ==
           0;
  }
  template <typename T>
  std::vector<T> read(const char *name) const {
    std::ifstream stream(folder / name);
    return {std::istream_iterator<T>(stream), {}};
  }

private:
  std::filesystem::path folder;
};

constexpr const char *passes =
    "--pass-pipeline='builtin.module("
    "one-shot-bufferize{bufferize-function-boundaries "
    "allow-return-allocs-from-loops},"
    "convert-linalg-to-loops,memref-expand,convert-scf-to-cf,"
    "func.func(arith-expand),expand-strided-metadata,lower-affine,"
    "convert-to-llvm,reconcile-unrealized-casts)'";

/// The shape functions of many programs in one module, and what they are to
/// print.
class Sizes {
public:
  void add(unsigned seed) {
    RandomProgram program(seed, RandomProgram::Ops::All);
    Document document(program.text());
    document.update();
    ShapeFunctionText written = shapeFunctionText(
        document, *document.sections().front(), {"f", false, true});
    ASSERT_EQ(written.functions.size(), 1u) << program.text();
    const DescribedFunction &function = written.functions.front();
    RandomProgram::Sizes given;
    for (const UnknownArgument &unknown : function.unknowns) {
      auto known = program.tensors().find(unknown.name.substr(1));
      ASSERT_TRUE(unknown.dim && known != program.tensors().end())
          << unknown.name << ": " << unknown.reason << " in\n"
          << program.text();
      given.push_back(known->second.at(*unknown.dim));
      ++unknowns;
    }
    std::string name = function.name + std::to_string(seed);
    std::string text = written.text;
    text.replace(text.find(function.name), function.name.size(), name);
    size_t count = expect(program, function);
    source +=
        text + program.calling("p" + std::to_string(seed), name, given, count);
    main += "  call @p" + std::to_string(seed) + "() : () -> ()\n";
  }

  std::string module() const {
    return "func.func private @printI64(i64)\n"
           "func.func private @printNewline()\n" +
           source + "func.func @main() {\n" + main + "  return\n}\n";
  }

  struct Expected {
    int64_t size;
    std::string where;
  };
  std::vector<Expected> expected;
  /// Sizes that no rule tells.
  size_t unknowns = 0;

private:
  /// Returns how many sizes the function returns.
  size_t expect(const RandomProgram &program,
                const DescribedFunction &function) {
    size_t count = 0;
    for (const ComputedShape &shape : function.shapes) {
      count += shape.count;
      auto known = program.tensors().find(shape.name.substr(1));
      for (uint32_t i = 0; i < shape.count; ++i)
        expected.push_back(
            {known == program.tensors().end() ? -1 : known->second.at(i),
             shape.name + "[" + std::to_string(i) + "] in\n" + program.text()});
    }
    return count;
  }

  std::string source, main;
};

unsigned programs() {
  const char *wanted = std::getenv("SHAPELS_PROGRAMS");
  return wanted ? unsigned(std::atoi(wanted)) : 40;
}

TEST(ShapeFunctionRunTest, RandomProgramsHaveTheSizesThatTheirFunctionsSay) {
  if (!std::filesystem::exists(tools + "/mlir-runner"))
    GTEST_SKIP() << "there is no mlir-runner in " << tools
                 << " (apt install mlir-22-tools)";
  // What MLIR takes to lower a module grows faster than the module.
  constexpr unsigned atOnce = 20;
  for (unsigned first = 0; first < programs(); first += atOnce) {
    Sizes sizes;
    for (unsigned i = first; i < std::min(first + atOnce, programs()); ++i)
      ASSERT_NO_FATAL_FAILURE(sizes.add(i));
    Scratchpad files;
    files.write("source.mlir") << sizes.module();
    ASSERT_TRUE(files.call(tools + "/mlir-opt " + passes +
                           " source.mlir -o lowered.mlir"));
    ASSERT_TRUE(files.call(tools +
                           "/mlir-runner lowered.mlir -e main -O0 "
                           "--entry-point-result=void --shared-libs=" +
                           tools + "/../lib/libmlir_c_runner_utils.so > out"));
    // The rules for onnx.Slice and the like leave some sizes open.
    EXPECT_LE(sizes.unknowns * 50, sizes.expected.size());
    std::vector<int64_t> printed = files.read<int64_t>("out");
    ASSERT_EQ(printed.size(), sizes.expected.size());
    for (size_t i = 0; i < printed.size(); ++i) {
      const Sizes::Expected &expected = sizes.expected[i];
      if (expected.size >= 0) {
        ASSERT_EQ(printed[i], expected.size) << expected.where;
      }
    }
  }
}

/// MLIR accepts them in both forms, and finds nothing to simplify.
TEST(ShapeFunctionRunTest, NothingIsLeftToSimplify) {
  if (!std::filesystem::exists(tools + "/mlir-opt"))
    GTEST_SKIP() << "there is no mlir-opt in " << tools;
  Scratchpad files;
  std::ofstream source = files.write("source.mlir");
  for (unsigned seed = 0; seed < programs(); ++seed)
    for (bool areIndices : {false, true}) {
      Document document(RandomProgram(seed, RandomProgram::Ops::All).text());
      document.update();
      source << shapeFunctionText(document, *document.sections().front(),
                                  {"", false, areIndices})
                    .text
             << "// -----\n";
    }
  source.close();
  ASSERT_TRUE(
      files.call(tools + "/mlir-opt -split-input-file source.mlir -o read"));
  ASSERT_TRUE(files.call(tools + "/mlir-opt -split-input-file source.mlir "
                                 "--canonicalize --cse -o simplified"));
  EXPECT_TRUE(files.call("diff read simplified"));
}

} // namespace
