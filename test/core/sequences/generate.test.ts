/** What a plan says of each shot, and that a press sends exactly that, once. */
import { expect, test } from 'vitest'
import type { Sequence, SequenceInput, SequencePlan, Shot } from '#contract/sequences.ts'
import { KEY_FOR_TESTS } from '#test/stand-ins/canary.ts'
import { respond, errorObject } from '#test/stand-ins/faulty-responses.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { openAtService, REQUEST, type TestApp } from '#test/stand-ins/test-app.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'
import { tinyAudio, tinyVideo } from '#test/stand-ins/tiny-media.ts'
import { addFile } from '../hand-off/fixtures.ts'

const shot = (id: string, more: Partial<Shot> = {}): Shot => ({
  id,
  mediaType: 'image',
  provider: REQUEST.provider,
  model: REQUEST.model,
  prompt: `shot ${id}`,
  ...more,
})

/** Three shots that go on from one another, and one on its own. */
const CHAIN = [
  shot('a'),
  shot('b', { from: { shotId: 'a' } }),
  shot('c', { from: { shotId: 'b' } }),
  shot('d'),
]

async function open(shots: readonly Shot[]) {
  const { app, service } = await openAtService()
  await app.ask('spending.setPrice', {
    profileId: app.profileId,
    provider: REQUEST.provider,
    model: REQUEST.model,
    amount: { unit: 'USD', value: 0.29 },
  })
  const { id } = await app.ask('sequences.save', { name: 'Fox', shots: [...shots] })
  return { app, service, id }
}

const states = ({ shots }: SequencePlan) => shots.map(({ state }) => state)
const reasons = ({ shots }: SequencePlan) => shots.map(({ reason }) => reason?.id)
const plan = (app: TestApp, id: string, shotIds?: string[]) =>
  app.ask('sequences.plan', { id, ...(shotIds && { shotIds }) })

async function generate(app: TestApp, id: string, shotIds?: string[]) {
  const { planHash } = await plan(app, id, shotIds)
  return app.ask('sequences.generate', { id, planHash, ...(shotIds && { shotIds }) })
}

const untilMade = (app: TestApp, id: string) =>
  app.until(async () => {
    const now = await plan(app, id)
    return states(now).every((state) => state === 'made') && now
  })

async function edit(app: TestApp, id: string, change: (shot: Shot) => Partial<Shot>): Promise<Sequence> {
  const { shots, name } = await app.ask('sequences.get', { id })
  const plain: SequenceInput['shots'] = shots.map(({ takes: _takes, shown: _shown, ...one }) => ({
    ...one,
    ...change(one),
  }))
  return app.ask('sequences.save', { id, name, shots: plain })
}

const prompts = (service: Awaited<ReturnType<typeof open>>['service']) =>
  service.generates().map(({ body }) => String((body as { prompt?: string }).prompt))

slow('a plan has the price of what it sends, and the ledger has the same afterwards', async () => {
  const { app, service, id } = await open(CHAIN)
  const before = await plan(app, id)
  expect(states(before)).toEqual(['new', 'waiting', 'waiting', 'new'])
  expect(before).toMatchObject({
    requests: 4,
    amounts: [{ unit: 'USD', value: 1.16 }],
    unpriced: 0,
    reused: 0,
  })
  const { tasks, batchId } = await app.ask('sequences.generate', { id, planHash: before.planHash })
  expect(tasks.map(({ request }) => request.prompt)).toEqual(['shot a', 'shot d'])
  const after = await untilMade(app, id)
  expect(after).toMatchObject({ requests: 0, amounts: [], reused: 4 })
  expect(prompts(service).toSorted()).toEqual(['shot a', 'shot b', 'shot c', 'shot d'])
  expect((await app.ask('tasks.list', { batchId })).items).toHaveLength(4)
  const { rows } = await app.ask('spending.query', { from: 0, to: app.clock.now() + 1, by: [] })
  expect(rows).toMatchObject([{ requests: 4, amounts: before.amounts }])
  // Each began with what the one before it made.
  const { shots } = await app.ask('sequences.get', { id })
  for (const [place, source] of [
    [1, 0],
    [2, 1],
  ] as const) {
    const made = await app.ask('library.lineage', { id: shots[place]?.shown ?? '' })
    expect(made.madeFrom.map((asset) => asset.id)).toEqual([shots[source]?.shown])
  }
})

