//===- core_bench.cpp - Where a keystroke's time goes in core/ ------------===//
//
//   core_bench FILE.mlir [--benchmark_filter=REGEX ...]
//
// FILE.json beside it (see generate.py) says where to edit.
//
//===----------------------------------------------------------------------===//

#include "core/analysis/Document.h"
#include "core/analysis/Section.h"
#include "core/analysis/SectionShapes.h"
#include "core/ir/context/Dialects.h"
#include "core/syntax/Lexer.h"
#include "core/syntax/Outline.h"
#include "core/syntax/Sections.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Operation.h"
#include "mlir/Parser/Parser.h"

#include <benchmark/benchmark.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <malloc.h>
#include <random>

using namespace shapels;

namespace {

std::string text;
/// A digit that makes a statement wrong, and its place.
Position digit;
std::string right, wrong;

void countBytes(benchmark::State &state) {
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations()) *
                          static_cast<int64_t>(text.size()));
}

void makeBuffer(benchmark::State &state) {
  for (auto _ : state)
    benchmark::DoNotOptimize(TextBuffer(text).lineCount());
  countBytes(state);
}

void typeIntoBuffer(benchmark::State &state) {
  TextBuffer buffer(text);
  DocumentOffset at{buffer.end().value / 2};
  for (auto _ : state) {
    buffer.apply({{at, at}, "x"});
    at = at + 1;
  }
}

DocumentOffset anywhere(const TextBuffer &buffer, std::mt19937 &random) {
  return {static_cast<uint32_t>(random() % buffer.end().value)};
}

/// By turns a byte becomes two and goes.
void editBufferAnywhere(benchmark::State &state) {
  TextBuffer buffer(text);
  std::mt19937 random(3);
  for (std::string newText; auto _ : state) {
    DocumentOffset at = anywhere(buffer, random);
    newText = newText.empty() ? "xy" : "";
    buffer.apply({{at, at + 1}, newText});
  }
}

void findPositions(benchmark::State &state) {
  TextBuffer buffer(text);
  std::mt19937 random(3);
  for (auto _ : state)
    benchmark::DoNotOptimize(
        buffer.position(anywhere(buffer, random), PositionEncoding::Utf16));
}

void findOffsets(benchmark::State &state) {
  TextBuffer buffer(text);
  std::mt19937 random(3);
  for (auto _ : state) {
    auto line = static_cast<uint32_t>(random() % buffer.lineCount());
    benchmark::DoNotOptimize(
        buffer.offset({line, 20}, PositionEncoding::Utf16));
  }
}

void lex(benchmark::State &state) {
  for (auto _ : state)
    for (Lexer lexer(text); !lexer.next().is(TokenKind::End);)
      ;
  countBytes(state);
}

void splitSections(benchmark::State &state) {
  for (auto _ : state)
    benchmark::DoNotOptimize(sectionsOf(text));
  countBytes(state);
}

void outline(benchmark::State &state) {
  const OpTable &ops = Dialects::upstream().ops();
  TextBuffer buffer(text);
  for (auto _ : state)
    benchmark::DoNotOptimize(Outline(ops, buffer));
  countBytes(state);
}

/// What is typed comes and goes, at a line's end or anywhere.
template <typename Place>
void editOutline(benchmark::State &state, const std::string &typed,
                 Place place) {
  TextBuffer buffer(text);
  Outline outline(Dialects::upstream().ops(), buffer);
  auto apply = [&](DocumentRange range, const std::string &newText) {
    buffer.apply({range, newText});
    outline.apply(buffer, TextSpan(buffer).inSection(range),
                  static_cast<uint32_t>(newText.size()));
  };
  auto size = static_cast<uint32_t>(typed.size());
  for (auto _ : state) {
    DocumentOffset at = place(buffer);
    apply({at, at}, typed);
    apply({at, at + size}, "");
  }
}

DocumentOffset middle(const TextBuffer &buffer) {
  return buffer.lineRange({buffer.lineCount() / 2}).end;
}

void typeDigitsIntoOutline(benchmark::State &state) {
  std::mt19937 random(3);
  editOutline(state, "1", [&](const TextBuffer &buffer) {
    return anywhere(buffer, random);
  });
}

void typeBraceIntoOutline(benchmark::State &state) {
  editOutline(state, " {", middle);
}

void typeClosingBraceIntoOutline(benchmark::State &state) {
  editOutline(state, "\n}", middle);
}

void open(benchmark::State &state) {
  for (auto _ : state) {
    Document document(text);
    document.update();
  }
  countBytes(state);
}

/// MLIR's parser on the whole text, and nothing else; what `open` and `infer`
/// are held against.
void parseByMlir(benchmark::State &state) {
  for (auto _ : state) {
    state.PauseTiming();
    std::unique_ptr<mlir::MLIRContext> context =
        Dialects::upstream().makeContext();
    mlir::ParserConfig config(context.get(), /*verifyAfterParse=*/false);
    state.ResumeTiming();
    mlir::OwningOpRef<mlir::ModuleOp> module =
        mlir::parseSourceString<mlir::ModuleOp>(text, config);
    benchmark::DoNotOptimize(module);
    state.PauseTiming();
    if (!module)
      state.SkipWithError("does not parse");
    module = nullptr;
    context.reset();
    state.ResumeTiming();
  }
  countBytes(state);
}

