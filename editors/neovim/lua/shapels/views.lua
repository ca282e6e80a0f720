-- Texts about a function beside its buffer: its shape function, and where sizes come from.  They follow edits of the
-- buffer.  The cursor in one of them goes to the value that its line is about, and the cursor in the buffer to the lines.
local M = {}

--- What there is, and the request for it.
M.kinds = { ['shape-function'] = 'shapels/shapeFunction', sources = 'shapels/symbolicSources' }

local PAUSE = 200 -- ms without an edit: typing rests
local CANCELLED = { [-32800] = true, [-32801] = true, [-32802] = true } -- for a newer edit, which asks again

local functions = vim.api.nvim_create_namespace('shapels-functions') -- extmarks at the names of functions
local marked = vim.api.nvim_create_namespace('shapels-marked')
local views = {} -- by buffer

--- How many units of the encoding a text has, and where a number of them ends in bytes.
local function units_of(text, encoding)
  if encoding == 'utf-8' then return #text end
  local _, continued = text:gsub('[\128-\191]', '')
  local _, wide = text:gsub('[\240-\247]', '')
  return #text - continued + (encoding == 'utf-16' and wide or 0)
end

local function bytes_of(text, units, encoding)
  if encoding == 'utf-8' then return math.min(units, #text) end
  local at = 0
  while units > 0 and at < #text do
    local lead = text:byte(at + 1)
    local size = lead < 0x80 and 1 or lead < 0xe0 and 2 or lead < 0xf0 and 3 or 4
    units = units - (size == 4 and encoding == 'utf-16' and 2 or 1)
    at = at + size
  end
  return math.min(at, #text)
end

local function line_of(bufnr, row) return vim.api.nvim_buf_get_lines(bufnr, row, row + 1, false)[1] or '' end

--- A position of LSP and one of Neovim, { row, column in bytes } from 0.
local function to_lsp(bufnr, place, encoding)
  return { line = place[1], character = units_of(line_of(bufnr, place[1]):sub(1, place[2]), encoding) }
end

local function to_place(bufnr, position, encoding)
  return { position.line, bytes_of(line_of(bufnr, position.line), position.character, encoding) }
end

local function is_before(a, b) return a[1] < b[1] or (a[1] == b[1] and a[2] < b[2]) end
local function contains(range, place) return not is_before(place, range[1]) and not is_before(range[2], place) end

local function client_of(bufnr)
  for _, client in ipairs(require('shapels').clients()) do
    if vim.lsp.buf_is_attached(bufnr, client.id) then return client end
  end
end

local function request(client, method, params, handler, bufnr)
  if vim.fn.has('nvim-0.11') == 1 then return client:request(method, params, handler, bufnr) end
  return client.request(method, params, handler, bufnr)
end

--- Where the name of the view's function is now.
local function place_of(view) return vim.api.nvim_buf_get_extmark_by_id(view.source, functions, view.mark, {}) end

local function set_text(view, text)
  if view.text == text then return end
  view.text = text
  vim.bo[view.bufnr].modifiable = true
  vim.api.nvim_buf_set_lines(view.bufnr, 0, -1, false, vim.split((text:gsub('\n$', '')), '\n'))
  vim.bo[view.bufnr].modifiable = false
end

local function take(view, answer, encoding)
  local function place(position) return to_place(view.source, position, encoding) end
  local function range(lsp) return { place(lsp.start), place(lsp['end']) } end
  local at = place(answer.range.start)
  view.name = answer['function']
  view.mark = vim.api.nvim_buf_set_extmark(view.source, functions, at[1], at[2], { id = view.mark })
  view.result_id = answer.resultId
  if not answer.text then return end -- all is as it was
  view.values = vim.tbl_map(function(value)
    return { range = range(value.range), statement = range(value.statement), lines = value.lines }
  end, answer.values)
  set_text(view, answer.text)
end

--- Windows of a buffer, and the cursor of one that is not the current one.
local function each_window(bufnr, action)
  for _, window in ipairs(vim.fn.win_findbuf(bufnr)) do action(window) end
end

local function move_cursor(bufnr, places)
  each_window(bufnr, function(window)
    local row = vim.api.nvim_win_get_cursor(window)[1] - 1
    for _, place in ipairs(places) do
      if place[1] == row and #places > 1 then return end
    end
    if window ~= vim.api.nvim_get_current_win() then pcall(vim.api.nvim_win_set_cursor, window, { places[1][1] + 1, places[1][2] }) end
  end)
end

local function show_marks(bufnr, ranges)
  vim.api.nvim_buf_clear_namespace(bufnr, marked, 0, -1)
  for _, range in ipairs(ranges) do
    pcall(vim.api.nvim_buf_set_extmark, bufnr, marked, range[1][1], range[1][2],
      { end_row = range[2][1], end_col = range[2][2], hl_group = 'ShapelsMarked' })
  end
end

local function cursor_in(bufnr)
  if vim.api.nvim_get_current_buf() ~= bufnr then return nil end
  local cursor = vim.api.nvim_win_get_cursor(0)
  return { cursor[1] - 1, cursor[2] }
end

--- The cursor is in the view: the values that its line is about.
local function mark_values(view, moves)
  local cursor, ranges = cursor_in(view.bufnr), {}
  if not cursor then return end
  for _, value in ipairs(view.values) do
    if vim.tbl_contains(value.lines, cursor[1]) then table.insert(ranges, value.range) end
  end
  show_marks(view.bufnr, {})
  show_marks(view.source, ranges)
  if moves and ranges[1] then move_cursor(view.source, { ranges[1][1] }) end
end

--- The cursor is in the source: the lines about the value there, or about all that the statement there defines.
local function mark_lines(view, moves)
  local cursor, near, exact = cursor_in(view.source), {}, {}
  if not cursor then return end
  for _, value in ipairs(view.values) do
    if contains(value.range, cursor) then vim.list_extend(exact, value.lines) end
    if contains(value.statement, cursor) then vim.list_extend(near, value.lines) end
  end
  local lines = #exact > 0 and exact or near
  show_marks(view.source, {})
  show_marks(view.bufnr, vim.tbl_map(function(line)
    return { { line, 0 }, { line, #line_of(view.bufnr, line) } }
  end, lines))
  if moves and lines[1] then move_cursor(view.bufnr, vim.tbl_map(function(line) return { line, 0 } end, lines)) end
end

local function refresh(view)
  local client = client_of(view.source)
  if not client or views[view.bufnr] ~= view then return end
  if view.is_asking then
    view.is_stale = true
    return
  end
  view.is_asking, view.is_stale = true, false
  local edits = view.edits
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(view.source) },
    position = to_lsp(view.source, place_of(view), client.offset_encoding),
    ['function'] = view.name,
    previousResultId = view.result_id,
  }
  request(client, M.kinds[view.kind], params, function(err, answer)
    view.is_asking = false
    if views[view.bufnr] ~= view then return end
    if view.is_stale then return refresh(view) end
    if edits ~= view.edits then return end -- it is about the text before them; asked again when typing rests
    if answer then
      take(view, answer, client.offset_encoding)
    elseif err and not CANCELLED[err.code] then
      view.values, view.result_id = {}, nil
      set_text(view, '// ' .. err.message)
    end
    mark_values(view)
    mark_lines(view)
  end, view.source)
end

local function follow(view)
  local refresh_later = vim.schedule_wrap(function() refresh(view) end)
  vim.api.nvim_buf_attach(view.source, false, {
    on_lines = function()
      if views[view.bufnr] ~= view then return true end -- detaches
      view.edits = view.edits + 1
      view.timer:stop()
      view.timer:start(PAUSE, 0, refresh_later)
    end,
  })
  local function on(events, bufnr, action)
    vim.api.nvim_create_autocmd(events, { group = view.group, buffer = bufnr, callback = action })
  end
  on({ 'CursorMoved' }, view.bufnr, function() mark_values(view, true) end)
  on({ 'CursorMoved', 'CursorMovedI' }, view.source, function() mark_lines(view, true) end)
  on({ 'BufWipeout' }, view.bufnr, function()
    views[view.bufnr] = nil
    view.timer:stop()
    view.timer:close()
    vim.api.nvim_del_augroup_by_id(view.group)
    if not vim.api.nvim_buf_is_valid(view.source) then return end
    vim.api.nvim_buf_clear_namespace(view.source, marked, 0, -1)
    vim.api.nvim_buf_del_extmark(view.source, functions, view.mark)
  end)
end

--- A name that no buffer has: functions of several sections may have the same.
local function free_name(kind, name)
  local wanted = ('shapels://%s/@%s'):format(kind, name)
  local free, number = wanted, 1
  while vim.fn.bufexists(free) == 1 do
    number = number + 1
    free = ('%s (%d)'):format(wanted, number)
  end
  return free
end

local function new_view(kind, source, name)
  local bufnr = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_name(bufnr, free_name(kind, name))
  vim.bo[bufnr].bufhidden = 'wipe'
  vim.bo[bufnr].filetype = 'mlir' -- a buffer of type `nofile`: no client attaches
  vim.bo[bufnr].modifiable = false
  local view = { kind = kind, source = source, bufnr = bufnr, timer = vim.loop.new_timer(), edits = 0, values = {} }
  view.group = vim.api.nvim_create_augroup('shapels-view-' .. bufnr, {})
  views[bufnr] = view
  follow(view)
  return view
end

local function view_of(kind, source, place)
  for _, view in pairs(views) do
    if view.kind == kind and view.source == source and vim.deep_equal(place_of(view), place) then return view end
  end
end

--- Shows the view in a window beside the source, and stays here.
local function show(view)
  if #vim.fn.win_findbuf(view.bufnr) > 0 then return end
  local window = vim.api.nvim_get_current_win()
  vim.cmd('rightbelow vertical sbuffer ' .. view.bufnr)
  vim.api.nvim_set_current_win(window)
end

local function tell(text) vim.notify('shapels: ' .. text, vim.log.levels.WARN) end

--- `kind` of the function at the cursor, or at `position`, as LSP has it, of the buffer.
function M.open(kind, source, position)
  source = source or vim.api.nvim_get_current_buf()
  local client = client_of(source)
  if not client then return tell('no server for this buffer. See :checkhealth shapels') end
  position = position or to_lsp(source, cursor_in(source), client.offset_encoding)
  local params = { textDocument = { uri = vim.uri_from_bufnr(source) }, position = position }
  request(client, M.kinds[kind], params, function(err, answer)
    if not answer then return tell(err and err.message or 'no answer') end
    local place = to_place(source, answer.range.start, client.offset_encoding)
    local view = view_of(kind, source, place) or new_view(kind, source, answer['function'])
    take(view, answer, client.offset_encoding)
    show(view)
    mark_lines(view, true)
  end, source)
end

--- :Shapels KIND
function M.command(arguments)
  if not M.kinds[arguments.args] then
    return tell(('no "%s"; there are %s'):format(arguments.args, table.concat(M.complete(''), ', ')))
  end
  M.open(arguments.args)
end

function M.complete(start)
  local names = vim.tbl_filter(function(name) return vim.startswith(name, start) end, vim.tbl_keys(M.kinds))
  table.sort(names)
  return names
end

--- The commands of code lenses, by the name that the server gives them.
M.lenses = { showShapeFunction = 'shape-function', showSymbolicSources = 'sources' }

function M.set_up()
  vim.cmd('highlight default link ShapelsMarked Search')
  for name, kind in pairs(M.lenses) do
    vim.lsp.commands['shapels.' .. name] = function(command)
      local place = command.arguments[1]
      M.open(kind, vim.uri_to_bufnr(place.textDocument.uri), place.position)
    end
  end
end

return M
