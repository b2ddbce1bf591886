/**
 * Measures what editing programs want to know of a video or a sound beyond its size and length.
 *
 * Runs where files from outside are read (reading/), which has a deadline for it.
 */
import type { Input } from 'mediabunny'
import { withMediaInput } from '../media/media-input.ts'

/** What the file does not tell, or has not, is absent. */
export interface TakeFacts {
  /** Frames a second, on average over its beginning. */
  readonly frameRate?: number
  readonly sound?: { readonly channels: number; readonly sampleRate: number }
}

/** Enough to tell 29.97 from 30, and soon read. */
const PACKETS = 300

export function readTakeFacts(path: string): Promise<TakeFacts> {
  return withMediaInput(path, factsOf).catch(() => ({}))
}

async function factsOf(input: Input): Promise<TakeFacts> {
  const video = await input.getPrimaryVideoTrack()
  const audio = await input.getPrimaryAudioTrack()
  const rate = (await video?.computePacketStats(PACKETS))?.averagePacketRate ?? 0
  return {
    ...(Number.isFinite(rate) && rate >= 1 && rate <= 480 && { frameRate: rate }),
    ...(audio && {
      sound: { channels: await audio.getNumberOfChannels(), sampleRate: await audio.getSampleRate() },
    }),
  }
}
