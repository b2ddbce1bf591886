/** Requests that nobody honest sends to /mcp: refused or answered, none of them with effect, and the host goes on. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { slow } from '#test/stand-ins/scale.ts'
import { connect, openAgentsFixture } from './agents-fixture.ts'

interface Asked {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

async function enter() {
  const fixture = await openAgentsFixture()
  const { token } = await fixture.createAgent('Stranger', 100)
  const file = JSON.parse(await readFile(join(fixture.dataDir, 'agents-server.json'), 'utf8')) as {
    secret: string
  }
  const ask = async ({ method = 'POST', path = '/mcp', headers = {}, body }: Asked) => {
    const response = await fetch(fixture.origin + path, {
      method,
      headers: { ...JSON_TYPE, ...headers },
      redirect: 'manual',
      ...(method === 'POST' && { body: body ?? LIST }),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  return { fixture, token, secret: file.secret, ask, bearer: { authorization: `Bearer ${token}` } }
}

type Entered = Awaited<ReturnType<typeof enter>>

const JSON_TYPE = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const message = (method: string, params: unknown = {}, more: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params, ...more })
const LIST = message('tools/list')
const GENERATE = message('tools/call', { name: 'generate', arguments: { quoteId: 'quote_1' } })

/** Each is refused before anything is read, and keeps no connection. */
const STRANGERS: readonly (readonly [what: string, headers: (known: Entered) => Record<string, string>])[] = [
  ['nobody', () => ({})],
  ['no token', () => ({ authorization: 'Bearer' })],
  ['an empty token', () => ({ authorization: 'Bearer ' })],
  ['another scheme', ({ token }) => ({ authorization: `Basic ${btoa(`agent:${token}`)}` })],
  ['a token without its scheme', ({ token }) => ({ authorization: token })],
  ['a token that is cut', ({ token }) => ({ authorization: `Bearer ${token.slice(0, -1)}` })],
  ['a token that goes on', ({ token }) => ({ authorization: `Bearer ${token}a` })],
  ['a token in capitals', ({ token }) => ({ authorization: `Bearer ${token.toUpperCase()}` })],
  ['two tokens', ({ token }) => ({ authorization: `Bearer ${token}, Bearer ${token}` })],
  ['two words', ({ token }) => ({ authorization: `Bearer ${token} ${token}` })],
  ['a secret that is cut', ({ secret }) => ({ authorization: `Bearer ${secret.slice(1)}` })],
  ['a very long token', () => ({ authorization: `Bearer ${'a'.repeat(10_000)}` })],
  ['a wildcard', () => ({ authorization: 'Bearer %' })],
  ['SQL', () => ({ authorization: "Bearer '--" })],
  ["the anonymous agent's id", () => ({ authorization: 'Bearer agent_anonymous' })],
  ["the page's bearer token", ({ fixture }) => ({ authorization: `Bearer ${fixture.bearerToken}` })],
  ['a token as a cookie', ({ token }) => ({ cookie: `token=${token}; authorization=Bearer ${token}` })],
  ['a token in the header of the page', ({ token }) => ({ 'x-atelier-token': token })],
  ['a session id', ({ token }) => ({ 'mcp-session-id': token })],
]

test('lets nobody in without a token of an agent', async () => {
  const known = await enter()
  for (const [what, headers] of STRANGERS) {
    const { status, headers: answered, text } = await known.ask({ headers: headers(known), body: GENERATE })
    const kept = [answered.get('connection'), answered.get('www-authenticate'), text.includes(known.token)]
    expect([what, status, ...kept]).toEqual([what, 401, 'close', 'Bearer', false])
  }
  const { url } = await known.fixture.page('app.launchUrl', {})
  const arrival = await fetch(url, { redirect: 'manual' })
  const cookie = arrival.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  expect(cookie).toContain('atelier-')
  expect((await known.ask({ headers: { cookie, 'sec-fetch-site': 'same-origin' } })).status).toBe(401)
})

const ELSEWHERE = [
  '/mcp/',
  '/mcp/x',
  '/MCP',
  '/mcp%2f',
  '/mcp%00',
  '//mcp',
  '/mcp;a=b',
  '/mcp/../rpc/app.info',
  '/./rpc/mcp',
  '/mcp\\..\\rpc',
]

const OF_THE_PAGE = [
  '/?token=TOKEN',
  '/events',
  '/media/a1',
  '/inputs',
  '/imports',
  '/library/layout',
  '/rpc/agents.list',
]

slow("an agent's token opens nothing but /mcp, and that to a message alone", async () => {
  const { ask, token, secret, bearer } = await enter()
  for (const path of [...ELSEWHERE, ...OF_THE_PAGE.map((page) => page.replace('TOKEN', token))]) {
    for (const opened of [token, secret]) {
      for (const method of ['GET', 'POST']) {
        const { status } = await ask({ method, path, headers: { authorization: `Bearer ${opened}` } })
        expect([path, method, status]).toEqual([path, method, 401])
      }
    }
  }
  for (const method of OTHER_METHODS) {
    expect([method, (await ask({ method, headers: bearer })).status]).toEqual([method, 405])
  }
})

const OTHER_METHODS = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const MODERN = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}
const modern = (method: string, params: object = {}): string => message(method, { ...params, _meta: MODERN })
const version = { 'mcp-protocol-version': '2026-07-28' }

