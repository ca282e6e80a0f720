//===- Annotations.cpp ----------------------------------------------------===//

#include "core/analysis/Annotations.h"
#include "core/analysis/Comments.h"
#include "core/shape/DimParams.h"
#include "core/shape/StatedShape.h"
#include "core/syntax/Lexer.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <optional>
#include <set>

using namespace shapels;

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// Also of a dialect that nobody knows.
static bool isFunction(mlir::Operation *op) {
  return llvm::isa<mlir::FunctionOpInterface>(op) ||
         (!op->isRegistered() && op->getNumRegions() == 1 &&
          llvm::isa_and_present<mlir::ModuleOp>(op->getParentOp()));
}

/// The function around the comment, or the one right behind it. Nothing where
/// that does not parse.
static std::optional<StatementId> functionAt(const Section &section,
                                             SectionOffset comment) {
  const Outline &outline = section.outline();
  auto isOne = [&](StatementId id) {
    mlir::Operation *op = section.ir().operationOf(id);
    return op && isFunction(op);
  };
  for (StatementId id = outline.statementAt(comment); id != noStatement;
       id = outline.parent(id))
    if (isOne(id))
      return id;
  StatementId next = outline.firstFrom(comment);
  if (next != noStatement && !section.ir().operationOf(next))
    return std::nullopt;
  return next != noStatement && isOne(next) ? next : noStatement;
}

