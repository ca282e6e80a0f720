//===- SectionParser.h - From statements to live IR ------------*- C++ -*-===//
//
// Private to ir/. A section goes to MLIR's parser as a whole. Where that
// fails, its statements go one by one, each in the scope of the values around
// it, so that what is broken costs no more than itself. What MLIR does not
// survive is not parsed.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_SECTIONPARSER_H
#define SHAPELS_IR_SECTIONPARSER_H

#include "shapels/ir/DiagnosticCollector.h"
#include "shapels/ir/ParseBuffer.h"
#include "shapels/ir/Quarantine.h"
#include "shapels/ir/SectionContents.h"
#include "shapels/ir/TextOrder.h"
#include "shapels/ir/TypeReferences.h"

#include "mlir/AsmParser/AsmParserState.h"
#include "llvm/ADT/SetVector.h"

#include <set>
#include <span>

namespace shapels {

/// Stands for the body of a region, as its op number N: `{n = N}`.
inline constexpr llvm::StringLiteral bodyName("shapels.body");
std::string bodyText(uint32_t number);

/// Whether an op uses a value of a region that is not around it: MLIR's parser
/// finds names behind their use anywhere.
bool usesWhatIsBeside(mlir::Block &block);

/// What MLIR's parser says of a successor that is no label of the region.
inline constexpr llvm::StringLiteral
    undefinedBlock("reference to an undefined block");

/// What is parsed, and what may be known of it. All outlive the parser.
struct SectionSource {
  TextSpan text;
  const Outline &outline;
  mlir::MLIRContext &context;
  Watch &watch;
  const Quarantine &quarantine;
  SectionIR::Contents &shared;
  SectionOrigin origin;
};

/// Parses one unit, or a section as one.
class SectionParser {
public:
  SectionParser(const SectionSource &source, UnitIR &contents)
      : source(source), text(source.text), outline(source.outline),
        context(source.context), watch(source.watch), shared(source.shared),
        contents(contents), quarantine(source.quarantine) {}

  /// All of a section that is no units.
  void parse();

  /// False where the section does not parse at once.
  bool parseAllUnits();
  /// Whether what is parsed has its places, and the units are settled.
  bool isSettled() const { return isInOrder; }
  bool parseContainer(StatementId container);
  /// At the end of `block`. False where the text is several ops to MLIR, or
  /// none, and nothing is wrong with it.
  bool parseUnit(StatementId root, mlir::Block &block);
  void settleUnit(StatementId root);
  void verifyUnit(StatementId root);
  /// Tells what others see of it.
  void noteSymbols(StatementId root);
  void verifySymbolUses(llvm::ArrayRef<mlir::Operation *> users);
  void verifyContainer();
  /// False where something has no place in the unit.
  bool anchorUnit(StatementId root);
  /// Finds all aliases. False where two have one name.
  bool collectAliases();
  bool holdsOtherAliases(StatementId id) const;
  bool isBeforeAlias(StatementId id) const;
  /// False where one is in the statement of an op.
  bool areAliasesApart() const;
  std::optional<Spelling> defineAlias(StatementId id);
  /// Finds them, and reports what is wrong with them alone.
  void parseAliases();
  void parseAlias(StatementId id);

protected:
  /// Where a statement stands.
  struct Place {
    /// Null at the top of the section.
    mlir::Operation *parent = nullptr;
    mlir::Block *block = nullptr;
  };

  /// A definition outside of a statement that it uses.
  struct Import {
    NameOccurrence name;
    /// Empty while it is not known what it is.
    llvm::SmallVector<mlir::Value, 1> values;
    /// What its use says then.
    mlir::Type type;
  };

  /// What a statement needs from around it.
  struct Imports {
    std::vector<Import> values;
    std::vector<std::pair<std::string_view, mlir::Block *>> blocks;
  };

  /// Values, with the types that they had.
  using RetypedValues = llvm::SmallDenseMap<mlir::Value, mlir::Type, 2>;

