//===- Rules.cpp ----------------------------------------------------------===//

#include "shapels/shape/Rules.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace shapels;

using RuleMap = llvm::StringMap<ShapeRule>;

static void add(const RuleTable &table, RuleMap &map) {
  for (llvm::StringRef dialect : llvm::split(table.dialects, ' '))
    for (const RuleRow &row : table.rows)
      for (llvm::StringRef op : llvm::split(row.ops, ' '))
        map[(dialect + "." + op).str()] = row.rule;
}

static RuleMap allRules() {
  RuleMap map;
  for (const RuleTable &table :
       {arithRules(),         indexRules(),       tosaRules(),
        tosaShapeRules(),     tensorRules(),      memrefRules(),
        bufferizationRules(), shapeRules(),       vectorRules(),
        affineRules(),        controlFlowRules(), callRules(),
        globalRules(),        quantRules(),       sparseRules(),
        hloRules(),           hloProductRules(),  chloRules(),
        hloProductRules(),    onnxRules(),        onnxProductRules(),
        torchRules(),         tfRules(),          ireeRules()})
    add(table, map);
  return map;
}

ShapeRule shapels::findRule(llvm::StringRef opName) {
  static const RuleMap rules = allRules();
  return rules.lookup(opName);
}
