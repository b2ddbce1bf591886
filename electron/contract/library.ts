/** The words of the library: how assets are filtered, counted, collected, searched for again, exported and imported. */
import { z } from 'zod'
import type { Asset } from './asset.ts'
import type { JsonObject } from './json.ts'
import { mediaTypeSchema } from './model.ts'
import type { InputReference } from './task.ts'

const id = z.string().min(1, 'An id is missing.').max(200)
const strings = z.array(z.string().max(300)).max(500).optional()

export const ASSET_KINDS = ['image', 'video', 'audio', 'text', 'model3d', 'other'] as const

/** Which assets: every part given must hold. Times in ms since the epoch, `from` inclusive, `to` exclusive. */
export const libraryFilterSchema = z.strictObject({
  text: z.string().max(1_000).optional(),
  /** Made with exactly this prompt. */
  prompt: z.string().min(1).max(100_000).optional(),
  mediaTypes: z.array(mediaTypeSchema).max(4).optional(),
  kinds: z.array(z.enum(ASSET_KINDS)).max(6).optional(),
  models: strings,
  providers: strings,
  scenes: strings,
  /** An asset must carry all of them. */
  tags: strings,
  /** The collection and those nested in it. */
  collectionId: id.optional(),
  minRating: z.int().min(0).max(5).optional(),
  favorite: z.boolean().optional(),
  from: z.int().optional(),
  to: z.int().optional(),
  trashed: z.boolean().optional(),
})
export type LibraryFilter = z.infer<typeof libraryFilterSchema>

export const LIBRARY_SORTS = ['newest', 'oldest', 'rating', 'relevance'] as const
export const librarySortSchema = z.enum(LIBRARY_SORTS)
export type LibrarySort = z.infer<typeof librarySortSchema>

/** A `library.query` without pages: what a layout (layout.ts) is asked with. */
export const layoutQuerySchema = libraryFilterSchema.extend({ sort: librarySortSchema.optional() })
export type LayoutQuery = z.infer<typeof layoutQuerySchema>

export interface FacetCount {
  readonly value: string
  readonly count: number
}

/**
 * How many assets match, and how they divide. Each facet is counted under all filters but its own, most first, so that its
 * other values stay choosable. At most 200 values each.
 */
export interface LibraryFacets {
  readonly total: number
  readonly mediaTypes: readonly FacetCount[]
  readonly kinds: readonly FacetCount[]
  readonly models: readonly FacetCount[]
  readonly providers: readonly FacetCount[]
  readonly scenes: readonly FacetCount[]
  readonly tags: readonly FacetCount[]
  /** Values "0" to "5". */
  readonly ratings: readonly FacetCount[]
  readonly favorites: number
}

/** A set of assets that the user put together; nests in another one, or stands at the top. */
export interface Collection {
  readonly id: string
  readonly name: string
  readonly parentId: string | null
  /** Assets in it that are not in the trash, without those of nested collections. */
  readonly count: number
}

/** What came of putting assets into a collection, or of taking them out. */
export interface MembersChanged {
  readonly changed: number
  /** Those that it made a difference to. */
  readonly assetIds: readonly string[]
}

export interface SavedSearch {
  readonly id: string
  readonly name: string
  readonly filter: LibraryFilter
}

/**
 * Where an asset comes from and what was made of it: by the hash of the media that were sent along, and by the asset that the
 * user went on from.
 */
export interface Lineage {
  /** Assets that were inputs of the task that made this one, and the one that it varies or continues. */
  readonly madeFrom: readonly Asset[]
  /** Inputs that are no assets of the library: files the user brought, by input id. */
  readonly inputIds: readonly string[]
  /** Assets of tasks that took this one as an input or went on from it, newest first, at most 500. */
  readonly usedIn: readonly Asset[]
}

/** Assets that are the same bytes (`same`) or look the same (`similar`). */
export interface DuplicateGroup {
  readonly kind: 'same' | 'similar'
  readonly assets: readonly Asset[]
}

/** Long work over the library: it reports as it goes, can be cancelled, and leaves what it finished. */
export interface Job {
  readonly id: string
  readonly kind: 'verify' | 'rebuild' | 'backup' | 'export' | 'import'
  readonly state: 'running' | 'done' | 'failed' | 'cancelled'
  readonly done: number
  /** null while it is not known. */
  readonly total: number | null
  /** What is going on, or how it ended, in plain words. */
  readonly message: string
  readonly startedAt: number
  /** A relative address of the result for the page to download, while it is kept. */
  readonly downloadUrl?: string
  /** Where the result lies on this computer. */
  readonly path?: string
}

/** What became of a file that was to be taken into the library. */
export interface ImportedFile {
  readonly asset: Asset
  /** The same content was there already, as this asset; nothing was added. */
  readonly known: boolean
}

/** How an asset was made, as a file carries it in itself. */
export interface Recipe {
  /** Who wrote it into the file. */
  readonly source: 'atelier' | 'a1111' | 'comfyui'
  readonly provider?: string
  readonly model?: string
  readonly mediaType?: string
  readonly scene?: string
  readonly prompt?: string
  /** The prompt before its alternatives and variables were filled in. */
  readonly template?: string
  readonly options: JsonObject
  /** Reference media, which only the library that kept them has. */
  readonly inputs?: readonly InputReference[]
}

export const exportSchema = z.strictObject({
  /** The assets, by id; or everything that a filter finds. */
  ids: z.array(id).min(1).max(250_000).optional(),
  filter: libraryFilterSchema.optional(),
  form: z.enum(['files', 'zip']),
  /** File names: `{date}`, `{time}`, `{model}`, `{provider}`, `{prompt:40}`, `{seed}`, `{title}`, `{id}`, `{index}`. */
  template: z.string().min(1).max(300).optional(),
  /** Whether the files carry their recipe. Off makes files without any trace of the prompt. */
  embedRecipe: z.boolean().optional(),
  /** Let the user choose the folder, or the zip's own place and name (desktop); else a new folder in `exports/` of the data directory. */
  chooseFolder: z.boolean().optional(),
})
