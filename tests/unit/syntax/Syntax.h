//===- Syntax.h - Outlines and names as tests read them --------*- C++ -*-===//

#ifndef SHAPELS_TESTS_UNIT_SYNTAX_SYNTAX_H
#define SHAPELS_TESTS_UNIT_SYNTAX_SYNTAX_H

#include "shapels/syntax/Names.h"

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

/// Statements with what they nest, e.g. `func.func{scf.if{a.b}{a.c} return}`;
/// each region has its braces.
inline std::string nesting(std::string_view text, const Outline &outline,
                           StatementId begin, StatementId end) {
  std::string result;
  for (StatementId id = begin; id < end;
       id = outline.statements[id].subtreeEnd) {
    result +=
        (result.empty() ? "" : " ") + labelOf(text, outline.statements[id]);
    StatementId child = id + 1, last = outline.statements[id].subtreeEnd;
    while (child < last) {
      uint32_t region = outline.statements[child].region;
      StatementId next = child;
      while (next < last && outline.statements[next].region == region)
        next = outline.statements[next].subtreeEnd;
      result += "{" + nesting(text, outline, child, next) + "}";
      child = next;
    }
  }
  return result;
}

inline std::string nesting(std::string_view text) {
  Outline outline = outlineOf(text, ops());
  return nesting(text, outline, 0,
                 static_cast<StatementId>(outline.statements.size()));
}

} // namespace shapels::test

#endif // SHAPELS_TESTS_UNIT_SYNTAX_SYNTAX_H
