//===- FormatParityTest.cpp - Ops by their formats, as MLIR parses them
//-----===//

#include "TestData.h"
#include "core/analysis/Document.h"
#include "core/analysis/Section.h"
#include "core/ir/unregistered/DefinedForm.h"
#include "core/upstream/Upstream.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace shapels;
using testing::IsEmpty;

namespace {

namespace fs = std::filesystem;

const fs::path ownFile =
    fs::path(SHAPELS_TEST_DATA) / "../corpus/upstream_ops.mlir";

/// MLIR's own tests, where they are.
std::vector<fs::path> publicFiles() {
  const char *given = std::getenv("SHAPELS_SHARED");
  fs::path shared =
      given ? fs::path(given) : fs::path(SHAPELS_TEST_DATA) / "../../../shared";
  std::vector<fs::path> files;
  for (const char *folder : {"corpus/upstream"})
    if (fs::exists(shared / folder))
      for (const auto &entry : fs::directory_iterator(shared / folder))
        if (entry.path().extension() == ".mlir")
          files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::string contentOf(const fs::path &file) {
  std::ifstream stream(file);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// What the formats tell of a text's ops, beside what MLIR's parser does.
class Comparison {
public:
  Comparison(const Section &section, std::string file)
      : section(section), outline(section.outline()), file(std::move(file)) {}

  void run() {
    for (StatementId id = outline.first(); id != noStatement;
         id = outline.next(id))
      if (mlir::Operation *op = section.ir().operationOf(id);
          op && op->isRegistered())
        compare(id, op);
  }

  unsigned read = 0, unread = 0, types = 0;
  std::vector<std::string> wrong, unreadOps;

private:
  void compare(StatementId id, mlir::Operation *op) {
    static const OpSyntaxes known(upstreamCatalogue(),
                                  definitions(Configuration()));
    std::string name = op->getName().getStringRef().str();
    const OpSyntax *syntax = known.find(name);
    ByteRange range = outline.statement(id).name;
    bool isGeneric = range.begin.value > 0 &&
                     section.slice({range.begin - 1, range.begin}) == "\"";
    if (!syntax || !syntax->format || isGeneric)
      return;
    std::optional<OpForm> form =
        readOpForm(*syntax, known,
                   formatTokens(section.span(), outline, id,
                                !syntax->definition.regions.empty()));
    ++(form ? read : unread);
    if (!form) {
      unreadOps.push_back(
          file + ": " +
          std::string(section.slice({range.begin, outline.range(id).end})
                          .substr(0, 200)));
      return;
    }
    auto fail = [&](std::string what) {
      wrong.push_back(file + ":" + std::to_string(section.lineOf(range.begin)) +
                      ": " + name + ": " + what);
    };
    compareOperands(form->operands, op, fail);
    compareTypes(form->operandTypes, op->getOperandTypes(), fail);
    compareTypes(form->resultTypes, op->getResultTypes(), fail);
  }

  template <typename Fail>
  void compareOperands(const OpForm::ByName<ByteRange> &operands,
                       mlir::Operation *op, Fail fail) {
    std::vector<ByteRange> all;
    for (const auto &each : operands) {
      if (!each)
        return;
      all.insert(all.end(), each->begin(), each->end());
    }
    if (all.size() != op->getNumOperands())
      return fail("number of operands");
    for (unsigned i = 0; i < all.size(); ++i) {
      std::optional<NameId> id = outline.nameStartingAt(all[i].begin);
      if (!id || section.valueOf(outline.name(*id)) != op->getOperand(i))
        fail("operand " + std::to_string(i));
    }
  }

  template <typename Fail>
  void compareTypes(const OpForm::ByName<WrittenType> &types,
                    mlir::TypeRange real, Fail fail) {
    size_t next = 0;
    for (const auto &each : types) {
      if (!each)
        return;
      for (const WrittenType &type : *each) {
        if (next == real.size())
          return fail("number of types");
        compareType(type, real[next++], fail);
      }
    }
    if (next != real.size())
      fail("number of types");
  }

  template <typename Fail>
  void compareType(const WrittenType &type, mlir::Type real, Fail fail) {
    std::string spelled = type.range.empty()
                              ? type.spelled
                              : std::string(section.slice(type.range));
    if (spelled.empty())
      return;
    mlir::ScopedDiagnosticHandler silence(
        &section.context(), [](mlir::Diagnostic &) { return mlir::success(); });
    mlir::Type parsed = mlir::parseType(spelled, &section.context());
    // An alias, which only its file knows.
    if (!parsed)
      return;
    ++this->types;
    std::string printed;
    llvm::raw_string_ostream(printed) << real;
    if (parsed != real)
      fail(spelled + " is " + printed);
  }

  const Section &section;
  const Outline &outline;
  std::string file;
};

struct Tally {
  unsigned read = 0, unread = 0, types = 0;
  std::vector<std::string> wrong, unreadOps;

  void add(const fs::path &file) {
    std::string text = contentOf(file);
    // Some of the wrong ones crash MLIR's verifier.
    if (text.find("expected-error") != text.npos)
      return;
    Document document(std::move(text));
    document.update();
    for (const auto &section : document.sections()) {
      Comparison comparison(*section, file.filename());
      comparison.run();
      read += comparison.read;
      unread += comparison.unread;
      types += comparison.types;
      std::ranges::move(comparison.wrong, std::back_inserter(wrong));
      std::ranges::move(comparison.unreadOps, std::back_inserter(unreadOps));
    }
  }
};

} // namespace

TEST(FormatParityTest, TellsWhatTheParserTells) {
  Tally tally;
  tally.add(ownFile);
  EXPECT_GT(tally.read, 100u);
  EXPECT_GT(tally.types, 200u);
  EXPECT_THAT(tally.wrong, IsEmpty());
  EXPECT_THAT(tally.unreadOps, IsEmpty());
}

TEST(FormatParityTest, TellsWhatTheParserTellsOfPublicFiles) {
  std::vector<fs::path> files = publicFiles();
  if (files.empty())
    GTEST_SKIP() << "no corpus";
  Tally tally;
  for (const fs::path &file : files)
    tally.add(file);
  RecordProperty("read", static_cast<int>(tally.read));
  RecordProperty("types", static_cast<int>(tally.types));
  std::cout << tally.read << " ops read, " << tally.unread << " not, "
            << tally.types << " types\n";
  EXPECT_THAT(tally.wrong, IsEmpty());
  EXPECT_LE(tally.unread * 1000, tally.read)
      << testing::PrintToString(tally.unreadOps);
}
