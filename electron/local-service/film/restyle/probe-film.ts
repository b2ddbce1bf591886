/**
 * Measures a given film by its packets: how long it is, how many frames a second, which way up.
 */
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny'
import type { FilmSource } from './film-source.ts'

export interface FilmMeasure {
  readonly framesPerSecond: number
  readonly frames: number
  readonly rotation: FilmSource['rotation']
}

/** Rates that films have, against the unsteady last digits of a measured one. */
const USUAL_RATES = [24_000 / 1001, 24, 25, 30_000 / 1001, 30, 48, 50, 60_000 / 1001, 60]
const SLOWEST = 4
const FASTEST = 60

/** The measure of the film in the file `path`; rejects when it holds no pictures. */
export async function probeFilm({ path }: { readonly path: string }): Promise<FilmMeasure> {
  using input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  const track = await input.getPrimaryVideoTrack()
  if (track === null) throw new Error('The film holds no pictures.')
  let [count, first, last] = [0, Infinity, 0]
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, {
    metadataOnly: true,
  })) {
    count += 1
    first = Math.min(first, packet.timestamp)
    last = Math.max(last, packet.timestamp + packet.duration)
  }
  const seconds = Math.max(0.001, last - first)
  const measured = Math.min(FASTEST, Math.max(SLOWEST, count / seconds))
  const framesPerSecond = nearestRate(measured)
  return {
    framesPerSecond,
    frames: Math.max(1, Math.round(seconds * framesPerSecond)),
    rotation: track.rotation,
  }
}

function nearestRate(measured: number): number {
  const away = (rate: number): number => Math.abs(rate - measured)
  const nearest = USUAL_RATES.reduce((best, rate) => (away(rate) < away(best) ? rate : best))
  return away(nearest) < 0.004 * nearest ? nearest : Math.round(measured * 1000) / 1000
}
