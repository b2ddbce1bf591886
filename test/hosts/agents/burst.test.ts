/** One agent that sends a burst: it waits for itself, and nobody else waits for it. */
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { expect, onTestFinished } from 'vitest'
import type { Result } from '#contract/errors.ts'
import { startService } from '#test/local-service/support/service.ts'
import { type AgentsHost, FROM_SOURCE, startAgentsHost } from '#test/stand-ins/agents-host.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

const QUOTES = 200
const REQUESTS = 100
/** So that all of a quote are just below what one may hold. */
const PROMPT = 'a red fox in snow '.repeat(130)

async function openHost() {
  const service = await startService()
  const host = await startAgentsHost(FROM_SOURCE, await makeTempDir())
  onTestFinished(async () => {
    await host.close()
    await service.stop()
  })
  const { baseUrl, apiKey } = service
  const { id } = await host.call('profiles.create', { name: 'Sample', baseUrl, apiKey })
  await host.call('profiles.activate', { id })
  const { items } = await host.call('models.list', {})
  const image = items.find(({ mediaTypes }) => mediaTypes.includes('image'))
  const { token } = await host.call('agents.create', { name: 'Claude', budget: { requestsPerDay: 1 } })
  const send = async (params: object) => {
    const response = await fetch(`${host.origin}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    })
    return { response, body: await response.text() }
  }
  const quote = (count = REQUESTS, prompt = PROMPT) =>
    send({ name: 'quote', arguments: { mediaType: 'image', model: image?.id ?? '', prompt, count } })
  return { host, send, quote }
}

/** Calls over a connection that is open already, as the page's are. */
function openConnection({ origin, token }: AgentsHost) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return async (route: string): Promise<number | undefined> => {
    const sent = request(`${origin}/rpc/${route}`, { agent, method: 'POST', headers }).end('{}')
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    await once(response, 'end')
    return response.statusCode
  }
}

slow(
  `${QUOTES} quotes of ${REQUESTS} requests at once: others are answered meanwhile, and what is too much is told a time`,
  async () => {
    const { host, quote } = await openHost()
    const ask = openConnection(host)
    await ask('app.info')
    let pending = QUOTES
    const responses = Array.from({ length: QUOTES }, async () => {
      const response = await quote()
      pending -= 1
      return response
    })
    let meanwhile = 0
    while (pending > 0) {
      expect(await ask('app.info')).toBe(200)
      if (pending > 0) meanwhile += 1
    }
    expect(meanwhile).toBeGreaterThan(0)
    const all = await Promise.all(responses)
    const refused = all.filter(({ response }) => response.status === 429)
    expect(refused.length).toBeGreaterThan(0)
    for (const { response, body } of refused) {
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      const { error } = JSON.parse(body) as { error: Extract<Result<never>, { ok: false }>['error'] }
      expect(error).toMatchObject({ code: 'rate_limited', charged: 'no', retryAfterMs: expect.any(Number) })
    }
    const taken = all.filter(({ response }) => response.status === 200)
    expect(taken.length + refused.length).toBe(QUOTES)
    for (const { body } of taken) expect(body).toMatch(/quote_[\da-f-]{36}/u)
    // And the agent itself goes on.
    expect((await quote(1, 'a red fox')).response.status).toBe(200)
  },
)
