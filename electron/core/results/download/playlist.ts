/**
 * Reads a stream's playlist (RFC 8216): which of several variants is the best, and which segments, in order, make it up.
 *
 * Refuses, with the reason, what cannot be joined by appending the segments.
 */
// oxlint-disable-next-line typescript/triple-slash-reference -- an ambient module cannot be imported
/// <reference path="./m3u8-parser.d.ts" />
import { Parser } from 'm3u8-parser'
import { z } from 'zod'

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

const rangeSchema = z.object({ offset: z.number(), length: z.number() }).optional()
const segmentSchema = z.object({
  uri: z.string(),
  byterange: rangeSchema,
  map: z.object({ uri: z.string(), byterange: rangeSchema }).optional(),
})
const variantSchema = z.object({
  uri: z.string(),
  attributes: z
    .object({
      BANDWIDTH: z.number().optional(),
      RESOLUTION: z.object({ width: z.number(), height: z.number() }).optional(),
      AUDIO: z.string().optional(),
    })
    .default({}),
})
const manifestSchema = z.object({
  endList: z.boolean().default(false),
  discontinuityStarts: z.array(z.number()).default([]),
  segments: z.array(segmentSchema).default([]),
  playlists: z.array(variantSchema).default([]),
  mediaGroups: z
    .object({ AUDIO: z.record(z.string(), z.record(z.string(), z.object({ uri: z.string().optional() }))) })
    .partial()
    .default({}),
})
type Manifest = z.infer<typeof manifestSchema>

/** Reads the playlist that `url` led to. Never throws. */
export function readPlaylist(text: string, url: string, mostSegments: number): Playlist {
  const manifest = parse(text)
  if (!manifest) return refused('cannot be read')
  // The parser keeps some systems of encryption apart from the segments, so the text itself is asked.
  if (/^#EXT-X-(?:SESSION-)?KEY:(?!.*METHOD=NONE\b)/m.test(text)) return refused('is encrypted')
  const { segments, playlists } = manifest
  if (playlists.length > 0) return bestVariant(manifest, url)
  if (segments.length === 0) return refused('names no segments')
  if (!manifest.endList) return { kind: 'unfinished' }
  if (segments.length > mostSegments) return refused(`has more than ${mostSegments} segments`)
  if (manifest.discontinuityStarts.some((start) => start > 0)) {
    return refused('is put together from several recordings')
  }
  const inits = new Set(segments.map(({ map }) => JSON.stringify(map ?? null)))
  if (inits.size > 1) return refused('is put together from several recordings')
  const parts = segments.map((segment) => toSegment(segment, url))
  const [first] = segments
  const init = first?.map ? toSegment(first.map, url) : null
  const whole = parts.filter((part) => part !== null)
  if (whole.length < parts.length || (first?.map && !init))
    return refused('names segments without an address')
  return { kind: 'segments', init, segments: whole }
}

/** The largest frame, then the highest bit rate, among those that contain their audio. */
function bestVariant({ playlists, mediaGroups }: Manifest, url: string): Playlist {
  const hasOwnAudio = ({ attributes: { AUDIO = '' } }: Manifest['playlists'][number]): boolean =>
    Object.values(mediaGroups.AUDIO?.[AUDIO] ?? {}).every(({ uri }) => uri === undefined)
  const pixels = ({ attributes: { RESOLUTION } }: Manifest['playlists'][number]): number =>
    (RESOLUTION?.width ?? 0) * (RESOLUTION?.height ?? 0)
  const [best] = playlists
    .filter(hasOwnAudio)
    .toSorted(
      (a, b) => pixels(b) - pixels(a) || (b.attributes.BANDWIDTH ?? 0) - (a.attributes.BANDWIDTH ?? 0),
    )
  if (!best) return refused('keeps video and audio in separate streams')
  const address = URL.parse(best.uri, url)
  return address ? { kind: 'variants', url: address.href } : refused('names variants without an address')
}

function toSegment(
  { uri, byterange }: { readonly uri: string; readonly byterange?: z.infer<typeof rangeSchema> },
  url: string,
): Segment | null {
  const address = URL.parse(uri, url)
  if (!address) return null
  return {
    url: address.href,
    range: byterange ? { from: byterange.offset, length: byterange.length } : null,
  }
}

function parse(text: string): Manifest | null {
  try {
    const parser = new Parser()
    parser.push(text)
    parser.end()
    return manifestSchema.parse(parser.manifest)
  } catch {
    return null
  }
}

function refused(reason: string): Playlist {
  return { kind: 'refused', reason }
}
