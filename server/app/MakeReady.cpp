//===- MakeReady.cpp - Before the first document --------------------------===//

#include "server/app/MakeReady.h"

#include "server/features/Hover.h"
#include "server/lsp/ClientView.h"
#include "server/lsp/FindingsText.h"

using namespace shapels;

/// Of the dialects that most texts use, with an error of each kind and a unit
/// that does not parse at once.
static constexpr std::string_view sample = R"mlir(
#map = affine_map<(d0, d1) -> (d0, d1)>
func.func @tensors(%a: tensor<4x?xf32>, %b: tensor<1x8xf32>, %n: index) -> tensor<4x8xf32> {
  %c = arith.constant 2 : index
  %zero = arith.constant dense<0.0> : tensor<4x8xf32>
  %sum = tosa.add %a, %b : (tensor<4x?xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  %dim = tensor.dim %a, %c : tensor<4x?xf32>
  %cast = tensor.cast %sum : tensor<4x8xf32> to tensor<?x?xf32>
  %all = scf.for %i = %c to %n step %c iter_args(%x = %zero) -> (tensor<4x8xf32>) {
    %y = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
        ins(%sum : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %product = arith.mulf %in, %out : f32
      linalg.yield %product : f32
    } -> tensor<4x8xf32>
    scf.yield %y : tensor<4x8xf32>
  }
  return %all : tensor<4x8xf32>
}
func.func @memory(%m: memref<4x8xf32>, %v: vector<8xf32>, %flag: i1) {
  %c = arith.constant 0 : index
  %r = vector.transfer_read %m[%c, %c], %missing : memref<4x8xf32>, vector<8xf32>
  cf.cond_br %flag, ^bb1, ^bb2
^bb1:
  memref.store %x, %m[%c, %c] : memref<4x8xf32>
  cf.br ^bb2
^bb2:
  %w = "foreign.op"(%v) {axis = 1 : i64} : (vector<8xf32>) -> vector<4xf32>
  %bad = tosa.add %w : (tensor<4xf32>) -> tensor<3xf32>
  func.call @tensors(%v) : (vector<8xf32>) -> ()
  return
}
)mlir";

void shapels::makeReady() {
  Document document{TextBuffer(std::string(sample)), Configuration()};
  document.update();
  const std::string uri = "file:///sample.mlir";
  const lsp::ClientCapabilities client;
  ClientView view(document.buffer(), uri, client);
  FindingsText findings;
  findings.update(document.diagnostics(), document.buffer(), view);
  (void)findings.json();
  for (std::string_view name : {"%sum =", "%all =", "%w ="})
    (void)hover(document, {static_cast<uint32_t>(sample.find(name))}, {});
}
