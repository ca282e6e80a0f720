-- setup() in init.lua, so before the plugin is loaded, and a file on the command line.
local t = require('harness')

t.test('autostart = false', function()
  t.flush()
  t.equal(t.servers, 0)
  t.equal(vim.bo.filetype, 'mlir')
  t.contains(t.health(), 'no client is attached')
end)

t.test(':ShapelsRestart starts it', function()
  vim.cmd('ShapelsRestart')
  t.attached()
  t.equal(t.servers, 1)
end)
