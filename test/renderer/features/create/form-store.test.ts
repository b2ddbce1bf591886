import { describe, expect, it } from 'vitest'
import type { Task } from '#contract/tasks.ts'
import { planRequests } from '#renderer/features/create/build-requests.ts'
import { EMPTY_DRAFT } from '#renderer/features/create/draft.ts'
import type { SavedForm } from '#renderer/features/create/draft-saver.ts'
import { createFormStore, type CreateFormStore, exampleOf } from '#renderer/features/create/form-store.ts'
import { ONE_REQUEST } from '#renderer/features/create/batch/batch-settings.ts'
import type { PressKind } from '#renderer/features/create/send.ts'
import { createFakeBridge } from '../../bridge/fake-bridge.ts'
import { knowing } from './plans.ts'

const FIRST_PROMPT = 'a red fox in snow'

function createUnwritten(
  response: (route: string, input: unknown) => unknown,
  kept: (profileId: string) => SavedForm | null,
) {
  const fake = createFakeBridge(response)
  let keys = 0
  const now = { ms: 0 }
  const saved: string[] = []
  const accepted: unknown[] = []
  const form = createFormStore({
    bridge: fake.bridge,
    saver: {
      read: async () => null,
      load: async (profileId) => kept(profileId),
      save: ({ mediaType, drafts }) => void saved.push(`${mediaType}: ${drafts[mediaType].prompt}`),
      flush: async () => undefined,
      isSaved: () => true,
      leave: () => undefined,
    },
    firstPrompt: FIRST_PROMPT,
    onAccepted: (tasks) => void accepted.push([form.getState().pressed?.pressId, tasks.length]),
    createKey: () => `k${++keys}`,
    now: () => now.ms,
  })
  return { form, now, saved, accepted, ...fake }
}

function createForm(response: (route: string, input: unknown) => unknown) {
  const made = createUnwritten(response, () => null)
  made.form.getState().edit({ prompt: FIRST_PROMPT })
  return made
}

function createKept(kept: (profileId: string) => SavedForm | null) {
  return createUnwritten(() => null, kept)
}

const ACCEPTED = { ok: true, data: { batchId: 'b', tasks: [] } }
const CHOSEN = { provider: 'studio', id: 'ink', isTyped: false }

/** With a model, so that it can be sent. */
function createChosen(response: object) {
  const made = createForm(() => response)
  made.form.getState().edit({ model: CHOSEN })
  return made
}

/** Presses Generate: sends what the form comes to at this moment. */
function press(
  form: CreateFormStore,
  kind: PressKind = 'fresh',
  confirmAbove = 10,
): Promise<readonly Task[]> {
  return form.getState().press(planOf(form), kind, confirmAbove)
}

function planOf(form: CreateFormStore) {
  const { mediaType, drafts } = form.getState()
  return planRequests(mediaType, drafts[mediaType], knowing(mediaType, drafts[mediaType], []))
}

