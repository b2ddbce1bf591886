/** Which of Gemini's models make media, and what each takes: the listing names actions, a table the options. */
import { z } from 'zod'
import { type Json, type JsonObject, jsonObjectSchema } from '#contract/json.ts'
import type { Model } from '#contract/models.ts'
import type { ReadModels, ReadOutcome, Send } from '../../service-api.ts'
import knownModels from './known-models.json' with { type: 'json' }

const PROVIDER = 'gemini'
const MOST_PAGES = 10

export type Makes = 'image' | 'video'

const tableSchema = z.object({
  families: z.array(
    z.strictObject({
      /** `*` stands for any characters. */
      ids: z.string(),
      makes: z.enum(['image', 'video']),
      /** Names in `options`. */
      options: z.array(z.string()),
    }),
  ),
  /** The key in our options, and its JSON Schema. */
  options: z.record(z.string(), z.tuple([z.string(), jsonObjectSchema])),
})

let parsed: z.infer<typeof tableSchema> | undefined

function familyOf(id: string) {
  parsed ??= tableSchema.parse(knownModels)
  return parsed.families.find(({ ids }) => fits(ids, id)) ?? null
}

/** By the parts between the stars, in their order. */
function fits(pattern: string, id: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  if (!id.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const found = id.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return true
}

/** Null for a model that the table does not know. */
export function whatItMakes(id: string): Makes | null {
  return familyOf(id)?.makes ?? null
}

/** `models/gemini-3-pro-image` and `gemini-3-pro-image` are the same. */
export function plainId(name: string): string {
  return name.replace(/^models\//, '')
}

const pageSchema = z.object({
  models: z.array(z.custom<Json>()).default([]),
  nextPageToken: z.string().nullish(),
})

/** All pages as one listing. */
export async function fetchListing(get: Send, url: string): Promise<ReadOutcome<Json>> {
  const models: Json[] = []
  let token = ''
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = token === '' ? '' : `&pageToken=${encodeURIComponent(token)}`
    const outcome = await get({ method: 'GET', url: `${url}?pageSize=200${query}` })
    if (outcome.kind !== 'ok') return outcome
    const read = pageSchema.safeParse(outcome.value)
    models.push(...(read.data?.models ?? []))
    token = read.data?.nextPageToken ?? ''
    if (token === '') return { ...outcome, value: { models } }
  }
  return { kind: 'ok', value: { models }, raw: null, status: 200 }
}

const entrySchema = z.object({
  name: z.string().min(1).max(200),
  displayName: z.string().max(300).nullish(),
  description: z.string().nullish(),
  supportedGenerationMethods: z.array(z.string()).default([]),
})

const ACTIONS: Readonly<Record<Makes, string>> = { image: 'generateContent', video: 'predictLongRunning' }
const MOST_DESCRIPTION = 2_000

/** Never throws. */
export function readModels(listing: Json): ReadModels {
  const page = pageSchema.safeParse(listing)
  if (!page.success) return { models: [], problem: 'The listing names no model that can be read.' }
  const models = page.data.models.flatMap((entry) => readEntry(entry) ?? [])
  if (models.length > 0) return { models }
  return { models: [], problem: 'This account has no model that makes images or videos.' }
}

function readEntry(raw: Json): Model | null {
  const entry = entrySchema.safeParse(raw)
  if (!entry.success) return null
  const { name, displayName, description, supportedGenerationMethods } = entry.data
  const id = plainId(name)
  const family = familyOf(id)
  if (!family || !supportedGenerationMethods.includes(ACTIONS[family.makes])) return null
  return {
    id,
    provider: PROVIDER,
    label: displayName ?? id,
    ...(description ? { description: description.slice(0, MOST_DESCRIPTION) } : {}),
    mediaTypes: [family.makes],
    scenes:
      family.makes === 'image' ? ['text-to-image', 'image-to-image'] : ['text-to-video', 'image-to-video'],
    optionSchema: schemaOf(family.options),
    raw,
  }
}

function schemaOf(names: readonly string[]): JsonObject {
  const options = names.flatMap((name) => {
    const option = parsed?.options[name]
    return option ? [option] : []
  })
  return { type: 'object', properties: Object.fromEntries(options) }
}
