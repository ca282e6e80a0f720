//===- UnregisteredDialect.cpp --------------------------------------------===//

#include "core/ir/unregistered/UnregisteredDialect.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"

#include <type_traits>

using namespace shapels;
using namespace mlir;

MLIR_DEFINE_EXPLICIT_TYPE_ID(shapels::UnregisteredDialect)

/// Set while a dialect is loaded: MLIR asks the class for the name.
static thread_local llvm::StringRef loading;

//===----------------------------------------------------------------------===//
// Text that is a type or an attribute
//===----------------------------------------------------------------------===//

namespace {

template <typename Base>
struct TextStorage : Base {
  using KeyTy = llvm::StringRef;

  explicit TextStorage(llvm::StringRef text) : text(text) {}
  bool operator==(const KeyTy &key) const { return key == text; }
  static TextStorage *construct(StorageUniquer::StorageAllocator &allocator,
                                const KeyTy &key) {
    return new (allocator.allocate<TextStorage>())
        TextStorage(allocator.copyInto(key));
  }

  llvm::StringRef text;
};

/// Each dialect has it under an id of its own, by which MLIR finds the dialect.
class UnregisteredType
    : public Type::TypeBase<UnregisteredType, Type, TextStorage<TypeStorage>,
                            MemRefElementTypeInterface::Trait,
                            VectorElementTypeInterface::Trait> {
public:
  using Base::Base;
  static constexpr llvm::StringLiteral name = "shapels.stand_in_type";
  static bool classof(Type type) {
    return isa<UnregisteredDialect>(type.getDialect());
  }
  llvm::StringRef text() const { return getImpl()->text; }
};

using AttrStorage = TextStorage<AttributeStorage>;

class UnregisteredAttr
    : public Attribute::AttrBase<UnregisteredAttr, Attribute, AttrStorage> {
public:
  using Base::Base;
  static constexpr llvm::StringLiteral name = "shapels.stand_in_attr";
  static bool classof(Attribute attribute) {
    return isa<UnregisteredDialect>(attribute.getDialect());
  }
  llvm::StringRef text() const { return getImpl()->text; }
};

/// Of a memref, that has any strides and fits any shape.
class UnregisteredLayoutAttr
    : public Attribute::AttrBase<UnregisteredLayoutAttr, Attribute, AttrStorage,
                                 MemRefLayoutAttrInterface::Trait> {
public:
  using Base::Base;
  static constexpr llvm::StringLiteral name = "shapels.stand_in_layout";
  static bool classof(Attribute attribute) {
    return isa<UnregisteredDialect>(attribute.getDialect());
  }

  AffineMap getAffineMap() const { return AffineMap::get(getContext()); }
  bool isIdentity() const { return false; }
  LogicalResult
  verifyLayout(llvm::ArrayRef<int64_t> shape,
               llvm::function_ref<InFlightDiagnostic()> emitError) const {
    return success();
  }
  LogicalResult getStridesAndOffset(llvm::ArrayRef<int64_t> shape,
                                    llvm::SmallVectorImpl<int64_t> &strides,
                                    int64_t &offset) const {
    strides.assign(shape.size(), ShapedType::kDynamic);
    offset = ShapedType::kDynamic;
    return success();
  }
};

bool isWordPart(char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; }

/// Whether the text of an attribute, which is a part of a longer one that ends
/// with a null, stands in front of a comma.
bool isBeforeComma(llvm::StringRef text) {
  const char *behind = text.end();
  while (llvm::isSpace(*behind))
    ++behind;
  return *behind == ',';
}

/// Without blanks, other than between words and in strings.
std::string compact(llvm::StringRef text) {
  std::string result;
  bool isInString = false, wasBlank = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (!isInString && text.substr(i).starts_with("//")) {
      i = std::min(text.find('\n', i), text.size());
      wasBlank = true;
      continue;
    }
    if (!isInString && llvm::isSpace(c)) {
      wasBlank = true;
      continue;
    }
    if (wasBlank && !result.empty() && isWordPart(result.back()) &&
        isWordPart(c))
      result += ' ';
    wasBlank = false;
    result += c;
    if (isInString && c == '\\' && i + 1 < text.size())
      result += text[++i];
    else if (c == '"')
      isInString = !isInString;
  }
  return result;
}

/// StableHLO writes bounds in two ways.
std::string withoutSynonyms(std::string text) {
  llvm::StringRef list(text);
  bool isLong = list.consume_front("type_extensions<bounds=[") &&
                list.consume_back("]>") && !list.contains('[');
  return isLong ? ("bounds<" + list + ">").str() : text;
}

} // namespace

MLIR_DECLARE_EXPLICIT_TYPE_ID(UnregisteredType)
MLIR_DEFINE_EXPLICIT_TYPE_ID(UnregisteredType)
MLIR_DECLARE_EXPLICIT_TYPE_ID(UnregisteredAttr)
MLIR_DEFINE_EXPLICIT_TYPE_ID(UnregisteredAttr)
MLIR_DECLARE_EXPLICIT_TYPE_ID(UnregisteredLayoutAttr)
MLIR_DEFINE_EXPLICIT_TYPE_ID(UnregisteredLayoutAttr)

//===----------------------------------------------------------------------===//
// UnregisteredDialect
//===----------------------------------------------------------------------===//

llvm::StringRef UnregisteredDialect::getDialectNamespace() { return loading; }