/// The canonical shape of every value, from arguments alone. Returns the number
/// of ops.
size_t inferAll(const Document &document) {
  size_t ops = 0;
  for (const std::unique_ptr<Section> &section : document.sections()) {
    SectionShapes &shapes = document.shapes(*section);
    section->ir().walk([&](mlir::Operation *op) {
      ++ops;
      for (mlir::Value result : op->getResults())
        benchmark::DoNotOptimize(shapes.symbolic(result));
    });
  }
  return ops;
}

/// By tcmalloc, where it is there.
extern "C" int MallocExtension_GetNumericProperty(const char *property,
                                                  size_t *value)
    __attribute__((weak));

size_t bytesInUse() {
  size_t bytes = 0;
  if (MallocExtension_GetNumericProperty &&
      MallocExtension_GetNumericProperty("generic.current_allocated_bytes",
                                         &bytes))
    return bytes;
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

/// The first question about shapes.
void infer(benchmark::State &state) {
  for (auto _ : state) {
    state.PauseTiming();
    auto document = std::make_unique<Document>(text);
    document->update();
    size_t before = bytesInUse();
    state.ResumeTiming();
    size_t ops = inferAll(*document);
    state.PauseTiming();
    state.counters["bytes_per_op"] =
        double(bytesInUse() - before) / double(ops);
    document.reset();
    state.ResumeTiming();
  }
  countBytes(state);
}

/// A keystroke, and a question about the shape of what it is in.
void editAndInfer(benchmark::State &state) {
  Document document(text);
  document.update();
  inferAll(document);
  DocumentOffset begin =
      document.buffer().offset(digit, PositionEncoding::Utf8);
  bool isRight = true;
  for (auto _ : state) {
    document.edit({{begin, begin + 1}, isRight ? wrong : right});
    document.update();
    const Section &section = document.sectionAt(begin);
    StatementId statement =
        section.outline().statementAt(section.span().inSection(begin));
    if (mlir::Operation *op = section.ir().operationOf(statement))
      for (mlir::Value result : op->getResults())
        benchmark::DoNotOptimize(document.shapes(section).symbolic(result));
    isRight = !isRight;
  }
}

/// A keystroke and what follows from it, without the protocol.
void edit(benchmark::State &state) {
  Document document(text);
  document.update();
  document.conclude();
  DocumentOffset begin =
      document.buffer().offset(digit, PositionEncoding::Utf8);
  bool isRight = true;
  for (auto _ : state) {
    document.edit({{begin, begin + 1}, isRight ? wrong : right});
    document.update();
    isRight = !isRight;
    if (document.diagnostics().empty() != isRight)
      return state.SkipWithError("wrong diagnostics");
  }
  countBytes(state);
}

void broadcast(benchmark::State &state) {
  auto tensor = [](std::vector<Dim> dims) {
    return TypeShape{TypeShape::Kind::Tensor, std::move(dims)};
  };
  std::vector<TypeShape> operands = {
      tensor({Dim::fixed(4), Dim::dynamic(), Dim::fixed(8)}),
      tensor({Dim::fixed(3), Dim::fixed(8)})};
  std::vector<TypeShape> results = {
      tensor({Dim::fixed(4), Dim::fixed(3), Dim::fixed(8)})};
  for (auto _ : state)
    benchmark::DoNotOptimize(
        checkBroadcast(operands, results, BroadcastRules::Spec));
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()));
}

BENCHMARK(makeBuffer)->Unit(benchmark::kMillisecond);
BENCHMARK(typeIntoBuffer)->Unit(benchmark::kMicrosecond);
BENCHMARK(editBufferAnywhere)->Unit(benchmark::kMicrosecond);
BENCHMARK(findPositions)->Unit(benchmark::kMicrosecond);
BENCHMARK(findOffsets)->Unit(benchmark::kMicrosecond);
BENCHMARK(lex)->Unit(benchmark::kMillisecond);
BENCHMARK(splitSections)->Unit(benchmark::kMillisecond);
BENCHMARK(outline)->Unit(benchmark::kMillisecond);
BENCHMARK(typeDigitsIntoOutline)->Unit(benchmark::kMicrosecond);
BENCHMARK(typeBraceIntoOutline)->Unit(benchmark::kMicrosecond);
BENCHMARK(typeClosingBraceIntoOutline)->Unit(benchmark::kMicrosecond);
BENCHMARK(open)->Unit(benchmark::kMillisecond);
BENCHMARK(parseByMlir)->Unit(benchmark::kMillisecond);
BENCHMARK(infer)->Unit(benchmark::kMillisecond);
BENCHMARK(editAndInfer)->Unit(benchmark::kMillisecond);
BENCHMARK(edit)->Unit(benchmark::kMillisecond);
BENCHMARK(broadcast);

void read(const std::filesystem::path &path) {
  std::ifstream stream(path, std::ios::binary);
  text.assign(std::istreambuf_iterator<char>(stream), {});
  auto sidecar = std::filesystem::path(path).replace_extension("json");
  std::ifstream places(sidecar);
  nlohmann::json site = nlohmann::json::parse(places)["edits"][0];
  digit = {site["line"], site["character"]};
  right = site["right"];
  wrong = site["wrong"];
}

} // namespace

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  if (argc != 2) {
    std::cerr << "usage: core_bench FILE.mlir [--benchmark_...]\n";
    return EXIT_FAILURE;
  }
  read(argv[1]);
  benchmark::RunSpecifiedBenchmarks();
  return EXIT_SUCCESS;
}