  // UnitParser.cpp
  bool parsePlainUnit(StatementId root, mlir::Block &block);
  bool buildRejected(StatementId root, const Place &place);

  // SectionParser.cpp
  bool parseWhole();
  bool parseInto(ParseBuffer &buffer, mlir::Block &parsed,
                 mlir::AsmParserState *state = nullptr,
                 std::optional<TypeConflict> *conflict = nullptr);
  bool parseBuffer(ParseBuffer &buffer, mlir::Block &block,
                   std::optional<TypeConflict> *conflict = nullptr,
                   bool isRecorded = true);
  bool agreesWithOutline(StatementId first, StatementId end) const;
  bool hasResources() const;
  bool isBehindOpenRegion(ByteOffset place) const;
  bool isOpenToOthers(StatementId id) const;
  void keepIfSilent(std::vector<IrDiagnostic> ofWhole, size_t since);
  void collectVerdict(std::optional<ByteRange> whole,
                      llvm::function_ref<void(TextOf, OnSpared)> check);
  void verify();
  void verifyTree(mlir::Operation *op, ByteRange whole);
  using IsWhole = llvm::function_ref<bool(mlir::Operation *)>;
  void verifyOps(llvm::ArrayRef<mlir::Operation *> ops, IsWhole isWhole);
  bool verifyRegionsOf(mlir::Operation *op);
  static void collectSymbolUsers(mlir::Operation *op,
                                 llvm::SmallVectorImpl<mlir::Operation *> &);
  void anchorAll();

  // SectionParts.cpp
  struct Part;
  bool mayBeParted() const;
  using Parts = std::vector<std::unique_ptr<Part>>;
  Parts partsOf(unsigned count) const;
  void appendPart(ParseBuffer &buffer, const Part &part) const;
  bool parsePart(Part &part) const;
  bool parseOnThreads(Parts &parts) const;
  std::optional<bool> parseInParts();

  // Recording.cpp
  void record(const TextMatches &matches);
  void record(const ParseBuffer &buffer, const mlir::AsmParserState &state);
  void recordLabel(const ParseBuffer &buffer,
                   const mlir::AsmParserState::BlockDefinition &definition);
  void
  recordOperation(const ParseBuffer &buffer,
                  const mlir::AsmParserState::OperationDefinition &definition);
  void recordInOrder(std::span<const TextMatches::Op> ops);
  bool recordInOrder(const ParseBuffer &buffer, mlir::Block &block);
  UnitIR &unitOf(StatementId id);
  void adopt(mlir::Block &block);
  void locateOps(mlir::Operation *op, StatementId parent);

  // Aliases.cpp
  void readAliases();
  void reportRedefinedAlias(StatementId id);
  bool isForLocation(StatementId alias) const;
  enum class Extent { Whole, Header };
  void addAliasesFor(StatementId statement, Extent extent,
                     std::set<StatementId> &needed) const;
  bool appendAliases(ParseBuffer &buffer,
                     const std::set<StatementId> &needed) const;
  bool appendAliasesFor(ParseBuffer &buffer, StatementId statement,
                        Extent extent) const;

  // StatementRuns.cpp
  bool mayRun(StatementId statement, const Place &place) const;
  ByteRange rangeOf(llvm::ArrayRef<StatementId> run) const;
  bool buildRun(llvm::ArrayRef<StatementId> run, const Place &place);
  bool isTold(StatementId statement) const;
  size_t importsOfRun(llvm::ArrayRef<StatementId> run, const Place &place,
                      Imports &imports) const;
  size_t faultOf(llvm::ArrayRef<StatementId> run, size_t since) const;
  size_t parseRun(llvm::ArrayRef<StatementId> run, const Place &place);
  bool takeRun(llvm::ArrayRef<StatementId> run, mlir::Block &parsed,
               Imports &imports, mlir::Block &block);

