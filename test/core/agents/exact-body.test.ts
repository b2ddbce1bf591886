/** What was approved is what is sent: the hash of the body and the price that were shown. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createReadyMedia } from '#core/inputs/ready-media.ts'
import { apiOf } from '#core/service/registry.ts'
import type { ServiceApi } from '#core/service/service-api.ts'
import { buildQuotedBodies } from '#core/tasks/submission/quoted-bodies.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { REQUEST } from '#test/stand-ins/test-app.ts'
import { actsOf, approvalOf, dataOf, openWithAgent, taskCount } from './agent-fixture.ts'

const CONFLICT = { code: 'conflict', charged: 'no' }
const usd = (value: number) => ({ unit: 'USD', value })

async function openPriced(value: number) {
  const opened = await openWithAgent()
  const { app, profileId } = opened
  const price = (amount: number) =>
    app.ask('spending.setPrice', {
      profileId,
      provider: REQUEST.provider,
      model: REQUEST.model,
      amount: usd(amount),
    })
  await price(value)
  return { ...opened, price }
}

test('is approved by the body and the price that were shown, and sends nothing where either is another', async () => {
  const { app, quote, generate, price } = await openPriced(1)
  const { quoteId } = await quote(2)
  dataOf(generate(quoteId))
  const shown = await approvalOf(app, quoteId)
  expect((await app.ask('agents.waiting', {})).items).toMatchObject([shown])
  expect(shown).toMatchObject({
    price: { amounts: [usd(2)], unpriced: 0 },
    bodyHash: expect.stringMatching(/^[0-9a-f]{64}$/u) as string,
  })
  const other = { ...shown, bodyHash: 'f'.repeat(64) }
  expect(await app.failure('agents.approve', other)).toMatchObject(CONFLICT)
  for (const now of [3, 0.5]) {
    await price(now)
    const failure = await app.failure('agents.approve', { ...shown, raiseTo: { requestsPerDay: 99 } })
    expect(failure).toMatchObject(CONFLICT)
    expect(failure?.id).toBe('agents.quote.otherPrice')
  }
  expect((await app.ask('agents.list', {})).items).toMatchObject([{ budget: { requestsPerDay: 0 } }])
  expect(await taskCount(app)).toBe(0)
  await app.ask('agents.approve', await approvalOf(app, quoteId))
  expect(await taskCount(app)).toBe(2)
})

test('asks again where the price rose between the approval and the sending', async () => {
  const { app, agentId, quote, price } = await openPriced(1)
  const [risen, fallen] = [await quote(), await quote()]
  for (const { quoteId } of [risen, fallen]) {
    await app.ask('agents.approve', await approvalOf(app, quoteId))
  }
  await price(2)
  const again = await app.reopen({ clock: app.clock })
  const { generate } = actsOf(again, agentId)
  expect(dataOf(generate(risen.quoteId))).toMatchObject({ state: 'waiting', quote: { needsApproval: true } })
  const waiting = (await again.ask('agents.waiting', {})).items
  expect(waiting).toMatchObject([{ quoteId: risen.quoteId, asked: true, price: { amounts: [usd(2)] } }])
  expect(await taskCount(again)).toBe(0)
  await again.ask('spending.setPrice', {
    profileId: app.profileId,
    provider: REQUEST.provider,
    model: REQUEST.model,
    amount: usd(0.5),
  })
  expect(dataOf(generate(fallen.quoteId)).state).toBe('sent')
})

test('sends no other file than the one that was shown', async () => {
  const { app, service, quote, generate } = await openWithAgent({ requestsPerDay: 9 })
  const dataUrl = `data:image/png;base64,${(await makeImage(1)).toString('base64')}`
  const { id: inputId, sha256 } = await app.ask('inputs.add', { name: 'fox.png', dataUrl })
  await app.ask('queue.pause', {})
  const { quoteId } = await quote(1, { inputs: [{ inputId, option: 'image' }] })
  const { items } = await app.ask('agents.bodies', { quoteId })
  expect(JSON.stringify(items)).toContain(`SHA-256 ${sha256}`)
  const sent = dataOf(generate(quoteId))
  const path = await inputFile(app.dataDir, sha256)
  const bytes = await readFile(path)
  await writeFile(path, Buffer.concat([bytes.subarray(0, -1), Buffer.from([0])]))
  await app.ask('queue.resume', {})
  const id = sent.state === 'sent' ? (sent.tasks[0]?.id ?? '') : ''
  expect((await app.untilTask(id, 'rejected', 'saved')).error).toMatchObject(CONFLICT)
  expect(service.generates()).toHaveLength(0)
})

async function inputFile(dataDir: string, sha256: string): Promise<string> {
  const folder = join(dataDir, 'inputs')
  const names = await readdir(folder, { recursive: true })
  return join(folder, names.find((name) => name.includes(`${sha256}.`)) ?? '')
}

test('does not tell what is not open any more', async () => {
  const { app, quote, generate } = await openWithAgent({ requestsPerDay: 9 })
  const { quoteId } = await quote()
  dataOf(generate(quoteId))
  for (const id of [quoteId, 'quote_x']) {
    expect(await app.failure('agents.bodies', { quoteId: id })).toMatchObject({ code: 'not_found' })
  }
})

test('builds what is the same once, and lets others have a turn', async () => {
  const { app } = await openWithAgent()
  let submitted = 0
  let asked = 0
  const counting = (api: ServiceApi): ServiceApi => ({
    ...api,
    submit: (task, address) => {
      submitted++
      return api.submit(task, address)
    },
  })
  const inputs = { find: () => null } as never
  const build = async (kind: 'generation-service' | 'sd-webui') => {
    submitted = 0
    asked = 0
    let turns = 0
    let isDone = false
    const others = (async () => {
      for (; !isDone; turns++) await turn()
    })()
    const built = dataOf(
      await buildQuotedBodies(
        {
          inputs,
          ready: createReadyMedia(inputs, app.dataDir, {} as never),
          wireOf: () => ({ api: counting(apiOf(kind)), baseUrl: 'http://127.0.0.1:9' }),
          modelOf: async () => {
            asked++
            return null
          },
        },
        {
          profileId: 'p',
          requests: Array.from({ length: 100 }, (_, index) => ({ ...REQUEST, prompt: `fox ${index % 2}` })),
          taskIdOf: (index) => `task_${index}`,
        },
      ),
    )
    isDone = true
    await others
    expect(built.shown.map(({ count }) => count)).toEqual([50, 50])
    expect(turns).toBeGreaterThan(50)
    return [submitted, asked, new Set(built.hashes).size]
  }
  expect(await build('generation-service')).toEqual([2, 2, 2])
  expect(await build('sd-webui')).toEqual([100, 2, 100])
})
