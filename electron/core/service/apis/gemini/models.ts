/** Which of Gemini's models make media, and what each takes: the listing names actions, a table the options. */
import { z } from 'zod'
import type { Json } from '#contract/json.ts'
import { message } from '#contract/messages/message.ts'
import type { Model } from '#contract/models.ts'
import { createFamilies } from '../../model-families.ts'
import type { ReadModels, ReadOutcome, Send } from '../../service-api.ts'
import knownModels from './known-models.json' with { type: 'json' }

const PROVIDER = 'gemini'
const MAX_PAGES = 10

export type Makes = 'image' | 'video'

const { familyOf, propertiesOf } = createFamilies(knownModels)

/** Null for a model that the table does not know. */
export function whatItMakes(id: string): Makes | null {
  const makes = familyOf(id)?.makes
  return makes === 'image' || makes === 'video' ? makes : null
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
  for (let page = 0; page < MAX_PAGES; page++) {
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
const MAX_DESCRIPTION = 2_000

/** Never throws. */
export function readModels(listing: Json): ReadModels {
  const page = pageSchema.safeParse(listing)
  if (!page.success) return { models: [], problem: message('catalog.noModel') }
  const models = page.data.models.flatMap((entry) => readEntry(entry) ?? [])
  if (models.length > 0) return { models }
  return { models: [], problem: message('service.gemini.noModels') }
}

function readEntry(raw: Json): Model | null {
  const entry = entrySchema.safeParse(raw)
  if (!entry.success) return null
  const { name, displayName, description, supportedGenerationMethods } = entry.data
  const id = plainId(name)
  const family = familyOf(id)
  const makes = whatItMakes(id)
  if (!family || !makes || !supportedGenerationMethods.includes(ACTIONS[makes])) return null
  return {
    id,
    provider: PROVIDER,
    label: displayName ?? id,
    ...(description ? { description: description.slice(0, MAX_DESCRIPTION) } : {}),
    mediaTypes: [makes],
    scenes: makes === 'image' ? ['text-to-image', 'image-to-image'] : ['text-to-video', 'image-to-video'],
    optionSchema: { type: 'object', properties: propertiesOf(family) },
    raw,
  }
}
