/**
 * What is read of an input video: how long it is, how many frames a second, which way up.
 */
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny'

export interface VideoSource {
  readonly path: string
  /** Of the frames as they are wanted: upright, in pixels, both even. */
  readonly width: number
  readonly height: number
  readonly framesPerSecond: number
}

interface VideoMeasure {
  readonly framesPerSecond: number
  readonly frames: number
}

/** Rates that videos have, against the unsteady last digits of a measured one. */
const USUAL_RATES = [24_000 / 1001, 24, 25, 30_000 / 1001, 30, 48, 50, 60_000 / 1001, 60]
const SLOWEST = 4
const FASTEST = 60

/** The threads' work before a video is redrawn: measures it by its packets. Rejects when it holds no frames. */
export async function measureVideo({ path }: { readonly path: string }): Promise<VideoMeasure> {
  using input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  const track = await input.getPrimaryVideoTrack()
  if (track === null) throw new Error('The video holds no frames.')
  let [count, first, last] = [0, Infinity, 0]
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, {
    metadataOnly: true,
  })) {
    count += 1
    first = Math.min(first, packet.timestamp)
    last = Math.max(last, packet.timestamp + packet.duration)
  }
  const seconds = Math.max(0.001, last - first)
  const framesPerSecond = nearestRate(Math.min(FASTEST, Math.max(SLOWEST, count / seconds)))
  return { framesPerSecond, frames: Math.max(1, Math.round(seconds * framesPerSecond)) }
}

function nearestRate(measured: number): number {
  const away = (rate: number): number => Math.abs(rate - measured)
  const nearest = USUAL_RATES.reduce((best, rate) => (away(rate) < away(best) ? rate : best))
  return away(nearest) < 0.004 * nearest ? nearest : Math.round(measured * 1000) / 1000
}
