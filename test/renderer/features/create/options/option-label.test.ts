import { expect, it } from 'vitest'
import type { AnyField } from '#contract/rules/option-types/option-type.ts'
import { optionLabel } from '#renderer/features/create/options/option-label.ts'

const labelOf = (key: string, title?: string) =>
  optionLabel({ key, ...(title !== undefined && { title }) } as AnyField, (id) => `<${id}>`)

it('is in the language of the reader where the key means the same everywhere, else as the service says it', () => {
  expect([
    labelOf('restore_faces', 'Restore faces'),
    labelOf('steps', 'Steps · Refiner'),
    labelOf('lora_scale', 'LoRA scale'),
    labelOf('lora_scale'),
    labelOf('toString'),
  ]).toEqual([
    '<option.known.restoreFaces>',
    '<option.known.steps> · Refiner',
    'LoRA scale',
    'Lora scale',
    'To string',
  ])
})
