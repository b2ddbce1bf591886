/**
 * Reads a stream's playlist (RFC 8216): which of several variants is the best, and which segments, in order, make it up.
 *
 * Refuses, with the reason, what cannot be joined by appending the segments.
 */
import { readLines, type ListedLines, type ListedPart } from './playlist-lines.ts'

/** A file, or a range of one. */
export interface Segment {
  readonly url: string
  readonly range: { readonly from: number; readonly length: number } | null
}

export type Playlist =
  /** Names other playlists; `url` is the best one. */
  | { readonly kind: 'variants'; readonly url: string }
  | { readonly kind: 'segments'; readonly init: Segment | null; readonly segments: readonly Segment[] }
  /** The stream has not ended. */
  | { readonly kind: 'unfinished' }
  /** In plain words, as the end of a sentence that begins with "it". */
  | { readonly kind: 'refused'; readonly reason: string }

/** Reads the playlist that `url` led to. Never throws. */
export function readPlaylist(text: string, url: string, mostSegments: number): Playlist {
  const lines = readLines(text, mostSegments)
  if (lines.isEncrypted) return refused('is encrypted')
  const { segments, variants } = lines
  if (variants.length > 0) return bestVariant(lines, url)
  if (segments.length === 0) return refused('names no segments')
  if (segments.length > mostSegments) return refused(`has more than ${mostSegments} segments`)
  if (!lines.hasEnded) return { kind: 'unfinished' }
  const maps = [...new Set(segments.map(({ map }) => map))]
  const inits = new Set(maps.map((map) => JSON.stringify(map)))
  if (inits.size > 1 || segments.some(({ isOther }) => isOther))
    return refused('is put together from several recordings')
  const parts = segments.map((segment) => toSegment(segment, url))
  const map = segments[0]?.map
  const init = map ? toSegment(map, url) : null
  const whole = parts.filter((part) => part !== null)
  if (whole.length < parts.length || (map && !init)) return refused('names segments without an address')
  return { kind: 'segments', init, segments: whole }
}

/** The largest frame, then the highest bit rate, among those that contain their audio. */
function bestVariant({ variants, separateAudio }: ListedLines, url: string): Playlist {
  const [best] = variants
    .filter(({ audio }) => audio === null || !separateAudio.has(audio))
    .toSorted((a, b) => b.pixels - a.pixels || b.bandwidth - a.bandwidth)
  if (!best) return refused('keeps video and audio in separate streams')
  const address = URL.parse(best.uri, url)
  return address ? { kind: 'variants', url: address.href } : refused('names variants without an address')
}

function toSegment({ uri, range }: ListedPart, url: string): Segment | null {
  const address = URL.parse(uri, url)
  if (!address || uri === '') return null
  return { url: address.href, range: range && { from: range.offset, length: range.length } }
}

function refused(reason: string): Playlist {
  return { kind: 'refused', reason }
}
