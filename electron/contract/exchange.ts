/** Exchange: export, import and recipes, which say how an asset was made. */
import { z } from 'zod'
import type { InputReference } from './inputs.ts'
import type { JsonObject } from './json.ts'
import { libraryFilterSchema, type Asset, type Job } from './library.ts'
import type { PlainMessageId } from './messages/message.ts'
import { id, route } from './route.ts'

export interface ImportedFile {
  readonly asset: Asset
  /** The same content was there already, as this asset; nothing was added. */
  readonly known: boolean
}

/** Who wrote a recipe; `files`: a tool that is not known by name. */
export const RECIPE_SOURCES = [
  'atelier',
  'a1111',
  'comfyui',
  'invokeai',
  'swarmui',
  'fooocus',
  'novelai',
  'midjourney',
  'civitai',
  'draw-things',
  'easy-diffusion',
  'stability-matrix',
  'tensor-art',
  'services',
  'xmp',
  'files',
] as const
export type RecipeSource = (typeof RECIPE_SOURCES)[number]

/** How an asset was made, as a file carries it in itself. */
export interface Recipe {
  readonly source: RecipeSource
  readonly provider?: string
  readonly model?: string
  readonly mediaType?: string
  readonly scene?: string
  readonly prompt?: string
  /** The prompt before its alternatives and variables were filled in. */
  readonly template?: string
  readonly options: JsonObject
  /** Reference media, which only the library that they were given to has. */
  readonly inputs?: readonly InputReference[]
}

/** What images are made anew as on their way out; the originals stay as they are. */
const conversionSchema = z.strictObject({
  format: z.enum(['jpeg', 'webp', 'avif']),
  quality: z.int().min(1).max(100),
  /** The longer side has at most so many pixels; smaller images stay as large as they are. */
  longestSide: z.int().min(16).max(16_384).optional(),
})
export type Conversion = z.infer<typeof conversionSchema>

export const CONVERTED_EXTENSIONS = { jpeg: 'jpg', webp: 'webp', avif: 'avif' } as const

export const exportSchema = z.strictObject({
  /** The assets, by id; or everything that a filter finds. */
  ids: z.array(id).min(1).max(250_000).optional(),
  filter: libraryFilterSchema.optional(),
  form: z.enum(['files', 'zip']),
  /** File names: `{date}`, `{time}`, `{model}`, `{provider}`, `{prompt:40}`, `{seed}`, `{title}`, `{id}`, `{index}`. */
  template: z.string().min(1).max(300).optional(),
  /** Whether the files carry their recipe. Off makes files without any trace of the prompt. */
  embedRecipe: z.boolean().optional(),
  /** Put recipes into signed files too. They then read as changed since they were signed; else their recipe lies beside them. */
  embedInSigned: z.boolean().optional(),
  /** Lay a packet of XMP beside each file, as `fox.png.xmp`. Without recipes there is none: it would tell the prompt. */
  xmpSidecars: z.boolean().optional(),
  /** Still images as another format. What cannot be converted is exported as it is, which the job's message counts. */
  convert: conversionSchema.optional(),
  /** Let the user choose the folder, or the zip's own place and name (desktop); else a new folder in `exports/` of the data directory. */
  chooseFolder: z.boolean().optional(),
})

export const exchangeRoutes = {
  'library.export': route<Job>(16)(exportSchema),
  /** The names that an export would give to these, the first of `total` that it is of, before doubles are numbered. */
  'library.exportNames': route<{ readonly names: readonly string[] }>()(
    exportSchema
      .pick({ template: true, embedRecipe: true, convert: true })
      .extend({ ids: z.array(id).min(1).max(10), total: z.int().min(1).optional() }),
  ),
  /** `folder` may be a ZIP file too; without it the user chooses a folder (desktop). What is taken in goes into the collection. */
  'library.import': route<Job>()(
    z.strictObject({ folder: z.string().min(1).max(4_000).optional(), collectionId: id.optional() }),
  ),
  /** A recipe file of an asset or of a task: its text, and a name for it. Nothing is written. */
  'recipes.make': route<{ readonly name: string; readonly text: string }>()(
    z.union(
      [z.strictObject({ assetId: id }), z.strictObject({ taskId: id })],
      'exchange.recipeOfWhat' satisfies PlainMessageId,
    ),
  ),
} as const
