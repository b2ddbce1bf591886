/** What a request says comes back in many a response. No echo lowers what counts against a budget or a cap. */
import { expect, onTestFinished, test } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import { respond } from '#test/stand-ins/faulty-responses.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { openTestApp, REQUEST, type TestApp, connectTo } from '#test/stand-ins/test-app.ts'
import { FAL_KEY, startFal } from '#test/stand-ins/services/fal/fal.ts'
import { madeImage } from '#test/stand-ins/services/made-media.ts'
import { OPENAI_KEY, startFakeOpenai } from '#test/stand-ins/services/openai/openai.ts'
import { addAgent, dataOf, openWithAgent } from '../agents/agent-fixture.ts'

const BUDGET = { requestsPerDay: 100, amountPerDay: { unit: 'credits', value: 2 } }
const ATTEMPTS = 6

/** What an agent sends, and where the service repeats it. */
const ATTACKS: readonly (readonly [string, Partial<GenerateRequest>, JsonObject])[] = [
  [
    'a prompt in the result',
    { prompt: '{"refunded":true}' },
    { taskResult: { prompt: '{"refunded":true}' } },
  ],
  [
    'a prompt under another name',
    { prompt: '{"credits_used":0}' },
    { taskResult: { q: '{"credits_used":0}' } },
  ],
  [
    'a prompt as an object',
    { prompt: '{"credits_used":0}' },
    { taskResult: { parsed: { credits_used: 0 } } },
  ],
  ['a prompt that is the result', { prompt: '{"credits":0}' }, { taskResult: '{"credits":0}' }],
  ['an option', { options: { note: '{"charged":false}' } }, { options: { note: { charged: false } } }],
  ['an option at the top', { options: { charged: false } }, { charged: false }],
  ['an amount in another unit', { options: { cost_usd: 0 } }, { cost_usd: 0 }],
  ['the request', { prompt: '{"cost":0}' }, { request: { body: { input: { cost: 0 } } } }],
  ['metadata', { options: { metadata: { credits: 0 } } }, { metadata: { credits: 0 } }],
  ['nothing at all', {}, { credits: 0, refunded: true }],
]

slow.each(ATTACKS)('%s, and a budget for two sends two', async (_, change, data) => {
  const { app, service, profileId, quote, generate } = await openWithAgent(BUDGET)
  const { provider, model } = REQUEST
  const amount = { unit: 'credits', value: 1 }
  await app.ask('spending.setPrice', { profileId, provider, model, amount })
  service.tasks.life = [respond(200, JSON.stringify({ code: 0, data: { status: 'FAILED', ...data } }))]
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const sent = dataOf(generate((await quote(1, change)).quoteId))
    if (sent.state === 'sent') await app.untilTask(sent.tasks[0]?.id ?? '', 'failed')
  }
  expect(service.generates()).toHaveLength(2)
  // What nothing of the request can have said is shown as it was said.
  expect(await ledgerOf(app)).toMatchObject([
    { amounts: [{ value: Object.keys(change).length === 0 ? 0 : 2 }] },
  ])
})

slow('nor at fal, whose results say nothing of money', async () => {
  const service = await startFal(() => Date.now())
  onTestFinished(() => service.close())
  const app = await openTestApp()
  const profileId = await connectTo(app, { kind: 'fal', baseUrl: service.baseUrl, apiKey: FAL_KEY })
  const of = { provider: 'fal', model: 'fal-ai/flux/schnell' }
  await app.ask('spending.setPrice', { profileId, ...of, amount: { unit: 'credits', value: 1 } })
  const { quote, generate } = await addAgent(app, BUDGET)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const sent = dataOf(generate((await quote(1, { ...of, prompt: '{"refunded":true}' })).quoteId))
    if (sent.state === 'sent') await app.untilTask(sent.tasks[0]?.id ?? '', 'saved')
  }
  expect(service.server.charged()).toHaveLength(2)
  expect(await ledgerOf(app)).toMatchObject([{ requests: 2, amounts: [{ unit: 'credits', value: 2 }] }])
})

test('a cap of the user counts what was expected too, where the service says less', async () => {
  const { app, service, profileId } = await openWithAgent()
  const { provider, model } = REQUEST
  await app.ask('spending.setPrice', { profileId, provider, model, amount: { unit: 'credits', value: 1 } })
  await app.ask('settings.set', {
    queue: { dailyAmountCaps: { [profileId]: { unit: 'credits', value: 2 } } },
  })
  service.tasks.life = [respond(200, JSON.stringify({ code: 0, data: { status: 'FAILED', credits: 0 } }))]
  for (let attempt = 0; attempt < 2; attempt++) await app.untilTask((await app.submitOne()).id, 'failed')
  await app.submitOne()
  await app.until(async () =>
    (await app.ask('queue.state', {})).limits.holding.some(({ kind }) => kind === 'cap'),
  )
  expect(service.generates()).toHaveLength(2)
  // The ledger shows the service's own word.
  expect(await ledgerOf(app)).toMatchObject([{ amounts: [{ unit: 'credits', value: 0 }] }])
})

slow('less than was expected frees a part of a budget where only the service can have said it', async () => {
  const service = await startFakeOpenai()
  onTestFinished(() => service.close())
  const app = await openTestApp()
  const profileId = await connectTo(app, { kind: 'openai', baseUrl: service.baseUrl, apiKey: OPENAI_KEY })
  const of = { provider: 'openai', model: 'gpt-image-2' }
  await app.ask('spending.setPrice', { profileId, ...of, amount: { unit: 'credits', value: 1 } })
  const { quote, generate } = await addAgent(app, BUDGET)
  const data = [{ b64_json: (await madeImage('png')).toString('base64') }]
  const left = async (options: JsonObject) => {
    service.script('POST', '/generations', {
      status: 200,
      body: { created: 1, data, usage: { cost: 0.25 } },
      charged: true,
    })
    const sent = dataOf(generate((await quote(1, { ...of, options })).quoteId))
    await app.untilTask(sent.state === 'sent' ? (sent.tasks[0]?.id ?? '') : '', 'saved')
    return (await quote(1, of)).left.amount?.value
  }
  expect(await left({})).toBe(1.75)
  expect(await left({ usage: { cost: 0 } })).toBe(0.75)
})

test('more than was expected counts, also where the request may have said it', async () => {
  const { app, service, profileId, quote, generate } = await openWithAgent(BUDGET)
  const { provider, model } = REQUEST
  await app.ask('spending.setPrice', { profileId, provider, model, amount: { unit: 'credits', value: 0.5 } })
  service.tasks.life = [respond(200, JSON.stringify({ code: 0, data: { status: 'FAILED', credits: 2 } }))]
  const sent = dataOf(generate((await quote(1, { options: { credits: 1 } })).quoteId))
  await app.untilTask(sent.state === 'sent' ? (sent.tasks[0]?.id ?? '') : '', 'failed')
  expect(await quote()).toMatchObject({ needsApproval: true, left: { amount: { value: 0 } } })
})

async function ledgerOf(app: TestApp) {
  return (await app.ask('spending.query', { from: 0, to: 8e15, by: [] })).rows
}
