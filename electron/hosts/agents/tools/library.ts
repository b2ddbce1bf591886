/** What the library holds: looked for, and one asset with its file, a preview and its recipe. */
import { z } from 'zod'
import { mediaTypeSchema } from '#contract/models.ts'
import { cursor } from '#contract/route.ts'
import { type AddTools, answer, refuse, type ToolContext } from '../tool.ts'
import { assetLine, assetSchema, describeAsset } from './asset-facts.ts'

const FREE = {
  readOnlyHint: true,
  idempotentHint: true,
  destructiveHint: false,
  openWorldHint: false,
} as const

export const addLibraryTools: AddTools = (server, context) => {
  server.registerTool(
    'search_library',
    {
      title: 'Search the library',
      description:
        'Free. Finds files in the library of this computer by words of prompt, title and tags. Newest first. ' +
        'Example: {"text":"red fox","mediaTypes":["image"]}',
      annotations: FREE,
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
}

async function searchLibrary({ app, call }: ToolContext, input: Parameters<typeof call<'library.query'>>[1]) {
  const found = await call('library.query', input)
  if (!found.ok) return refuse(found.error)
  const { items, total, nextCursor } = found.data
  const assets = await Promise.all(items.map((asset) => describeAsset(app, asset)))
  const lines = assets.map(assetLine)
  return answer(`${total} found.\n${lines.join('\n')}`, { assets, total, nextCursor })
}