std::vector<Annotation> shapels::annotationsOf(const Section &section) {
  std::vector<Annotation> result;
  for (SectionRange comment : section.comments()) {
    SectionRange text{comment.begin + shapelsComment.size(), comment.end};
    std::string_view words = section.slice(text);
    bool isIgnore =
        words.substr(std::min(words.find_first_not_of(" \t"), words.size()))
            .starts_with("ignore");
    if (isIgnore || words.find('=') == words.npos)
      continue;
    if (auto function = functionAt(section, comment.begin))
      result.push_back({text, *function});
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace shapels {

/// Reads one annotation. What is wrong ends it.
class AnnotationReader {
public:
  AnnotationReader(const Section &section, const Annotation &annotation,
                   mlir::Operation *function, DimExprs &exprs,
                   Annotations &result)
      : section(section), start(annotation.text.begin),
        text(section.slice(annotation.text)), lexer(text), function(function),
        exprs(exprs), result(result) {
    advance();
  }

  void read() {
    while (!isWrong) {
      readItem();
      if (isWrong || token.is(TokenKind::End))
        return;
      expect(TokenKind::Comma, "','");
    }
  }

private:
  void advance() { token = lexer.next(); }
  SectionRange here() const { return token.range.shifted(start.value); }
  std::string_view word() const { return token.in(text); }

  void complain(SectionRange range, std::string message,
                bool isSyntax = false) {
    if (!isWrong)
      result.wrong.push_back({range, std::move(message), isSyntax});
    isWrong = true;
  }
  void expect(TokenKind kind, std::string_view what) {
    if (!token.is(kind))
      return complain(here(), "expected " + std::string(what), true);
    advance();
  }

  void readItem() {
    SectionRange begin = here();
    bool isValue = token.is(TokenKind::ValueName);
    Lexer ahead = lexer;
    if (isValue && ahead.next().is(TokenKind::Equal))
      if (mlir::Value value = argument(); value || isWrong)
        if (isWrong || statedShape(value.getType()).isShaped())
          return isWrong ? void() : readShape(value, begin);
    DimExpr a = readSize();
    expect(TokenKind::Equal, "'='");
    DimExpr b = isWrong ? DimExpr() : readSize();
    if (!isWrong)
      result.all.push_back({a, b, function, {begin.begin, behind}});
  }

  /// The argument that the current name stands for.
  mlir::Value argument() {
    mlir::Region &body = function->getRegion(0);
    if (!body.empty())
      for (mlir::Value value : body.front().getArguments())
        if (section.nameOf(value) == word())
          return value;
    complain(here(),
             "'" + std::string(word()) + "' is no argument of the function");
    return {};
  }

  /// `= [B, ?, 128]`
  void readShape(mlir::Value value, SectionRange name) {
    std::string spelling(word());
    advance();
    advance();
    expect(TokenKind::LeftSquare, "'['");
    std::vector<std::pair<DimExpr, SectionRange>> sizes;
    while (!isWrong && !token.is(TokenKind::RightSquare)) {
      SectionRange at = here();
      bool isOpen = word() == "?";
      if (isOpen)
        advance();
      DimExpr size = isOpen ? DimExpr() : readSize();
      sizes.push_back({size, {at.begin, behind}});
      if (!token.is(TokenKind::RightSquare))
        expect(TokenKind::Comma, "',' or ']'");
    }
    if (isWrong)
      return;
    name.end = here().end;
    advance();
    TypeShape type = statedShape(value.getType());
    if (!type.isRanked() || type.rank() != sizes.size())
      return complain(name, spelling + " has " +
                                (type.isRanked()
                                     ? "rank " + std::to_string(type.rank())
                                     : "no rank") +
                                ", not " + std::to_string(sizes.size()));
    for (unsigned i = 0; i < sizes.size(); ++i)
      if (auto [size, range] = sizes[i]; size)
        result.all.push_back({sizeOf(value, i), size, function, range});
  }

  DimExpr sizeOf(mlir::Value value, unsigned dim) {
    Dim size = (*statedShape(value.getType()).dims)[dim];
    return size.isStatic() ? exprs.literal(size.size())
                           : exprs.symbol({DimSource::Kind::Size, true,
                                           value.getAsOpaquePointer(), dim});
  }

  /// Numbers may be too large, and expressions too long.
  DimExpr readSize() {
    SectionRange at = here();
    uint32_t failures = exprs.failures();
    DimExpr size = readSum();
    if (exprs.failures() != failures)
      complain({at.begin, behind}, "this is too large to be computed");
    return size;
  }

  DimExpr readSum() {
    DimExpr sum = readProduct();
    while (!isWrong && (word() == "+" || word() == "-")) {
      bool isMinus = word() == "-";
      advance();
      DimExpr next = readProduct();
      if (!isWrong)
        sum = isMinus ? exprs.sub(sum, next) : exprs.add(sum, next);
    }
    return sum;
  }

  DimExpr readProduct() {
    DimExpr product = readFactor();
    while (!isWrong && word() == "*") {
      advance();
      DimExpr next = readFactor();
      if (!isWrong)
        product = exprs.mul(product, next);
    }
    return product;
  }

  DimExpr readFactor() {
    DimExpr factor;
    int64_t number = 0;
    if (token.is(TokenKind::Number) &&
        !llvm::StringRef(word()).getAsInteger(10, number)) {
      factor = exprs.literal(number);
      advance();
    } else if (token.is(TokenKind::BareIdentifier)) {
      factor = exprs.named(word(), function);
      advance();
    } else if (token.is(TokenKind::ValueName)) {
      return readValue();
    } else if (token.is(TokenKind::LeftParen)) {
      advance();
      factor = readSum();
      expect(TokenKind::RightParen, "')'");
    } else {
      complain(here(), "expected a size: a name, a number or %x[0]", true);
    }
    behind = lastEnd();
    return factor;
  }

  /// `%a[0]`, or `%n` of an index.
  DimExpr readValue() {
    SectionRange at = here();
    mlir::Value value = argument();
    if (!value)
      return {};
    advance();
    TypeShape type = statedShape(value.getType());
    if (!type.isShaped()) {
      behind = lastEnd();
      if (!value.getType().isIndex())
        complain(at, "'" + section.nameOf(value) + "' is no index");
      return exprs.symbol(
          {DimSource::Kind::Scalar, true, value.getAsOpaquePointer(), 0});
    }
    expect(TokenKind::LeftSquare, "'['");
    uint64_t dim = 0;
    bool isDim = !llvm::StringRef(word()).getAsInteger(10, dim);
    if (!isWrong && (!isDim || !type.isRanked() || dim >= type.rank()))
      complain(here(), section.nameOf(value) + " has no dimension " +
                           std::string(word()));
    advance();
    expect(TokenKind::RightSquare, "']'");
    behind = lastEnd();
    return isWrong ? DimExpr() : sizeOf(value, unsigned(dim));
  }

  /// Of the token before the current one, blanks left out.
  SectionOffset lastEnd() const {
    std::string_view before = text.substr(0, token.range.begin.value);
    size_t last = before.find_last_not_of(" \t");
    return start + static_cast<uint32_t>(last == before.npos ? 0 : last + 1);
  }

  const Section &section;
  SectionOffset start;
  std::string_view text;
  Lexer lexer;
  Token token;
  mlir::Operation *function;
  DimExprs &exprs;
  Annotations &result;
  SectionOffset behind;
  bool isWrong = false;
};

} // namespace shapels

//===----------------------------------------------------------------------===//
// Annotations
//===----------------------------------------------------------------------===//

/// Those of results are facts of what returns them.
void Annotations::addDimParams(const Section &section, StatementId id,
                               DimExprs &exprs) {
  mlir::Operation *op = section.ir().operationOf(id);
  auto function = llvm::dyn_cast_if_present<mlir::FunctionOpInterface>(op);
  if (!function || !section.ir().isSound(op) ||
      function.getFunctionBody().empty() || !namesSizes(op))
    return;
  functions.insert(op);
  for (mlir::BlockArgument argument : function.getArguments()) {
    TypeShape type = statedShape(argument.getType());
    if (!type.isRanked())
      continue;
    for (auto [dim, name] :
         paramsOfArgument(function, argument.getArgNumber())) {
      if (dim >= type.rank() || !(*type.dims)[dim].isDynamic())
        continue;
      DimExpr size = exprs.symbol(
          {DimSource::Kind::Size, true, argument.getAsOpaquePointer(), dim});
      all.push_back({size, exprs.named(name, op), op, {}});
    }
  }
}

/// Of the functions at the top, or in a module there.
void Annotations::addAllDimParams(const Section &section, DimExprs &exprs) {
  const Outline &outline = section.outline();
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.nextSibling(id)) {
    addDimParams(section, id, exprs);
    if (llvm::isa_and_present<mlir::ModuleOp>(section.ir().operationOf(id)))
      for (StatementId child = outline.firstChild(id); child != noStatement;
           child = outline.nextSibling(child))
        addDimParams(section, child, exprs);
  }
}

/// The function of each; null where there is none.
static std::vector<std::pair<StatementId, mlir::Operation *>>
targetsOf(const Section &section, const std::vector<Annotation> &annotations) {
  std::vector<std::pair<StatementId, mlir::Operation *>> targets;
  for (const Annotation &annotation : annotations)
    targets.emplace_back(annotation.function,
                         annotation.function == noStatement
                             ? nullptr
                             : section.ir().operationOf(annotation.function));
  return targets;
}

Annotations::Annotations(const Section &section, DimExprs &exprs, Of of)
    : names(exprs.names()) {
  std::vector<Annotation> annotations = annotationsOf(section);
  targets = targetsOf(section, annotations);
  if (of == Of::All)
    addAllDimParams(section, exprs);
  else
    for (auto [id, function] : std::set(targets.begin(), targets.end()))
      if (function)
        addDimParams(section, id, exprs);
  for (size_t i = 0; i < annotations.size(); ++i)
    if (mlir::Operation *function = targets[i].second)
      AnnotationReader(section, annotations[i], function, exprs, *this).read();
    else
      wrong.push_back({annotations[i].text,
                       "there is no function that this is in or stands "
                       "directly before",
                       false});
  for (auto [id, function] : targets)
    functions.insert(function);
  for (const Equality &equality : all)
    functions.insert(equality.function);
}

std::map<mlir::Operation *, Annotations::Pairs>
Annotations::byFunction() const {
  std::map<mlir::Operation *, Pairs> result;
  for (const Equality &equality : all)
    result[equality.function].emplace_back(equality.a, equality.b);
  return result;
}

/// They rest on functions, and on which op a comment stands directly before.
bool Annotations::mayChange(const Section &section, const IrWork &work) const {
  auto isAnnotated = [this](const void *op) { return functions.contains(op); };
  return llvm::any_of(work.erased, isAnnotated) ||
         llvm::any_of(work.changed, isAnnotated) ||
         llvm::any_of(work.changed, namesSizes) ||
         targets != targetsOf(section, annotationsOf(section));
}

std::string Annotations::text(DimExpr expr, const Section &section) const {
  return toString(expr, [&](const DimSource &source) {
    if (source.kind == DimSource::Kind::Named)
      return names->name(source.index);
    if (source.kind != DimSource::Kind::Nothing)
      return section.nameOf(mlir::Value::getFromOpaquePointer(source.value));
    auto *op = static_cast<mlir::Operation *>(const_cast<void *>(source.value));
    if (!op)
      return std::string("?");
    return op->getNumResults()
               ? section.nameOf(op->getResult(0))
               : "@" + std::to_string(section.rangeOf(op).begin.value);
  });
}
