import { expect, it } from 'vitest'
import { EMPTY_DRAFT } from '#renderer/features/create/draft.ts'
import { draftFrom, presetOf } from '#renderer/features/create/presets/presets.ts'

const DRAFT = {
  ...EMPTY_DRAFT,
  prompt: 'a fox',
  model: { provider: 'studio', id: 'ink', isTyped: false },
  optionsText: '{"seed": 5}',
}

it('holds the model, the options and, where asked for, the prompt', () => {
  const whole = { name: 'Calm', mediaType: 'image', provider: 'studio', model: 'ink', options: { seed: 5 } }
  expect(presetOf('Calm', 'image', DRAFT, false)).toEqual(whole)
  expect(presetOf('Calm', 'image', DRAFT, true)).toEqual({ ...whole, prompt: 'a fox' })
})

it('holds the scene only where it was set by hand', () => {
  expect(presetOf('Calm', 'image', { ...DRAFT, scene: 'image-to-image' }, false)?.scene).toBe(
    'image-to-image',
  )
  expect(presetOf('Calm', 'music', { ...DRAFT, scene: 'image-to-image' }, false)?.scene).toBeUndefined()
})

it('cannot be made of options that are being typed', () => {
  expect(presetOf('Calm', 'image', { ...DRAFT, optionsText: '{ half' }, false)).toBeNull()
})

it('leaves the prompt and the model alone where it has none', () => {
  expect(draftFrom({ name: 'Calm', mediaType: 'image', options: { seed: 5 } })).toEqual({
    scene: null,
    optionsText: '{\n  "seed": 5\n}',
  })
})

it('fills in what it has', () => {
  const preset = presetOf('Calm', 'image', DRAFT, true)
  expect(preset && draftFrom(preset)).toMatchObject({
    prompt: 'a fox',
    model: { provider: 'studio', id: 'ink' },
  })
})
