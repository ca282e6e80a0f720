-- A folder as somebody has it: .td files, a file of the dialect that they define, and no setting.
local t = require('harness')

local function write(name, lines)
  local path = vim.env.HOME .. '/' .. name
  vim.fn.mkdir(vim.fn.fnamemodify(path, ':h'), 'p')
  vim.fn.writefile(lines, path)
end

write('.git/HEAD', { 'ref: refs/heads/main' })
write('include/My/MyDialect.td', {
  'include "mlir/IR/OpBase.td"',
  'def My_Dialect : Dialect { let name = "my"; let cppNamespace = "::my"; }',
  'class My_Op<string name, list<Trait> traits = []> : Op<My_Dialect, name, traits>;',
})
write('include/My/MyOps.td', {
  'include "My/MyDialect.td"',
  'def My_Scale : My_Op<"scale"> {',
  '  let summary = "scales a tensor by a factor";',
  '  let arguments = (ins AnyTensor:$input, F32:$factor);',
  '  let results = (outs AnyTensor:$output);',
  '  let assemblyFormat = "$input `by` $factor attr-dict `:` type($input) `->` type($output)";',
  '}',
})

--- The text of a hover on the op.
local function hover()
  t.go_to('my.scale')
  local result = t.request('textDocument/hover', vim.lsp.util.make_position_params(0, 'utf-16'))
  return result and result.contents.value or ''
end

t.test("documentation of a project's ops, with nothing configured", function()
  local opened = vim.loop.hrtime()
  t.open('test/scale.mlir', {
    'func.func @f(%t: tensor<4xf32>, %s: f32) -> tensor<4xf32> {',
    '  %0 = my.scale %t by %s : tensor<4xf32> -> tensor<4xf32>',
    '  return %0 : tensor<4xf32>',
    '}',
  })
  t.attached()
  t.await('documentation', function()
    local text = hover()
    return text:find('scales a tensor by a factor', 1, true), text
  end)
  io.stdout:write(('# after %d ms\n'):format((vim.loop.hrtime() - opened) / 1e6))
end)

t.test("an op of the project leads to its definition", function()
  t.go_to('my.scale')
  local places = t.request('textDocument/definition', vim.lsp.util.make_position_params(0, 'utf-16'))
  t.contains((places[1] or places).uri, 'include/My/MyOps.td')
end)

t.test('what breaks its definition is a warning', function()
  t.open('test/broken.mlir', {
    'func.func @f(%t: tensor<4xf32>) {',
    '  %0 = "my.scale"(%t) : (tensor<4xf32>) -> tensor<4xf32>',
    '  return',
    '}',
  })
  t.contains(t.diagnostic('ods-mismatch').message, 'has 1 operand, but is defined with 2 (MyOps.td:2)')
end)