describe('the form of Create', () => {
  it('offers an example the very first time, with the cursor in the empty box, which a press sends', async () => {
    const { form, calls } = createUnwritten(
      () => ACCEPTED,
      () => ({ mediaType: null, drafts: {} }),
    )
    await form.getState().open('')
    expect(form.getState()).toMatchObject({ example: FIRST_PROMPT, focusRequests: 1 })
    expect(form.getState().drafts.image.prompt).toBe('')
    form.getState().edit({ model: CHOSEN })
    const example = exampleOf(form.getState()) ?? ''
    const draft = { ...form.getState().drafts.image, prompt: example }
    const plan = planRequests('image', draft, knowing('image', draft, []))
    await form.getState().press(plan, 'fresh', 10)
    // What was sent stands in the box, so that the second click of a double click asks for the same.
    await form.getState().press(plan, 'secondClick', 10)
    expect(calls.filter(([route]) => route === 'tasks.submit')).toMatchObject([
      ['tasks.submit', { requests: [{ prompt: FIRST_PROMPT }] }],
    ])
    expect(form.getState()).toMatchObject({ example: null, drafts: { image: { prompt: FIRST_PROMPT } } })
  })
  it('has an example for an image from words alone, and for no box that is written in', async () => {
    const { form } = createKept(() => ({ mediaType: null, drafts: {} }))
    await form.getState().open('')
    form.getState().setMedia('music')
    expect(exampleOf(form.getState())).toBeNull()
    form.getState().setMedia('image')
    form.getState().edit({ prompt: 'a boat' })
    expect(exampleOf(form.getState())).toBeNull()
    form.getState().edit({ prompt: '' })
    expect(exampleOf(form.getState())).toBe(FIRST_PROMPT)
    form.getState().dropExample()
    expect(exampleOf(form.getState())).toBeNull()
  })
  it('brings drafts back after a restart, except what was written meanwhile', async () => {
    const image = { ...EMPTY_DRAFT, prompt: 'a boat', optionsText: '{ broken' }
    const music = { ...EMPTY_DRAFT, prompt: 'drums' }
    const { form, saved } = createKept(() => ({ mediaType: 'image', drafts: { image, music } }))
    form.getState().setMedia('music')
    form.getState().edit({ prompt: 'a violin' })
    form.getState().edit({ model: CHOSEN })
    await form.getState().open('')
    const { mediaType, drafts } = form.getState()
    expect([mediaType, drafts.music.prompt, drafts.image]).toEqual(['music', 'a violin', image])
    expect(saved.at(-1)).toBe('music: a violin')
  })
  it('takes what was pasted meanwhile along to the media type that opens, also while the host reads it', async () => {
    const read = Promise.withResolvers<unknown>()
    const character = { ...EMPTY_DRAFT, prompt: 'a keeper' }
    const { form } = createUnwritten(
      () => read.promise,
      () => ({ mediaType: 'character', drafts: { character } }),
    )
    const adding = form.getState().addFiles([new File(['x'], 'fox.png')])
    await form.getState().open('')
    const { mediaType, drafts } = form.getState()
    expect([mediaType, drafts.image.inputs]).toEqual(['character', []])
    expect(drafts.character).toMatchObject({ prompt: 'a keeper', inputs: [{ name: 'fox.png', media: null }] })
    read.resolve({ ok: true, data: { id: 'input_1' } })
    await adding
    expect(form.getState().drafts.character.inputs).toMatchObject([{ media: { id: 'input_1' } }])
  })
  it('stays with who has begun to write', async () => {
    const { form } = createKept(() => ({ mediaType: 'character', drafts: {} }))
    form.getState().edit({ prompt: 'a violin' })
    await form.getState().open('')
    const { mediaType, drafts } = form.getState()
    expect([mediaType, drafts[mediaType].prompt]).toEqual(['image', 'a violin'])
  })
  it('begins another profile with the words alone, and finds each as it was left', async () => {
    const axes = [{ field: 'seed', values: '1, 2' }] as const
    const image = { ...EMPTY_DRAFT, prompt: 'a boat', model: CHOSEN, optionsText: '{"seed": 1}' }
    const drafts = { one: { ...image, batch: { ...ONE_REQUEST, axes } } }
    const { form } = createKept((id) => ({
      mediaType: 'image',
      drafts: id === 'one' ? { image: drafts.one } : {},
    }))
    await form.getState().open('one')
    await form.getState().open('two')
    expect(form.getState()).toMatchObject({ profileId: 'two', partErrors: {} })
    expect(form.getState().drafts.image).toEqual({ ...EMPTY_DRAFT, prompt: 'a boat' })
    await form.getState().open('one')
    expect(form.getState().drafts.image).toEqual(drafts.one)
  })
  it('keeps what was written while its drafts were asked for twice', async () => {
    const image = { ...EMPTY_DRAFT, prompt: 'a boat' }
    const { form } = createKept(() => ({ mediaType: 'image', drafts: { image } }))
    form.getState().edit({ prompt: 'a violin' })
    await Promise.all([form.getState().open('one'), form.getState().open('one')])
    expect(form.getState().drafts.image.prompt).toBe('a violin')
  })
  it('does not take a model that the form chose by itself for a written draft', async () => {
    const image = { ...EMPTY_DRAFT, prompt: 'a boat' }
    const { form } = createKept(() => ({ mediaType: 'image', drafts: { image } }))
    form.getState().edit({ model: CHOSEN })
    await form.getState().open('')
    expect(form.getState().drafts.image).toBe(image)
  })
  it('asks for the drafts again when the host is back, and no more after that', async () => {
    const responses: (SavedForm | null)[] = [null, { mediaType: 'video', drafts: {} }]
    const { form, reconnect } = createKept(() => responses.shift() ?? null)
    await form.getState().open('')
    expect(form.getState().isLoaded).toBe(false)
    reconnect()
    await expect.poll(() => form.getState().mediaType).toBe('video')
    form.getState().setMedia('image')
    await form.getState().open('')
    expect([form.getState().mediaType, responses]).toEqual(['image', []])
  })
  it('puts an input back in its place, until something else becomes of the inputs', async () => {
    const { form } = createUnwritten(
      (_route, input) => {
        const { assetId } = input as { assetId: string }
        return { ok: true, data: { id: assetId, kind: 'image', name: `${assetId}.png` } }
      },
      () => ({ mediaType: 'image', drafts: {} }),
    )
    const add = async (...ids: readonly string[]) =>
      form.getState().addItems({
        items: ids.map((assetId) => ({ kind: 'asset', assetId, name: assetId })),
        folders: 0,
      })
    const ids = () => form.getState().drafts.image.inputs.map(({ media }) => media?.id)
    const remove = (at: number) =>
      form.getState().removeInput(form.getState().drafts.image.inputs[at]?.key ?? '')
    await add('a', 'b', 'c')
    remove(1)
    const { removed, putBack } = form.getState()
    expect([ids(), removed?.taken.map(([at]) => at)]).toEqual([['a', 'c'], [1]])
    if (removed !== null) putBack(removed)
    expect([ids(), form.getState().removed]).toEqual([['a', 'b', 'c'], null])
    remove(0)
    await add('d')
    expect([ids(), form.getState().removed]).toEqual([['b', 'c', 'd'], null])
    remove(0)
    await form.getState().open('two')
    expect(form.getState().removed).toBeNull()
  })
  it('sends once, however often the button is pressed', async () => {
    const { form, calls } = createChosen(ACCEPTED)
    await Promise.all([press(form), press(form)])
    expect(calls.map(([route]) => route)).toEqual(['tasks.submit'])
  })
  const idsOf = (calls: readonly (readonly [string, unknown])[]) =>
    calls.map(([, input]) => (input as { pressId: string }).pressId)

  it('pays the service that its plan was shown for, although another profile is open by now', async () => {
    const { form, calls } = createChosen(ACCEPTED)
    const plan = planOf(form)
    await form.getState().open('two')
    await form.getState().press(plan, 'fresh', 10)
    expect(calls).toMatchObject([['tasks.submit', { profileId: 'one' }]])
  })
  it('does not take a press for another service for a lost one', async () => {
    const lost = { ok: false, error: { code: 'not_available_here', message: 'Away.' } }
    const { form, calls, now } = createChosen(lost)
    const plan = planOf(form)
    await form.getState().press(plan, 'fresh', 10)
    now.ms = 2_000
    await form.getState().press({ ...plan, profileId: 'two' }, 'fresh', 10)
    expect(new Set(idsOf(calls)).size).toBe(2)
  })

  it('takes the second half of a double click for nothing, and a later press for another', async () => {
    const { form, calls, now } = createChosen(ACCEPTED)
    await press(form)
    now.ms = 400
    await press(form)
    expect(calls).toHaveLength(1)
    now.ms = 2_000
    await press(form)
    expect(new Set(idsOf(calls)).size).toBe(2)
  })
  it.each([
    ['a click that the system counts to the one before it', 'secondClick', 2],
    ['a key that repeats while it is held', 'repeatedKey', 1],
  ] as const)('takes %s for nothing, however late it comes', async (_, kind, afterAChange) => {
    const { form, calls, now } = createChosen(ACCEPTED)
    await press(form)
    now.ms = 5_000
    await press(form, kind)
    expect(calls).toHaveLength(1)
    form.getState().edit({ prompt: 'another' })
    await press(form, kind)
    expect(calls).toHaveLength(afterAChange)
  })
  it('asks before a large batch, and sends it once the answer is yes', async () => {
    const { form, calls } = createChosen(ACCEPTED)
    form.getState().edit({ requests: 11 })
    const plan = planOf(form)
    if ('kind' in plan) throw new Error(plan.kind)
    await press(form)
    expect([form.getState().isConfirming, calls]).toEqual([true, []])
    await form.getState().confirm(null)
    expect([form.getState().isConfirming, calls]).toEqual([false, []])
    await press(form)
    await Promise.all([form.getState().confirm(plan), form.getState().confirm(plan)])
    await form.getState().confirm(plan)
    expect([form.getState().isConfirming, calls.length]).toEqual([false, 1])
  })
  it('draws other seeds for a later press, and takes a double click for one all the same', async () => {
    const { form, calls, now } = createChosen(ACCEPTED)
    form.getState().edit({ batch: { ...ONE_REQUEST, seeds: { kind: 'random', draw: 1 } } })
    await press(form)
    now.ms = 400
    await press(form)
    expect(calls).toHaveLength(1)
    now.ms = 2_000
    await press(form)
    const seeds = calls.map(([, input]) => JSON.stringify((input as { requests: unknown }).requests))
    expect(new Set(seeds).size).toBe(2)
  })
  it('presses again under the same id while the answer is lost, unless something else is asked for', async () => {
    const lost = { ok: false, error: { code: 'not_available_here', message: 'Away.' } }
    const { form, calls, now } = createChosen(lost)
    for (const prompt of ['one', 'one', 'two']) {
      form.getState().edit({ prompt })
      now.ms += 2_000
      await press(form)
    }
    const [first, second, third] = idsOf(calls)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })
  it('holds what is pressed until the host has answered, and hands its tasks on before it lets go', async () => {
    const responses = [
      { ok: true, data: { tasks: [{}] } },
      { ok: false, error: { code: 'invalid_input', message: 'No.' } },
    ]
    const { form, now, accepted } = createForm(() => responses.shift())
    form.getState().edit({ model: CHOSEN })
    const first = press(form)
    const { pressed } = form.getState()
    expect(pressed?.requests).toMatchObject([{ prompt: FIRST_PROMPT }])
    await first
    now.ms = 2_000
    const second = press(form)
    expect(form.getState().pressed).not.toBeNull()
    await second
    expect([form.getState().pressed, form.getState().error?.message, accepted]).toEqual([
      null,
      'No.',
      [[pressed?.pressId, 1]],
    ])
  })
  it('presses anew after a definite no', async () => {
    const error = { code: 'invalid_input', message: 'Too long.', field: 'requests.0.prompt' }
    const { form, calls, now } = createChosen({ ok: false, error })
    await press(form)
    now.ms = 2_000
    await press(form)
    expect(new Set(idsOf(calls)).size).toBe(2)
  })
  it("puts the host's words at the field they speak of, until that field changes", async () => {
    const error = { code: 'invalid_input', message: 'Too long.', field: 'requests.0.prompt' }
    const { form } = createChosen({ ok: false, error })
    await press(form)
    expect(form.getState().partErrors).toEqual({ prompt: 'Too long.' })
    form.getState().edit({ prompt: 'shorter' })
    expect(form.getState().partErrors).toEqual({})
  })
  it("changes one option in the text, and drops the host's words on that option alone", async () => {
    const error = { code: 'invalid_input', message: 'Too large.', field: 'requests.0.options.seed' }
    const { form } = createChosen({ ok: false, error })
    form.getState().edit({ optionsText: '{"seed":5}' })
    await press(form)
    form.getState().setOption(['n'], (text) => text.replace('}', ',"n":2}'))
    expect(form.getState().drafts.image.optionsText).toBe('{"seed":5,"n":2}')
    expect(form.getState().partErrors).toEqual({ 'options.seed': 'Too large.' })
    form.getState().setOption(['seed'], (text) => text.replace('5', '6'))
    expect(form.getState().partErrors).toEqual({})
  })
  it('shows what the host said of a file it could not read', async () => {
    const error = { code: 'invalid_input', message: 'notes.txt is not an image.' }
    const { form } = createForm(() => ({ ok: false, error }))
    await form.getState().addFiles([new File(['hi'], 'notes.txt')])
    expect(form.getState().drafts.image.inputs).toMatchObject([
      { name: 'notes.txt', media: null, problem: error.message },
    ])
  })
  it('fills itself from a recipe, and asks for its inputs', async () => {
    const media = { id: 'inp_1', kind: 'image', name: 'a.png' }
    const { form, calls } = createForm(() => ({ ok: true, data: media }))
    await form.getState().fillFrom({
      mediaType: 'video',
      provider: 'p',
      model: 'm',
      scene: 'image-to-video',
      prompt: 'waves',
      options: { duration: 5 },
      inputs: [{ inputId: 'inp_1', option: 'image_url' }],
    })
    const { mediaType, drafts } = form.getState()
    expect(mediaType).toBe('video')
    expect(drafts.video).toMatchObject({
      prompt: 'waves',
      scene: 'image-to-video',
      model: { provider: 'p', id: 'm' },
      inputs: [{ media, option: 'image_url' }],
    })
    expect(calls).toEqual([['inputs.get', { id: 'inp_1' }]])
  })
  it('knows which image the mask of a recipe is for', async () => {
    const { form } = createForm((_route, input) => ({
      ok: true,
      data: { ...(input as object), kind: 'image' },
    }))
    await form.getState().fillFrom({
      mediaType: 'image',
      provider: 'p',
      model: 'm',
      scene: 'image-to-image',
      inputs: [
        { inputId: 'inp_1', option: 'mask', mask: { keepsOutside: true } },
        { inputId: 'inp_2', option: 'image_url' },
      ],
    })
    expect(form.getState().drafts.image.inputs).toMatchObject([
      { role: 'mask', masks: 'inp_2', keepsOutside: true, option: null },
      { option: 'image_url' },
    ])
  })
})
