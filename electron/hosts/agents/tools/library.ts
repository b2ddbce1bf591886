/** What the library holds: looked for, and one asset with its file, a preview and its recipe. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { Json, JsonObject } from '#contract/json.ts'
import { message } from '#contract/messages/message.ts'
import { mediaTypeSchema } from '#contract/models.ts'
import { cursor, id } from '#contract/route.ts'
import type { RouteInput } from '#contract/routes.ts'
import type { App } from '#core/app.ts'
import { type AddTools, readsOnly, toolResult, toolError, shorten, type ToolContext } from '../tool.ts'
import { assetLine, assetSchema, describeAsset } from './asset-facts.ts'

/** Thumbnails have at most 384 pixels a side. */
const MAX_PREVIEW_BYTES = 256 * 1024
const MAX_PROMPT = 10_000
const MAX_OPTIONS = 20_000

export const addLibraryTools: AddTools = (server, context) => {
  server.registerTool(
    'search_library',
    {
      title: 'Search the library',
      description:
        'Free. Finds files in the library of this computer by words of prompt, title and tags. Newest first. ' +
        'Example: {"text":"red fox","mediaTypes":["image"]}',
      annotations: readsOnly(false),
      inputSchema: z.strictObject({
        text: z.string().max(1_000).optional(),
        mediaTypes: z.array(mediaTypeSchema).max(4).optional(),
        models: z.array(z.string().max(300)).max(20).optional(),
        favorite: z.boolean().optional(),
        cursor: cursor.describe('nextCursor of the page before.'),
        limit: z.int().min(1).max(25).default(10),
      }),
      outputSchema: z.object({
        assets: z.array(assetSchema),
        total: z.number(),
        nextCursor: z.string().nullable(),
      }),
    },
    (input) => searchLibrary(context, input),
  )
  server.registerTool(
    'get_asset',
    {
      title: 'Get an asset',
      description:
        'Free. One asset: the path of its file, a small preview, and the recipe it was made with. Example: {"assetId":"…"}',
      annotations: readsOnly(false),
      inputSchema: z.strictObject({ assetId: id, preview: z.boolean().default(true) }),
      outputSchema: assetSchema.extend({
        recipe: z.object({
          mediaType: z.string(),
          scene: z.string(),
          prompt: z.string().optional(),
          options: z.record(z.string(), z.unknown()),
        }),
      }),
    },
    (input) => getAsset(context, input),
  )
}

async function searchLibrary(context: ToolContext, input: RouteInput<'library.query'>) {
  const { app, call, say } = context
  const found = await call('library.query', input)
  if (!found.ok) return toolError(context, found.error)
  const { items, total, nextCursor } = found.data
  const assets = await Promise.all(items.map((asset) => describeAsset(app, asset)))
  const lines = [say(message('agents.found', { count: total })), ...assets.map((one) => assetLine(one, say))]
  return toolResult(lines.join('\n'), { assets, total, nextCursor })
}

async function getAsset(
  context: ToolContext,
  { assetId, preview }: { readonly assetId: string; readonly preview: boolean },
) {
  const { app, call, say } = context
  const found = await call('library.get', { id: assetId })
  if (!found.ok) return toolError(context, found.error)
  const { mediaType, scene, prompt, options } = found.data
  const facts = await describeAsset(app, found.data)
  const image = preview ? await smallPreview(app, assetId) : null
  const link = facts.file === null ? [] : [fileLink(facts.file, facts.mimeType)]
  const recipe = {
    mediaType,
    scene,
    prompt: prompt && shorten(prompt, MAX_PROMPT),
    options: plainOptions(options),
  }
  return toolResult(assetLine(facts, say), { ...facts, recipe }, [...link, ...(image ? [image] : [])])
}

function fileLink(path: string, mimeType: string) {
  return { type: 'resource_link' as const, uri: pathToFileURL(path).href, name: basename(path), mimeType }
}

/** The gallery's thumbnail: a few kilobytes, never the file itself. */
async function smallPreview(app: App, assetId: string) {
  const thumb = await app.media.thumb(assetId)
  if (thumb?.mimeType !== 'image/webp' || thumb.sizeBytes > MAX_PREVIEW_BYTES) return null
  const data = (await readFile(thumb.path)).toString('base64')
  return { type: 'image' as const, data, mimeType: thumb.mimeType }
}

/** Options as they were sent, except what only their own request was for: links come without what signs them. */
function plainOptions(options: JsonObject): JsonObject {
  const text = JSON.stringify(options, (_key, value: Json) =>
    typeof value === 'string' ? plainText(value) : value,
  )
  return text.length > MAX_OPTIONS ? {} : (JSON.parse(text) as JsonObject)
}

function plainText(value: string): string {
  return /^https?:\/\//iu.test(value) && URL.canParse(value)
    ? withoutQuery(new URL(value))
    : shorten(value, MAX_PROMPT)
}

function withoutQuery({ origin, pathname }: URL): string {
  return `${origin}${pathname}`
}
