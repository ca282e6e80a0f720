//===- AliasParser.h - The aliases of a section -----------------*- C++ -*-===//
//
// Private to ir/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_PARSE_ALIASPARSER_H
#define SHAPELS_IR_PARSE_ALIASPARSER_H

#include "core/ir/parse/ParseBuffer.h"
#include "core/ir/parse/ParserBase.h"

#include <set>

namespace shapels {

/// The aliases of a section, and those that a statement needs.
class AliasParser : public ParserBase {
public:
  using ParserBase::ParserBase;

  /// Finds all aliases. False where two have one name.
  bool collectAliases();
  /// False where one is in the statement of an op.
  bool areAliasesApart() const;
  std::optional<Spelling> defineAlias(StatementId id);
  /// Finds them, and reports what is wrong with them alone.
  void parseAliases();
  void parseAlias(StatementId id);
  void readAliases();
  void addAliasesFor(StatementId statement, Extent extent,
                     std::set<StatementId> &needed) const;
  bool appendAliases(ParseBuffer &buffer,
                     const std::set<StatementId> &needed) const;
  bool appendAliasesFor(ParseBuffer &buffer, StatementId statement,
                        Extent extent) const;

private:
  bool holdsOtherAliases(StatementId id) const;
  bool isBeforeAlias(StatementId id) const;
  bool isForLocation(StatementId alias) const;
  void reportRedefinedAlias(StatementId id);
};

} // namespace shapels

#endif // SHAPELS_IR_PARSE_ALIASPARSER_H
