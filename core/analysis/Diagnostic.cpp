//===- Diagnostic.cpp - The table of codes --------------------------------===//

#include "shapels/analysis/Diagnostic.h"

#include <algorithm>
#include <array>

using namespace shapels;

// clang-format off
static constexpr std::array<DiagnosticInfo, 26> table = {{
    {DiagnosticCode::MlirParse, "mlir-parse", Severity::Error, "MLIR's parser rejects the text"},
    {DiagnosticCode::MlirVerify, "mlir-verify", Severity::Error, "MLIR's verifier rejects the op"},
    {DiagnosticCode::ParserCrash, "parser-crash", Severity::Error, "MLIR's parser or verifier crashes on the op, which is left out"},
    {DiagnosticCode::ParserTimeout, "parser-timeout", Severity::Error, "MLIR's parser or verifier does not come to an end on the op, which is left out"},
    {DiagnosticCode::BroadcastIncompatible, "broadcast-incompatible", Severity::Error, "two operands of a broadcastable op differ in a dimension, and neither size is 1"},
    {DiagnosticCode::BroadcastResultMismatch, "broadcast-result-mismatch", Severity::Error, "the result of a broadcastable op has another size than its operands broadcast to"},
    {DiagnosticCode::BroadcastRankMismatch, "broadcast-rank-mismatch", Severity::Error, "the result of a broadcastable op has another rank than its operands broadcast to"},
    {DiagnosticCode::BroadcastRankUnproved, "broadcast-rank-unproved", Severity::Warning, "only an unranked operand could give the result its rank"},
    {DiagnosticCode::BroadcastSignature, "broadcast-signature", Severity::Error, "a broadcastable op needs operands, one result, and either tensors or vectors"},
    {DiagnosticCode::ImplicitStaticCast, "implicit-static-cast", Severity::Warning, "the result states a size that the operands leave open"},
    {DiagnosticCode::ShapeMismatch, "shape-mismatch", Severity::Error, "the shapes of an op are none that such an op can have, by the rule of its name"},
    {DiagnosticCode::OperandType, "operand-type", Severity::Error, "an op of an unknown dialect writes another shape for an operand than the operand has"},
    {DiagnosticCode::DimConflict, "dim-conflict", Severity::Error, "an op needs a size that the ops before it rule out, whatever their types declare"},
    {DiagnosticCode::CallMismatch, "call-mismatch", Severity::Error, "a call gives its function sizes or integers that this cannot take"},
    {DiagnosticCode::RefinableResult, "refinable-result", std::nullopt, "the result's type says less than what is inferred"},
    {DiagnosticCode::LinalgBroadcastDimensions, "linalg-broadcast-dimensions", Severity::Error, "the `dimensions` of a linalg.broadcast are not those that it adds"},
    {DiagnosticCode::LinalgBroadcastMapped, "linalg-broadcast-mapped", Severity::Error, "the `dimensions` of a linalg.broadcast say where its own go, not which are added"},
    {DiagnosticCode::LinalgBroadcastExpansion, "linalg-broadcast-expansion", Severity::Error, "a linalg.broadcast would have to expand a dimension of size 1"},
    {DiagnosticCode::LinalgBroadcastUnsorted, "linalg-broadcast-unsorted", Severity::Warning, "the `dimensions` of a linalg.broadcast are not in order"},
    {DiagnosticCode::UnknownDialect, "unknown-dialect", Severity::Hint, "a dialect is not built in, so its ops are not verified; or its name may be a slip"},
    {DiagnosticCode::InvalidPragma, "invalid-pragma", Severity::Warning, "a `// shapels:` comment cannot be understood"},
    {DiagnosticCode::InvalidAnnotation, "invalid-annotation", Severity::Error, "a `// shapels:` comment names an argument, a rank or a size that the function has not"},
    {DiagnosticCode::InvalidConfig, "invalid-config", Severity::Error, "a `.shapels.json` has a mistake"},
    {DiagnosticCode::PluginNotLoaded, "plugin-not-loaded", Severity::Error, "a dialect plugin or IRDL file cannot be loaded"},
    {DiagnosticCode::PluginConsent, "plugin-consent", Severity::Warning, "plugins and IRDL files of a workspace need the user's consent"},
    {DiagnosticCode::TooManyDiagnostics, "too-many-diagnostics", Severity::Warning, "more findings than are shown"},
}};
// clang-format on

std::span<const DiagnosticInfo> shapels::diagnosticTable() { return table; }

const DiagnosticInfo &shapels::info(DiagnosticCode code) {
  return table[static_cast<size_t>(code)];
}

const DiagnosticInfo *shapels::findDiagnosticInfo(std::string_view id) {
  auto found =
      std::find_if(table.begin(), table.end(),
                   [&](const DiagnosticInfo &row) { return row.id == id; });
  return found == table.end() ? nullptr : &*found;
}

std::vector<std::string_view> shapels::diagnosticIds() {
  std::vector<std::string_view> ids;
  for (const DiagnosticInfo &row : table)
    ids.push_back(row.id);
  return ids;
}

std::string shapels::documentationUrl(DiagnosticCode code) {
  return "https://github.com/shapels/shapels/blob/main/README.md#" +
         std::string(info(code).id);
}

std::string_view shapels::severityName(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Information:
    return "information";
  case Severity::Hint:
    return "hint";
  }
  return "error";
}
