-- :Shapels shape-function and :Shapels sources.
local t = require('harness')

local model = {
  'func.func @join(%a: tensor<?x4xf32>, %b: tensor<3x4xf32>) -> tensor<?x4xf32> {',
  '  %0 = tensor.concat dim(0) %a, %b : (tensor<?x4xf32>, tensor<3x4xf32>) -> tensor<?x4xf32>',
  '  %1 = math.exp %0 : tensor<?x4xf32>',
  '  return %1 : tensor<?x4xf32>',
  '}',
  '// "éé😀"',
  'func.func @after(%a: tensor<?xf32>) -> tensor<?xf32> {',
  '  return %a : tensor<?xf32>',
  '}',
}
local source = t.open('model.mlir', model)
t.attached()

--- The buffer of a view, once it is shown.
local function view(name)
  return t.await(name, function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      local bufnr = vim.api.nvim_win_get_buf(window)
      if vim.endswith(vim.api.nvim_buf_get_name(bufnr), name) then return bufnr end
    end
    return nil, vim.tbl_map(vim.api.nvim_buf_get_name, vim.api.nvim_list_bufs())
  end)
end

local function text(bufnr) return table.concat(vim.api.nvim_buf_get_lines(bufnr, 0, -1, true), '\n') end
local function shows(bufnr, words)
  t.await(words, function() return text(bufnr):find(words, 1, true), text(bufnr) end)
end

--- What is marked in a buffer.
local function marked(bufnr)
  local space = vim.api.nvim_get_namespaces()['shapels-marked']
  return vim.tbl_map(function(mark)
    return vim.api.nvim_buf_get_text(bufnr, mark[2], mark[3], mark[4].end_row, mark[4].end_col, {})[1]
  end, vim.api.nvim_buf_get_extmarks(bufnr, space, 0, -1, { details = true }))
end

--- Goes to the window of a buffer and to a line of it, as a user does.
local function go(bufnr, words)
  vim.api.nvim_set_current_win(vim.fn.win_findbuf(bufnr)[1])
  t.go_to(words)
  vim.cmd('doautocmd CursorMoved')
end

local function cursor_line(bufnr)
  local row = vim.api.nvim_win_get_cursor(vim.fn.win_findbuf(bufnr)[1])[1]
  return vim.api.nvim_buf_get_lines(bufnr, row - 1, row, true)[1]
end

local shape

t.test('a shape function is shown beside its function', function()
  t.go_to('math.exp')
  vim.cmd('Shapels shape-function')
  shape = view('shapels://shape-function/@join')
  t.contains(text(shape), '@_shape_infer_join(')
  t.contains(text(shape), 'arith.addi')
  t.equal(vim.api.nvim_get_current_buf(), source)
  t.equal(vim.bo[shape].filetype, 'mlir')
  t.equal(vim.bo[shape].modifiable, false)
end)

t.test('it is what --shape-function prints', function()
  vim.cmd('silent write')
  local file = vim.api.nvim_buf_get_name(source)
  local printed = vim.fn.system({ 'shapels', '--shape-function', '--function=join', file })
  t.equal(text(shape) .. '\n', printed)
end)

t.test('no server is told about it', function()
  for _, client in ipairs(t.clients()) do t.equal(vim.lsp.buf_is_attached(shape, client.id), false) end
end)

t.test('the cursor in the text marks its lines', function()
  go(source, 'tensor.concat')
  t.equal(#marked(shape) > 0, true)
  t.contains(marked(shape)[1], 'shapels.value = "%0"')
  t.contains(cursor_line(shape), 'shapels.value = "%0"')
end)

t.test('the cursor in it marks the value, and goes there', function()
  go(shape, 'shapels.value = "%1"')
  t.equal(marked(source), { '%1' })
  t.equal(marked(shape), {})
  t.contains(cursor_line(source), '%1 = math.exp')
  vim.cmd('wincmd p')
end)

t.test('it follows edits', function()
  vim.api.nvim_set_current_win(vim.fn.win_findbuf(source)[1])
  t.type('ggO// éé😀<Esc>')
  shows(shape, 'shapels.at = "3:3"')
  t.go_to('3x4xf32')
  t.type('r5')
  t.go_to('3x4xf32')
  t.type('r5')
  shows(shape, 'arith.constant 5 : index')
  t.go_to('join')
  t.type('imy_<Esc>')
  shows(shape, '@_shape_infer_my_join(')
end)

t.test('it says what is missing in broken text', function()
  t.go_to('%0 : tensor<?x4xf32>')
  t.type('A>')
  shows(shape, 'leaves out %1: it does not parse')
  t.type('x')
  shows(shape, 'shapels.value = "%1"')
end)

t.test('sources', function()
  t.go_to('return %a')
  vim.cmd('Shapels sources')
  local sources = view('shapels://sources/@after')
  t.contains(text(sources), 'symbolic expr sources table for @after')
  vim.api.nvim_set_current_win(vim.fn.win_findbuf(source)[1])
end)

t.test('asked again, it is there already', function()
  local count = #vim.api.nvim_list_bufs()
  t.go_to('math.exp')
  vim.cmd('Shapels shape-function')
  t.go_to('tensor.concat')
  vim.cmd('Shapels shape-function')
  t.flush()
  t.equal(#vim.api.nvim_list_bufs(), count)
end)

--- The messages of Neovim while `action` runs, until there is one.
local function told(action)
  local notify, said = vim.notify, nil
  vim.notify = function(message) said = message end
  action()
  t.await('a message', function() return said end)
  vim.notify = notify
  return said
end

t.test('where there is no function a message says so', function()
  t.go_to('// "éé')
  t.contains(told(function() vim.cmd('Shapels shape-function') end), 'there is no function here')
  t.contains(told(function() vim.cmd('Shapels shapes') end), 'there are shape-function, sources')
end)

t.test('the command is completed', function()
  t.equal(vim.fn.getcompletion('Shapels s', 'cmdline'), { 'shape-function', 'sources' })
end)

t.test('code lenses open them', function()
  local lenses = t.request('textDocument/codeLens', { textDocument = vim.lsp.util.make_text_document_params() })
  t.equal(vim.tbl_map(function(lens) return lens.command.title end, lenses),
    { 'shape function', 'sources', 'shape function', 'sources' })
  vim.lsp.commands[lenses[3].command.command](lenses[3].command, {})
  shows(view('shapels://shape-function/@after'), '@_shape_infer_after(')
end)

t.test('closed, nothing of it is left', function()
  vim.cmd('bwipeout ' .. shape)
  t.go_to('tensor.concat')
  vim.cmd('doautocmd CursorMoved')
  t.type('ggO// more<Esc>')
  t.flush()
  t.equal(vim.v.errmsg, '')
end)