slow(
  'a change makes what uses it stale, along the chain, and a trim or a caption makes nothing stale',
  async () => {
    const { app, service, id } = await open(CHAIN)
    await generate(app, id)
    await untilMade(app, id)
    await edit(app, id, () => ({ caption: 'words', trim: { inMs: 10, outMs: 20 }, title: 'T' }))
    expect(states(await plan(app, id))).toEqual(['made', 'made', 'made', 'made'])
    await edit(app, id, (one) => (one.id === 'b' ? { prompt: 'another' } : {}))
    const changed = await plan(app, id)
    expect(states(changed)).toEqual(['made', 'stale', 'stale', 'made'])
    expect(reasons(changed)).toEqual([
      undefined,
      'sequences.plan.changed',
      'sequences.plan.beforeChanged',
      undefined,
    ])
    await edit(app, id, (one) => (one.id === 'b' ? { prompt: 'shot b' } : {}))
    expect(states(await plan(app, id))).toEqual(['made', 'made', 'made', 'made'])
    await edit(app, id, (one) => (one.id === 'b' ? { newTake: 1 } : {}))
    await generate(app, id)
    await untilMade(app, id)
    expect(prompts(service)).toHaveLength(6)
  },
)

slow('what a form made of the same request is reused, and nothing is sent', async () => {
  const { app, service, id } = await open([shot('a', { prompt: REQUEST.prompt ?? '' })])
  const { assetIds } = await app.submitAndSave()
  const reused = await plan(app, id)
  expect(reused).toMatchObject({ requests: 0, reused: 1 })
  expect(reused.shots).toMatchObject([
    { state: 'made', assetId: assetIds[0], reason: { id: 'sequences.plan.reused' } },
  ])
  expect((await generate(app, id)).tasks).toEqual([])
  expect((await app.ask('sequences.get', { id })).shots[0]?.shown).toBe(assetIds[0])
  expect(service.generates()).toHaveLength(1)
  await app.ask('library.trash', { ids: [...assetIds] })
  expect(states(await plan(app, id))).toEqual(['new'])
  await generate(app, id)
  await untilMade(app, id)
  expect(service.generates()).toHaveLength(2)
})

