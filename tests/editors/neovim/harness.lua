-- What the test files share.
local t = {}

local TIMEOUT = 60000 -- ms: how long anything may take; the machine may be slow and busy

local function say(...) io.stdout:write(table.concat({ ... }), '\n') end

--- Runs at once.  Prints "ok NAME" or "not ok NAME: why".
function t.test(name, body)
  local passed, why = pcall(body)
  if passed then return say('ok ', name) end
  say('not ok ', name, ': ', (tostring(why):gsub('%s*\n%s*', ' | ')))
end

--- run() looks for the line "end": without it, Neovim died half-way.
function t.finish()
  say('end')
  vim.cmd('qall!')
end

--- The first true value of `condition`; when there is none in time, an error with its second value: what was seen last.
function t.await(what, condition)
  local value, seen
  local function holds()
    value, seen = condition()
    return value
  end
  if not vim.wait(TIMEOUT, holds, 10) then error(('never: %s; last seen: %s'):format(what, vim.inspect(seen)), 2) end
  return value
end

--- Waits until the cursor is there: line and byte column, from 0.
function t.await_cursor(line, column)
  t.await(('cursor at %d, %d'):format(line, column), function()
    local cursor = vim.api.nvim_win_get_cursor(0)
    return vim.deep_equal(cursor, { line + 1, column }), cursor
  end)
end

--- What the server answers to a request about the current buffer.
function t.request(method, params)
  local answers = assert(vim.lsp.buf_request_sync(0, method, params, TIMEOUT))
  local _, answer = next(answers)
  return answer.result
end

--- From now on t.servers counts the servers that are started.
function t.count_servers()
  local start = vim.lsp.rpc.start
  t.servers = 0
  vim.lsp.rpc.start = function(...)
    t.servers = t.servers + 1
    return start(...)
  end
end

--- Lets everything that is scheduled now run, and what that schedules.
function t.flush()
  for _ = 1, 3 do
    local done = false
    vim.schedule(function() done = true end)
    t.await('an idle Neovim', function() return done end)
  end
end

function t.equal(actual, expected)
  if vim.deep_equal(actual, expected) then return end
  error(('%s, not %s'):format(vim.inspect(actual), vim.inspect(expected)), 2)
end

function t.contains(text, part)
  if not text:find(part, 1, true) then error(('no "%s" in: %s'):format(part, text), 2) end
end

--- Writes a file below the (fresh) home folder and edits it.
function t.open(name, lines)
  local path = vim.env.HOME .. '/' .. name
  vim.fn.mkdir(vim.fn.fnamemodify(path, ':h'), 'p')
  vim.fn.writefile(lines, path)
  vim.cmd('edit! ' .. vim.fn.fnameescape(path))
  return vim.api.nvim_get_current_buf()
end

--- Puts the cursor on the n-th occurrence of `text`, 1 unless told; returns line and byte column, from 0.
function t.go_to(text, n)
  local seen = 0
  for lnum, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, true)) do
    local from = line:find(text, 1, true)
    while from do
      seen = seen + 1
      if seen == (n or 1) then
        vim.api.nvim_win_set_cursor(0, { lnum, from - 1 })
        return lnum - 1, from - 1
      end
      from = line:find(text, from + 1, true)
    end
  end
  error('not in the buffer: ' .. text, 2)
end

--- Keys as the user types them: <Esc> and the like included.
function t.type(keys)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, false, true), 'xt', false)
end

function t.code(diagnostic) -- Neovim 0.7 has no .code
  return diagnostic.code or vim.tbl_get(diagnostic, 'user_data', 'lsp', 'code')
end

function t.diagnostic(code)
  return t.await('diagnostic ' .. code, function()
    local all = vim.diagnostic.get(0)
    for _, found in ipairs(all) do
      if t.code(found) == code then return found end
    end
    return nil, all
  end)
end

--- Waits until the errors and warnings are those: code, line and column (from 0) of each, in the order of the lines.
--- Hints (test is an unknown dialect) do not count.
function t.findings(expected)
  t.await('these findings: ' .. vim.inspect(expected), function()
    local all = vim.diagnostic.get(0, { severity = { min = vim.diagnostic.severity.WARN } })
    table.sort(all, function(a, b) return a.lnum < b.lnum end)
    local places = vim.tbl_map(function(d) return { t.code(d), d.lnum, d.col } end, all)
    return vim.deep_equal(places, expected), all
  end)
end

--- The text that a diagnostic underlines.
function t.underlined(d)
  return table.concat(vim.api.nvim_buf_get_text(0, d.lnum, d.col, d.end_lnum, d.end_col, {}), '\n')
end

function t.clients() return require('shapels').clients() end

function t.attached()
  return t.await('client', function()
    local all = t.clients()
    for _, client in ipairs(all) do
      if vim.lsp.buf_is_attached(0, client.id) then return client end
    end
    return nil, vim.tbl_map(function(client) return client.id end, all)
  end)
end

--- The text of :checkhealth shapels.
function t.health()
  vim.cmd('checkhealth shapels')
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\n')
  vim.cmd('bwipeout!')
  return text
end

--- The f of the specification's error: 3 does not broadcast with 4.
t.broken = {
  'func.func @f(%lhs: tensor<3xi32>, %rhs: tensor<4xi32>) {',
  '  %0 = "test.broadcastable"(%lhs, %rhs)',
  '      : (tensor<3xi32>, tensor<4xi32>) -> tensor<?xi32>',
  '  "test.use"(%0) : (tensor<?xi32>) -> ()',
  '  return',
  '}',
}

return t
