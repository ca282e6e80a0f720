//===- Annotations.cpp ----------------------------------------------------===//

#include "shapels/analysis/Annotations.h"
#include "shapels/analysis/Comments.h"
#include "shapels/shape/StatedShape.h"
#include "shapels/syntax/Lexer.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <optional>

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
                                             ByteOffset comment) {
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
  std::string_view text = section.text();
  for (size_t at = 0; (at = text.find(shapelsComment, at)) != text.npos;
       at += shapelsComment.size()) {
    size_t begin = at + shapelsComment.size();
    size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
    std::string_view words = text.substr(begin, end - begin);
    bool isIgnore =
        words.substr(std::min(words.find_first_not_of(" \t"), words.size()))
            .starts_with("ignore");
    if (isIgnore || words.find('=') == words.npos ||
        !isInComment(text, {static_cast<uint32_t>(at)}))
      continue;
    if (auto function = functionAt(section, {static_cast<uint32_t>(at)}))
      result.push_back(
          {{{static_cast<uint32_t>(begin)}, {static_cast<uint32_t>(end)}},
           *function});
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
  ByteRange here() const { return token.range.shifted(start.value); }
  std::string_view word() const { return token.in(text); }

  void complain(ByteRange range, std::string message, bool isSyntax = false) {
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
    ByteRange begin = here();
    bool isValue = token.is(TokenKind::ValueName);
    Lexer ahead = lexer;
    if (isValue && ahead.next().is(TokenKind::Equal))
      if (mlir::Value value = argument(); value || isWrong)
        if (isWrong || statedShape(value.getType()).isShaped())
          return isWrong ? void() : readShape(value, begin);
    DimExpr a = readSum();
    expect(TokenKind::Equal, "'='");
    DimExpr b = isWrong ? DimExpr() : readSum();
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
  void readShape(mlir::Value value, ByteRange name) {
    std::string spelling(word());
    advance();
    advance();
    expect(TokenKind::LeftSquare, "'['");
    std::vector<std::pair<DimExpr, ByteRange>> sizes;
    while (!isWrong && !token.is(TokenKind::RightSquare)) {
      ByteRange at = here();
      bool isOpen = word() == "?";
      if (isOpen)
        advance();
      DimExpr size = isOpen ? DimExpr() : readSum();
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
    ByteRange at = here();
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
  ByteOffset lastEnd() const {
    std::string_view before = text.substr(0, token.range.begin.value);
    size_t last = before.find_last_not_of(" \t");
    return start + static_cast<uint32_t>(last == before.npos ? 0 : last + 1);
  }

  const Section &section;
  ByteOffset start;
  std::string_view text;
  Lexer lexer;
  Token token;
  mlir::Operation *function;
  DimExprs &exprs;
  Annotations &result;
  ByteOffset behind;
  bool isWrong = false;
};

} // namespace shapels

//===----------------------------------------------------------------------===//
// Annotations
//===----------------------------------------------------------------------===//

/// `onnx.dim_params = "0:batch,1:sequence"` of an argument, as onnx-mlir writes
/// it.
void Annotations::addDimParams(const Section &section, StatementId id,
                               DimExprs &exprs) {
  mlir::Operation *op = section.ir().operationOf(id);
  auto function = llvm::dyn_cast_if_present<mlir::FunctionOpInterface>(op);
  if (!function || !section.ir().isSound(op) ||
      function.getFunctionBody().empty())
    return;
  for (mlir::BlockArgument argument : function.getArguments()) {
    auto list = function.getArgAttrOfType<mlir::StringAttr>(
        argument.getArgNumber(), "onnx.dim_params");
    TypeShape type = statedShape(argument.getType());
    if (!list || !type.isRanked())
      continue;
    for (llvm::StringRef item : llvm::split(list.getValue(), ',')) {
      auto [number, name] = item.split(':');
      unsigned dim = 0;
      if (number.trim().getAsInteger(10, dim) || dim >= type.rank() ||
          name.trim().empty() || !(*type.dims)[dim].isDynamic())
        continue;
      DimExpr size = exprs.symbol(
          {DimSource::Kind::Size, true, argument.getAsOpaquePointer(), dim});
      all.push_back({size, exprs.named(name.trim(), op), op, {}});
    }
  }
}

Annotations::Annotations(const Section &section, DimExprs &exprs)
    : names(exprs.names()), hasComments(section.text().find(shapelsComment) !=
                                        std::string_view::npos) {
  const Outline &outline = section.outline();
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.nextSibling(id)) {
    addDimParams(section, id, exprs);
    if (llvm::isa_and_present<mlir::ModuleOp>(section.ir().operationOf(id)))
      for (StatementId child = outline.firstChild(id); child != noStatement;
           child = outline.nextSibling(child))
        addDimParams(section, child, exprs);
  }
  for (const Annotation &annotation : annotationsOf(section)) {
    mlir::Operation *function =
        annotation.function == noStatement
            ? nullptr
            : section.ir().operationOf(annotation.function);
    if (function)
      AnnotationReader(section, annotation, function, exprs, *this).read();
    else
      wrong.push_back({annotation.text,
                       "there is no function that this is in or stands "
                       "directly before",
                       false});
  }
}

std::map<mlir::Operation *, Annotations::Pairs>
Annotations::byFunction() const {
  std::map<mlir::Operation *, Pairs> result;
  for (const Equality &equality : all)
    result[equality.function].emplace_back(equality.a, equality.b);
  return result;
}

/// `onnx.dim_params` of one of its arguments.
static bool hasDimParams(mlir::Operation *op) {
  auto function = llvm::dyn_cast<mlir::FunctionOpInterface>(op);
  mlir::ArrayAttr list = function ? function.getArgAttrsAttr() : nullptr;
  return list && llvm::any_of(list.getAsRange<mlir::DictionaryAttr>(),
                              [](mlir::DictionaryAttr attributes) {
                                return attributes.contains("onnx.dim_params");
                              });
}

/// They rest on functions, and on which op a comment stands directly before.
bool Annotations::mayChange(const IrWork &work) const {
  auto isAtTop = [](mlir::Operation *op) {
    return isFunction(op) ||
           llvm::isa_and_present<mlir::ModuleOp>(op->getParentOp());
  };
  bool isAny = hasComments || !all.empty();
  return (isAny && (!work.removed.empty() || !work.erased.empty() ||
                    llvm::any_of(work.changed, isAtTop))) ||
         llvm::any_of(work.changed, hasDimParams);
}

std::string Annotations::text(DimExpr expr, const Section &section) const {
  return toString(expr, [&](const DimSource &source) {
    if (source.kind == DimSource::Kind::Named)
      return names->name(source.index);
    if (source.kind != DimSource::Kind::Nothing)
      return section.nameOf(mlir::Value::getFromOpaquePointer(source.value));
    auto *op = static_cast<mlir::Operation *>(const_cast<void *>(source.value));
    return op->getNumResults()
               ? section.nameOf(op->getResult(0))
               : "@" + std::to_string(section.rangeOf(op).begin.value);
  });
}
