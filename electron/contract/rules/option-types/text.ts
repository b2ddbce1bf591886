import type { MediaType } from '../media.ts'
import { examplesOf, numbersAt } from '../option-schema.ts'
import type { AnyType, OptionFacts, OptionType, Property } from './option-type.ts'

export interface TextField extends OptionFacts {
  readonly kind: 'text'
  /** They never limit what may be typed. */
  readonly suggestions: readonly string[]
  /** Characters. */
  readonly shortest?: number
  readonly longest?: number
}

export type TextProblem =
  | { readonly kind: 'notText' }
  | { readonly kind: 'tooShort'; readonly shortest: number }
  | { readonly kind: 'tooLong'; readonly longest: number }

const COMMON_RESOLUTIONS: Readonly<Record<MediaType, readonly string[]>> = {
  image: ['1K', '2K', '4K'],
  video: ['480p', '720p', '1080p'],
  character: ['1K', '2K'],
  music: [],
}

export const TEXT: OptionType<TextField, TextProblem, string> = {
  read: (property, any) => {
    const { key, schema, allowed, mediaType, isOpen } = property
    switch (allowed.by) {
      case 'values': {
        const texts = allowed.values.filter((value) => typeof value === 'string')
        return isOpen && texts.length === allowed.values.length ? { kind: 'text', suggestions: texts } : null
      }
      case 'branches': {
        const suggestions = textsOfBranches(property, any)
        return suggestions && { kind: 'text', suggestions }
      }
      case 'type': {
        if (allowed.name !== 'string') return null
        const suggestions = examplesOf(schema).filter((example) => typeof example === 'string')
        return {
          kind: 'text',
          suggestions:
            suggestions.length === 0 && key === 'resolution' ? COMMON_RESOLUTIONS[mediaType] : suggestions,
          ...numbersAt(schema, { shortest: 'minLength', longest: 'maxLength' }),
        }
      }
    }
  },
  fits: (value) => typeof value === 'string',
  misfit: { kind: 'notText' },
  check: ({ shortest, longest }, value, { find }) => {
    const length = Array.from(value).length
    if (shortest !== undefined && length < shortest) return find({ kind: 'tooShort', shortest })
    return longest !== undefined && length > longest ? find({ kind: 'tooLong', longest }) : []
  },
  known: ({ suggestions }) => suggestions,
  first: () => '',
  recall: (field, values) => {
    const texts = values.filter((value) => typeof value === 'string')
    return texts.length === 0
      ? field
      : { ...field, suggestions: [...new Set([...field.suggestions, ...texts])] }
  },
}

const TEXTUAL: ReadonlySet<string> = new Set(['text', 'choice', 'ratio'])

/** What the branches suggest where all are texts and one takes any; null otherwise. */
export function textsOfBranches({ allowed }: Property, any: AnyType): readonly string[] | null {
  if (allowed.by !== 'branches') return null
  const { branches } = allowed
  const isText =
    branches.every(({ kind }) => TEXTUAL.has(kind)) && branches.some(({ kind }) => kind === 'text')
  return isText ? branches.flatMap(any.known).filter((value) => typeof value === 'string') : null
}
