-- Without setup(): the server is the `shapels` on PATH.
local t = require('harness')

local broken = t.open('broken.mlir', t.broken)

t.test('diagnostic', function()
  local found = t.diagnostic('broadcast-incompatible')
  t.equal(found.source, 'shapels')
  t.equal(found.severity, vim.diagnostic.severity.ERROR)
  t.contains(found.message, 'dimension 0 does not broadcast')
  t.contains('%lhs %rhs', t.underlined(found))
  t.equal(#t.underlined(found), 4)
end)

--- The text of the floating window that `open` makes Neovim show.
local function float(open)
  open()
  local window = t.await('floating window', function()
    local all = vim.api.nvim_list_wins()
    for _, id in ipairs(all) do
      if vim.api.nvim_win_get_config(id).relative ~= '' then return id end
    end
    return nil, all
  end)
  local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, true)
  vim.api.nvim_win_close(window, true)
  return table.concat(lines, '\n')
end

t.test('hover', function()
  t.go_to('test.broadcastable')
  t.contains(float(vim.lsp.buf.hover), 'tensor<?xi32>')
end)

t.test('hover says what is inferred', function()
  t.open('sizes.mlir', {
    'func.func @f(%a: tensor<3xi32>) -> tensor<?xi32> {',
    '  %0 = "test.broadcastable"(%a, %a) : (tensor<3xi32>, tensor<3xi32>) -> tensor<?xi32>',
    '  return %0 : tensor<?xi32>',
    '}',
  })
  t.attached()
  t.go_to('test.broadcastable')
  t.contains(float(vim.lsp.buf.hover), 'tensor<?xi32> = [3]')
  vim.cmd('buffer ' .. broken)
end)

if vim.fn.has('nvim-0.10') == 0 then
  t.test('hover is plain text, which has no addresses of links', function()
    t.go_to('test.broadcastable')
    local text = float(vim.lsp.buf.hover)
    for _, mark in ipairs({ '`', '**', '](' }) do t.equal(text:find(mark, 1, true), nil) end
  end)
end

t.test('completion', function()
  t.open('completion.mlir', { 'func.func @f(%a: tensor<3xi32>) {', '  %0 = tosa.ab', '  return', '}' })
  t.attached()
  local list = t.request('textDocument/completion', {
    textDocument = vim.lsp.util.make_text_document_params(),
    position = { line = 1, character = 14 },
  })
  t.equal(vim.tbl_map(function(item) return item.label end, list.items), { 'tosa.abs' })
  vim.cmd('buffer ' .. broken)
end)

t.test('signature help', function()
  t.open('signature.mlir', { 'func.func @f(%a: tensor<3xi32>) {', '  %0 = tosa.add %a, ', '  return', '}' })
  t.attached()
  vim.api.nvim_win_set_cursor(0, { 2, 19 })
  t.contains(float(vim.lsp.buf.signature_help), 'tosa.add %input1, %input2')
  vim.cmd('buffer ' .. broken)
end)

t.test('definition', function()
  t.go_to('%0', 2)
  vim.lsp.buf.definition()
  t.await_cursor(1, 2)
end)

t.test('document symbols', function()
  local symbols = t.request('textDocument/documentSymbol', { textDocument = vim.lsp.util.make_text_document_params() })
  t.equal(vim.tbl_map(function(symbol) return symbol.name end, symbols), { 'f' })
end)