slow('of several files a shot has made the one that it can show, and others go on from it', async () => {
  const { app, service, id } = await open([shot('a'), shot('b', { from: { shotId: 'a' } })])
  const uri = (type: string, bytes: Uint8Array) =>
    `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
  const taskResult = {
    images: [{ url: uri('image/png', await makeImage(3)) }],
    audio: { url: uri('audio/wav', tinyAudio(1)) },
  }
  const data = { id: 'one', status: 'SUCCESS', mediaType: 'image', taskResult }
  service.tasks.life = [respond(200, JSON.stringify({ code: 0, message: 'ok', data }))]
  await generate(app, id)
  const made = await untilMade(app, id)
  const kinds = made.shots.map(
    async ({ assetId = '' }) => (await app.ask('library.get', { id: assetId })).kind,
  )
  expect(await Promise.all(kinds)).toEqual(['image', 'image'])
  expect((await app.ask('library.query', {})).items.map(({ kind }) => kind)).toContain('audio')
})

slow('the same request twice in a sequence is sent once, and both shots use what it made', async () => {
  const same = { prompt: 'a fox' }
  const { app, service, id } = await open([
    shot('a', same),
    shot('b', same),
    shot('c', { ...same, from: { shotId: 'b' } }),
    shot('d', { ...same, newTake: 1 }),
  ])
  const before = await plan(app, id)
  expect(before.shots.map(({ sends }) => sends)).toEqual([true, false, true, true])
  expect(reasons(before)[1]).toBe('sequences.plan.sameAs')
  expect(before).toMatchObject({ requests: 3, amounts: [{ unit: 'USD', value: 0.87 }] })
  await generate(app, id)
  expect(await untilMade(app, id)).toMatchObject({ requests: 0 })
  expect(service.generates()).toHaveLength(3)
  const shown = async () => (await app.ask('sequences.get', { id })).shots.map((one) => one.shown)
  const [made] = await shown()
  expect(await app.until(async () => (await shown())[1])).toBe(made)
})

slow(
  'the same request twice is sent once while it waits for its first frame, whatever is pressed meanwhile',
  async () => {
    const same = { prompt: 'a fox', from: { shotId: 'a' } }
    const { app, service, id } = await open([shot('a'), shot('b', same), shot('c', same)])
    await app.ask('queue.pause', {})
    await generate(app, id)
    const meanwhile = await plan(app, id)
    expect(meanwhile).toMatchObject({ requests: 0 })
    expect(meanwhile.shots.map(({ isWaiting }) => isWaiting)).toEqual([undefined, true, undefined])
    await generate(app, id)
    await app.ask('queue.resume', {})
    await untilMade(app, id)
    expect(service.generates()).toHaveLength(2)
  },
)

slow('two shots that come to ask for the same while they wait are sent once', async () => {
  const same = { prompt: 'a fox' }
  const { app, service, id } = await open([
    shot('a'),
    shot('b'),
    shot('c', { ...same, from: { shotId: 'a' } }),
    shot('d', { ...same, from: { shotId: 'b' } }),
  ])
  const [take] = (await app.submitAndSave()).assetIds
  await app.ask('queue.pause', {})
  await generate(app, id)
  await edit(app, id, (one) => (one.from ? {} : { take }))
  await app.until(async () =>
    states(await plan(app, id))
      .slice(2)
      .every((state) => state === 'open'),
  )
  await app.ask('queue.resume', {})
  await untilMade(app, id)
  expect(prompts(service).filter((prompt) => prompt === 'a fox')).toHaveLength(1)
  const shown = async () => (await app.ask('sequences.get', { id })).shots.flatMap((one) => one.shown ?? [])
  await app.until(async () => (await shown()).length === 4)
})

slow('refuses a plan that is out of date, and sends nothing more for one that was sent', async () => {
  const { app, service, id } = await open(CHAIN)
  const { planHash } = await plan(app, id)
  await edit(app, id, (one) => (one.id === 'd' ? { prompt: 'changed' } : {}))
  expect(await app.failure('sequences.generate', { id, planHash })).toMatchObject({
    code: 'conflict',
    charged: 'no',
  })
  const { planHash: now } = await plan(app, id)
  const [one, other] = await Promise.all([
    app.ask('sequences.generate', { id, planHash: now }),
    app.ask('sequences.generate', { id, planHash: now }),
  ])
  expect(other.tasks.map((task) => task.id)).toEqual(one.tasks.map((task) => task.id))
  const again = await plan(app, id)
  expect(again.requests).toBe(0)
  expect((await app.ask('sequences.generate', { id, planHash: again.planHash })).tasks).toEqual([])
  await untilMade(app, id)
  await app.ask('sequences.generate', { id, planHash: now })
  expect(service.generates()).toHaveLength(4)
})

/** All that was made is in the trash, and these tasks are no longer in the queue. */
async function forget(app: TestApp, id: string, tasks: readonly { readonly id: string }[]): Promise<void> {
  const { shots } = await plan(app, id)
  await app.ask('library.trash', { ids: shots.flatMap(({ assetId }) => assetId ?? []) })
  for (const task of tasks) await app.ask('tasks.remove', { id: task.id })
}

slow('a press whose tasks were removed is not paid again', async () => {
  const { app, service, id } = await open([shot('a')])
  const { planHash } = await plan(app, id)
  const { tasks } = await app.ask('sequences.generate', { id, planHash })
  await untilMade(app, id)
  await forget(app, id, tasks)
  expect(await app.failure('sequences.generate', { id, planHash })).toMatchObject({
    code: 'conflict',
    charged: 'no',
  })
  expect(service.generates()).toHaveLength(1)
})

slow('a press is not taken for the same one from before, of which a task was removed', async () => {
  const { app, service, id } = await open([shot('a'), shot('b', { from: { shotId: 'a' } })])
  const { planHash } = await plan(app, id)
  const { tasks } = await app.ask('sequences.generate', { id, planHash })
  await untilMade(app, id)
  // The task of the other shot stays.
  await forget(app, id, tasks)
  await app.ask('sequences.generate', { id, planHash })
  expect(prompts(service)).toEqual(['shot a', 'shot b'])
  await generate(app, id)
  await untilMade(app, id)
  expect(prompts(service).slice(2)).toContain('shot a')
})

slow('a failure ends what goes on from it and nothing else, and a press sends it again', async () => {
  const { app, service, id } = await open(CHAIN)
  service.script('generate', respond(400, errorObject(400, 'no')))
  await generate(app, id)
  const failed = await app.until(async () => {
    const now = await plan(app, id)
    return states(now)[3] === 'made' && reasons(now)[2] === 'sequences.wait.beforeFailed' && now
  })
  expect(states(failed)).toEqual(['new', 'waiting', 'waiting', 'made'])
  expect(reasons(failed)).toEqual([
    'sequences.plan.lastFailed',
    'sequences.wait.beforeFailed',
    'sequences.wait.beforeFailed',
    undefined,
  ])
  expect(failed).toMatchObject({ requests: 3 })
  await generate(app, id)
  await untilMade(app, id)
  expect(prompts(service)).toHaveLength(5)
})

test('an unknown outcome is open and never sent again by itself', async () => {
  const { app, service, id } = await open(CHAIN)
  service.script('generate', respond(502, 'nobody knows'))
  await generate(app, id)
  const unknown = await app.until(async () => {
    const now = await plan(app, id)
    return states(now)[3] === 'made' && now.shots[0]?.reason && now
  })
  expect(states(unknown)).toEqual(['open', 'waiting', 'waiting', 'made'])
  expect(unknown.requests).toBe(0)
  expect((await generate(app, id)).tasks).toEqual([])
  expect(service.generates()).toHaveLength(2)
  // The user sends it again: what waits goes on.
  await app.ask('tasks.decide', { id: unknown.shots[0]?.taskId ?? '', action: 'resend' })
  await untilMade(app, id)
  expect(service.generates()).toHaveLength(5)
})

slow('what became dearer or was changed while it waited is not sent, and says so', async () => {
  const { app, service, id } = await open([
    shot('a'),
    shot('b', { from: { shotId: 'a' } }),
    shot('c', { from: { shotId: 'a' } }),
  ])
  await app.ask('queue.pause', {})
  await generate(app, id)
  await edit(app, id, (one) => (one.id === 'c' ? { prompt: 'changed' } : {}))
  await app.ask('spending.setPrice', {
    profileId: app.profileId,
    provider: REQUEST.provider,
    model: REQUEST.model,
    amount: { unit: 'USD', value: 0.3 },
  })
  // At once, and not when something is made.
  const ended = await app.until(async () => {
    const now = await plan(app, id)
    return reasons(now)[1] === 'sequences.wait.dearer' && reasons(now)[2] === 'sequences.wait.changed' && now
  })
  await app.ask('queue.resume', {})
  await app.until(async () => states(await plan(app, id))[0] === 'made')
  expect(ended.shots.map(({ sends }) => sends)).toEqual([false, true, true])
  expect(service.generates()).toHaveLength(1)
})

slow('another active service sends nothing again that one before has made or is making', async () => {
  const { app, service, id } = await open([shot('a'), shot('b', { from: { shotId: 'a' } })])
  await app.ask('queue.pause', {})
  await generate(app, id)
  const other = await openFaultyService()
  const { id: otherId } = await app.ask('profiles.create', {
    name: 'Other',
    baseUrl: other.baseUrl,
    apiKey: KEY_FOR_TESTS,
  })
  await app.ask('profiles.activate', { id: otherId })
  const onItsWay = await plan(app, id)
  expect(onItsWay).toMatchObject({ requests: 0, shots: [{ state: 'open' }, { isWaiting: true }] })
  expect((await generate(app, id)).tasks).toEqual([])
  await app.ask('queue.resume', {})
  expect(await untilMade(app, id)).toMatchObject({ requests: 0, reused: 2 })
  expect([prompts(service), prompts(other)]).toEqual([['shot a', 'shot b'], []])
  // What is asked anew is asked of the active one.
  await edit(app, id, (one) => (one.id === 'b' ? { newTake: 1 } : {}))
  await generate(app, id)
  await untilMade(app, id)
  expect([prompts(service), prompts(other)]).toEqual([['shot a', 'shot b'], ['shot b']])
})

slow('stopping ends what waits, and what was sent goes on', async () => {
  const { app, service, id } = await open(CHAIN)
  await generate(app, id)
  expect(await app.ask('sequences.stop', { id })).toEqual({ stopped: 2 })
  const made = await app.until(async () => {
    const now = await plan(app, id)
    return states(now)[0] === 'made' && states(now)[3] === 'made' && now
  })
  expect(states(made)).toEqual(['made', 'new', 'waiting', 'made'])
  expect(service.generates()).toHaveLength(2)
})

slow('goes on after a restart with what waits', async () => {
  const { app, service, id } = await open(CHAIN)
  await app.ask('queue.pause', {})
  await generate(app, id)
  const again = await app.reopen()
  await again.ask('queue.resume', {})
  await untilMade(again, id)
  expect(prompts(service).toSorted()).toEqual(['shot a', 'shot b', 'shot c', 'shot d'])
})

test('only the shots asked for are sent, and those that need another say which', async () => {
  const { app, id } = await open(CHAIN)
  const part = await plan(app, id, ['b', 'd'])
  expect(part.shots.map(({ sends }) => sends)).toEqual([false, false, false, true])
  expect(reasons(part)[1]).toBe('sequences.plan.makeFirst')
  // A still has no number in the strip.
  await app.ask('sequences.save', { id, name: 'Fox', shots: [shot('still', { stillOf: 'a' }), ...CHAIN] })
  expect((await plan(app, id)).shots[2]?.reason).toMatchObject({ values: { title: '1' } })
  expect((await generate(app, id, ['b', 'd'])).tasks).toHaveLength(1)
})

slow('what no shot can ask for stays as it was chosen', async () => {
  const { app, id } = await open([])
  const { assetIds } = await app.submitAndSave({ mediaType: 'character', scene: 'character-creation' })
  const [take] = assetIds
  await app.ask('sequences.save', { id, name: 'Fox', shots: [shot('a', { take })] })
  expect(await plan(app, id)).toMatchObject({
    requests: 0,
    shots: [{ state: 'made', assetId: take, reason: { id: 'sequences.plan.ownClip' } }],
  })
})

test('a shot with a video as input restyles it, as a form would', async () => {
  const { app, service, id } = await open([])
  const video = await addFile(app, 'clip.mp4', await tinyVideo({ width: 32, height: 32, frames: 5, fps: 10 }))
  const { id: inputId } = await app.ask('inputs.add', { assetId: video.id })
  const inputs = [{ inputId, option: 'video_url' }]
  await app.ask('sequences.save', { id, name: 'Fox', shots: [shot('a', { mediaType: 'video', inputs })] })
  await generate(app, id)
  const [sent] = await app.until(() => service.generates().length > 0 && service.generates())
  expect(sent?.body).toMatchObject({ mediaType: 'video', scene: 'video-to-video' })
})

slow('a still is sent first and begins its shot', async () => {
  const { app, service, id } = await open([shot('film'), shot('still', { stillOf: 'film' })])
  const before = await plan(app, id)
  expect(states(before)).toEqual(['waiting', 'new'])
  expect(reasons(before)).toEqual(['sequences.plan.still.waits', undefined])
  await generate(app, id)
  await untilMade(app, id)
  expect(prompts(service)).toEqual(['shot still', 'shot film'])
})

test('says why a shot cannot be sent, and never sends it', async () => {
  const { app, id } = await open([
    shot('none', { profileId: 'profile_none' }),
    shot('after', { from: { shotId: 'none' } }),
    shot('asset', { from: { assetId: 'asset_none' } }),
    shot('input', { inputs: [{ inputId: 'input_none', option: 'image_url' }] }),
    shot('empty', { prompt: ' ' }),
  ])
  const refused = await plan(app, id)
  expect(refused.shots.map(({ requestHash, sends }) => [requestHash, sends])).toEqual(
    Array.from({ length: 5 }, () => [null, false]),
  )
  expect(reasons(refused)).toEqual([
    'sequences.plan.noService',
    'sequences.plan.beforeRefused',
    'sequences.plan.frameGone',
    'sequences.plan.inputGone',
    'inputs.promptMissing',
  ])
  expect((await generate(app, id)).tasks).toEqual([])
})
