/**
 * Which models there are, and what each takes: OpenAI's listing has names alone, so it is joined with a table.
 *
 * Any other address lists whatever it has. OpenAI's own also lists models that make no media; they are left out.
 */
import { z } from 'zod'
import type { Json, JsonObject } from '#contract/json.ts'
import { message } from '#contract/messages/message.ts'
import type { Model } from '#contract/models.ts'
import type { MediaType, Scene } from '#contract/rules/media.ts'
import { readModels as readAnyModels } from '#core/catalog/listings/read-models.ts'
import { createFamilies, type Family } from '../../model-families.ts'
import type { ReadModels } from '../../service-api.ts'
import knownModels from './known-models.json' with { type: 'json' }

const PROVIDER = 'openai'

const families = createFamilies(knownModels)

/** What the table says of a model; also of one that a gateway names `openai/gpt-image-2`, and of a snapshot with its date. */
export function familyOf(model: string): Family | null {
  return families.familyOf(model.slice(model.lastIndexOf('/') + 1).replace(/-\d{4}-\d{2}-\d{2}$/, ''))
}

const MAKES: Readonly<
  Record<Family['makes'], { readonly mediaType: MediaType; readonly scenes: readonly [Scene, Scene?] }>
> = {
  image: { mediaType: 'image', scenes: ['text-to-image', 'image-to-image'] },
  video: { mediaType: 'video', scenes: ['text-to-video', 'image-to-video'] },
  // The media type of everything that is heard.
  speech: { mediaType: 'music', scenes: ['text-to-music'] },
}

const entrySchema = z.object({ id: z.string(), shutdown_date: z.string().nullish() })

/** `isOwn`: the listing is OpenAI's, not that of another service that speaks the same. Never throws. */
export function readModels(stored: Json): ReadModels {
  const whole = z.object({ isOwn: z.boolean(), listing: z.custom<Json>() }).safeParse(stored)
  const { isOwn, listing } = whole.success ? whole.data : { isOwn: false, listing: stored }
  const { models, problem } = readAnyModels(listing)
  if (problem !== undefined) return { models: [], problem }
  const joined = models.flatMap((model) => joinModel(model, isOwn) ?? [])
  if (joined.length > 0) return { models: joined }
  return { models: [], problem: message('service.openai.noModels') }
}

function joinModel(model: Model, isOwn: boolean): Model | null {
  const family = familyOf(model.id)
  if (!family) return isOwn ? null : { ...model, provider: PROVIDER }
  const { mediaType, scenes } = MAKES[family.makes]
  const entry = entrySchema.safeParse(model.raw)
  const isDeprecated = entry.success && typeof entry.data.shutdown_date === 'string'
  return {
    ...model,
    provider: PROVIDER,
    mediaTypes: [mediaType],
    scenes: scenes.slice(0, family.takesImages ? 2 : 1).filter((scene) => scene !== undefined),
    optionSchema: schemaOf(family),
    ...(isDeprecated ? { deprecated: true } : {}),
  }
}

function schemaOf(family: Family): JsonObject {
  const media = family.inputs ? { image: imagesSchema(family.inputs.most), mask: MASK } : {}
  return { type: 'object', properties: { ...media, ...families.propertiesOf(family) } }
}

const MASK = {
  type: 'string',
  description: 'A PNG as large as the first image; see-through where it may change.',
  'x-paints': 'clear',
}

function imagesSchema(most: number): JsonObject {
  return { type: 'array', items: { type: 'string' }, maxItems: most }
}
