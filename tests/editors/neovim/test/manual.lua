-- autostart = false: a server only when asked for.
local t = require('harness')
t.count_servers()
require('shapels').setup({ autostart = false })
t.open('broken.mlir', t.broken)

t.test('no server by itself', function()
  t.flush()
  t.equal(t.servers, 0)
  t.equal(vim.bo.filetype, 'mlir')
end)

t.test(':checkhealth shapels says how to start it', function()
  t.contains(t.health(), ':ShapelsRestart')
end)

t.test(':ShapelsRestart starts it', function()
  vim.cmd('ShapelsRestart')
  t.attached()
  t.equal(t.servers, 1)
end)

t.test('the schema of .shapels.json, for a server of JSON', function()
  local schema = require('shapels').json_schema()
  t.equal(schema.fileMatch, { '.shapels.json' })
  t.contains(table.concat(vim.fn.readfile(vim.uri_to_fname(schema.url))), '"broadcastRules"')
end)
