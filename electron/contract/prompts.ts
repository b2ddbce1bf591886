/** Prompts: the history, word lists and presets. */
import { z } from 'zod'
import { jsonObjectSchema } from './json.ts'
import type { PlainMessageId } from './messages/message.ts'
import { mediaTypeSchema, sceneSchema } from './models.ts'
import { cursor, empty, limit, name, route, type Page } from './route.ts'

export interface PastPrompt {
  readonly prompt: string
  readonly template?: string
  readonly mediaType: string
  readonly provider: string
  readonly model: string
  /** When it was sent last, and how often. */
  readonly usedAt: number
  readonly uses: number
}

/** Lines of a text file that `__name__` in a prompt stands for. */
export interface WordList {
  readonly name: string
  readonly entries: readonly string[]
}

export interface ListedWords {
  readonly name: string
  /** Of its entries. */
  readonly count: number
  /** As Atelier wrote it. */
  readonly isStarter: boolean
}

/** A saved choice of model and options, to be applied to a form or shared as a file. */
export const presetSchema = z.strictObject({
  name,
  mediaType: mediaTypeSchema,
  scene: sceneSchema.optional(),
  provider: z.string().max(200).optional(),
  model: z.string().max(300).optional(),
  prompt: z.string().max(100_000).optional(),
  options: jsonObjectSchema,
})

export type Preset = z.infer<typeof presetSchema>

/** Letters and digits of any script, `_` and `-`, in folders up to four deep. */
const listName = z
  .string()
  .max(200)
  .regex(/^[\p{L}\p{N}_-]+(\/[\p{L}\p{N}_-]+){0,3}$/u, 'prompts.listName' satisfies PlainMessageId)

export const promptRoutes = {
  'prompts.history': route<Page<PastPrompt>>()(
    z.strictObject({
      text: z.string().max(1_000).optional(),
      mediaType: mediaTypeSchema.optional(),
      cursor,
      limit,
    }),
  ),
  'wordlists.list': route<{ readonly items: readonly ListedWords[] }>()(empty),
  /** Those that exist, in the order asked for. */
  'wordlists.get': route<{ readonly items: readonly WordList[] }>()(
    z.strictObject({ names: z.array(listName).max(100) }),
  ),
  /** The file of a list as it was written, comments and blank lines too; whoever writes it anew needs all of it. */
  'wordlists.read': route<{ readonly text: string }>()(z.strictObject({ name: listName })),
  /** One entry a line; null takes the list away. */
  'wordlists.set': route<WordList>(16)(
    z.strictObject({ name: listName, text: z.string().max(2_000_000).nullable() }),
  ),
} as const
