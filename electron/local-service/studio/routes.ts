/**
 * The studio's own pages under `/studio`, which are no part of the specification: a control page for developers of clients,
 * what it shows, and what each user has used.
 *
 * The page and its two files are public and hold nothing; the state takes the first user's key, the usage any key. The key
 * is typed into the page, stays in its memory, and travels in the Authorization header alone. The page shows what comes as text,
 * never as markup.
 */
import { Hono } from 'hono'
import { authenticate, ownPagesOnly } from '../http/authentication.ts'
import { succeed } from '../http/responses.ts'
import type { HttpParts } from '../http/http-parts.ts'
import { Problem } from '../problem.ts'
import { FIRST_OWNER } from '../store/api-keys.ts'

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
}

/** Tasks that the page lists. */
const MAX_TASKS = 200
const MAX_PROMPT = 120

/** To be mounted at `/studio/`. */
export function studioRoutes(parts: HttpParts): Hono {
  const routes = new Hono()
  routes.use(ownPagesOnly())
  routes.use(async (context, next) => {
    await next()
    for (const [name, value] of Object.entries(HEADERS)) context.header(name, value)
  })
  routes.get('/', (context) => context.html(PAGE_HTML))
  routes.get('/studio.js', (context) =>
    context.body(PAGE_SCRIPT, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  )
  routes.get('/studio.css', (context) =>
    context.body(PAGE_STYLE, 200, { 'Content-Type': 'text/css; charset=utf-8' }),
  )
  routes.get('/state', (context) => {
    if (authenticate(context, parts.apiKeys) !== FIRST_OWNER) {
      throw new Problem(403, 'Only the first user of the service sees what all users do.')
    }
    return succeed(context, stateOf(parts))
  })
  routes.get('/usage', (context) => {
    const owner = authenticate(context, parts.apiKeys)
    const models = parts.usage.of(owner)
    const credits = models.reduce((sum, model) => sum + model.credits, 0)
    return succeed(context, { owner, credits, models })
  })
  return routes
}

/** Requests and tasks as they are now; a task that is being worked on with its live progress. */
function stateOf({ log, tasks, runner, load }: HttpParts): object {
  const lines = tasks.newest(MAX_TASKS).map(({ id, owner, model, prompt, status, progress, createdAt }) => {
    const live = runner.progress(id) ?? progress
    return { id, owner, model, prompt: prompt.slice(0, MAX_PROMPT), status, progress: live, createdAt }
  })
  return { requests: log.recent(), tasks: lines, load: load() }
}

const PAGE_HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sample studio</title>
<link rel="stylesheet" href="/studio/studio.css">
<script src="/studio/studio.js" defer></script>
</head>
<body>
<h1>Sample studio</h1>
<p id="state" role="status">Not connected</p>
<form id="form">
  <label for="key">API key of the first user</label>
  <input id="key" type="password" autocomplete="off" spellcheck="false" required>
  <button type="submit">Connect</button>
  <p>The service prints it when it starts. It stays in this page’s memory and is sent to this service only.</p>
</form>
<main id="tables" hidden>
  <h2 id="tasks-title">Tasks</h2>
  <div tabindex="0" role="region" aria-labelledby="tasks-title"><table>
    <thead><tr><th>Created</th><th>Status</th><th>Progress</th><th>Model</th><th>Prompt</th><th>User</th></tr></thead>
    <tbody id="tasks"></tbody>
  </table></div>
  <h2 id="requests-title">Requests</h2>
  <div tabindex="0" role="region" aria-labelledby="requests-title"><table>
    <thead><tr><th>Time</th><th>Status</th><th>Request</th><th>User</th><th>ms</th></tr></thead>
    <tbody id="requests"></tbody>
  </table></div>
</main>
</body>
</html>
`

const PAGE_SCRIPT = `'use strict'
const at = (id) => document.getElementById(id)
const clock = (time) => new Date(time).toLocaleTimeString()

at('form').addEventListener('submit', (event) => {
  event.preventDefault()
  void watch(at('key').value.trim())
})

async function watch(key) {
  for (;;) {
    try {
      const response = await fetch('/studio/state', { headers: { Authorization: 'Bearer ' + key }, cache: 'no-store' })
      const { data, message } = await response.json()
      at('state').textContent = response.ok ? data.load.working + ' at work, ' + data.load.waiting + ' waiting' : message
      if (!response.ok) return
      at('key').value = ''
      at('form').hidden = true
      at('tables').hidden = false
      show('tasks', data.tasks.map((task) => [clock(task.createdAt), task.status, Math.round(task.progress * 100) + ' %', task.model, task.prompt, task.owner]))
      show('requests', data.requests.reverse().map((seen) => [clock(seen.at), seen.status ?? 'cut off', seen.method + ' ' + seen.path, seen.owner ?? '–', seen.durationMs]))
    } catch {
      at('state').textContent = 'The service cannot be reached.'
    }
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

function show(id, rows) {
  at(id).replaceChildren(...rows.map((texts) => {
    const row = document.createElement('tr')
    row.append(...texts.map((text) => Object.assign(document.createElement('td'), { textContent: text })))
    return row
  }))
}
`

const PAGE_STYLE = `:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
body { max-width: 1200px; margin: 0 auto; padding: 1.5rem; }
input, button { font: inherit; padding: .4rem .7rem; }
:focus-visible { outline: 2px solid; outline-offset: 2px; }
div { overflow: auto; max-height: 24rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .7rem .3rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
`
