/**
 * The studio page's behaviour, as the browser gets it: reads the stream with the typed key and shows what comes as text, never
 * as markup.
 */

export const PAGE_SCRIPT = `'use strict'
const MAX_ROWS = 200
const at = (id) => document.getElementById(id)
const tasks = new Map()
let requests = []

at('door').addEventListener('submit', (event) => {
  event.preventDefault()
  const key = at('key').value.trim()
  at('refusal').hidden = true
  void watch(key)
})

async function watch(key) {
  for (let tries = 0; ; tries += 1) {
    say(tries === 0 ? 'Connecting' : 'Connection lost; trying again')
    try {
      const response = await fetch('/studio/events', { headers: { Authorization: 'Bearer ' + key }, cache: 'no-store' })
      if (!response.ok) return refuse((await response.json()).message)
      tries = 0
      at('key').value = ''
      at('door').hidden = true
      at('tasks').hidden = false
      at('requests').hidden = false
      say('Connected')
      await follow(response.body.pipeThrough(new TextDecoderStream()).getReader())
    } catch (error) {
      if (tries === 0 && at('tasks').hidden) return refuse('The service cannot be reached.')
    }
    await new Promise((resolve) => setTimeout(resolve, 2000))
  }
}

async function follow(reader) {
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    rest += value
    for (let end = rest.indexOf('\\n\\n'); end !== -1; end = rest.indexOf('\\n\\n')) {
      take(rest.slice(0, end))
      rest = rest.slice(end + 2)
    }
  }
}

function take(block) {
  const field = (name) => block.split('\\n').filter((line) => line.startsWith(name + ': '))
    .map((line) => line.slice(name.length + 2)).join('\\n')
  if (field('data') === '') return
  const data = JSON.parse(field('data'))
  const kind = field('event')
  if (kind === 'snapshot') { tasks.clear(); requests = [] }
  for (const task of data.tasks ?? []) tasks.set(task.id, task)
  if (kind === 'request') requests.push(data)
  else requests.push(...(data.requests ?? []))
  requests = requests.slice(-MAX_ROWS)
  if (data.load) at('load').textContent = data.load.working + ' at work, ' + data.load.waiting + ' waiting'
  kind === 'request' ? showRequests() : (showTasks(), showRequests())
}

function showTasks() {
  const newest = [...tasks.values()].sort((a, b) => b.createdAt - a.createdAt)
  for (const task of newest.splice(MAX_ROWS)) tasks.delete(task.id)
  at('no-tasks').hidden = newest.length > 0
  at('task-rows').replaceChildren(...newest.map((task) => row([
    cell(task.status, { SUCCESS: 'good', FAILED: 'bad', ERROR: 'bad' }[task.status] ?? 'busy', task.errorMessage),
    bar(task.progress), cell(task.model), cell(task.prompt, 'text', task.prompt), cell(task.owner),
    cell(took(task)), cell(clock(task.createdAt)),
  ])))
}

function showRequests() {
  at('no-requests').hidden = requests.length > 0
  at('request-count').textContent = requests.length === MAX_ROWS ? 'the last ' + MAX_ROWS : ''
  at('request-rows').replaceChildren(...requests.toReversed().map((seen) => row([
    cell(clock(seen.at)),
    cell(seen.status ?? 'cut off', seen.status === null || seen.status >= 400 ? 'bad' : 'good'),
    cell(seen.method + ' ' + seen.path, 'code', seen.path), cell(seen.owner ?? '–'),
    cell(seen.durationMs), cell(seen.fault ?? ''),
  ])))
}

function row(cells) {
  const line = document.createElement('tr')
  line.append(...cells)
  return line
}

function cell(text, style, title) {
  const made = document.createElement('td')
  made.textContent = text
  if (style) made.className = style
  if (title) made.title = title
  return made
}

function bar(share) {
  const made = document.createElement('td')
  const line = document.createElement('progress')
  line.value = share
  line.setAttribute('aria-label', Math.round(share * 100) + ' %')
  made.append(line)
  return made
}

const clock = (time) => new Date(time).toLocaleTimeString()
const took = ({ startedAt, finishedAt }) =>
  startedAt === null || finishedAt === null ? '' : ((finishedAt - startedAt) / 1000).toFixed(1) + ' s'
const say = (text) => { at('state').textContent = text }
function refuse(message) {
  say('Not connected')
  at('refusal').textContent = message
  at('refusal').hidden = false
}
`
