-- `nvim startup.mlir`
local t = require('harness')

t.test('a file named on the command line', function()
  t.equal(vim.bo.filetype, 'mlir')
  t.diagnostic('broadcast-incompatible')
end)
