/**
 * Many generations at the real sample service: refused, over a limit, failed, dropped before and after the service took them. Once
 * every unknown outcome is decided, the ledger is the service's own count of credits to the last.
 *
 * @slow 120 generations instead of 40.
 */
import { expect, onTestFinished } from 'vitest'
import sharp from 'sharp'
import type { ListedModel, Maker } from '#local-service/makers/maker.ts'
import { startService } from '#test/local-service/support/service.ts'
import { scaled, slow } from '#test/stand-ins/scale.ts'
import { pick, seededRandom } from '#test/stand-ins/seeded-random.ts'
import { openTcpProxy } from '#test/stand-ins/test-service.ts'
import { openTestAppAt, type TestApp } from '#test/stand-ins/test-app.ts'

const SEED = 17
const REQUESTS = scaled(40, 120)
/** Cut so, the service never sees a whole request; or the response does not come back. */
const CUT_UP_BYTES = 50
const CUT_DOWN_BYTES = 20

const listed = (model: string): ListedModel => ({
  provider: 'sample',
  mediaType: 'image',
  model,
  label: model,
  description: 'A small file of a price.',
  scenes: ['text-to-image'],
  options: { type: 'object', properties: {} },
})

/** Costs a tenth of what is asked for, so that the sum is one of fractions. */
const maker: Maker = {
  models: [listed('priced'), listed('fails')],
  plan: ({ model, options }) =>
    Promise.resolve({ job: model, inputs: [], remarks: {}, credits: Number(options['tenths']) / 10 }),
  make: async ({ job }) => {
    if (job === 'fails') throw new Error('The easel fell over.')
    const create = { width: 8, height: 8, channels: 3, background: 'red' } as const
    const bytes = await sharp({ create }).png().toBuffer()
    const file = { name: 'one.png', contentType: 'image/png', content: { bytes }, facts: {} }
    return [{ list: 'images', ...file }]
  },
}

async function openSample() {
  const held: { now: () => number } = { now: () => 0 }
  const limits = { requestsPerMinute: 12, concurrentTasks: 4 }
  const service = await startService({ makers: [maker], limits, now: () => held.now() })
  onTestFinished(service.stop)
  const proxy = await openTcpProxy(Number(new URL(service.baseUrl).port))
  const { apiKey } = service
  const app = await openTestAppAt(`http://127.0.0.1:${proxy.port}`, { apiKey })
  held.now = () => app.clock.now()
  const studio = async <Data>(path: string): Promise<Data> => {
    const response = await fetch(`${service.baseUrl}/studio/${path}`, {
      headers: { authorization: `Bearer ${apiKey}` },
    })
    const { data } = (await response.json()) as { readonly data: Data }
    return data
  }
  return { proxy, app, studio }
}

type Sample = Awaited<ReturnType<typeof openSample>>
type Kind = 'made' | 'fails' | 'refused' | 'lost on the way' | 'lost on the way back'

/** Until its request is concluded. */
async function send({ app, proxy }: Sample, kind: Kind, number: number, tenths: number): Promise<void> {
  // A poll that is cut would hold the queue back for as long as the line is cut.
  if (kind.startsWith('lost')) await untilEnded(app)
  proxy.cutUpAfterBytes = kind === 'lost on the way' ? CUT_UP_BYTES : Infinity
  proxy.cutDownAfterBytes = kind === 'lost on the way back' ? CUT_DOWN_BYTES : Infinity
  const { id } = await app.submitOne({
    provider: 'sample',
    model: kind === 'fails' ? 'fails' : kind === 'refused' ? 'not offered' : 'priced',
    prompt: `number ${number}`,
    options: { tenths },
  })
  await app.untilTask(id, 'running', 'saving', 'saved', 'failed', 'rejected', 'unknown')
  Object.assign(proxy, { cutUpAfterBytes: Infinity, cutDownAfterBytes: Infinity })
}

/** As a user would who looks at the service: what is there is linked, what is not is sent again. */
async function decideAll({ app, studio }: Sample): Promise<void> {
  const { items } = await app.ask('tasks.list', { states: ['unknown'], limit: 500 })
  const { tasks } = await studio<{ tasks: { id: string; prompt: string }[] }>('state')
  for (const { id, request } of items) {
    const remote = tasks.find(({ prompt }) => prompt === request.prompt)
    const decision = remote ? { action: 'link', remoteId: remote.id } : { action: 'resend' }
    await app.ask('tasks.decide', { id, ...decision } as Parameters<typeof app.ask<'tasks.decide'>>[1])
  }
}

async function untilEnded(app: TestApp): Promise<void> {
  await app.until(async () => {
    const { counts } = await app.ask('queue.state', {})
    return counts.queued + counts.sending + counts.running + counts.saving === 0
  })
}

slow(
  `${REQUESTS} generations at the sample service: the ledger is its own count to the last credit`,
  async () => {
    const sample = await openSample()
    const { app, studio } = sample
    const random = seededRandom(SEED)
    const kinds = ['made', 'made', 'fails', 'refused', 'lost on the way', 'lost on the way back'] as const
    for (let number = 0; number < REQUESTS; number++) {
      await send(sample, pick(random, kinds), number, 1 + Math.floor(random() * 9))
    }
    await untilEnded(app)
    const query = () => app.ask('spending.query', { from: 0, to: 8e15, by: [] })
    const [before] = (await query()).rows
    expect(before?.unknown).toBeGreaterThan(0)
    await decideAll(sample)
    await untilEnded(app)
    const { rows } = await query()
    const { credits } = await studio<{ credits: number }>('usage')
    expect(rows).toMatchObject([{ unknown: 0, reserved: [], unpriced: 0 }])
    expect(rows[0]?.amounts).toEqual([{ unit: 'credits', value: Math.round(credits * 10) / 10 }])
    const { items } = await app.ask('queue.usage', {})
    const outcomes = new Set(items.map(({ outcome }) => outcome))
    expect([...outcomes].toSorted()).toEqual(['accepted', 'denied', 'rate_limited', 'rejected'])
  },
)
