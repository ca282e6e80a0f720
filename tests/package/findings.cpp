//===- findings.cpp - A program that uses the core ------------------------===//

#include "core/analysis/Document.h"

#include <cstdio>

int main() {
  shapels::Document document("\"tosa.add\"() : () -> ()\n");
  document.update();
  for (const shapels::Diagnostic &diagnostic : document.diagnostics())
    std::puts(diagnostic.message.c_str());
}
