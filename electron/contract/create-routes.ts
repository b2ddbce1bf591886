/** The calls behind Create: what models take, past prompts, word lists, what the page keeps, inputs in their final form. */
import { z } from 'zod'
import type { BatchForecast, Kept, ModelKnowledge, PastPrompt, RecentModel, WordList } from './create.ts'
import { inputStorageSchema } from './input-storage.ts'
import type { InputWeight } from './input.ts'
import { jsonSchema } from './json.ts'
import { mediaTypeSchema } from './model.ts'
import type { Profile, ProfileTest } from './profile.ts'
import { cursor, empty, id, ids, limit, name, profileId, route, type Page } from './route.ts'
import { generateRequestSchema, inputReferenceSchema } from './task.ts'

const provider = z.string().trim().min(1, 'Name the provider.').max(200)
const model = z.string().trim().min(1, 'Choose a model.').max(300)
const secret = z.string().trim().min(1, 'The key is empty.').max(4_000)
/** Letters and digits of any script, `_` and `-`, in folders up to four deep. */
const listName = z
  .string()
  .max(200)
  .regex(/^[\p{L}\p{N}_-]+(\/[\p{L}\p{N}_-]+){0,3}$/u, 'A list is named with letters, digits, "-" and "_".')

export const createRoutes = {
  'models.know': route<ModelKnowledge>()(z.strictObject({ profileId, provider, model })),
  /** At most twelve, the one used last first. */
  'models.recent': route<{ readonly items: readonly RecentModel[] }>()(
    z.strictObject({ mediaType: mediaTypeSchema.optional() }),
  ),

  'inputs.weigh': route<{ readonly items: readonly InputWeight[]; readonly bodyBytes: number }>()(
    z.strictObject({ profileId, provider, model, references: z.array(inputReferenceSchema).max(50) }),
  ),

  /** Keys left out stay as they were; storage null forgets the bucket and its keys. */
  'profiles.setStorage': route<Profile>()(
    z.strictObject({
      id,
      storage: inputStorageSchema.nullable(),
      accessKeyId: secret.optional(),
      secretAccessKey: secret.optional(),
    }),
  ),
  /** Puts a small object there, reads it through a link and deletes it. */
  'profiles.testStorage': route<ProfileTest>()(z.strictObject({ id })),

  'prompts.history': route<Page<PastPrompt>>()(
    z.strictObject({
      text: z.string().max(1_000).optional(),
      mediaType: mediaTypeSchema.optional(),
      cursor,
      limit,
    }),
  ),
  'wordlists.list': route<{ readonly items: readonly { readonly name: string; readonly count: number }[] }>()(
    empty,
  ),
  /** Those that exist, in the order asked for. */
  'wordlists.get': route<{ readonly items: readonly WordList[] }>()(
    z.strictObject({ names: z.array(listName).max(100) }),
  ),
  /** The file of a list as it was written, comments and blank lines too; whoever writes it anew needs all of it. */
  'wordlists.read': route<{ readonly text: string }>()(z.strictObject({ name: listName })),
  /** One entry a line; null takes the list away. */
  'wordlists.set': route<WordList>()(
    z.strictObject({ name: listName, text: z.string().max(2_000_000).nullable() }),
  ),

  'kept.list': route<{ readonly items: readonly Kept[] }>()(z.strictObject({ prefix: z.string().max(200) })),
  /** Null forgets it. */
  'kept.set': route<Record<string, never>>()(
    z.strictObject({ name: z.string().regex(/^[\w.:/-]{1,200}$/), value: jsonSchema }),
  ),

  /** How long these would take at the known limits; nothing is sent. */
  'queue.forecast': route<BatchForecast>()(
    z.strictObject({
      profileId,
      requests: z
        .array(
          generateRequestSchema
            .pick({ provider: true, model: true, mediaType: true, scene: true, options: true })
            .partial({ scene: true })
            .extend({ count: z.int().min(1).max(1_000) }),
        )
        .min(1)
        .max(1_000),
    }),
  ),
  /** Puts waiting tasks, in the order given, before another waiting one, or at the end of what waits. */
  'tasks.move': route<Record<string, never>>()(z.strictObject({ ids, before: id.nullable() })),
  'tasks.renameBatch': route<Record<string, never>>()(z.strictObject({ batchId: id, name })),
} as const
