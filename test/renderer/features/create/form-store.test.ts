import { describe, expect, it } from 'vitest'
import type { DraftStorage } from '#renderer/features/create/draft.ts'
import { createFormStore } from '#renderer/features/create/form-store.ts'
import { createFakeBridge } from '../../bridge/fake-bridge.ts'

function createStorage(): DraftStorage & { content: Map<string, string> } {
  const content = new Map<string, string>()
  return {
    content,
    getItem: (key) => content.get(key) ?? null,
    setItem: (key, value) => void content.set(key, value),
  }
}

function createForm(
  answer: (route: string, input: unknown) => unknown,
  storage: DraftStorage = createStorage(),
) {
  const fake = createFakeBridge(answer)
  let keys = 0
  const now = { ms: 0 }
  const form = createFormStore({
    bridge: fake.bridge,
    storage,
    firstPrompt: 'a red fox in snow',
    createKey: () => `k${++keys}`,
    now: () => now.ms,
  })
  return { form, now, ...fake }
}

const CHOSEN = { provider: 'studio', id: 'ink', isTyped: false }

describe('the form of Create', () => {
  it('starts with a prompt, and brings drafts back after a restart', () => {
    const storage = createStorage()
    const first = createForm(() => null, storage).form
    expect(first.getState().drafts.image.prompt).toBe('a red fox in snow')
    first.getState().edit({ prompt: 'mine', optionsText: '{ broken' })
    first.getState().setMedia('video')
    const second = createForm(() => null, storage).form.getState()
    expect([second.media, second.drafts.image.prompt, second.drafts.image.optionsText]).toEqual([
      'video',
      'mine',
      '{ broken',
    ])
  })
  it.each(['nonsense', '5', 'null', '{"drafts":{"image":{"inputs":[null,{}],"model":7}}}'])(
    'survives a storage that holds %s',
    (saved) => {
      const storage = createStorage()
      storage.content.set('atelier.drafts', saved)
      const { drafts } = createForm(() => null, storage).form.getState()
      expect([drafts.image.inputs, drafts.image.model, drafts.image.prompt]).toEqual([
        [],
        null,
        'a red fox in snow',
      ])
    },
  )
  it('sends once, however often the button is pressed', async () => {
    const { form, calls } = createForm(() => ({ ok: true, data: { batchId: 'b', tasks: [] } }))
    form.getState().edit({ model: CHOSEN })
    await Promise.all([form.getState().submit(undefined), form.getState().submit(undefined)])
    expect(calls.map(([route]) => route)).toEqual(['tasks.submit'])
  })
  const idsOf = (calls: readonly (readonly [string, unknown])[]) =>
    calls.map(([, input]) => (input as { pressId: string }).pressId)

  it('takes the second half of a double click for nothing, and a later press for another', async () => {
    const { form, calls, now } = createForm(() => ({ ok: true, data: { batchId: 'b', tasks: [] } }))
    form.getState().edit({ model: CHOSEN })
    await form.getState().submit(undefined)
    now.ms = 400
    await form.getState().submit(undefined)
    expect(calls).toHaveLength(1)
    now.ms = 2_000
    await form.getState().submit(undefined)
    expect(new Set(idsOf(calls)).size).toBe(2)
  })
  it('presses again under the same id while the answer is lost, unless something else is asked for', async () => {
    const lost = { ok: false, error: { code: 'not_available_here', message: 'Away.' } }
    const { form, calls, now } = createForm(() => lost)
    form.getState().edit({ model: CHOSEN })
    for (const prompt of ['one', 'one', 'two']) {
      form.getState().edit({ prompt })
      now.ms += 2_000
      await form.getState().submit(undefined)
    }
    const [first, second, third] = idsOf(calls)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })
  it('presses anew after a definite no', async () => {
    const error = { code: 'invalid_input', message: 'Too long.', field: 'requests.0.prompt' }
    const { form, calls, now } = createForm(() => ({ ok: false, error }))
    form.getState().edit({ model: CHOSEN })
    await form.getState().submit(undefined)
    now.ms = 2_000
    await form.getState().submit(undefined)
    expect(new Set(idsOf(calls)).size).toBe(2)
  })
  it("puts the host's words at the field they speak of, until that field changes", async () => {
    const error = { code: 'invalid_input', message: 'Too long.', field: 'requests.0.prompt' }
    const { form } = createForm(() => ({ ok: false, error }))
    form.getState().edit({ model: CHOSEN })
    await form.getState().submit(undefined)
    expect(form.getState().partErrors).toEqual({ prompt: 'Too long.' })
    form.getState().edit({ prompt: 'shorter' })
    expect(form.getState().partErrors).toEqual({})
  })
  it('keeps JSON that is being typed when a control changes', () => {
    const { form } = createForm(() => null)
    form.getState().edit({ optionsText: '{ "half": ' })
    form.getState().setOption('seed', 5)
    expect(form.getState().drafts.image.optionsText).toBe('{ "half": ')
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
    const { media: medium, drafts } = form.getState()
    expect(medium).toBe('video')
    expect(drafts.video).toMatchObject({
      prompt: 'waves',
      scene: 'image-to-video',
      model: { provider: 'p', id: 'm' },
      inputs: [{ media, option: 'image_url' }],
    })
    expect(calls).toEqual([['inputs.get', { id: 'inp_1' }]])
  })
})
