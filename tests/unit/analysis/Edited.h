//===- Edited.h - A document that is edited, and what that cost -*- C++ -*-===//

#ifndef SHAPELS_TESTS_UNIT_ANALYSIS_EDITED_H
#define SHAPELS_TESTS_UNIT_ANALYSIS_EDITED_H

#include "ByStatements.h"
#include "analysis/State.h"

#include "mlir/IR/Operation.h"

#include <set>

namespace shapels::test {

/// A document that is edited by what stands in it.
class Edited {
public:
  explicit Edited(std::string_view text) : document(std::string(text)) {
    last = document.update();
    document.conclude();
  }

  /// Puts `after` in the place of the first `before`.
  Edited &replace(std::string_view before, std::string_view after) {
    return edit(before, static_cast<uint32_t>(before.size()), after);
  }
  /// Puts `text` in front of the first `behind`.
  Edited &insert(std::string_view behind, std::string_view text) {
    return edit(behind, 0, text);
  }

  /// Has MLIR number the ops in the first function's body.
  Edited &number() {
    (void)body().front().isBeforeInBlock(&body().back());
    return *this;
  }
  /// Whether they have their numbers still.
  bool areNumbered() const { return body().isOpOrderValid(); }

  /// The lines of the statements that the last edit cost.
  std::string work() const {
    const IrWork &work = done().work;
    return work.isWhole ? "whole"
                        : "parsed" + lines(work.parsed) + ", verified" +
                              lines(work.verified);
  }

  /// The lines of those of which something else is said.
  std::string said() const { return "said" + lines(done().work.said); }

private:
  Edited &edit(std::string_view at, uint32_t size, std::string_view text) {
    size_t found = document.buffer().text().find(at);
    EXPECT_NE(found, std::string_view::npos) << at;
    auto begin = static_cast<uint32_t>(found);
    document.edit({{{begin}, {begin + size}}, std::string(text)});
    last = document.update();
    EXPECT_EQ(stateOf(document), freshStateOf(document));
    return *this;
  }

  mlir::Block &body() const {
    const Section &section = *document.sections()[0];
    return section.ir()
        .operationOf(section.outline().first())
        ->getRegion(0)
        .front();
  }

  std::string lines(const std::vector<StatementId> &statements) const {
    std::set<uint32_t> lines;
    const Section &section = *document.sections()[0];
    for (StatementId id : statements)
      lines.insert(section.lineOf(section.outline().begin(id)) + 1);
    std::string text;
    for (uint32_t line : lines)
      text += " " + std::to_string(line);
    return text;
  }

  /// Of the first section.
  const SectionUpdate &done() const {
    static const SectionUpdate nothing;
    const SectionUpdate *update = last.of(*document.sections()[0]);
    return update ? *update : nothing;
  }

  ByStatements byStatements;
  Document document;
  UpdateResult last;
};

} // namespace shapels::test

#endif // SHAPELS_TESTS_UNIT_ANALYSIS_EDITED_H
