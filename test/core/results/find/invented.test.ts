/**
 * Answers of services that the samples do not hold, made up from habits seen in the field: does the finder understand what
 * keys and structures mean, rather than those it was written beside?
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import { findResults, type FindContext } from '#core/results/find/find-results.ts'

interface Invented {
  readonly name: string
  readonly context: FindContext
  readonly response: Json
  /** `kind address` or `kind /pointer`, in order. */
  readonly results: readonly string[]
  /** Addresses that must not be found in any role. */
  readonly never?: readonly string[]
}

const FILE = join(import.meta.dirname, '../../../data/invented-results.json')
const INVENTED = JSON.parse(readFileSync(FILE, 'utf8')) as readonly Invented[]

test.each(INVENTED.map((sample) => [sample.name, sample] as const))('understands %s', async (_, sample) => {
  const { found } = await findResults(sample.response, sample.context)
  const named = found.map(({ kind, role, source, place }) => ({
    role,
    text: `${kind} ${source.kind === 'url' ? source.url : place}`,
  }))
  expect(named.filter(({ role }) => role === 'result').map(({ text }) => text)).toEqual(sample.results)
  const urls = found.map(({ source }) => (source.kind === 'url' ? source.url : ''))
  expect((sample.never ?? []).filter((url) => urls.includes(url))).toEqual([])
})
