/** The ratio of an image that the form starts from: an input that just arrived sets it where nothing is set. */
import type { InputMedia } from '#contract/inputs.ts'
import type { StoreApi } from 'zustand/vanilla'
import type { Draft } from '../draft.ts'
import { readRatio } from '../expected-results.ts'
import { maskedInput } from '../inputs/plan-inputs.ts'
import type { CreateFormStore } from '../form-store.ts'
import type { FormView } from '../form-view.ts'
import { editOptions } from './edit-options.ts'
import { RATIO_WORDS, type RatioField } from '#contract/rules/option-types/ratio.ts'
import { parseOptions } from './options-text.ts'

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

/**
 * What a task or a preset filled in stays as it was: its inputs come with their option. A ratio goes with the input that set
 * it, unless it was changed since.
 */
export function followInputRatio(form: CreateFormStore, view: Pick<StoreApi<FormView>, 'getState'>): void {
  /** What inputs have set, by their keys. */
  const ratios = new Map<string, { readonly option: string; readonly ratio: string }>()
  form.subscribe(({ isLoaded, mediaType, drafts, edit }, before) => {
    // Before the drafts of the last time have come, an option would pass for words that the user has begun to write.
    if (!isLoaded) return
    const draft = drafts[mediaType]
    const { inputs, model, optionsText } = before.drafts[mediaType]
    const image = maskedInput(draft.inputs)
    const gone = inputs.find(({ key }) => ratios.has(key) && !draft.inputs.some((one) => one.key === key))
    if (gone !== undefined) {
      const set = ratios.get(gone.key)
      ratios.delete(gone.key)
      const isRemoval = draft.optionsText === optionsText && draft.model === model
      if (set !== undefined && isRemoval && ratioIn(optionsText, set.option) === set.ratio)
        edit({ optionsText: editOptions(optionsText, [set.option], undefined) })
      return
    }
    const last = inputs.find(({ key }) => key === image?.key)
    if (image?.media == null || image.option !== null || last === undefined) return
    if (image.media === last.media && isMasked(draft.inputs) === isMasked(inputs)) return
    const field = view.getState().knowledge.fields.find((one) => one.kind === 'ratio')
    const parsed = parseOptions(draft.optionsText)
    if (field === undefined || !parsed.ok) return
    // One that is cropped or masked later keeps the ratio that the user chose.
    const followed = last.media === null ? undefined : ratioOf(field, last.media, isMasked(inputs))
    const ratio = ratioOf(field, image.media, isMasked(draft.inputs))
    if (parsed.value[field.key] !== followed || ratio === followed) return
    if (ratio === undefined) ratios.delete(image.key)
    else ratios.set(image.key, { option: field.key, ratio })
    edit({ optionsText: editOptions(draft.optionsText, [field.key], ratio) })
  })
}

function ratioIn(optionsText: string, option: string): unknown {
  const parsed = parseOptions(optionsText)
  return parsed.ok ? parsed.value[option] : undefined
}

function isMasked(inputs: Draft['inputs']): boolean {
  return inputs.some(({ role }) => role === 'mask')
}

/** Results are laid into the image where there is a mask: a ratio that is not quite its own would not fit. */
function ratioOf(field: RatioField, media: InputMedia, hasMask: boolean): string | undefined {
  const ratio = sameRatio(field, media)
  const share = ((readRatio(ratio ?? '') ?? 0) * (media.height ?? 1)) / (media.width ?? 1)
  return hasMask && share > 0 && Math.abs(Math.log(share)) > EXACT ? undefined : ratio
}

const EXACT = 0.03
