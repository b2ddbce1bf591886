/**
 * The calls that take or give bytes, which a route's JSON cannot carry: uploads of the page, previews, recipes, layouts, media.
 *
 * Beside the bytes they are calls as all others: what comes with them is parsed, and what nobody foresaw is logged and answered.
 */
import { fail } from '#contract/errors.ts'
import { layoutQuerySchema } from '#contract/library.ts'
import { id } from '#contract/route.ts'
import { PREVIEW_KINDS } from '#contract/rules/media.ts'
import { z } from 'zod'
import { createFileSaver } from './app/save-file.ts'
import type { App, AppOptions } from './app.ts'
import type { ImportSequenceDeps } from './hand-off/import-sequence.ts'
import { receiveSequence } from './hand-off/receive-sequence.ts'
import { recipeOfUpload } from './library/exchange/exchange-routes.ts'
import type { Bytes } from './media/receive-file.ts'
import { type Guard, unforeseen } from './router.ts'
import { createServableMedia } from './servable-media.ts'
import type { Services } from './assemble.ts'

const fileName = z.string().min(1).max(300)
const namedSchema = z.object({ name: fileName })
const uploadSchema = namedSchema.extend({ modifiedAt: z.number().exactOptional() })
const zipSchema = uploadSchema.extend({ collectionId: id.optional() })
/** No position behind it: a file grows to where it is written. */
const MAX_RENDERED_BYTES = 256 * 1024 ** 3
const chunkSchema = z.object({ id, pageId: z.uuid(), position: z.int().min(0).max(MAX_RENDERED_BYTES) })
const previewSchema = z.object({ assetId: id, kind: z.enum(PREVIEW_KINDS) })

type ByteCalls = Pick<
  App,
  | 'media'
  | 'addInput'
  | 'addPreview'
  | 'addRendered'
  | 'layout'
  | 'importFile'
  | 'importZip'
  | 'openSequence'
  | 'readRecipe'
  | 'saveFile'
>

export function createByteCalls(
  shell: AppOptions['shell'],
  services: Pick<Services, 'context' | 'library' | 'inputs' | 'maintenance' | 'rendering'>,
  handOff: ImportSequenceDeps,
  guard: Guard,
): ByteCalls {
  const { db, log, say } = services.context
  const { library, exports, importer } = services.library
  const { inputs } = services.inputs
  const { foundDamage } = services.maintenance
  const save = shell?.chooseFile && createFileSaver(shell.chooseFile, library.media.partPath)
  /** The host answers what is thrown, and does not know what it means. */
  const told =
    <Found>(find: (id: string) => Promise<Found>) =>
    async (of: string): Promise<Found> => {
      try {
        return await find(of)
      } catch (error) {
        unforeseen('media', error, log, foundDamage)
        throw error
      }
    }
  const media = createServableMedia(library, inputs, exports)
  return {
    media: {
      asset: told(media.asset),
      thumb: told(media.thumb),
      scrub: told(media.scrub),
      peaks: told(media.peaks),
      input: told(media.input),
      exported: told(media.exported),
    },
    addInput: (name, bytes) => {
      const sender = followSender(bytes)
      const take = (file: z.infer<typeof namedSchema>) => inputs.add(file.name, sender.body)
      return guard('addInput', namedSchema, { name }, take, sender.isGone)
    },
    addPreview: (assetId, kind, bytes) =>
      guard('addPreview', previewSchema, { assetId, kind }, async (preview) => {
        const record = library.find(preview.assetId)
        if (!record) return fail('not_found', 'library.noAsset')
        return library.previews.add(record, preview.kind, bytes)
      }),
    addRendered: (chunk, bytes) =>
      guard('addRendered', chunkSchema, chunk, (parsed) => services.rendering.work.take(parsed, bytes)),
    layout: (query) => guard('layout', layoutQuerySchema, query, (parsed) => library.search.layout(parsed)),
    importFile: ({ body, ...file }) => {
      const sender = followSender(body)
      const take = (facts: z.infer<typeof uploadSchema>) =>
        importer.takeUpload({ ...facts, body: sender.body })
      return guard('importFile', uploadSchema, file, take, sender.isGone)
    },
    importZip: ({ body, ...file }, collectionId) => {
      const sender = followSender(body)
      const take = ({ collectionId: into, ...facts }: z.infer<typeof zipSchema>) =>
        importer.takeZip({ ...facts, body: sender.body }, into)
      return guard('importZip', zipSchema, { ...file, collectionId }, take, sender.isGone)
    },
    openSequence: (name, bytes) => {
      const sender = followSender(bytes)
      const open = (file: z.infer<typeof namedSchema>) =>
        receiveSequence(handOff, { ...file, body: sender.body }, say)
      return guard('openSequence', namedSchema, { name }, open, sender.isGone)
    },
    readRecipe: (bytes) => {
      const sender = followSender(bytes)
      const read = () => recipeOfUpload({ db, library }, sender.body)
      return guard('readRecipe', z.undefined(), undefined, read, sender.isGone)
    },
    ...(save && {
      saveFile: (name, bytes) => {
        const sender = followSender(bytes)
        const keep = (file: z.infer<typeof namedSchema>) => save(file.name, sender.body)
        return guard('saveFile', namedSchema, { name }, keep, sender.isGone)
      },
    }),
  }
}

/** Tells an error of whoever sends the bytes, or of Atelier's own end, from one that nobody foresaw. */
function followSender(body: Bytes) {
  let failure: { readonly error: unknown } | null = null
  const followed = async function* (): AsyncGenerator<Uint8Array> {
    try {
      if (body instanceof Uint8Array) yield body
      else yield* body
    } catch (error) {
      failure = { error }
      throw error
    }
  }
  return {
    body: followed(),
    isGone: (error: unknown): boolean =>
      failure?.error === error || (error instanceof Error && error.name === 'AbortError'),
  }
}
