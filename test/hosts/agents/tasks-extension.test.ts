/** The extension for tasks, spoken by hand: the clients of the official packages do not know it yet. */
import { expect } from 'vitest'
import { until } from '#test/stand-ins/until.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { type Fixture, openAgentsFixture } from './agents-fixture.ts'

const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } }

interface Outcome {
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: number }
}

function speaker({ origin }: Fixture, token: string, capabilities: object = TASKS) {
  return async (method: string, params: Record<string, unknown>): Promise<Outcome> => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    }
    const response = await fetch(`${origin}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        'mcp-name': String(params['name'] ?? params['taskId']),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
    })
    return (await response.json()) as Outcome
  }
}

const WANTED = {
  mediaType: 'image',
  model: 'painted-landscape',
  prompt: 'x',
  options: { resolution: '64x64' },
}

slow('a generation is a task to whom can follow one, before the approval and after it', async () => {
  const fixture = await openAgentsFixture()
  const { token } = await fixture.createAgent('Patient')
  const ask = speaker(fixture, token)
  const use = async (name: string, input: object) =>
    (await ask('tools/call', { name, arguments: input })).result as {
      readonly resultType: string
      readonly taskId?: string
      readonly structuredContent: { readonly quoteId: string }
    }
  const { quoteId } = (await use('quote', WANTED)).structuredContent
  const created = await use('generate', { quoteId })
  expect(created).toMatchObject({ resultType: 'task', status: 'working', taskId: quoteId, ttlMs: null })
  const status = async () => (await ask('tasks/get', { taskId: quoteId })).result
  expect(await status()).toMatchObject({ resultType: 'complete', status: 'working' })
  const approval = { approval: { action: 'accept', content: { approved: true } } }
  expect(await ask('tasks/update', { taskId: quoteId, inputResponses: approval })).toMatchObject({
    result: {},
  })
  expect((await fixture.page('tasks.list', {})).items).toEqual([])

  await fixture.approve(quoteId)
  const done = await until(async () => {
    const now = await status()
    return now?.['status'] === 'completed' && now
  })
  expect(done).toMatchObject({
    result: {
      structuredContent: { state: 'sent', tasks: [{ state: 'saved', assets: [{ kind: 'image' }] }] },
    },
  })
  expect(await ask('tasks/cancel', { taskId: quoteId })).toMatchObject({ result: {} })
  const [{ id, state } = { id: '', state: '' }] = (await fixture.page('tasks.list', {})).items
  expect(state).toBe('saved')
  await fixture.page('tasks.remove', { id })
  expect(await status()).toMatchObject({ status: 'completed', result: { structuredContent: { tasks: [] } } })

  const other = speaker(fixture, (await fixture.createAgent('Other')).token)
  expect(await other('tasks/get', { taskId: quoteId })).toMatchObject({ error: { code: -32_602 } })
  const unable = speaker(fixture, token, {})
  expect(await unable('tasks/get', { taskId: quoteId })).toMatchObject({ error: { code: -32_021 } })
})

slow('a refused generation is a task that ended with the refusal', async () => {
  const fixture = await openAgentsFixture()
  const ask = speaker(fixture, (await fixture.createAgent('Unlucky')).token)
  const quoted = await ask('tools/call', { name: 'quote', arguments: WANTED })
  const { quoteId } = (quoted.result?.['structuredContent'] ?? { quoteId: '' }) as {
    readonly quoteId: string
  }
  await ask('tools/call', { name: 'generate', arguments: { quoteId } })
  await fixture.page('agents.refuse', { quoteId })
  expect(await ask('tasks/get', { taskId: quoteId })).toMatchObject({
    result: { status: 'completed', result: { isError: true } },
  })
})

slow('nothing that is asked of a task sends it, and one that waits is withdrawn', async () => {
  const fixture = await openAgentsFixture()
  const { id, token } = await fixture.createAgent('Hasty', 5)
  const ask = speaker(fixture, token)
  const quote = async () => {
    const { result } = await ask('tools/call', { name: 'quote', arguments: WANTED })
    return (result as { readonly structuredContent: { readonly quoteId: string } }).structuredContent.quoteId
  }
  const inside = await quote()
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
    expect(await ask(method, { taskId: inside, inputResponses: {} })).toMatchObject({
      error: { code: -32_602 },
    })
  }
  await fixture.page('agents.update', { id, budget: { requestsPerDay: 0 } })
  const asked = await quote()
  await ask('tools/call', { name: 'generate', arguments: { quoteId: asked } })
  await fixture.page('agents.update', { id, budget: { requestsPerDay: 5 } })
  expect(await ask('tasks/get', { taskId: asked })).toMatchObject({ result: { status: 'working' } })
  expect(await ask('tasks/cancel', { taskId: asked })).toMatchObject({ result: {} })
  expect(await ask('tasks/get', { taskId: asked })).toMatchObject({
    result: { status: 'completed', result: { isError: true } },
  })
  const shown = { bodyHash: '', price: { amounts: [], unpriced: 1, isFree: false } }
  await expect(fixture.page('agents.approve', { quoteId: asked, ...shown })).rejects.toThrow('refused')
  expect((await fixture.page('agents.waiting', {})).items).toEqual([])
  expect((await fixture.page('tasks.list', {})).items).toEqual([])
})
