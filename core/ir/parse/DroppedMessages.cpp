//===- DroppedMessages.cpp ------------------------------------------------===//

#include "core/ir/parse/DroppedMessages.h"

#include "llvm/ADT/STLExtras.h"

using namespace shapels;

namespace {

struct Row {
  /// Whether the parser or the verifier says it.
  DiagnosticCode code;
  /// What the op's name begins with.
  llvm::StringLiteral op;
  /// A part of the message; empty for all but those about dominance.
  llvm::StringLiteral message;
  /// What has to be there for the message to rest on it.
  Unknown unknown;
};

} // namespace

static constexpr auto Parse = DiagnosticCode::MlirParse,
                      Verify = DiagnosticCode::MlirVerify;

static constexpr Row rows[] = {
    // unknownDialects() tells of the dialect, once.
    {Parse, "", "Dialect `", Unknown::Op},
    {Parse, "", "is unknown", Unknown::Op},
    // A stand-in for a type or an attribute is none of those that an op or a
    // type of MLIR's own asks for; the real one may be.
    {Parse, "", "invalid kind of attribute specified", Unknown::Part},
    {Parse, "", "invalid kind of type specified", Unknown::Part},
    {Parse, "", "which is to be a", Unknown::Part},
    {Parse, "", "' must be ", Unknown::Part},
    // Behind an alias a layout is not told from a memory space.
    {Parse, "", "multiple memory spaces specified", Unknown::Section},
    // Projects make types of MLIR's own be elements (`memref<?x!llvm.ptr>`).
    {Parse, "", "invalid memref element type", Unknown::Section},
    {Parse, "", "invalid vector element type", Unknown::Section},
    // Who else would read a resource is not known.
    {Parse, "", "ignoring unknown external resources", Unknown::Any},

    // What an op needs of its types and attributes, those may have.
    {Verify, "", "", Unknown::Part},
    // What a terminator hands over, only its dialect knows.
    {Verify, "", "", Unknown::Terminator},
    {Verify, "", "", Unknown::Blamed},
    // A region may be a graph, in which definitions have no order.
    {Verify, "", "does not dominate", Unknown::Around},
    // The op around may be one of those that are wanted there.
    {Verify, "", "parent", Unknown::Around},
    {Verify, "", "ancestor", Unknown::Around},
    {Verify, "", "must appear", Unknown::Around},
    // It may begin a scope in which other values are symbols and dimensions.
    {Verify, "affine.", "", Unknown::Around},
    // It may be, or hold, what is referred to.
    {Verify, "", "", Unknown::Symbol},
    // It may consume the handle.
    {Verify, "transform.", "is not consumed in the body", Unknown::Within},
};

bool shapels::isDropped(const SectionDiagnostic &diagnostic,
                        llvm::StringRef opName,
                        llvm::function_ref<bool(Unknown)> isThere) {
  llvm::StringRef message(diagnostic.message);
  return llvm::any_of(rows, [&](const Row &row) {
    bool isMeant = row.message.empty() ? !isAboutDominance(message)
                                       : message.contains(row.message);
    return row.code == diagnostic.code && isMeant &&
           opName.starts_with(row.op) &&
           (row.unknown == Unknown::Any || isThere(row.unknown));
  });
}

llvm::StringRef shapels::dialectOfUnknownOp(llvm::StringRef message) {
  if (message.consume_front("Dialect `"))
    return message.split('\'').first;
  if (!message.consume_front("custom op '"))
    return {};
  auto [name, rest] = message.split('\'');
  bool hasDialect = rest.starts_with(" is unknown") && name.contains('.');
  return hasDialect ? name.split('.').first : llvm::StringRef();
}
