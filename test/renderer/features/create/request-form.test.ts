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
  const { bridge } = createFakeBridge(
    (route) =>
      new Promise((resolve) => {
        if (route === 'inputs.get') responses.push(() => resolve({ ok: true, data: INPUT }))
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
    fill(fields, (change) => told.push([name, change]))
  const answer = async (): Promise<void> => {
    await expect.poll(() => responses.length).toBeGreaterThan(0)
    responses.shift()?.()
    await new Promise((resolve) => setTimeout(resolve))
  }
  const draft = () => view.getState().draft
  return { form, models, told, show, answer, draft }
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
