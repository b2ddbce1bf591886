/** The ratio of an image that the form starts from: an input that just arrived sets it where nothing is set. */
import type { InputMedia } from '#contract/inputs.ts'
import type { StoreApi } from 'zustand/vanilla'
import type { Draft } from '../draft.ts'
import { readRatio } from '../expected-results.ts'
import type { CreateFormStore } from '../form-store.ts'
import type { FormView } from '../form-view.ts'
import { editOptions } from './edit-options.ts'
import { type OptionField, RATIO_WORDS } from './option-fields.ts'
import { parseOptions } from './options-text.ts'

type RatioField = Extract<OptionField, { kind: 'ratio' }>

/** The model's own word for the ratio of its input, else the listed ratio that comes closest. */
export function sameRatio(
  field: RatioField,
  { width, height }: Pick<InputMedia, 'width' | 'height'>,
): string | undefined {
  const word = field.values.find((value) => RATIO_WORDS.has(value.toLowerCase()))
  if (word !== undefined || width === undefined || height === undefined) return word
  // A ratio and its inverse are equally far from a square.
  const distance = (value: string): number =>
    Math.abs(Math.log((readRatio(value) ?? Number.MAX_VALUE) / (width / height)))
  return field.values.toSorted((one, other) => distance(one) - distance(other))[0]
}

/** The first image among the inputs, once the host has accepted it. */
export function firstImage({ inputs }: Pick<Draft, 'inputs'>) {
  return inputs.find(({ media }) => media?.kind === 'image')
}

/** What a task or a preset filled in stays as it was: its inputs come with their option. */
export function followInputRatio(form: CreateFormStore, view: Pick<StoreApi<FormView>, 'getState'>): void {
  form.subscribe(({ mediaType, drafts, edit }, before) => {
    const draft = drafts[mediaType]
    const [image, old] = [firstImage(draft), firstImage(before.drafts[mediaType])]
    if (image?.media == null || image.option !== null || image.key === old?.key) return
    const wasRead = before.drafts[mediaType].inputs.some(
      ({ key, media }) => key === image.key && media === null,
    )
    const { media } = image
    const field = view.getState().knowledge.fields.find((one) => one.kind === 'ratio')
    const parsed = parseOptions(draft.optionsText)
    if (!wasRead || field === undefined || !parsed.ok || Object.hasOwn(parsed.value, field.key)) return
    const ratio = sameRatio(field, media)
    if (ratio !== undefined) edit({ optionsText: editOptions(draft.optionsText, [field.key], ratio) })
  })
}
