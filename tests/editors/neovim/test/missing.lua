-- No server on PATH.
local t = require('harness')
local told = {}
vim.notify = function(text, level) table.insert(told, { text, level }) end

t.test('one notice, no error', function()
  for _, name in ipairs({ 'a.mlir', 'b.mlir', 'c.ttir' }) do t.open(name, t.broken) end
  t.flush()
  t.equal(told, { { 'shapels: no server: shapels not found on PATH. See :checkhealth shapels', vim.log.levels.WARN } })
  t.equal(vim.v.errmsg, '')
  t.equal(#t.clients(), 0)
end)

t.test(':checkhealth shapels says what to do', function()
  local text = t.health()
  t.contains(text, 'ERROR')
  t.contains(text, 'server not found: shapels on PATH')
  t.contains(text, 'g:shapels_cmd')
end)

t.test(':ShapelsRestart tells it again', function()
  told = {}
  vim.cmd('ShapelsRestart')
  t.flush()
  t.equal(#told, 1)
end)

t.test('a wrong g:shapels_cmd is named', function()
  told = {}
  vim.g.shapels_cmd = '~/no such/shapels'
  vim.cmd('ShapelsRestart')
  t.flush()
  t.contains(told[1][1], vim.env.HOME .. '/no such/shapels not found.')
end)

t.test('setup() with the right program and :ShapelsRestart', function()
  vim.g.shapels_cmd = nil
  require('shapels').setup({ cmd = { vim.env.SHAPELS } })
  vim.cmd('ShapelsRestart')
  t.attached()
  t.contains(t.health(), 'server: ' .. vim.env.SHAPELS)
end)
