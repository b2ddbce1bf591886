/**
 * Every sample response comes out as it says itself; and so do responses in the documented shapes of providers, and ones made up
 * from habits seen in the field: does the finder understand what keys and structures mean, rather than those it was written
 * beside? What the fields mean: test/data/README.md.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import { findResults, type FindContext } from '#core/results/find/find-results.ts'
import type { FoundResult } from '#core/results/find/found-result.ts'

interface Expected {
  readonly kind: string
  readonly role: string
  readonly url?: string
  readonly raw?: string
  readonly path?: string
  readonly mime?: string
  readonly bytes?: number
  readonly sha256?: string
  readonly optional?: boolean
  readonly fallbackResult?: boolean
}

interface Sample {
  readonly name: string
  readonly mediaType: string
  readonly baseUrl?: string
  readonly taskResult: Json
  readonly expectedAssets: readonly Expected[]
  readonly notAssets?: readonly string[]
}

const DATA = join(import.meta.dirname, '../../../data')
const SAMPLES = JSON.parse(readFileSync(join(DATA, 'task-results.json'), 'utf8')) as readonly Sample[]

const names = (one: FoundResult): string => (one.source.kind === 'url' ? one.source.url : one.place)
const isOf = (one: FoundResult, expected: Expected): boolean =>
  [expected.url, expected.raw, expected.path].includes(names(one))

test.each(SAMPLES)('finds in $name what it expects', async (sample) => {
  const { mediaType, baseUrl, taskResult, expectedAssets } = sample
  const { found } = await findResults(taskResult, { mediaType, baseUrl })
  const wanted = expectedAssets.filter(({ role, optional }) => role === 'result' && !optional)
  const free = expectedAssets.filter(({ optional, fallbackResult }) => optional || fallbackResult)
  const results = found.filter(({ role }) => role === 'result')
  const counted = results.filter((one) => !free.some((expected) => isOf(one, expected)))
  expect(counted.map((one) => `${one.kind} ${names(one)}`)).toEqual(
    wanted.map(({ kind, url, path }) => `${kind} ${url ?? path ?? ''}`),
  )
  for (const expected of wanted.filter(({ sha256 }) => sha256 !== undefined)) {
    const one = results.find((result) => isOf(result, expected))
    expect({ mime: one?.mimeType, bytes: one?.sizeBytes, sha256: one?.sha256 }).toEqual({
      mime: expected.mime,
      bytes: expected.bytes,
      sha256: expected.sha256,
    })
  }
  expect(found.map(names).filter((name) => sample.notAssets?.includes(name))).toEqual([])
  expect(new Set(found.map(names)).size).toBe(found.length)
})

test.each(SAMPLES)('gives what stands around the results in $name its part', async (sample) => {
  const { found } = await findResults(sample.taskResult, { mediaType: sample.mediaType })
  const around = sample.expectedAssets.filter(({ role, optional }) => role !== 'result' && !optional)
  const parts = around.map((expected) => {
    const one = found.find((file) => isOf(file, expected))
    return { name: expected.url ?? expected.path, role: one?.fallback ?? one?.role }
  })
  expect(parts).toEqual(around.map(({ url, path, role }) => ({ name: url ?? path, role })))
})

interface Listed extends FindContext {
  readonly name: string
  readonly taskResult: Json
  /** `kind address` or `kind /pointer`, in order. */
  readonly results: readonly string[]
  /** Addresses that must not be found in any role. */
  readonly never?: readonly string[]
}

const LISTED = ['provider-results.json', 'invented-results.json'].flatMap(
  (file) => JSON.parse(readFileSync(join(DATA, file), 'utf8')) as readonly Listed[],
)

test.each(LISTED)('understands $name', async ({ taskResult, results, never = [], ...context }) => {
  const { found } = await findResults(taskResult, context)
  const nameOf = ({ source, place }: (typeof found)[number]) => (source.kind === 'url' ? source.url : place)
  const named = found.filter(({ role }) => role === 'result').map((one) => `${one.kind} ${nameOf(one)}`)
  expect(named).toEqual(results)
  expect(found.map(nameOf).filter((name) => never.includes(name))).toEqual([])
})
