//===- DimText.cpp - Expressions as text ----------------------------------===//

#include "core/shape/DimExpr.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <vector>

using namespace shapels;

namespace {

/// How tightly what surrounds an expression binds.
enum class Binding : uint8_t { Loose, Sum, Factor };

class Printer {
public:
  using TextOf = llvm::function_ref<std::string(const DimSource &)>;
  explicit Printer(TextOf textOf) : textOf(textOf) {}

  std::string print(DimExpr expr, Binding around) {
    switch (expr->kind) {
    case DimKind::Literal:
      return std::to_string(expr->value);
    case DimKind::Symbol:
      return textOf(expr->source);
    case DimKind::VScale:
      return "vscale";
    case DimKind::Sum:
      return bracketed(printSum(expr->terms), expr->terms.size() > 1
                                                  ? around > Binding::Loose
                                                  : around > Binding::Sum);
    case DimKind::FloorDiv:
      return printBinary(expr, " floordiv ", around);
    case DimKind::CeilDiv:
      return printBinary(expr, " ceildiv ", around);
    case DimKind::Mod:
      return printBinary(expr, " mod ", around);
    case DimKind::Min:
      return "min(" + sortedList(expr->operands) + ")";
    case DimKind::Max:
      return "max(" + sortedList(expr->operands) + ")";
    case DimKind::Select:
      return printSelect(expr);
    case DimKind::Broadcast:
      return "broadcast(" + sortedList(expr->operands) + ")";
    }
    llvm_unreachable("unknown kind");
  }

private:
  static std::string bracketed(std::string text, bool isNeeded) {
    return isNeeded ? "(" + text + ")" : text;
  }

  /// In an order that rests on nothing but the texts.
  static void sort(std::vector<std::string> &texts) {
    llvm::sort(texts, [](llvm::StringRef a, llvm::StringRef b) {
      int order = a.compare_numeric(b);
      return order ? order < 0 : a < b;
    });
  }

  /// Without its sign.
  std::string printTerm(const DimTerm &term) {
    std::string text;
    uint64_t coefficient = term.coefficient < 0 ? 0 - uint64_t(term.coefficient)
                                                : uint64_t(term.coefficient);
    if (coefficient != 1 || term.factors.empty())
      text = std::to_string(coefficient);
    std::vector<std::string> factors;
    for (DimExpr factor : term.factors)
      factors.push_back(print(factor, Binding::Factor));
    sort(factors);
    for (const std::string &factor : factors)
      text += (text.empty() ? "" : " * ") + factor;
    return text;
  }

  /// What is added first, what is subtracted behind it; a number last.
  std::string printSum(llvm::ArrayRef<DimTerm> terms) {
    std::string text;
    for (bool isNegative : {false, true}) {
      std::vector<std::string> printed;
      for (const DimTerm &term : terms)
        if ((term.coefficient < 0) == isNegative && !term.factors.empty())
          printed.push_back(printTerm(term));
      sort(printed);
      const DimTerm &last = terms.back();
      if (last.factors.empty() && (last.coefficient < 0) == isNegative)
        printed.push_back(printTerm(last));
      for (const std::string &term : printed) {
        const char *sign = isNegative ? " - " : " + ";
        text += (!text.empty() ? sign : isNegative ? "-" : "") + term;
      }
    }
    return text;
  }

  std::string printBinary(DimExpr expr, const char *word, Binding around) {
    return bracketed(print(expr->operands[0], Binding::Factor) + word +
                         print(expr->operands[1], Binding::Factor),
                     around > Binding::Sum);
  }

  std::string printSelect(DimExpr expr) {
    const char *word = expr->predicate == DimPredicate::Equal  ? " == "
                       : expr->predicate == DimPredicate::Less ? " < "
                                                               : " <= ";
    return "select(" + print(expr->operands[0], Binding::Sum) + word +
           print(expr->operands[1], Binding::Sum) + ", " +
           print(expr->operands[2], Binding::Loose) + ", " +
           print(expr->operands[3], Binding::Loose) + ")";
  }

  std::string sortedList(llvm::ArrayRef<DimExpr> exprs) {
    std::vector<std::string> printed;
    for (DimExpr expr : exprs)
      printed.push_back(print(expr, Binding::Loose));
    sort(printed);
    return llvm::join(printed, ", ");
  }

  TextOf textOf;
};

} // namespace

std::string
shapels::toText(DimExpr expr,
                llvm::function_ref<std::string(const DimSource &)> textOf) {
  return Printer(textOf).print(expr, Binding::Loose);
}

std::string
shapels::toString(DimExpr expr,
                  llvm::function_ref<std::string(const DimSource &)> nameOf) {
  return toText(expr, [&](const DimSource &source) {
    std::string index = std::to_string(source.index);
    switch (source.kind) {
    case DimSource::Kind::Size:
      return nameOf(source) + "[" + index + "]";
    case DimSource::Kind::Element:
      return nameOf(source) + "{" + index + "}";
    case DimSource::Kind::Scalar:
    case DimSource::Kind::Named:
      return nameOf(source);
    case DimSource::Kind::Nothing:
      return std::string("?");
    }
    llvm_unreachable("unknown kind");
  });
}