if vim.lsp.inlay_hint then
  t.test('inlay hints', function()
    local offered = t.attached().server_capabilities.inlayHintProvider ~= nil
    t.equal(vim.lsp.inlay_hint.is_enabled({ bufnr = broken }), offered)
    if not offered then return end
    t.open('hints.mlir', {
      'func.func @f(%a: tensor<3xi32>) -> tensor<?xi32> {',
      '  %0 = "test.broadcastable"(%a, %a) : (tensor<3xi32>, tensor<3xi32>) -> tensor<?xi32>',
      '  return %0 : tensor<?xi32>',
      '}',
    })
    t.await('inlay hint', function()
      local all = vim.lsp.inlay_hint.get({ bufnr = 0 })
      return #all > 0, all
    end)
    vim.cmd('buffer ' .. broken)
  end)

  t.test('inlay hints stay while another line is half typed', function()
    if not t.attached().server_capabilities.inlayHintProvider then return end
    t.open('typing.mlir', {
      'func.func @f(%a: tensor<3xf32>) {',
      '  %0 = tensor.cast %a : tensor<3xf32> to tensor<?xf32>',
      '  %1 = math.exp %0 : tensor<?xf32>',
      '  return',
      '}',
    })
    -- What Neovim shows on the last two lines, once it has asked about this text.
    local function shown(expected)
      t.await('inlay hints ' .. vim.inspect(expected), function()
        local all = vim.tbl_map(function(hint)
          return { hint.inlay_hint.position.line, hint.inlay_hint.label }
        end, vim.lsp.inlay_hint.get({ bufnr = 0 }))
        return vim.deep_equal(all, expected), all
      end)
    end
    shown({ { 1, '= [3]' }, { 2, '= [3]' } })
    t.go_to(' %a : tensor<3xf32> to')
    t.type('X')
    t.diagnostic('mlir-parse')
    shown({ { 2, '= [3]' } })
    t.type('X')
    t.type('X')
    t.flush()
    shown({ { 2, '= [3]' } })
    t.type('3u')
    t.findings({})
    shown({ { 1, '= [3]' }, { 2, '= [3]' } })
    t.go_to('3xf32> to')
    t.type('r4')
    t.go_to('3xf32>')
    t.type('r4')
    shown({ { 1, '= [4]' }, { 2, '= [4]' } })
    vim.cmd('buffer ' .. broken)
  end)
end

t.test('typing the fix', function()
  t.diagnostic('broadcast-incompatible')
  t.go_to('4xi32', 1)
  t.type('r3')
  t.go_to('4xi32', 1)
  t.type('cw3xi32<Esc>')
  t.findings({})
  t.equal(vim.api.nvim_buf_get_lines(0, 2, 3, true), { '      : (tensor<3xi32>, tensor<3xi32>) -> tensor<?xi32>' })
end)

t.test('undo brings it back, redo takes it away', function()
  t.type('u')
  t.type('u')
  t.diagnostic('broadcast-incompatible')
  t.type('2<C-r>')
  t.findings({})
end)

t.test('typing several lines, deleting them', function()
  t.type('ggO// one<CR>// two<CR><Esc>')
  t.type('ggJ')
  t.type('Gofunc.func @g(%x: i32) {<CR>return %y : i32<CR>}<Esc>')
  t.findings({ { 'mlir-parse', t.go_to('%y') } })
  t.contains(t.diagnostic('mlir-parse').message, 'undeclared')
  t.go_to('func.func @g')
  t.type('3dd')
  t.findings({})
end)

t.test('typing behind "éé😀"', function()
  t.open('utf16.mlir', {
    'func.func private @"éé😀"(tensor<3xi32>)',
    'func.func @f(%lhs: tensor<3xi32> {test.note = "éé😀"}, %rhs: tensor<4xi32>) {',
    '  %0 = "test.broadcastable"(%lhs, %rhs) : (tensor<3xi32>, tensor<4xi32>) -> tensor<?xi32>',
    '  func.call @"éé😀"(%lhs) : (tensor<3xi32>) -> ()',
    '  return',
    '}',
  })
  t.diagnostic('broadcast-incompatible')
  t.go_to('4xi32', 1)
  t.type('s3<Esc>')
  t.go_to('4xi32', 1)
  t.type('s3<Esc>')
  t.findings({})
end)

t.test('positions behind "éé😀"', function()
  t.go_to('%lhs) :')
  t.type('cw%nope<Esc>')
  t.findings({ { 'mlir-parse', t.go_to('%nope') } })
  local line, column = t.go_to('%rhs', 1)
  t.go_to('%rhs', 2)
  vim.lsp.buf.definition()
  t.await_cursor(line, column)
end)

