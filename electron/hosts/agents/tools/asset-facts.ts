/** An asset as agents see it: where its file is and how it was made. */
import { z } from 'zod'
import type { Asset } from '#contract/library.ts'
import { message } from '#contract/messages/message.ts'
import type { App } from '#core/app.ts'
import type { Say } from '#core/messages/render.ts'
import { shorten } from '../tool.ts'

export const assetSchema = z.object({
  assetId: z.string(),
  kind: z.string(),
  file: z.string().nullable().describe('Path on this computer; null while the file is missing.'),
  mimeType: z.string(),
  sizeBytes: z.number(),
  width: z.number().optional(),
  height: z.number().optional(),
  durationMs: z.number().optional(),
  createdAt: z.string(),
  provider: z.string(),
  model: z.string(),
  prompt: z.string().optional(),
  title: z.string().optional(),
  tags: z.array(z.string()),
  rating: z.number(),
  favorite: z.boolean(),
})

export type AssetFacts = z.infer<typeof assetSchema>

export async function describeAsset(app: App, asset: Asset): Promise<AssetFacts> {
  return assetSchema.parse({
    ...asset,
    assetId: asset.id,
    file: (await app.media.asset(asset.id))?.path ?? null,
    createdAt: new Date(asset.createdAt).toISOString(),
    prompt: asset.prompt && shorten(asset.prompt),
  })
}

/** One line for those who read no structure. */
export function assetLine({ assetId, kind, file, prompt }: AssetFacts, say: Say): string {
  const facts = { assetId, kind, hasFile: file === null ? 'no' : 'yes', file: file ?? '' }
  return say(
    prompt === undefined
      ? message('agents.asset', facts)
      : message('agents.assetWithPrompt', { ...facts, prompt: shorten(prompt, 80) }),
  )
}
