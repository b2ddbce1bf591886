import { written } from '#contract/messages/message.ts'
import { expect, it } from 'vitest'
import { fail, succeed } from '#contract/errors.ts'
import { createFormStore } from '#renderer/features/create/form-store.ts'
import { createModelsStore, modelKey } from '#renderer/features/create/model/models-store.ts'
import { createVariations } from '#renderer/features/create/reuse/variations.ts'
import { createProfilesStore } from '#renderer/bridge/stores/profiles.ts'
import { createFakeBridge } from '../../../bridge/fake-bridge.ts'
import { NOTHING_KEPT } from '../plans.ts'

const REQUEST = {
  provider: 'studio',
  model: 'ink',
  mediaType: 'image',
  scene: 'text-to-image',
  prompt: 'a red fox',
  options: { seed: 7, resolution: '720p' },
  provenance: { template: 'a {red|green} fox', fromAssetId: 'asset0' },
} as const

const LIST = { items: [{ provider: 'studio', id: 'ink', mediaTypes: [], label: 'Ink' }] } as never

const WORKED = { options: [], refusesDataUris: false, succeeded: 1, failed: 0 }

function createStores(submit: () => unknown) {
  const sent: unknown[] = []
  const { bridge } = createFakeBridge((route, input) => {
    if (route === 'models.knowledge') return succeed(WORKED)
    if (route !== 'tasks.submit') return fail('not_found', written('Not there.'))
    sent.push(input)
    return submit()
  })
  let keys = 0
  let time = 0
  let drawn = 0
  const form = createFormStore({
    ...NOTHING_KEPT,
    bridge,
    createKey: () => `k${++keys}`,
    now: () => (time += 10_000),
  })
  const profiles = createProfilesStore(bridge)
  const models = createModelsStore(bridge, profiles)
  models.setState({ list: LIST })
  const variations = createVariations({ bridge, form, models, draw: () => ++drawn })
  async function press() {
    const requests = (await variations.plan({ request: REQUEST })) ?? []
    return await variations.send(requests, 'one')
  }
  return { sent, form, models, profiles, variations, press }
}

it('asks for the same word for word with four seeds, and leaves the form alone', async () => {
  const { form, sent, press } = createStores(() => succeed({ tasks: [] }))
  const before = form.getState().drafts
  await press()
  const [{ requests, profileId }] = sent as [{ requests: { options: { seed: number } }[]; profileId: string }]
  expect(profileId).toBe('one')
  expect(new Set(requests.map(({ options }) => options.seed)).size).toBe(4)
  const { provenance: _, ...same } = REQUEST
  expect(requests[0]).toEqual({
    ...same,
    options: { ...REQUEST.options, seed: expect.any(Number) },
    provenance: { fromAssetId: 'asset0' },
  })
  expect(form.getState().drafts).toEqual(before)
})

it('sends the same again under the same id where the response was lost, and other seeds after one that came', async () => {
  let isLost = true
  const { sent, press } = createStores(() =>
    isLost ? fail('internal', written('Lost.')) : succeed({ tasks: [] }),
  )
  await press()
  isLost = false
  await press()
  await press()
  expect(sent[1]).toEqual(sent[0])
  expect(sent[2]).not.toEqual(sent[0])
})

it('sends nothing for a model that the service does not list', async () => {
  const { models, variations } = createStores(() => succeed({ tasks: [] }))
  const other = { provider: 'p', id: 'other', mediaTypes: [], label: 'Other' }
  models.setState({ list: { items: [other] } as never })
  expect(await variations.plan({ request: REQUEST })).toBeNull()
})

it.each([
  ['did not come', null],
  ['is empty', { items: [] } as never],
])(
  'sends nothing where the listing of the service %s and the model has not worked with it',
  async (_, list) => {
    const { models, variations } = createStores(() => succeed({ tasks: [] }))
    models.setState({ list })
    expect(await variations.plan({ request: REQUEST })).toBeNull()
    models.setState({ known: { [modelKey({ provider: 'studio', id: 'ink' })]: WORKED } })
    expect(await variations.plan({ request: REQUEST })).toHaveLength(4)
  },
)

it('takes two presses at once for one', async () => {
  const { sent, press } = createStores(() => succeed({ tasks: [] }))
  await Promise.all([press(), press()])
  expect(sent.length).toBe(1)
})

it('a second click waits for what the first one asks of the model', async () => {
  const { models, profiles, variations } = createStores(() => succeed({ tasks: [] }))
  profiles.setState({ activeId: 'one' })
  models.setState({ list: null })
  const clicks = [variations.plan({ request: REQUEST }), variations.plan({ request: REQUEST })]
  expect(await Promise.all(clicks)).toEqual([expect.any(Array), expect.any(Array)])
})
