import { expect, it } from 'vitest'
import { createProfilesStore } from '#renderer/bridge/stores/profiles.ts'
import { createModelsStore } from '#renderer/features/create/model/models-store.ts'
import { createPrompting } from '#renderer/features/create/prompt/prompting.ts'
import { createRequestForm, type RequestFields } from '#renderer/features/create/request-form.ts'
import { createFakeBridge } from '../../bridge/fake-bridge.ts'

const MODEL = {
  id: 'ink',
  provider: 'studio',
  label: 'Ink',
  mediaTypes: ['video'],
  scenes: [],
  raw: null,
  optionSchema: {
    properties: { first_frame: { type: 'string', format: 'uri' }, seconds: { type: 'integer', default: 4 } },
  },
}
const INPUT = { id: 'i1', kind: 'image', mimeType: 'image/png', sizeBytes: 1, sha256: 'x', name: 'one.png' }
const FIELDS: RequestFields = {
  mediaType: 'video',
  provider: 'studio',
  model: 'ink',
  prompt: 'a fox',
  options: { seconds: 2 },
  inputs: [{ inputId: 'i1', option: 'image_url' }],
}

function create() {
  const responses: (() => void)[] = []
  const uploads: ((isTaken?: boolean) => void)[] = []
  const { bridge } = createFakeBridge(
    (route, name) =>
      new Promise((resolve) => {
        if (route === 'inputs.get') responses.push(() => resolve({ ok: true, data: INPUT }))
        else if (route === 'upload')
          uploads.push((isTaken = true) =>
            resolve(
              isTaken
                ? { ok: true, data: { ...INPUT, id: name, name } }
                : { ok: false, error: { message: 'No.' } },
            ),
          )
        else resolve({ ok: false, error: { code: 'internal', message: 'No.' } })
      }),
  )
  const models = createModelsStore(bridge, createProfilesStore(bridge))
  const { form, view, fill } = createRequestForm(bridge, {
    models,
    prompting: createPrompting(bridge, () => 'k'),
  })
  const told: (readonly [string, Partial<RequestFields>])[] = []
  const show = (name: string, fields: RequestFields): void =>
    fill(name, fields, (change) => told.push([name, change]))
  const next = async (some: typeof uploads, isTaken?: boolean): Promise<void> => {
    await expect.poll(() => some.length).toBeGreaterThan(0)
    some.shift()?.(isTaken)
    await new Promise((resolve) => setTimeout(resolve))
  }
  const answer = () => next(responses)
  const take = (isTaken?: boolean) => next(uploads, isTaken)
  const add = (name: string) => void form.getState().addFiles([new File(['x'], name)])
  const draft = () => view.getState().draft
  return { form, models, told, show, answer, take, add, draft }
}

it('tells nothing of what it was filled with, nor of what the listing brings', async () => {
  const { models, told, show, answer, draft } = create()
  show('a', FIELDS)
  await answer()
  expect(draft().inputs).toMatchObject([{ media: { id: 'i1' }, option: 'image_url' }])
  models.setState({ list: { items: [MODEL], stale: false, fetchedAt: 0 } })
  expect(told).toEqual([])
})

it('tells each edit by itself', async () => {
  const { form, told, show, answer } = create()
  show('a', FIELDS)
  await answer()
  form.getState().edit({ prompt: 'two foxes' })
  form.getState().edit({ optionsText: '{"seconds": ' })
  form.getState().edit({ optionsText: '{"seconds": 3}' })
  form.getState().removeInput(form.getState().drafts.video.inputs[0]?.key ?? '')
  expect(told).toEqual([
    ['a', { prompt: 'two foxes' }],
    ['a', { options: { seconds: 3 } }],
    ['a', { inputs: [] }],
  ])
})

it('never tells one request what was loaded for another', async () => {
  const { form, told, show, answer, draft } = create()
  show('a', FIELDS)
  show('b', { ...FIELDS, prompt: 'an owl', inputs: [] })
  await answer()
  await expect.poll(() => draft().prompt).toBe('an owl')
  expect([draft().inputs, told]).toEqual([[], []])
  form.getState().edit({ prompt: 'two owls' })
  expect(told).toEqual([['b', { prompt: 'two owls' }]])
})

const LATE = { inputId: 'late.png' }

it('tells once what was edited while an upload held up the inputs', async () => {
  const { form, told, show, answer, take, add } = create()
  show('b', { ...FIELDS, inputs: [] })
  add('late.png')
  show('a', FIELDS)
  form.getState().edit({ prompt: 'two' })
  form.getState().edit({ prompt: 'two foxes' })
  await take()
  expect(told).toMatchObject([['b', { inputs: [LATE] }]])
  await answer()
  expect(told.slice(1)).toEqual([['a', { prompt: 'two foxes' }]])
})

it('tells what was edited to the request that is left before its inputs are there', async () => {
  const { form, told, show, answer } = create()
  show('a', FIELDS)
  form.getState().edit({ prompt: 'two foxes' })
  show('b', { ...FIELDS, prompt: 'an owl', inputs: [] })
  expect(told).toEqual([['a', { prompt: 'two foxes' }]])
  await answer()
  expect(told).toHaveLength(1)
})

it('tells an input that was under way to the request that was left, with those that it had', async () => {
  const { told, show, answer, take, add, draft } = create()
  show('a', FIELDS)
  await answer()
  add('late.png')
  show('b', { ...FIELDS, inputs: [] })
  await take()
  const known = FIELDS.inputs?.[0]
  expect(told).toMatchObject([['a', { inputs: [known, LATE] }]])
  expect(draft().inputs).toEqual([])
})

it('tells nothing of an input that was refused after its request was left', async () => {
  const { told, show, take, add } = create()
  show('a', { ...FIELDS, inputs: [] })
  add('late.png')
  show('b', { ...FIELDS, inputs: [] })
  await take(false)
  expect(told).toEqual([])
})

it('has an input that is under way in the form again where its request is shown again', async () => {
  const { told, show, take, add, draft } = create()
  show('a', { ...FIELDS, inputs: [] })
  add('late.png')
  show('b', { ...FIELDS, inputs: [] })
  show('a', { ...FIELDS, prompt: 'as an undo left it', inputs: [] })
  show('a', { ...FIELDS, mediaType: 'image', inputs: [] })
  expect(draft().inputs).toMatchObject([{ name: 'late.png', media: null }])
  await take()
  expect(draft().inputs).toMatchObject([{ media: { id: 'late.png' } }])
  expect(told).toMatchObject([['a', { inputs: [LATE] }]])
})
