//===- SectionParser.h - From statements to live IR ------------*- C++ -*-===//
//
// Private to ir/. A section goes to MLIR's parser as a whole. Where that
// fails, its statements go one by one, each in the scope of the values around
// it (StatementBuilder.cpp), so that what is broken costs no more than what
// rests on it. What MLIR does not survive is not parsed.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_SECTIONPARSER_H
#define SHAPELS_IR_SECTIONPARSER_H

#include "shapels/ir/ParseBuffer.h"
#include "shapels/ir/Quarantine.h"
#include "shapels/ir/SectionContents.h"

#include "mlir/AsmParser/AsmParserState.h"

#include <set>

namespace shapels {

class SectionParser {
public:
  SectionParser(std::string_view text, const Outline &outline,
                const std::vector<NameId> &definitions,
                mlir::MLIRContext &context, Watch &watch,
                SectionIR::Contents &contents)
      : text(text), outline(outline), definitions(definitions),
        context(context), watch(watch), contents(contents),
        quarantine(text, outline, watch) {}

  void parse();

private:
  /// The blocks of a region, by the statement that labels them.
  using Blocks = llvm::DenseMap<StatementId, mlir::Block *>;

  /// Where a statement stands.
  struct Place {
    /// Null at the top of the section.
    mlir::Operation *parent = nullptr;
    mlir::Block *block = nullptr;
    const Blocks *blocks = nullptr;
  };

  /// A definition outside of a statement that it uses.
  struct Import {
    const NameOccurrence *name;
    llvm::SmallVector<mlir::Value, 1> values;
  };

  /// What a statement needs from around it.
  struct Imports {
    std::vector<Import> values;
    std::vector<std::pair<std::string_view, mlir::Block *>> blocks;
  };

  // SectionParser.cpp
  bool parseWhole();
  bool parseBuffer(ParseBuffer &buffer, mlir::Block &block);
  void record(const ParseBuffer &buffer, const mlir::AsmParserState &state);
  void
  recordOperation(const ParseBuffer &buffer,
                  const mlir::AsmParserState::OperationDefinition &definition);
  void mergeFromWhole(IrDiagnostic diagnostic, size_t since);
  void adopt(mlir::Block &block);
  void
  locateOps(mlir::Operation *op,
            const llvm::DenseMap<mlir::Operation *, StatementId> &statements,
            StatementId parent);
  void verify();

  // Aliases.cpp
  void parseAliases();
  void addAliasesFor(ByteRange range, std::set<StatementId> &needed) const;
  bool appendAliasesFor(ParseBuffer &buffer, ByteRange range) const;

  // StatementBuilder.cpp
  void buildTop(mlir::Block &block);
  bool build(StatementId statement, const Place &place);
  bool buildRegions(StatementId statement, mlir::Operation *op);
  bool buildRegion(const std::vector<StatementId> &children,
                   mlir::Operation *op, mlir::Block *entry);
  mlir::Block *parseLabel(StatementId label, mlir::Region &region);
  enum class Extent { Whole, Header };
  mlir::Operation *parseInScope(StatementId statement, Extent extent,
                                const Place &place);
  std::optional<Imports> importsOf(StatementId statement, Extent extent,
                                   const Place &place) const;
  std::optional<Import> importValue(const NameOccurrence &definition) const;
  void nameDefaultDialect(mlir::Operation *parent, size_t since);
  void appendStatement(ParseBuffer &buffer, StatementId statement,
                       Extent extent, const Place &place) const;
  std::vector<StatementId> childrenOf(StatementId statement,
                                      uint32_t region) const;

  std::string_view spelling(ByteRange range) const {
    return text.substr(range.begin.value, range.size());
  }
  const Statement &statement(StatementId id) const {
    return outline.statements[id];
  }

  std::string_view text;
  const Outline &outline;
  const std::vector<NameId> &definitions;
  mlir::MLIRContext &context;
  Watch &watch;
  SectionIR::Contents &contents;
  const Quarantine quarantine;
  /// The statement that defines each alias.
  llvm::StringMap<StatementId> aliases;
  /// Alias statements that do not parse: what rests on them is no error.
  std::set<StatementId> brokenAliases;
};

} // namespace shapels

#endif // SHAPELS_IR_SECTIONPARSER_H
