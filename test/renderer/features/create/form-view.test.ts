import { expect, it } from 'vitest'
import { createProfilesStore } from '#renderer/bridge/stores/profiles.ts'
import { createFormStore } from '#renderer/features/create/form-store.ts'
import { createFormView } from '#renderer/features/create/form-view.ts'
import { createModelsStore } from '#renderer/features/create/model/models-store.ts'
import { createPrompting } from '#renderer/features/create/prompt/prompting.ts'
import { createFakeBridge } from '../../bridge/fake-bridge.ts'
import { NOTHING_KEPT } from './plans.ts'

const MODEL = {
  id: 'ink',
  provider: 'studio',
  label: 'Ink',
  mediaTypes: ['image'],
  scenes: [],
  raw: null,
  optionSchema: { properties: { prompt: { type: 'string', maxLength: 40 }, steps: { type: 'integer' } } },
}

function createView() {
  const { bridge } = createFakeBridge(() => ({ ok: false, error: { code: 'internal', message: 'No.' } }))
  const createKey = () => 'k1'
  const form = createFormStore({ ...NOTHING_KEPT, bridge, createKey, now: () => 0 })
  const models = createModelsStore(bridge, createProfilesStore(bridge))
  const { wordLists } = createPrompting(bridge, createKey)
  const view = createFormView(form, models, wordLists)
  form.getState().edit({ prompt: 'a fox', model: { provider: 'studio', id: 'ink', isTyped: false } })
  return { form, models, wordLists, view }
}

it('follows the form, the listing and the word lists', () => {
  const { form, models, wordLists, view } = createView()
  expect(view.getState()).toMatchObject({
    model: undefined,
    limit: undefined,
    knowledge: { source: 'common' },
  })
  models.setState({ list: { items: [MODEL], stale: false, fetchedAt: 0 } })
  expect(view.getState()).toMatchObject({ model: MODEL, limit: 40, knowledge: { source: 'listing' } })
  form.getState().edit({ prompt: 'a __beast__' })
  expect(view.getState().prompts.problem).toEqual({ kind: 'readingLists' })
  wordLists.setState({ lists: { beast: ['fox', 'owl'] } })
  expect(view.getState().plan).toMatchObject({ requests: [{ prompt: 'a fox' }, { prompt: 'a owl' }] })
})

it('plans for the profile whose drafts stand in the form', () => {
  const { form, view } = createView()
  for (const profileId of ['one', 'two']) {
    form.setState({ profileId })
    expect(view.getState().plan).toMatchObject({ profileId, requests: [{ prompt: 'a fox' }] })
  }
})

it('makes nothing anew for a key in the prompt but what follows from the prompt', () => {
  const { form, view } = createView()
  const before = view.getState()
  form.getState().edit({ prompt: 'a fox i' })
  const after = view.getState()
  expect(after.plan).not.toBe(before.plan)
  expect([after.knowledge, after.knowledgeOf, after.draft.inputs]).toEqual([
    before.knowledge,
    before.knowledgeOf,
    before.draft.inputs,
  ])
  expect(after.knowledge).toBe(before.knowledge)
  form.getState().focusPrompt()
  expect([view.getState().plan === after.plan, view.getState().prompts === after.prompts]).toEqual([
    true,
    true,
  ])
})
