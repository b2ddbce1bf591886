/** Lays results into the image that they were made from, where the request asks that nothing outside of its mask changes. */
import { readFile } from 'node:fs/promises'
import { assertNever } from '#contract/errors.ts'
import type { InputReference } from '#contract/inputs.ts'
import { message, type Message } from '#contract/messages/message.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import type { NewAsset } from '../library/assets/add-asset.ts'
import type { AssetRecord } from '../library/assets/asset-row.ts'
import type { Library } from '../library/library.ts'
import { UNREADABLE } from '../reading/reader.ts'
import { hashOf } from './hash.ts'
import type { InputRecord, Inputs } from './inputs.ts'
import { IMAGE_TYPES } from './make-image.ts'
import { MAX_COMPOSED_PIXELS, type Uncomposed } from './mask-image.ts'

/** The file that came of it, at `partPath`; `refused` says why there is none. */
export type ComposedResult = { readonly file: NewAsset['file'] } | { readonly refused: Message }

export type ComposeResult = (
  request: GenerateRequest,
  response: AssetRecord,
  partPath: string,
) => Promise<ComposedResult>

export function asksForComposition({ mediaType, inputs = [] }: GenerateRequest): boolean {
  return mediaType === 'image' && inputs.some(({ mask }) => mask?.keepsOutside === true)
}

/** The image that a mask is about: the first one that is none itself. */
export function maskedImage(
  inputs: Pick<Inputs, 'find'>,
  references: readonly InputReference[],
): { readonly reference: InputReference; readonly record: InputRecord } | null {
  for (const reference of references) {
    const record = reference.mask === undefined ? inputs.find(reference.inputId) : null
    if (record?.kind === 'image') return { reference, record }
  }
  return null
}

export function createResultComposer(
  inputs: Pick<Inputs, 'find' | 'path'>,
  { media, reader }: Pick<Library, 'media' | 'reader'>,
): ComposeResult {
  return async ({ inputs: references = [] }, response, target) => {
    if (response.kind !== 'image') return { refused: message('inputs.outside.notImage') }
    const mask = inputs.find(references.find((one) => one.mask?.keepsOutside)?.inputId ?? '')
    const original = maskedImage(inputs, references)
    if (!mask || !original) return { refused: message('inputs.outside.inputGone') }
    const composition = {
      original: inputs.path(original.record),
      mask: inputs.path(mask),
      result: media.path(response.sha256, response.extension),
      target,
    }
    const composed = await reader.read('compose', composition, { sha256: response.sha256 })
    if (composed === UNREADABLE) return { refused: message('inputs.outside.unreadable') }
    if ('refused' in composed) return { refused: whyNot(composed.refused) }
    const bytes = await readFile(target)
    const type = { kind: 'image', ...IMAGE_TYPES.png } as const
    return { file: { path: target, sha256: await hashOf(bytes), sizeBytes: bytes.length, type } }
  }
}

function whyNot(why: Uncomposed): Message {
  switch (why.kind) {
    case 'undecodable':
      return message('inputs.outside.undecodable')
    case 'tooManyPixels':
      return message('inputs.outside.tooManyPixels', { megapixels: MAX_COMPOSED_PIXELS / 1_000_000 })
    case 'otherShape':
      return message('inputs.outside.otherShape', { is: why.is, was: why.was })
    default:
      return assertNever(why)
  }
}
