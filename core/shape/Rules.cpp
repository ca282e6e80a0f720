//===- Rules.cpp ----------------------------------------------------------===//

#include "core/shape/Rules.h"
#include "core/shape/rules/Families.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace shapels;

using RuleMap = llvm::StringMap<KnownOp>;

static KnownOp known(const RuleTable &table, const RuleRow &row) {
  KnownOp op{row.rule};
  op.isJudged = table.isJudged;
  op.family = row.rule == rules::elementwise ? OpFamily::SameShape
              : row.rule == rules::broadcast ? OpFamily::Broadcastable
                                             : row.family;
  return op;
}

static void add(const RuleTable &table, RuleMap &map) {
  for (llvm::StringRef dialect : llvm::split(table.dialects, ' '))
    for (const RuleRow &row : table.rows)
      for (llvm::StringRef op : llvm::split(row.ops, ' '))
        map[(dialect + "." + op).str()] = known(table, row);
}

static RuleMap allRules() {
  RuleMap map;
  for (const RuleTable &table : {arithRules(),
                                 indexRules(),
                                 tosaRules(),
                                 tosaShapeRules(),
                                 tensorRules(),
                                 memrefRules(),
                                 bufferizationRules(),
                                 shapeRules(),
                                 vectorRules(),
                                 affineRules(),
                                 controlFlowRules(),
                                 callRules(),
                                 globalRules(),
                                 quantRules(),
                                 shardyRules(),
                                 tfExecutorRules(),
                                 sparseRules(),
                                 hloRules(),
                                 hloBroadcastRules(),
                                 hloProductRules(),
                                 hloWindowRules(),
                                 hloCollectiveRules(),
                                 hloIntegerRules(),
                                 chloRules(),
                                 onnxRules(),
                                 onnxProductRules(),
                                 onnxIntegerRules(),
                                 onnxRecurrentRules(),
                                 onnxResizeRules(),
                                 torchRules(),
                                 tfRules(),
                                 tfWindowRules(),
                                 tfIndexRules(),
                                 ireeRules(),
                                 gpuRules(),
                                 builtinRules(),
                                 ireeCodegenRules(),
                                 ttirRules(),
                                 ttirWindowRules(),
                                 ttirHeadRules(),
                                 ttnnRules(),
                                 torchLayoutRules(),
                                 torchWindowRules(),
                                 torchSymbolRules(),
                                 torchConversionRules(),
                                 onnxSequenceRules(),
                                 onnxIndexRules(),
                                 onnxQuantizedRules()})
    add(table, map);
  return map;
}

static const RuleMap &ruleMap() {
  static const RuleMap rules = allRules();
  return rules;
}

const KnownOp &shapels::findOp(llvm::StringRef opName) {
  static const KnownOp none;
  auto found = ruleMap().find(opName);
  return found == ruleMap().end() ? none : found->second;
}

std::vector<llvm::StringRef> shapels::opsWithRules() {
  std::vector<llvm::StringRef> names(ruleMap().keys().begin(),
                                     ruleMap().keys().end());
  llvm::sort(names);
  return names;
}

bool shapels::isBeginningOfOp(llvm::StringRef name) {
  static const std::vector<llvm::StringRef> known = opsWithRules();
  auto next = llvm::lower_bound(known, name);
  return next != known.end() && next->starts_with(name) && *next != name;
}
