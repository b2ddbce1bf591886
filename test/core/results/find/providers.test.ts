/**
 * Responses in the documented shapes of providers, and ones made up from habits seen in the field (test/data/README.md): does
 * the finder understand what keys and structures mean, rather than those it was written beside?
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import { findResults, type FindContext } from '#core/results/find/find-results.ts'

interface Sample extends FindContext {
  readonly name: string
  readonly taskResult: Json
  /** `kind address` or `kind /pointer`, in order. */
  readonly results: readonly string[]
  /** Addresses that must not be found in any role. */
  readonly never?: readonly string[]
}

const DATA = join(import.meta.dirname, '../../../data')
const SAMPLES = ['provider-results.json', 'invented-results.json'].flatMap(
  (file) => JSON.parse(readFileSync(join(DATA, file), 'utf8')) as readonly Sample[],
)

test.each(SAMPLES)('understands $name', async ({ taskResult, results, never = [], ...context }) => {
  const { found } = await findResults(taskResult, context)
  const nameOf = ({ source, place }: (typeof found)[number]) => (source.kind === 'url' ? source.url : place)
  const named = found.filter(({ role }) => role === 'result').map((one) => `${one.kind} ${nameOf(one)}`)
  expect(named).toEqual(results)
  expect(found.map(nameOf).filter((name) => never.includes(name))).toEqual([])
})
