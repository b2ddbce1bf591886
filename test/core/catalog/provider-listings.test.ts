/** Listings nested by provider and by type, and ids that are only keys (test/data/README.md). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import { readModels } from '#core/catalog/read-models.ts'

interface Sample {
  readonly listing: Json
  /** `provider/id:media types`, in order. */
  readonly models: readonly string[]
}

const FOLDER = join(import.meta.dirname, '../../data/provider-listings')

test.each(readdirSync(FOLDER))('reads %s', (file) => {
  const { listing, models } = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Sample
  const read = readModels(listing).models
  expect(read.map(({ provider, id, mediaTypes }) => `${provider}/${id}:${mediaTypes.join('+')}`)).toEqual(
    models,
  )
})

test('reads a listing whose schemas refer to each other without end in bounded room', () => {
  const link = { $ref: '#/$defs/a' }
  const wide = {
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`p${at}`, link])),
  }
  const schema = {
    type: 'object',
    properties: { x: link },
    $defs: { a: { ...wide, properties: { ...wide.properties, q: { $ref: '#/$defs/b' } } }, b: wide },
  }
  const { models } = readModels(
    Array.from({ length: 2_000 }, (_, at) => ({ id: `m-${at}`, input_schema: schema })),
  )
  expect(models).toHaveLength(2_000)
  expect(JSON.stringify(models.map(({ optionSchema }) => optionSchema ?? null)).length).toBeLessThan(
    20_000_000,
  )
})