/** From an agent with a budget. What the answer is belongs to the library; that it is one, and without effect, to us. */
const MESSAGES: readonly (readonly [what: string, asked: Asked, refusal?: number])[] = [
  ['text', { headers: { 'content-type': 'text/plain' } }, 415],
  ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=b' }, 415],
  ['another JSON', { headers: { 'content-type': 'application/json-patch+json' } }, 415],
  ['no accepted type', { headers: { accept: 'text/html' } }],
  ['nothing', { body: '' }],
  ['null', { body: 'null' }],
  ['a number', { body: '1e999' }],
  ['a word', { body: '"tools/list"' }],
  ['an empty list', { body: '[]' }],
  ['an empty object', { body: '{}' }],
  ['half a message', { body: LIST.slice(0, -2) }],
  ['two messages in a row', { body: LIST + LIST }],
  ['broken UTF-8', { body: Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]) }],
  ['more than a megabyte', { body: `"${'a'.repeat(1_100_000)}"` }, 413],
  ['very many values', { body: `[${'1,'.repeat(100_000)}1]` }, 400],
  ['deep lists', { body: '['.repeat(5_000) + ']'.repeat(5_000) }, 400],
  ['a batch of a thousand', { body: `[${Array(1_000).fill(GENERATE).join(',')}]` }, 413],
  ['a batch of batches', { body: `[[${GENERATE}],[${GENERATE}]]` }],
  ['a prototype', { body: '{"jsonrpc":"2.0","id":1,"method":"tools/list","__proto__":{"isAdmin":true}}' }],
  [
    'a prototype in the arguments',
    { body: message('tools/call', { name: 'quote', arguments: JSON.parse('{"__proto__":{"a":1}}') }) },
  ],
  ['an old protocol', { body: '{"jsonrpc":"1.0","id":1,"method":"tools/list"}' }],
  ['an id that is none', { body: message('tools/list', {}, { id: { a: 1 } }) }],
  ['a method that is none', { body: '{"jsonrpc":"2.0","id":1,"method":7}' }],
  ['parameters as a list', { body: message('tools/call', ['generate']) }],
  ['a method of ours', { body: message('agents.approve', { quoteId: 'quote_1' }) }],
  ['a method of the prototype', { body: message('constructor') }],
  ['a file as a resource', { body: message('resources/read', { uri: 'file:///etc/passwd' }) }],
  ['a prompt', { body: message('prompts/get', { name: '../../secrets' }) }],
  [
    'a completion',
    {
      body: message('completion/complete', {
        ref: { type: 'ref/prompt', name: 'x' },
        argument: { name: 'a', value: 'b' },
      }),
    },
  ],
  ['sampling', { body: message('sampling/createMessage', { messages: [], maxTokens: 1 }) }],
  ['elicitation', { body: message('elicitation/create', { message: 'Approve', requestedSchema: {} }) }],
  ["somebody's task", { body: message('tasks/cancel', { taskId: 'task_1' }) }],
  [
    'an answer to nothing',
    { body: '{"jsonrpc":"2.0","id":1,"result":{"action":"accept","content":{"approved":true}}}' },
  ],
  [
    'a notification that cancels',
    { body: '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}' },
  ],
  ['no tool', { body: message('tools/call', {}) }],
  ['a tool of the prototype', { body: message('tools/call', { name: '__proto__', arguments: {} }) }],
  ['a tool called constructor', { body: message('tools/call', { name: 'constructor', arguments: {} }) }],
  [
    'a tool called toString',
    {
      body: modern('tools/call', { name: 'toString' }),
      headers: { ...version, 'mcp-method': 'tools/call', 'mcp-name': 'toString' },
    },
  ],
  ['arguments that are none', { body: message('tools/call', { name: 'generate', arguments: 'quote_1' }) }],
  ['an unknown revision', { headers: { 'mcp-protocol-version': '2099-01-01' } }],
  ['a revision without its envelope', { headers: version }],
  ['an envelope without its header', { body: modern('tools/list') }],
  [
    'another method in the header',
    { body: modern('tools/call', { name: 'generate' }), headers: { ...version, 'mcp-method': 'tools/list' } },
  ],
  [
    'another tool in the header',
    {
      body: modern('tools/call', { name: 'generate' }),
      headers: { ...version, 'mcp-method': 'tools/call', 'mcp-name': 'task' },
    },
  ],
  [
    'a forged state',
    {
      body: modern('tools/call', {
        name: 'generate',
        arguments: { quoteId: 'quote_1' },
        requestState: 'approved',
        inputResponses: { approval: { action: 'accept', content: { approved: true } } },
      }),
      headers: { ...version, 'mcp-method': 'tools/call', 'mcp-name': 'generate' },
    },
  ],
  ['an event to resume from', { headers: { 'last-event-id': '0', 'mcp-session-id': 'x' } }],
]

slow('survives whatever an agent sends, without effect', async () => {
  const { ask, fixture, token, bearer } = await enter()
  for (const [what, asked, refusal] of MESSAGES) {
    const { status, headers, text } = await ask({ ...asked, headers: { ...asked.headers, ...bearer } })
    const told = [...headers.keys()].filter((name) => /access-control|set-cookie/u.test(name))
    const isResponse = status >= 200 && status < 500 && !/node_modules|at async|\.ts:\d/u.test(text)
    const refused = refusal === undefined ? undefined : status
    expect([what, isResponse ? true : `${status} ${text}`, told, refused]).toEqual([what, true, [], refusal])
  }
  expect((await fixture.page('tasks.list', {})).items).toEqual([])
  expect(await (await connect(fixture, token)).use('list_models')).toMatchObject({ isError: false })
})
