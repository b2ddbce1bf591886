/** The library: assets, how they are filtered, counted and collected, and the maintenance of their files. */
import { z } from 'zod'
import type { ArchiveResult } from './rules/archive-result.ts'
import type { InputReference } from './inputs.ts'
import type { JsonObject } from './json.ts'
import type { MessageId, PlainMessageId, Rendered } from './messages/message.ts'
import { mediaTypeSchema } from './models.ts'
import { cursor, empty, id, ids, limit, name, route, type Page } from './route.ts'
import { FACETS, type Facet } from './rules/facets.ts'
import { LANGUAGE_CODES } from './rules/languages.ts'
import { ASSET_KINDS, ASSET_TYPES, type AssetKind } from './rules/media.ts'

export interface Asset {
  readonly id: string
  readonly taskId?: string
  readonly kind: AssetKind
  /** The service's media type (image, video, character, music). */
  readonly mediaType: string
  readonly mimeType: string
  /** SHA-256 of the bytes, hex. */
  readonly sha256: string
  readonly sizeBytes: number
  readonly width?: number
  readonly height?: number
  readonly durationMs?: number
  readonly createdAt: number
  readonly provider: string
  readonly model: string
  readonly scene: string
  readonly prompt?: string
  /** The prompt before its alternatives and variables were filled in. */
  readonly template?: string
  /** The options that were sent, without the media in them. */
  readonly options: JsonObject
  readonly inputs?: readonly InputReference[]
  readonly title?: string
  /** 0 (none) to 5. */
  readonly rating: number
  readonly favorite: boolean
  readonly tags: readonly string[]
  readonly trashedAt?: number
  /** Where the service offered it. */
  readonly sourceUrl?: string
  /** Of the request that made it, as the task's. */
  readonly requestHash?: string
  /** Its file stopped whoever read it: it is kept, and neither shown nor read again by itself. */
  readonly unreadable?: boolean
}

export interface LibraryStats {
  readonly assets: number
  readonly bytes: number
  readonly byMediaType: Readonly<Record<string, number>>
}

const strings = z.array(z.string().max(300)).max(500).optional()
const facetLists = Object.fromEntries(FACETS.map((facet) => [facet, strings])) as Record<
  Facet,
  typeof strings
>

/** Which assets: every part given must hold. Times in ms since the epoch, `from` inclusive, `to` exclusive. */
export const libraryFilterSchema = z.strictObject({
  text: z.string().max(1_000).optional(),
  /** Made with exactly this prompt. */
  prompt: z.string().min(1).max(100_000).optional(),
  mediaTypes: z.array(mediaTypeSchema).max(4).optional(),
  kinds: z.array(z.enum(ASSET_KINDS)).max(6).optional(),
  /** Of tags an asset must carry all, of every other facet one. */
  ...facetLists,
  /** See `assetTypeOf`. */
  types: z.array(z.enum(ASSET_TYPES)).max(7).optional(),
  /** The collection and those nested in it. */
  collectionId: id.optional(),
  minRating: z.int().min(0).max(5).optional(),
  favorite: z.boolean().optional(),
  from: z.int().optional(),
  to: z.int().optional(),
  trashed: z.boolean().optional(),
})

export type LibraryFilter = z.infer<typeof libraryFilterSchema>

/**
 * `name` is the title, else the prompt; who has neither comes last. `size` (of the file) and `length`: the largest first. What is
 * the same comes newest first, except that of one name the last that came into the library is the first.
 */
const LIBRARY_SORTS = ['newest', 'oldest', 'name', 'model', 'size', 'length', 'rating', 'relevance'] as const

export const librarySortSchema = z.enum(LIBRARY_SORTS)

export type LibrarySort = z.infer<typeof librarySortSchema>

const order = {
  sort: librarySortSchema.optional(),
  /** Of whoever reads names in their order; without one as they were sorted last. */
  language: z.enum(LANGUAGE_CODES).optional(),
}

/** A `library.query` without pages: what a layout (layout.ts) is asked with. */
export const layoutQuerySchema = libraryFilterSchema.extend(order)

export type LayoutQuery = z.infer<typeof layoutQuerySchema>

export interface FacetCount {
  readonly value: string
  readonly count: number
}

/**
 * How many assets match, and how they divide. Each facet is counted under all filters but its own, most first, so that its
 * other values stay choosable; tags also under their own, since an asset must carry all of them. At most 200 values each.
 */
