/** What services say that a task cost, in their own words; and what only looks like it. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import { saidAmount, type Sent } from '#core/spending/said-amount.ts'
import { slow } from '#test/stand-ins/scale.ts'

const SAMPLES = JSON.parse(
  readFileSync(new URL('../../data/task-results.json', import.meta.url), 'utf8'),
) as readonly { readonly name: string; readonly taskResult: Json }[]

test('finds in the sample results the costs that are told, and no others', () => {
  const found = SAMPLES.flatMap(({ name, taskResult }) => {
    const said = saidAmount([taskResult], {})
    return said ? [[name, said.value, said.unit]] : []
  })
  expect(found).toEqual([
    ['068-reve-create', 18, 'credits'],
    ['073-bfl-flux-3-video', 0.85, null],
    ['074-recraft-v3', 40, 'credits'],
    ['075-recraft-remove-background', 10, 'credits'],
    ['082-runware-image', 0.0013, null],
    ['083-runware-video', 0.18, null],
    ['119-piapi-kling-works', 2_600_000, 'points'],
    ['125-vidu-q2', 4, 'credits'],
    ['155-aimlapi-meshy-v6', 1.04, 'USD'],
  ])
})

const of = (value: number, unit: string | null = null) => ({ value, unit, isEcho: false })
const credits = (value: number) => of(value, 'credits')

test.each<[string, Json, ReturnType<typeof saidAmount>]>([
  ['credits of a task', { state: 'success', credits: 4, creations: [{ id: '1' }] }, credits(4)],
  ['credits charged', { data: { credits_charged: 120, estimated_frame_cost: 130 } }, credits(120)],
  ['credits consumed', { creditsConsumed: 12.5, creditsRemaining: 900 }, credits(12.5)],
  ['used and left in one object', { credits: { remaining: 95, used: 5, total: 100 } }, credits(5)],
  ['a usage of points', { meta: { usage: { type: 'point', frozen: 0, consume: 300 } } }, of(300, 'points')],
  ['a cost in a currency', { cost: { amount: '0.04', currency: 'usd' } }, of(0.04, 'USD')],
  ['a currency in the name', { total_cost_usd: 0.5 }, of(0.5, 'USD')],
  ['a cost beside tokens', { usage: { prompt_tokens: 9, cost: 0.02 } }, of(0.02)],
  ['a text', { price: '$0.25' }, of(0.25, 'USD')],
  ['each file of a list', { images: [{ cost: 1 }, { cost: 2 }, { url: 'x' }] }, of(3)],
  ['the whole before its parts', { cost: 3, images: [{ cost: 1 }, { cost: 2 }] }, of(3)],
  ['credits before a cost', { cost: 0.05, credits_used: 5 }, credits(5)],
  ['nothing charged', { credits: 0 }, credits(0)],
  ['all given back', { status: 'FAILED', credits: 5, refunded: true }, credits(0)],
  ['a part given back', { credits: 5, credits_refunded: 2 }, credits(3)],
  ['not charged', { is_charged: false }, of(0)],
])('reads %s', (_, response, expected) => {
  expect(saidAmount([response], { prompt: 'credits and what they cost', options: { size: 5 } })).toEqual(
    expected,
  )
})

test.each<[string, Json]>([
  ['a duration', { costTime: 39, cost_ms: 4, chargedAt: 1_755_599_644_000 }],
  ['a balance', { user: { credits: 900 }, credits_left: 900, creditBalance: 3, wallet: { credits: 2 } }],
  ['an estimate', { estimates: { cost: [4, 6] }, estimated_cost: 3 }],
  ['tokens and counts', { usage: { total_tokens: 100, images: 2 }, tokens_used: 5, used: 3 }],
  ['what was asked for', { input: { credits: 5 }, params: '{"cost":3}', options: { price: 2 } }],
  ['JSON in a text', { resultJson: '{"urls":[],"credits":7}', result: '{"refunded":true}' }],
  [
    'what a request says',
    {
      prompt: { refunded: true },
      text: { credits_used: 0 },
      metadata: { credits: 0 },
      request: { body: { charged: false } },
      input: { prompt: { cost: 0 } },
      options: { note: { is_charged: false } },
    },
  ],
  ['points in a picture', { points: 12, shape: { point: 3 } }],
  ['a price for a unit', { price: 0.04, unit: 'image' }],
  [
    'no number',
    { cost: 'free of charge', credits: null, price: -3, fee: 1e12, charge: true, total_cost: '' },
  ],
])('takes %s for no amount', (_, response) => {
  expect(saidAmount([response], {})).toBeNull()
})

slow('reads a response that was made to be hostile no further than a bounded number of values', () => {
  const deep = `${'{"a":'.repeat(400)}1${'}'.repeat(400)}`
  const texts = Array.from({ length: 50 }, () => `{"a":"${'x'.repeat(200_000)}"}`)
  const wide = Array.from({ length: 200_000 }, (_, index) => ({ [`cost_${index}`]: index }))
  for (const response of [JSON.parse(deep) as Json, texts, [...wide, { cost: 3 }]]) {
    expect(saidAmount([response], {})).toBeNull()
  }
})

test.each<[string, Json, Sent]>([
  ['an option', { credits_used: 0 }, { options: { credits_used: 0 } }],
  ['an option in another spelling', { creditsUsed: 0 }, { options: { note: { credits_used: 0 } } }],
  ['JSON in a prompt', { details: { credits_used: 0 } }, { prompt: 'a fox {"credits_used": 0}' }],
  ['JSON in single quotes', { details: { credits_used: 0 } }, { prompt: "{'credits_used': 0}" }],
  [
    'JSON in JSON, with signs that are escaped',
    { details: { credits_used: 0 } },
    {
      options: { note: JSON.stringify({ a: JSON.stringify({ credits_used: 0 }).replace('cr', '\\u0063r') }) },
    },
  ],
])('marks what may be an echo of %s', (_, response, sent) => {
  expect(saidAmount([response], {})).toEqual(credits(0))
  expect(saidAmount([response], sent)).toEqual({ ...credits(0), isEcho: true })
})

test('takes no word of a refund that may be an echo, and another amount before one', () => {
  const sent = { prompt: '{"refunded":true,"charged":false,"credits_used":0}' }
  expect(saidAmount([{ refunded: true, charged: false }], sent)).toBeNull()
  expect(saidAmount([{ details: { credits_used: 0 }, total_cost: 3 }], sent)).toEqual(of(3))
})