UnregisteredDialect::UnregisteredDialect(MLIRContext *context)
    : Dialect(loading, context, TypeID::get<UnregisteredDialect>()) {
  allowUnknownOperations();
  allowUnknownTypes();
  auto nameOf = [&](llvm::StringRef what) {
    return StringAttr::get(context, getNamespace() + "." + what).getValue();
  };
  addType(typeId, AbstractType::get(
                      *this, UnregisteredType::getInterfaceMap(),
                      UnregisteredType::getHasTraitFn(),
                      UnregisteredType::getWalkImmediateSubElementsFn(),
                      UnregisteredType::getReplaceImmediateSubElementsFn(),
                      typeId, nameOf("shapels_type")));
  detail::TypeUniquer::registerType<UnregisteredType>(context, typeId);
  auto addKind = [&]<typename Attr>(std::type_identity<Attr>, TypeID id,
                                    llvm::StringRef name) {
    addAttribute(id, AbstractAttribute::get(
                         *this, Attr::getInterfaceMap(), Attr::getHasTraitFn(),
                         Attr::getWalkImmediateSubElementsFn(),
                         Attr::getReplaceImmediateSubElementsFn(), id, name));
    detail::AttributeUniquer::registerAttribute<Attr>(context, id);
  };
  addKind(std::type_identity<UnregisteredAttr>(), attributeId,
          nameOf("shapels_attr"));
  addKind(std::type_identity<UnregisteredLayoutAttr>(), layoutId,
          nameOf("shapels_layout"));
}

Type UnregisteredDialect::parseType(DialectAsmParser &parser) const {
  return detail::TypeUniquer::getWithTypeID<UnregisteredType>(
      getContext(), typeId,
      llvm::StringRef(compact(parser.getFullSymbolSpec())));
}

Attribute UnregisteredDialect::parseAttribute(DialectAsmParser &parser,
                                              Type type) const {
  llvm::StringRef written = parser.getFullSymbolSpec();
  std::string text = withoutSynonyms(compact(written));
  if (isBeforeComma(written))
    return detail::AttributeUniquer::getWithTypeID<UnregisteredLayoutAttr>(
        getContext(), layoutId, llvm::StringRef(text));
  return detail::AttributeUniquer::getWithTypeID<UnregisteredAttr>(
      getContext(), attributeId, llvm::StringRef(text));
}

void UnregisteredDialect::printType(Type type,
                                    DialectAsmPrinter &printer) const {
  printer << cast<UnregisteredType>(type).text();
}

void UnregisteredDialect::printAttribute(Attribute attribute,
                                         DialectAsmPrinter &printer) const {
  printer << cast<UnregisteredAttr>(attribute).text();
}

//===----------------------------------------------------------------------===//
// Which ones there are
//===----------------------------------------------------------------------===//

static bool isNamespace(llvm::StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name, isWordPart);
}

/// The dialects whose types and attributes the statement names, one after the
/// other, until `visit` returns true.
static bool anyDialectNamed(TextSpan text, const Outline &outline,
                            StatementId id,
                            llvm::function_ref<bool(llvm::StringRef)> visit) {
  for (uint32_t i = 0; i < outline.nameCount(id); ++i) {
    NameOccurrence name = outline.name({id, i});
    if (name.kind != NameKind::TypeAlias &&
        name.kind != NameKind::AttributeAlias)
      continue;
    auto [dialect, rest] =
        llvm::StringRef(outline.plainName(name.id)).drop_front().split('.');
    // `!t` alone is an alias, `!dialect<...>` is none.
    bool isAlone = rest.empty() && text.firstFrom(name.range.end) != '<';
    if (!isAlone && isNamespace(dialect) && visit(dialect))
      return true;
  }
  return false;
}

bool shapels::namesUnknownParts(
    TextSpan text, const Outline &outline, StatementId id,
    llvm::function_ref<bool(llvm::StringRef)> isRegistered) {
  return anyDialectNamed(text, outline, id, [&](llvm::StringRef dialect) {
    return !isRegistered(dialect);
  });
}

void shapels::loadUnregisteredDialects(MLIRContext &context, TextSpan text,
                                       const Outline &outline,
                                       StatementId first, StatementId end) {
  llvm::StringRef last;
  for (StatementId id = first; id != end; id = outline.next(id))
    anyDialectNamed(text, outline, id, [&](llvm::StringRef dialect) {
      if (dialect == last ||
          context.getDialectRegistry().getDialectAllocator(dialect) ||
          context.getLoadedDialect(dialect))
        return false;
      last = loading = StringAttr::get(&context, dialect).getValue();
      context.getOrLoadDialect<UnregisteredDialect>();
      return false;
    });
}

std::optional<llvm::StringRef> shapels::unknownTypeText(Type type) {
  if (auto standIn = dyn_cast<UnregisteredType>(type))
    return standIn.text();
  return std::nullopt;
}

template <typename T>
static bool findUnknown(T root) {
  if (!root)
    return false;
  AttrTypeWalker walker;
  walker.addWalk([](Type type) {
    bool isUnknown =
        isa<UnregisteredDialect>(type.getDialect()) || isa<OpaqueType>(type);
    return isUnknown ? WalkResult::interrupt() : WalkResult::advance();
  });
  walker.addWalk([](Attribute attribute) {
    bool isUnknown = isa<UnregisteredDialect>(attribute.getDialect()) ||
                     isa<OpaqueAttr>(attribute);
    return isUnknown ? WalkResult::interrupt() : WalkResult::advance();
  });
  return walker.walk(root).wasInterrupted();
}

bool shapels::restsOnUnknown(Type type) { return findUnknown(type); }
bool shapels::restsOnUnknown(Attribute attribute) {
  return findUnknown(attribute);
}
