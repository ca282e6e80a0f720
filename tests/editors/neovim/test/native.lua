-- Neovim 0.11 and newer: the client is an ordinary vim.lsp.config that users may change.
local t = require('harness')
if not vim.lsp.config then return end

vim.lsp.config('shapels', { settings = { shapels = { severity = { ['broadcast-incompatible'] = 'warning' } } } })
t.open('broken.mlir', t.broken)

t.test('vim.lsp.config reaches the server', function()
  t.equal(t.diagnostic('broadcast-incompatible').severity, vim.diagnostic.severity.WARN)
end)

t.test('vim.lsp.enable(name, false) keeps new buffers without a client', function()
  vim.lsp.enable('shapels', false)
  t.await('no client', function() return #t.clients() == 0, #t.clients() end)
  t.open('other.mlir', t.broken)
  t.flush()
  t.equal(#vim.lsp.get_clients({ _uninitialized = true }), 0)
end)

t.test('vim.lsp.enable(name) starts it again', function()
  vim.lsp.enable('shapels')
  t.attached()
  t.diagnostic('broadcast-incompatible')
end)