  // Labels.cpp
  void reportLabelAtTop(StatementId label);
  void reportRedefinedLabel(StatementId label);
  void reportRedefinedLabels(llvm::ArrayRef<StatementId> children);
  bool parseLabelInto(StatementId label, mlir::Block &parsed, bool isRecorded);
  mlir::Block *parseLabel(StatementId label, mlir::Region &region);
  void checkFirstLabels(StatementId statement);
  bool isBrokenLabel(StatementId label) const;
  bool buildLabel(StatementId label, mlir::Block &entry, bool isEntry);

  // StatementBuilder.cpp
  void buildTop(mlir::Block &block);
  void reportRedefinitions(StatementId statement, const Place &place,
                           StatementId known = noStatement);
  bool build(StatementId statement, const Place &place);
  std::vector<RegionText> bodiesOfBroken(StatementId statement) const;
  void buildBroken(StatementId statement, const Place &place);
  static llvm::DenseMap<uint32_t, mlir::Region *>
  dummyBodies(mlir::Operation *op);
  std::vector<IrDiagnostic> takeDiagnostics(size_t before);
  bool isAboutHeader(StatementId id, llvm::ArrayRef<IrDiagnostic> said) const;
  bool hasParts(StatementId statement) const;
  bool buildWhole(StatementId statement, const Place &place);
  bool buildParts(StatementId statement, const Place &place, size_t since);
  bool buildRegions(StatementId statement, mlir::Operation *op);
  bool buildRegion(const std::vector<StatementId> &children,
                   mlir::Operation *op, mlir::Block *entry);

  // StatementImports.cpp
  bool isGeneric(StatementId id) const;
  bool isBeside(NameId definition, StatementId statement,
                mlir::Operation *parent) const;
  bool isVisible(NameId definition, StatementId statement,
                 mlir::Operation *parent) const;
  bool isOfOtherBody(NameId definition, mlir::Block *block) const;
  std::optional<NameId> visibleDefinition(const NameOccurrence &name,
                                          StatementId statement,
                                          mlir::Operation *parent) const;
  bool isBehindOpaque(NameId definition, StatementId statement,
                      mlir::Operation *parent) const;
  std::optional<Import> importValue(NameId definition,
                                    mlir::Block *block) const;
  std::optional<Imports> importsOf(StatementId statement, Extent extent,
                                   const Place &place) const;

  // BareNames.cpp
  std::string barePrefix(std::string_view name, mlir::Operation *parent) const;
  bool mayHaveFullName(StatementId statement, mlir::Operation *parent) const;
  void nameDefaultDialect(mlir::Operation *parent, size_t since);

  // StatementScope.cpp
  void appendStatement(ParseBuffer &buffer, StatementId statement,
                       Extent extent, const Place &place,
                       bool isTyped = true) const;
  ByteOffset endBefore(StatementId statement) const;
  ByteOffset endBehind(StatementId statement) const;
  void appendScope(ParseBuffer &buffer, StatementId statement,
                   const Imports &imports);
  void appendInScope(ParseBuffer &buffer, StatementId statement, Extent extent,
                     const Place &place, const Imports &imports,
                     ByteRange behind, bool isTyped = true);
  bool isGuess(mlir::Value value) const;
  bool isGuess(const Import &import) const;
  bool isNotDefinedBefore(StatementId statement, const Imports &imports,
                          const TypeConflict &conflict) const;
  Import *findMistyped(Imports &imports,
                       const std::optional<TypeConflict> &conflict);
  mlir::Operation *parseInScope(StatementId statement, Extent extent,
                                const Place &place);
  mlir::Operation *parseWith(Imports &imports, StatementId statement,
                             Extent extent, const Place &place,
                             RetypedValues &retyped);
  void keepOwnFindings(StatementId statement, const Place &place, size_t since);
  ByteRange within(StatementId statement, ByteRange range) const;
  void diagnoseInContext(StatementId statement, const Place &place,
                         const Imports &imports, size_t since);
  mlir::Operation *takeFromScope(StatementId statement, mlir::Block &parsed,
                                 Imports &imports, mlir::Block *block);

