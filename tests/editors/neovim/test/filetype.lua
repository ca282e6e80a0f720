local t = require('harness')

for _, ending in ipairs({ 'mlir', 'ttir', 'ttgir' }) do
  t.test('filetype of *.' .. ending, function()
    t.open('a.' .. ending, t.broken)
    t.equal(vim.bo.filetype, 'mlir')
  end)
end

t.test('no filetype for others', function()
  t.open('a.mlirs', t.broken)
  t.equal(vim.bo.filetype, '')
end)

t.test('options', function()
  t.open('a.mlir', { 'func.func @f() {', '  %0 = arith.addi %arg0, %arg1 : i32', '}' })
  t.equal(vim.bo.commentstring, '// %s')
  t.go_to('addi')
  t.equal(vim.fn.expand('<cword>'), 'arith.addi')
  t.go_to('arg1')
  t.equal(vim.fn.expand('<cword>'), '%arg1')
end)

local source = {
  '#map = affine_map<(d0) -> (d0)>',
  '!row = tensor<4x?xf32, #map>',
  'module @m attributes {test.note = "a\\n"} {',
  'func.func @main(%arg0: tensor<[4]x?x8xbf16, #x.y<a -> b>>, %lhs: !row) -> (index, si8) { // TODO all',
  '  %0:2 = "test.op"(%lhs#1) <{value = true}> : (vector<2xvector<3xf8E4M3FN>>) -> (i32, i32)',
  '  %cst = arith.constant dense<1.5e-3> : memref<*xf32>',
  '  // expected-error @below {{no}}',
  '  cf.br ^bb1(%cst : tensor<4xi32)',
  '^bb1(%c: i32): // shapels: %c = [B]',
  '  return %missing : f32',
  '// -----',
}

--- The syntax group at the first character of the n-th `text`.
local function group(text, n)
  local lnum, col = t.go_to(text, n)
  return vim.fn.synIDattr(vim.fn.synID(lnum + 1, col + 1, true), 'name')
end

local function check_groups(name, expected)
  t.test('syntax: ' .. name, function()
    t.open('syntax.mlir', source)
    for _, case in ipairs(expected) do
      local text, want, n = unpack(case)
      t.equal({ text, group(text, n) }, { text, want })
    end
  end)
end

check_groups('names', {
  { '%arg0', 'mlirValue' }, { '%0:2', 'mlirValue' }, { '%lhs#1', 'mlirValue' }, { '#1', 'mlirValue' },
  { '@main', 'mlirSymbol' }, { '^bb1', 'mlirBlock' }, { '^bb1', 'mlirBlock', 2 },
  { '#map', 'mlirAttributeAlias' }, { '#map', 'mlirAttributeAlias', 2 }, { '!row', 'mlirType' }, { '!row', 'mlirType', 2 },
})
check_groups('ops', {
  { 'func.func', 'mlirOp' }, { '"test.op"', 'mlirQuotedOp' }, { 'arith.constant', 'mlirOpName' }, { 'cf.br', 'mlirOp' },
  { 'return', 'mlirOp' }, { 'module', 'mlirOp' }, { 'test.note', 'mlirAttribute' }, { 'value =', 'mlirAttribute' },
  { 'attributes', 'mlirKeyword' }, { 'true', 'mlirConstant' }, { 'dense', 'mlirKeyword' }, { '1.5e-3', 'mlirNumber' },
})
check_groups('types', {
  { 'tensor', 'mlirType' }, { '4x?', 'mlirDim' }, { '?', 'mlirDim' }, { 'x?xf32', 'mlirDims' }, { 'f32', 'mlirElement' },
  { '4]x?', 'mlirDim' }, { '8xbf16', 'mlirDim' }, { 'bf16', 'mlirElement' }, { '>>, %lhs', 'mlirBracket' },
  { '>, %lhs', 'mlirType' }, { 'index', 'mlirType' }, { 'si8', 'mlirType' }, { 'vector<3', 'mlirType' },
  { 'f8E4M3FN', 'mlirElement' }, { '*xf32', 'mlirDim' }, { '-> (index', 'mlirArrow' },
})
check_groups('strings and comments', {
  { '"a', 'mlirString' }, { '\\n', 'mlirEscape' }, { '// TODO', 'mlirComment' }, { 'TODO', 'mlirTodo' },
  { 'expected-error', 'mlirExpectation' }, { 'shapels:', 'mlirPragma' }, { '// -----', 'mlirSeparator' },
})
check_groups("a missing '>' ends with its line", { { '^bb1(%c', 'mlirBlock' }, { '%missing', 'mlirValue' } })
