/**
 * Reads how large and how long a media file is from its own head and index, before anything decodes it.
 *
 * Runs where files from outside are read (reading/), which has a deadline for it.
 */
import type { Input } from 'mediabunny'
import type { AssetKind } from '#contract/rules/media.ts'
import { withMediaInput } from '../../media/media-input.ts'
import { imageDimensions } from '../../media/load-sharp.ts'

/** Pixels as shown, milliseconds as played. What a file does not tell, or its kind does not have, is absent. */
export interface MediaFacts {
  readonly width?: number
  readonly height?: number
  readonly durationMs?: number
}

/** A file that cannot be read has no facts. */
export async function measureMedia(path: string, kind: AssetKind): Promise<MediaFacts> {
  if (kind === 'image') return (await imageDimensions(path)) ?? {}
  if (kind !== 'video' && kind !== 'audio') return {}
  return withMediaInput(path, readFacts).catch(() => ({}))
}

async function readFacts(input: Input): Promise<MediaFacts> {
  const video = await input.getPrimaryVideoTrack()
  const width = await video?.getDisplayWidth()
  const height = await video?.getDisplayHeight()
  const seconds = (await input.getDurationFromMetadata()) ?? (await input.computeDuration())
  return {
    ...(isSize(width) && isSize(height) ? { width, height } : {}),
    ...(Number.isFinite(seconds) && seconds > 0 ? { durationMs: Math.round(seconds * 1_000) } : {}),
  }
}

function isSize(pixels: number | undefined): pixels is number {
  return pixels !== undefined && Number.isInteger(pixels) && pixels > 0
}
