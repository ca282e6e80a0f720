-- With setup(): the server is started through a program that keeps what the client sends.
local t = require('harness')
local sent = vim.env.HOME .. '/sent'
local attached = {}

require('shapels').setup({
  cmd = { 'sh', '-c', 'tee "$0" | "$1"', sent, vim.env.SHAPELS },
  settings = { severity = { ['broadcast-incompatible'] = 'warning' }, ops = {} },
  inlay_hints = false,
  on_attach = function(client, bufnr) table.insert(attached, { client.name, bufnr }) end,
})
local bufnr = t.open('broken.mlir', t.broken)

t.test('on_attach', function()
  t.await('on_attach', function() return vim.deep_equal(attached, { { 'shapels', bufnr } }), attached end)
end)

--- The params of the first message of that method.
local function params(method)
  local text = table.concat(vim.fn.readfile(sent), '\n')
  for body in text:gmatch('%b{}') do
    local message = vim.fn.json_decode(body)
    if message.method == method then return message.params end
  end
end

t.test('settings as initialization options, an empty map as a map', function()
  local options = t.await('initialize', function() return params('initialize') end).initializationOptions
  t.equal(options.severity, { ['broadcast-incompatible'] = 'warning' })
  t.contains(table.concat(vim.fn.readfile(sent)):gsub(' ', ''), '"ops":{}')
end)

if vim.fn.has('nvim-0.10') == 1 then -- 0.7 does not send it
  t.test('settings as configuration', function()
    local settings = t.await('configuration', function() return params('workspace/didChangeConfiguration') end).settings
    t.equal(settings.shapels.severity, { ['broadcast-incompatible'] = 'warning' })
  end)
end

t.test('language id', function()
  t.equal(t.await('didOpen', function() return params('textDocument/didOpen') end).textDocument.languageId, 'mlir')
end)

t.test('the server obeys a setting', function()
  t.equal(t.diagnostic('broadcast-incompatible').severity, vim.diagnostic.severity.WARN)
end)

if vim.lsp.inlay_hint then
  t.test('no inlay hints when switched off', function()
    t.equal(vim.lsp.inlay_hint.is_enabled({ bufnr = bufnr }), false)
  end)
end