  // OpaqueOps.cpp
  void noteOpaque(StatementId statement);
  void noteOpaque(const ParseBuffer &buffer);
  void nameResults(UnitIR &unit, StatementId statement,
                   mlir::Operation *op) const;
  /// Whether a statement is the op: not one that the parser added.
  bool isWritten(mlir::Operation *op);
  void resolvePending(const ParseBuffer &buffer, PendingOp op);
  void finishOpaque(const ParseBuffer &buffer);
  bool knowsTypes(mlir::Operation *op) const;
  mlir::Operation *knowingUser(mlir::Value value, StatementId before) const;
  bool mayBeRetyped(mlir::Value value, StatementId user) const;
  RetypedValues resetTypes(const Imports &imports, StatementId user) const;
  void restoreTypes(const RetypedValues &before, mlir::Operation *op);
  bool retype(const Imports &imports,
              const std::optional<TypeConflict> &conflict, StatementId user,
              RetypedValues &retyped) const;
  static mlir::Value inRegion(mlir::Value value, mlir::Block *block);
  mlir::Value operandFor(const NameOccurrence &use, NameId definition,
                         mlir::Operation *op) const;
  void reportUndeclared(const NameOccurrence &name);
  void attachOperands(StatementId statement);
  void attachAllOperands();
  void tellTypes(StatementId user);

  // OpaqueFindings.cpp
  bool mayDefineSymbol(StatementId opaque) const;
  void addOpaqueSymbols(StatementId root,
                        std::vector<std::string_view> &symbols) const;
  bool isInOpaque(StatementId statement) const;
  bool isInUnknown(StatementId statement) const;
  bool
  namesOpaqueSymbol(StatementId statement,
                    llvm::function_ref<bool(llvm::StringRef)> isMeant) const;
  bool restsOnSymbol(const IrDiagnostic &diagnostic, mlir::Operation *) const;
  bool namesUnknown(StatementId statement, mlir::Operation *op) const;
  bool restsOnOpaque(const IrDiagnostic &diagnostic) const;
  bool mayBeOpaque(const IrDiagnostic &diagnostic) const;

  // Placeholders.cpp
  void settle(StatementId statement);
  static void settleOrder(mlir::Operation *op);
  mlir::Operation *makeMarker(StatementId statement, size_t bodies = 0);
  void placeMarker(StatementId statement, mlir::Operation *marker,
                   mlir::Block &block, mlir::Block::iterator place);
  void addMarker(StatementId statement, mlir::Block &block,
                 mlir::Block::iterator place);
  mlir::Value addPlaceholder(const Import &import, mlir::Block *user);

  /// noStatement where the region holds none.
  StatementId firstIn(const RegionText &region) const;
  mlir::Operation *container() const;
  bool keepsDefaultDialect(mlir::Operation *op) const;
  std::string defaultDialect(mlir::Operation *parent) const;
  std::string_view spelling(ByteRange range) const { return text.slice(range); }
  Statement statement(StatementId id) const { return outline.statement(id); }

  SectionSource source;
  TextSpan text;
  const Outline &outline;
  mlir::MLIRContext &context;
  Watch &watch;
  SectionIR::Contents &shared;
  UnitIR &contents;
  const Quarantine &quarantine;
  /// Whether a statement does not parse because of what others say of a value.
  bool restsOnOthers = false;
  /// Values that were there before and have another type now.
  std::vector<mlir::Value> retyped;
  /// What the last parse left for finishOpaque().
  std::vector<PendingOp> pendingOps;
  /// Labels that are known not to parse, and of which that is said.
  llvm::DenseSet<StatementId> brokenLabels;
  /// Whether one was several ops for MLIR, or none.
  bool isNotOne = false;
  /// Whether what is parsed is of many units.
  bool isForAll = false;
  /// Whether the whole was parsed, and its places told by its order.
  bool isInOrder = false;
};

} // namespace shapels

#endif // SHAPELS_IR_SECTIONPARSER_H
