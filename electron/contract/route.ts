/** What a route is, and the fields that many routes take. */
import { z } from 'zod'
import type { PlainMessageId } from './messages/message.ts'

export interface Route<Input extends z.ZodType, Output> {
  readonly input: Input
  /** Never present at run time: carries the output's type. */
  readonly output?: Output
  /** The longest input as JSON text, in bytes. */
  readonly largestBytes: number
}

const MB = 1024 * 1024

/** A route whose input is given here and whose output is `Output`. An input longer than a megabyte needs `largestMb`. */
export function route<Output>(largestMb = 1) {
  return <Input extends z.ZodType>(input: Input): Route<Input, Output> => ({
    input,
    largestBytes: largestMb * MB,
  })
}

/** One page of a long list. */
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

/** A text without the space around it, which may not be empty. */
export const text = (most: number, missing: PlainMessageId) => z.string().trim().min(1, missing).max(most)

export const empty = z.strictObject({})
export const id = z
  .string()
  .min(1, 'shared.idMissing' satisfies PlainMessageId)
  .max(200)
export const ids = z
  .array(id)
  .min(1, 'shared.idsMissing' satisfies PlainMessageId)
  .max(10_000)
export const cursor = z.string().max(1_000).optional()
export const limit = z.int().min(1).max(500).optional()
export const name = text(200, 'shared.nameMissing')
export const baseUrl = text(2_000, 'shared.addressMissing')
export const apiKey = text(4_000, 'profiles.keyEmpty')
export const profileId = id.optional()
export const providerName = text(200, 'shared.providerMissing')
export const modelId = text(300, 'shared.modelMissing')
