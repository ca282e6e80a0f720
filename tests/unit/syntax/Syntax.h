//===- Syntax.h - Outlines and names as tests read them --------*- C++ -*-===//

#ifndef SHAPELS_TESTS_UNIT_SYNTAX_SYNTAX_H
#define SHAPELS_TESTS_UNIT_SYNTAX_SYNTAX_H

#include "core/syntax/Outline.h"

#include <algorithm>
#include <string>
#include <vector>

namespace shapels::test {

/// The ops that tests take for registered ones.
inline const OpTable &ops() {
  static const OpTable table = [] {
    OpTable table;
    for (const char *name : {"func.func", "builtin.module", "memref.global"})
      table.add(name, true);
    for (const char *name :
         {"func.return", "func.call", "arith.constant", "arith.addi", "scf.if",
          "scf.for", "scf.while", "scf.yield", "scf.condition", "cf.br",
          "cf.cond_br", "tensor.empty", "linalg.generic", "linalg.yield"})
      table.add(name, false);
    for (const char *name : {"module", "return", "call", "func"})
      table.addBare(name);
    return table;
  }();
  return table;
}

/// Of a text that is one section.
inline SectionRange inSection(DocumentRange range) {
  return {{range.begin.value}, {range.end.value}};
}

inline std::string_view slice(std::string_view text, ByteRange range) {
  return text.substr(range.begin.value, range.size());
}

/// What a statement is called: its op (`?` where that is missing or its quote
/// is), its alias or block, `resources`, or `other`.
inline std::string labelOf(std::string_view text, const Statement &statement) {
  std::string name(slice(text, statement.name));
  switch (statement.kind) {
  case StatementKind::Operation:
  case StatementKind::Alias:
  case StatementKind::BlockLabel:
    return name.empty() || name.find(' ') != name.npos ? "?" : name;
  case StatementKind::Resources:
    return "resources";
  case StatementKind::Other:
    return "other";
  }
  return name;
}

inline Outline outlineOf(std::string_view text) {
  return Outline(ops(), TextBuffer(std::string(text)));
}

inline std::vector<StatementId> idsOf(const Outline &outline) {
  std::vector<StatementId> result;
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.next(id))
    result.push_back(id);
  return result;
}

/// All names, in the order of the text.
inline std::vector<NameOccurrence> namesOf(const Outline &outline) {
  std::vector<NameOccurrence> result;
  for (StatementId id : idsOf(outline))
    for (const NameOccurrence &name : outline.names(id))
      result.push_back(name);
  std::sort(result.begin(), result.end(), [](const auto &a, const auto &b) {
    return a.range.begin < b.range.begin;
  });
  return result;
}

/// Statements with what they nest, e.g. `func.func{scf.if{a.b}{a.c} return}`;
/// each region that holds any has its braces.
inline std::string nesting(std::string_view text, const Outline &outline,
                           StatementId parent, uint32_t region) {
  std::string result;
  for (StatementId id : outline.children(parent, region)) {
    Statement statement = outline.statement(id);
    result += (result.empty() ? "" : " ") + labelOf(text, statement);
    for (uint32_t i = 0; i < statement.regionCount; ++i)
      if (!outline.children(id, i).empty())
        result += "{" + nesting(text, outline, id, i) + "}";
  }
  return result;
}

inline std::string nesting(std::string_view text) {
  return nesting(text, outlineOf(text), noStatement, 0);
}

} // namespace shapels::test

#endif // SHAPELS_TESTS_UNIT_SYNTAX_SYNTAX_H