--- Takes the code action of that title from the menu at the cursor.
local function take_action(title)
  local select, menu, choice = vim.ui.select, {}, nil
  vim.ui.select = function(items, options, on_choice)
    menu = vim.tbl_map(options.format_item, items)
    for i, item in ipairs(items) do
      if menu[i]:find(title, 1, true) then choice = function() on_choice(item, i) end end
    end
  end
  vim.lsp.buf.code_action()
  t.await('menu of code actions', function() return #menu > 0, menu end)
  vim.ui.select = select
  if not choice then error(('no "%s" in %s'):format(title, vim.inspect(menu)), 2) end
  choice()
end

t.test('quick fix', function()
  t.open('quickfix.mlir', {
    'func.func @f(%a: tensor<4xi32>, %b: tensor<4xi32>) {',
    '  %0 = "test.broadcastable"(%a, %b) : (tensor<4xi32>, tensor<4xi32) -> tensor<4xi32>',
    '  return',
    '}',
  })
  local found = t.diagnostic('mlir-parse')
  vim.api.nvim_win_set_cursor(0, { found.lnum + 1, found.col })
  take_action("Insert the missing '>'")
  t.await('fixed line', function()
    local line = vim.api.nvim_buf_get_lines(0, 1, 2, true)[1]
    return line:find('tensor<4xi32>) ->', 1, true), line
  end)
  t.findings({})
end)

local written = {
  'func.func @f(%a: tensor<4xi32>) {',
  '      %0 = "test.use"(%a) : (tensor<4xi32>) -> i32',
  '  "test.use"(%0) : (i32) -> ()',
  '  return',
  '}',
}

--- The lines of the buffer, once `number` is `text`.
local function await_line(number, text)
  t.await(text, function()
    local all = vim.api.nvim_buf_get_lines(0, 0, -1, true)
    return all[number] == text, all
  end)
end

t.test('rename', function()
  t.open('written.mlir', written)
  t.attached()
  t.go_to('%0', 2)
  vim.lsp.buf.rename('%sum')
  await_line(3, '  "test.use"(%sum) : (i32) -> ()')
end)

t.test('formatting', function()
  if vim.lsp.buf.format then vim.lsp.buf.format() else vim.lsp.buf.formatting_sync() end
  await_line(2, '  %sum = "test.use"(%a) : (tensor<4xi32>) -> i32')
end)

t.test('indentation behind Enter', function()
  t.type('ggo"test.use"(%a) : (tensor<4xi32>) -> ()<Esc>')
  await_line(2, '  "test.use"(%a) : (tensor<4xi32>) -> ()')
end)

t.test('workspace symbols', function()
  local symbols = t.request('workspace/symbol', { query = 'f' })
  t.equal(#symbols > 0, true)
end)

if vim.lsp.foldexpr then
  t.test('folds', function()
    t.open('folds.mlir', written)
    t.attached()
    t.await('fold', function() return vim.fn.foldlevel(2) == 1, vim.fn.foldlevel(2) end)
  end)
end

if vim.lsp.semantic_tokens then
  t.test('semantic tokens', function()
    t.open('tokens.mlir', written)
    t.attached()
    t.await('token', function()
      local all = vim.lsp.semantic_tokens.get_at_pos(0, 0, 10) or {}
      return all[1] and all[1].type == 'method', all
    end)
  end)
end

t.test('one client for a folder', function()
  t.equal(#t.clients(), 1)
end)

t.test('the root is the nearest .shapels.json or .git', function()
  vim.fn.mkdir(vim.env.HOME .. '/project/.git', 'p')
  t.open('project/sub/.shapels.json', { '{}' })
  t.open('project/deep/er/a.mlir', t.broken)
  t.equal(t.attached().config.root_dir, vim.env.HOME .. '/project')
  t.open('project/sub/deep/a.mlir', t.broken)
  t.equal(t.attached().config.root_dir, vim.env.HOME .. '/project/sub')
  t.open('elsewhere/a.mlir', t.broken)
  t.equal(t.attached().config.root_dir, vim.env.HOME .. '/elsewhere')
end)

t.test(':ShapelsRestart', function()
  t.open('elsewhere/a.mlir', t.broken)
  t.diagnostic('broadcast-incompatible')
  local id = t.attached().id
  vim.cmd('ShapelsRestart')
  t.await('end of the old client', function() return not vim.lsp.get_client_by_id(id) end)
  t.attached()
  t.type('Go"test.use"(%nowhere) : (i32) -> ()<Esc>') -- news that only the new client can have
  t.diagnostic('mlir-parse')
end)

t.test(':ShapelsLog', function()
  vim.cmd('ShapelsLog')
  t.equal(vim.fn.expand('%:t'), 'lsp.log')
  vim.cmd('bwipeout!')
end)

t.test(':checkhealth shapels', function()
  local text = t.health()
  t.contains(text, 'server: ' .. vim.fn.exepath('shapels') .. ' (')
  t.contains(text, vim.trim(vim.fn.system({ 'shapels', '--version' })):gsub('\n.*', ''))
  t.contains(text, 'is attached to')
  t.equal(text:find('ERROR'), nil)
end)

t.test('no error message', function()
  t.equal(vim.v.errmsg, '')
end)
