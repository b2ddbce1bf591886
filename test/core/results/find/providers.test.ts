/** Answers in the documented shapes of providers, by what makes them hard to read (test/data/README.md). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import { findResults, type FindContext } from '#core/results/find/find-results.ts'

interface Sample extends FindContext {
  readonly taskResult: Json
  /** `kind address` or `kind /pointer`, in order. */
  readonly results: readonly string[]
  /** Addresses that must not be found in any role. */
  readonly never?: readonly string[]
}

const FOLDER = join(import.meta.dirname, '../../../data/provider-results')

test.each(readdirSync(FOLDER))('reads %s', async (file) => {
  const {
    taskResult,
    results,
    never = [],
    ...context
  } = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Sample
  const { found } = await findResults(taskResult, context)
  const nameOf = ({ source, place }: (typeof found)[number]) => (source.kind === 'url' ? source.url : place)
  const named = found.filter(({ role }) => role === 'result').map((one) => `${one.kind} ${nameOf(one)}`)
  expect(named).toEqual(results)
  expect(found.map(nameOf).filter((name) => never.includes(name))).toEqual([])
})
