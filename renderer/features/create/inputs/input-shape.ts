/** How an input is made ready and sent while the user has not said otherwise. */
import type { InputForm, InputMedia, InputShape } from '#contract/inputs.ts'
import type { ModelKnowledge } from '#contract/models.ts'

/**
 * Limits of a image inside of a request. Gateways bound a request's body and models shrink larger images themselves:
 * Kie.ai's pages allow 10 to 30 MB a file.
 */
const LONG_SIDE = 4096
const MOST_BYTES = 10_000_000

export type FormKnowledge = Pick<ModelKnowledge, 'refusesDataUris' | 'inputForm'>

/**
 * The form that worked last; an address for a model that takes nothing else, so that a refusal is never paid for. undefined
 * leaves it to where the input came from.
 */
function usualForm(media: InputMedia, known: FormKnowledge | undefined): InputForm | undefined {
  if (media.url !== undefined) return undefined
  if (known?.refusesDataUris === true) return 'url'
  return known?.inputForm
}

/** The limits are for images alone: videos and audio files are sent as they are. */
export function usualShape(media: InputMedia, known: FormKnowledge | undefined): InputShape {
  const form = usualForm(media, known)
  return {
    ...(form === undefined ? {} : { form }),
    ...(media.kind === 'image' ? { longSide: LONG_SIDE, maxBytes: MOST_BYTES } : {}),
  }
}

/** The form in which an input leaves. */
export function formOf(media: InputMedia, shape: InputShape): InputForm {
  return shape.form ?? (media.url === undefined ? 'dataUri' : 'url')
}

/** A shape from a disk; undefined where it is not one. */
export function readShape(saved: unknown): InputShape | undefined {
  if (typeof saved !== 'object' || saved === null) return undefined
  const { form, longSide, maxBytes, format, ...others } = saved as Readonly<Record<string, unknown>>
  const isWhole = (value: unknown): boolean => value === undefined || Number.isSafeInteger(value)
  const isOneOf = (value: unknown, names: readonly unknown[]): boolean =>
    value === undefined || names.includes(value)
  const isShape =
    Object.keys(others).length === 0 &&
    isOneOf(form, ['dataUri', 'base64', 'url']) &&
    isOneOf(format, ['png', 'jpeg', 'webp']) &&
    isWhole(longSide) &&
    isWhole(maxBytes)
  return isShape ? saved : undefined
}
