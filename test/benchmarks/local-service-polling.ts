/** How long polls wait while many clients ask for many tasks, with the makers resting and with them at work. */
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { MeasuredService } from './local-service-client.ts'

/** Each client asks for one of its tasks, then waits this long. */
const PAUSE_MS = 500
/** Every so many polls is a live refresh. */
const LIVE_EVERY = 5
const GOAL_MS = 50

export interface Crowd {
  readonly clients: number
  readonly tasks: number
  readonly seconds: number
}

export async function measurePolling(service: MeasuredService, crowd: Crowd): Promise<void> {
  const models = (await service.models()).filter(({ scenes }) => scenes.includes('text-to-image'))
  const [model] = models
  if (model === undefined) throw new Error('No model draws from words.')
  const { provider, mediaType } = model
  const body = { provider, mediaType, scene: 'text-to-image', prompt: 'a quiet harbour' }
  const small = { ...body, model: 'flow-field', options: { resolution: '64x64', seed: 1 } }
  const ids = await submitMany(service, crowd.tasks, small)
  console.error(`${ids.length} tasks are submitted.`)
  const open = await poll(service, crowd, ids)
  await service.finish(ids)
  const resting = await poll(service, crowd, ids)
  const large = { ...body, model: 'painted-landscape', options: { resolution: '1K' } }
  await submitMany(service, crowd.seconds * 4, large)
  const working = await poll(service, crowd, ids)
  console.table({
    'all tasks open, small images being made': open,
    'all tasks finished, makers resting': resting,
    'all tasks finished, 1K images being painted': working,
  })
}

async function submitMany(service: MeasuredService, count: number, body: object): Promise<readonly string[]> {
  const ids: string[] = []
  while (ids.length < count) {
    const batch = Array.from({ length: Math.min(20, count - ids.length) }, () => service.submit(body))
    ids.push(...(await Promise.all(batch)))
  }
  return ids
}

async function poll(service: MeasuredService, crowd: Crowd, ids: readonly string[]): Promise<object> {
  const agent = new Agent({ keepAlive: true, maxSockets: crowd.clients })
  const until = performance.now() + crowd.seconds * 1_000
  const times: number[] = []
  let asked = 0

  async function client(index: number): Promise<void> {
    await pause((index / crowd.clients) * PAUSE_MS)
    for (let turn = 0; performance.now() < until; turn += 1) {
      const id = ids[(index + turn * crowd.clients) % ids.length] ?? ''
      const query = (asked += 1) % LIVE_EVERY === 0 ? '?refresh=1' : ''
      times.push(await ask(agent, `${service.baseUrl}/api/v1/task/${id}${query}`, service.apiKey))
      await pause(PAUSE_MS)
    }
  }

  await Promise.all(Array.from({ length: crowd.clients }, (_, index) => client(index)))
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number): string =>
    `${(times[Math.floor((times.length - 1) * share)] ?? NaN).toFixed(1)} ms`
  const p99 = times[Math.floor((times.length - 1) * 0.99)] ?? NaN
  return {
    polls: times.length,
    'per second': Math.round(times.length / crowd.seconds),
    p50: at(0.5),
    p99: at(0.99),
    slowest: at(1),
    goal: `${GOAL_MS} ms: ${p99 <= GOAL_MS ? 'met' : 'missed'}`,
  }
}

/** Milliseconds until the whole answer is there. */
async function ask(agent: Agent, url: string, key: string): Promise<number> {
  const begunAt = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const asked = request(url, { agent, headers: { Authorization: `Bearer ${key}` } }, (response) => {
    if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}.`))
    response.on('end', () => resolve(performance.now() - begunAt)).resume()
  })
  asked.on('error', reject).end()
  return await promise
}
