//===- ProjectFormsTest.cpp - Public files by their projects' definitions -===//
//
// What the .td files of four projects tell of the ops in those projects' own
// .mlir files, where both are there: ../shared/td and ../shared/corpus.
//
//===----------------------------------------------------------------------===//

#include "TestData.h"

#include "core/analysis/Document.h"
#include "core/analysis/Section.h"
#include "core/ir/context/DefinedOps.h"
#include "core/ir/context/Dialects.h"
#include "core/ir/unregistered/DefinedForm.h"
#include "server/config/ProjectOps.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace shapels;

namespace {

namespace fs = std::filesystem;

fs::path shared() {
  const char *given = std::getenv("SHAPELS_SHARED");
  return given ? fs::path(given)
               : fs::path(SHAPELS_TEST_DATA) / "../../../shared";
}

std::string contentOf(const fs::path &file) {
  std::ifstream stream(file);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// Of the ops whose dialects a project defines.
struct Tally {
  unsigned known = 0, unknown = 0;
  /// In custom form by a declarative format; `certain` of those read could not
  /// be read otherwise.
  unsigned read = 0, unread = 0, certain = 0;
  std::vector<std::string> examples;

  void add(const Section &section, const Catalogue &project) {
    const Outline &outline = section.outline();
    const OpSyntaxes *definitions = definedOps(section.context());
    for (StatementId id = outline.first(); id != noStatement;
         id = outline.next(id)) {
      std::string_view name = outline.opName(id);
      if (outline.kind(id) != StatementKind::Operation ||
          !project.dialect(dialectOf(name)))
        continue;
      const OpSyntax *op = definitions ? definitions->find(name) : nullptr;
      ++(op ? known : unknown);
      if (!op)
        note(section, id);
      else if (op->format && !isGeneric(section, id))
        addForm(section, id, *op, *definitions);
    }
  }

private:
  static bool isGeneric(const Section &section, StatementId id) {
    ByteRange name = section.outline().statement(id).name;
    return name.begin.value > 0 &&
           section.slice({name.begin - 1, name.begin}) == "\"";
  }
  void addForm(const Section &section, StatementId id, const OpSyntax &op,
               const OpSyntaxes &all) {
    const Outline &outline = section.outline();
    std::optional<FormatReading> reading =
        readFormat(*op.format, op.definition,
                   formatTokens(section.span(), outline, id,
                                !op.definition.regions.empty()),
                   [&](std::string_view cppType, std::string_view dialect) {
                     return all.classOf(cppType, dialect);
                   });
    ++(reading ? read : unread);
    certain += reading && reading->isCertain;
    if (!reading)
      note(section, id);
  }
  void note(const Section &section, StatementId id) {
    ByteRange range = section.outline().range(id);
    examples.emplace_back(section.slice(range).substr(0, 160));
  }
};

/// Of all valid files.
Tally tallyOf(const std::string &name) {
  Tally tally;
  ProjectSources sources;
  sources.folder = (shared() / "td" / name).string();
  ProjectCatalogue project = readProjectOps(sources, nullptr, {});
  EXPECT_TRUE(project.catalogue) << testing::PrintToString(project.messages);
  if (!project.catalogue)
    return tally;
  Configuration configuration;
  configuration.projectOps = project.catalogue;
  for (const auto &entry :
       fs::recursive_directory_iterator(shared() / "corpus" / name)) {
    std::string text = contentOf(entry.path());
    if (entry.path().extension() != ".mlir" ||
        text.find("expected-error") != text.npos)
      continue;
    Document document(std::move(text), configuration);
    document.update();
    for (const auto &section : document.sections())
      tally.add(*section, *project.catalogue);
  }
  return tally;
}

} // namespace

TEST(ProjectForms, AreKnownAndRead) {
  Tally all;
  for (const char *name : {"iree", "onnx-mlir", "stablehlo", "torch-mlir"}) {
    if (!fs::exists(shared() / "td" / name))
      GTEST_SKIP() << "no .td files";
    Tally tally = tallyOf(name);
    std::cout << name << ": " << tally.known << " ops known, " << tally.unknown
              << " not; " << tally.read << " custom forms read, "
              << tally.certain << " with certainty, " << tally.unread
              << " not\n";
    all.known += tally.known;
    all.unknown += tally.unknown;
    all.read += tally.read;
    all.unread += tally.unread;
    all.examples.insert(all.examples.end(), tally.examples.begin(),
                        tally.examples.end());
  }
  // 99 and 99.9 percent.
  EXPECT_LE(all.unknown * 100, all.known + all.unknown);
  EXPECT_LE(all.unread * 1000, all.read + all.unread)
      << testing::PrintToString(all.examples);
}
