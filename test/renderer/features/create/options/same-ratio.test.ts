import { expect, it } from 'vitest'
import type { InputMedia } from '#contract/inputs.ts'
import { EMPTY_DRAFT } from '#renderer/features/create/draft.ts'
import { createFormStore } from '#renderer/features/create/form-store.ts'
import type { FormView } from '#renderer/features/create/form-view.ts'
import type { OptionField } from '#renderer/features/create/options/option-fields.ts'
import { followInputRatio, sameRatio } from '#renderer/features/create/options/same-ratio.ts'
import { createFakeBridge } from '../../../bridge/fake-bridge.ts'

const FIELD = { kind: 'ratio', key: 'aspect_ratio', required: false, isOpen: false } as const

it.each([
  [['1:1', '3:2', '16:9'], { width: 900, height: 620 }, '3:2'],
  [['1:1', '4:3', '3:4'], { width: 320, height: 400 }, '3:4'],
  [['1:1', 'match_input_image'], { width: 900, height: 600 }, 'match_input_image'],
  [['1:1'], {}, undefined],
] as const)('of %j takes for an image of %j: %s', (values, size, ratio) => {
  expect(sameRatio({ ...FIELD, values }, size)).toBe(ratio)
})

it('sets the ratio with the first image, and leaves what was set or filled in', () => {
  const saver = {
    read: async () => null,
    load: async () => null,
    save: () => undefined,
    flush: async () => undefined,
    leave: () => undefined,
  }
  const form = createFormStore({
    bridge: createFakeBridge(() => null).bridge,
    saver,
    firstPrompt: '',
    createKey: () => 'k',
    now: () => 0,
  })
  const fields: readonly OptionField[] = [{ ...FIELD, values: ['1:1', '3:2'] }]
  followInputRatio(form, { getState: () => ({ knowledge: { fields } }) as unknown as FormView })
  const media = { id: 'in', kind: 'image', width: 900, height: 600 } as InputMedia
  const accept = (optionsText: string, option: string | null): string => {
    const input = { key: 'one', name: 'a.png', media: null, option, problem: null }
    const drafts = form.getState().drafts
    form.setState({ drafts: { ...drafts, image: { ...EMPTY_DRAFT, optionsText, inputs: [input] } } })
    form.setState({
      drafts: { ...drafts, image: { ...EMPTY_DRAFT, optionsText, inputs: [{ ...input, media }] } },
    })
    return form.getState().drafts.image.optionsText
  }
  expect(accept('{"n":2}', null)).toBe('{"n":2,"aspect_ratio":"3:2"}')
  expect(accept('{"aspect_ratio":"1:1"}', null)).toBe('{"aspect_ratio":"1:1"}')
  expect(accept('{}', 'image_input[]')).toBe('{}')
})
