-- autostart = false: a server only when asked for.
local t = require('harness')
local spawned = 0
local spawn = vim.lsp.rpc.start
vim.lsp.rpc.start = function(...)
  spawned = spawned + 1
  return spawn(...)
end

require('shapels').setup({ autostart = false })
t.open('broken.mlir', t.broken)

t.test('no server by itself', function()
  t.flush()
  t.equal(spawned, 0)
  t.equal(vim.bo.filetype, 'mlir')
end)

t.test(':checkhealth shapels says how to start it', function()
  t.contains(t.health(), ':ShapelsRestart')
end)

t.test(':ShapelsRestart starts it', function()
  vim.cmd('ShapelsRestart')
  t.attached()
  t.equal(spawned, 1)
end)
