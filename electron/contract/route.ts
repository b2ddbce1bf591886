/** What a route is, and the fields that many routes take. */
import { z } from 'zod'

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

export const empty = z.strictObject({})
export const id = z.string().min(1, 'An id is missing.').max(200)
export const ids = z.array(id).min(1, 'Name at least one id.').max(10_000)
export const cursor = z.string().max(1_000).optional()
export const limit = z.int().min(1).max(500).optional()
export const name = z.string().trim().min(1, 'Give it a name.').max(200)
export const baseUrl = z.string().trim().min(1, 'Enter the address of the service.').max(2_000)
export const apiKey = z.string().trim().min(1, 'The key is empty.').max(4_000)
export const profileId = id.optional()
export const providerName = z.string().trim().min(1, 'Name the provider.').max(200)
export const modelId = z.string().trim().min(1, 'Choose a model.').max(300)