export interface LibraryFacets extends Readonly<Record<Facet, readonly FacetCount[]>> {
  readonly total: number
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
  readonly kind: 'verify' | 'rebuild' | 'backup' | 'export' | 'import' | 'render'
  readonly state: 'running' | 'done' | 'failed' | 'cancelled'
  readonly done: number
  /** null while it is not known. */
  readonly total: number | null
  /** What is going on, or how it ended. */
  readonly message: Rendered
  readonly startedAt: number
  /** A relative address of the result for the page to download, while it is there. */
  readonly downloadUrl?: string
  /** Where the result is on this computer. */
  readonly path?: string
  readonly archive?: ArchiveResult
}

export const libraryRoutes = {
  'library.query': route<Page<Asset> & { readonly total: number }>()(
    libraryFilterSchema.extend({ ...order, cursor, limit }),
  ),
  'library.facets': route<LibraryFacets>()(libraryFilterSchema),
  'library.get': route<Asset>()(z.strictObject({ id })),
  /** Those that exist, in the order asked for. */
  'library.getMany': route<{ readonly items: readonly Asset[] }>()(
    z.strictObject({
      ids: z
        .array(id)
        .min(1, 'shared.idsMissing' satisfies PlainMessageId)
        .max(500),
    }),
  ),
  'library.update': route<{ readonly changed: number }>()(
    z.strictObject({
      ids,
      rating: z.int().min(0).max(5).optional(),
      favorite: z.boolean().optional(),
      addTags: z.array(z.string().trim().min(1).max(100)).max(100).optional(),
      removeTags: z.array(z.string().trim().min(1).max(100)).max(100).optional(),
      title: z.string().trim().max(500).optional(),
    }),
  ),
  /** Reads a file once more that could not be read: still `unreadable` where it could not be read now either. */
  'library.readAgain': route<Asset>()(z.strictObject({ id })),
  'library.trash': route<{ readonly changed: number }>()(z.strictObject({ ids })),
  'library.restore': route<{ readonly changed: number }>()(z.strictObject({ ids })),
  /** Deletes for good what is in the trash, or only these of it. */
  'library.emptyTrash': route<{ readonly deleted: number }>()(z.strictObject({ ids: ids.optional() })),
  'library.lineage': route<Lineage>()(z.strictObject({ id })),
  'library.duplicates': route<{ readonly items: readonly DuplicateGroup[] }>()(empty),
  'library.similar': route<{ readonly items: readonly Asset[] }>()(z.strictObject({ id })),
  'library.backup': route<Job>()(empty),
  'library.verify': route<{ readonly checked: number; readonly missing: number; readonly damaged: number }>()(
    empty,
  ),
  'library.rebuild': route<{ readonly assets: number; readonly tasks: number }>()(empty),
  'library.stats': route<LibraryStats>()(empty),
  'library.reveal': route<Record<string, never>>()(z.strictObject({ id })),
  'collections.list': route<{ readonly items: readonly Collection[] }>()(empty),
  'collections.create': route<Collection>()(z.strictObject({ name, parentId: id.nullable().optional() })),
  'collections.update': route<Collection>()(
    z.strictObject({ id, name: name.optional(), parentId: id.nullable().optional() }),
  ),
  /** Takes the collection away, and those nested in it; its assets stay in the library. */
  'collections.remove': route<Record<string, never>>()(z.strictObject({ id })),
  /** Takes a `collections.remove` back, until the host ends. */
  'collections.restore': route<Collection>()(z.strictObject({ id })),
  'collections.add': route<MembersChanged>()(z.strictObject({ id, assetIds: ids })),
  'collections.drop': route<MembersChanged>()(z.strictObject({ id, assetIds: ids })),
  'searches.list': route<{ readonly items: readonly SavedSearch[] }>()(empty),
  'searches.create': route<SavedSearch>()(z.strictObject({ name, filter: libraryFilterSchema })),
  'searches.update': route<SavedSearch>()(
    z.strictObject({ id, name: name.optional(), filter: libraryFilterSchema.optional() }),
  ),
  'searches.remove': route<Record<string, never>>()(z.strictObject({ id })),
  'jobs.list': route<{ readonly items: readonly Job[] }>()(empty),
  'jobs.cancel': route<Job>()(z.strictObject({ id })),
  /** Puts an image of the library on the system's clipboard, as PNG (desktop). */
  'library.copyImage': route<Record<string, never>>()(z.strictObject({ id })),
  /** Begins to drag the files of these assets out of the window. Call it while the pointer's button is down. */
  'library.dragOut': route<Record<string, never>>()(
    z.strictObject({
      ids: z
        .array(id)
        .min(1)
        .max(500, 'library.tooManyFiles' satisfies MessageId),
    }),
  ),
} as const
