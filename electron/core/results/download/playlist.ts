/**
 * Reads a stream's playlist (RFC 8216): which of several variants is the best, and which segments, in order, make it up.
 *
 * Refuses, with the reason, what cannot be joined by appending the segments.
 */
import { message, type Message, type PlainMessageId } from '#contract/messages/message.ts'

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
  | { readonly kind: 'refused'; readonly reason: Message }

/** Reads the playlist that `url` led to. Never throws. */
export function readPlaylist(text: string, url: string, mostSegments: number): Playlist {
  const lines = readLines(text, mostSegments)
  if (lines.isEncrypted) return refused('results.stream.encrypted')
  const { segments, variants } = lines
  if (variants.length > 0) return bestVariant(lines, url)
  if (segments.length === 0) return refused('results.stream.noSegments')
  if (segments.length > mostSegments)
    return { kind: 'refused', reason: message('results.stream.tooManySegments', { limit: mostSegments }) }
  if (!lines.hasEnded) return { kind: 'unfinished' }
  const maps = [...new Set(segments.map(({ map }) => map))]
  const inits = new Set(maps.map((map) => JSON.stringify(map)))
  if (inits.size > 1 || segments.some(({ isOther }) => isOther))
    return refused('results.stream.severalRecordings')
  const parts = segments.map((segment) => toSegment(segment, url))
  const map = segments[0]?.map
  const init = map ? toSegment(map, url) : null
  const whole = parts.filter((part) => part !== null)
  if (whole.length < parts.length || (map && !init)) return refused('results.stream.noAddresses')
  return { kind: 'segments', init, segments: whole }
}

/** The largest frame, then the highest bit rate, among those that contain their audio. */
function bestVariant({ variants, separateAudio }: ListedLines, url: string): Playlist {
  const [best] = variants
    .filter(({ audio }) => audio === null || !separateAudio.has(audio))
    .toSorted((a, b) => b.pixels - a.pixels || b.bandwidth - a.bandwidth)
  if (!best) return refused('results.stream.separateAudio')
  const address = URL.parse(best.uri, url)
  return address ? { kind: 'variants', url: address.href } : refused('results.stream.noVariantAddress')
}

function toSegment({ uri, range }: ListedPart, url: string): Segment | null {
  const address = URL.parse(uri, url)
  if (!address || uri === '') return null
  return { url: address.href, range: range && { from: range.offset, length: range.length } }
}

function refused(reason: PlainMessageId): Playlist {
  return { kind: 'refused', reason: message(reason) }
}

/**
 * Takes a stream's playlist (RFC 8216) apart: its segments and variants with the tags that apply to them. Goes over the text
 * once, whatever it says. What is made of it is playlist.ts's to say.
 */
interface ByteRange {
  readonly offset: number
  readonly length: number
}

interface ListedPart {
  readonly uri: string
  readonly range: ByteRange | null
}

interface ListedSegment extends ListedPart {
  readonly map: ListedPart | null
  /** It is of another recording than the one before. */
  readonly isOther: boolean
}

interface ListedVariant {
  readonly uri: string
  readonly pixels: number
  readonly bandwidth: number
  /** The name of the group that its audio is in, or null. */
  readonly audio: string | null
}

interface ListedLines {
  readonly segments: readonly ListedSegment[]
  readonly variants: readonly ListedVariant[]
  /** The groups with audio in a stream of its own. */
  readonly separateAudio: ReadonlySet<string>
  readonly isEncrypted: boolean
  readonly hasEnded: boolean
}

type Attributes = ReadonlyMap<string, string>

/** Longer lines are left out: neither addresses nor tags need them. */
const MAX_LINE = 16 * 1024
/** More are not read: no tag of the standard has as many. */
const MAX_ATTRIBUTES = 40

/** Ends early, with `most` and one more, where there are more segments or variants. */
function readLines(text: string, most: number): ListedLines {
  const reader = new LineReader()
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start)
    const stop = end < 0 ? text.length : end
    if (stop - start <= MAX_LINE) reader.take(text.slice(start, stop).trim())
    if (end < 0 || reader.segments.length > most || reader.variants.length > most) break
    start = end + 1
  }
  return reader
}

class LineReader implements ListedLines {
  readonly segments: ListedSegment[] = []
  readonly variants: ListedVariant[] = []
  readonly separateAudio = new Set<string>()
  isEncrypted = false
  hasEnded = false
  #variant: Attributes | null = null
  #map: ListedPart | null = null
  #range: { readonly length: number; readonly offset: number | null } | null = null
  #isOther = false

  take(line: string): void {
    if (line === '') return
    if (!line.startsWith('#')) return this.#takeAddress(line)
    if (!line.startsWith('#EXT')) return
    const colon = line.indexOf(':')
    const name = colon < 0 ? line : line.slice(0, colon)
    this.#takeTag(name, colon < 0 ? '' : line.slice(colon + 1))
  }

  #takeTag(name: string, value: string): void {
    switch (name) {
      case '#EXT-X-KEY':
      case '#EXT-X-SESSION-KEY':
        if (readAttributes(value).get('METHOD') !== 'NONE') this.isEncrypted = true
        return
      case '#EXT-X-STREAM-INF':
        this.#variant = readAttributes(value)
        return
      case '#EXT-X-MEDIA':
        return this.#takeMedia(readAttributes(value))
      case '#EXT-X-MAP':
        return this.#takeMap(readAttributes(value))
      case '#EXT-X-BYTERANGE':
        this.#range = readRange(value)
        return
      case '#EXT-X-DISCONTINUITY':
        this.#isOther = true
        return
      case '#EXT-X-ENDLIST':
        this.hasEnded = true
    }
  }

  #takeAddress(uri: string): void {
    if (this.#variant) {
      this.variants.push(toVariant(uri, this.#variant))
      this.#variant = null
      return
    }
    const before = this.segments.at(-1)?.range
    const range = this.#range && {
      length: this.#range.length,
      offset: this.#range.offset ?? (before ? before.offset + before.length : 0),
    }
    this.segments.push({ uri, range, map: this.#map, isOther: this.#isOther && this.segments.length > 0 })
    this.#range = null
    this.#isOther = false
  }

  #takeMedia(attributes: Attributes): void {
    const group = attributes.get('GROUP-ID')
    if (attributes.get('TYPE') === 'AUDIO' && group !== undefined && attributes.has('URI'))
      this.separateAudio.add(group)
  }

  #takeMap(attributes: Attributes): void {
    const range = readRange(attributes.get('BYTERANGE') ?? '')
    const offset = range?.offset ?? 0
    this.#map = { uri: attributes.get('URI') ?? '', range: range && { length: range.length, offset } }
  }
}

function toVariant(uri: string, attributes: Attributes): ListedVariant {
  const [, width = 0, height = 0] = /^(\d{1,6})x(\d{1,6})$/.exec(attributes.get('RESOLUTION') ?? '') ?? []
  const bandwidth = Number(attributes.get('BANDWIDTH') ?? 0)
  return {
    uri,
    pixels: Number(width) * Number(height),
    bandwidth: Number.isFinite(bandwidth) ? bandwidth : 0,
    audio: attributes.get('AUDIO') ?? null,
  }
}

/** RFC 8216, 4.3.2.2: a length, and behind an @ where it begins. */
function readRange(value: string): { readonly length: number; readonly offset: number | null } | null {
  const [, length, offset] = /^(\d{1,15})(?:@(\d{1,15}))?$/.exec(value.trim()) ?? []
  if (length === undefined) return null
  return { length: Number(length), offset: offset === undefined ? null : Number(offset) }
}

/** RFC 8216, 4.2: names and values with commas between; a value in quotes may hold commas. */
function readAttributes(text: string): Attributes {
  const attributes = new Map<string, string>()
  let at = 0
  for (let count = 0; count < MAX_ATTRIBUTES && at < text.length; count++) {
    const equals = text.indexOf('=', at)
    if (equals < 0) break
    const name = text.slice(Math.max(at, text.lastIndexOf(',', equals) + 1), equals).trim()
    const isQuoted = text[equals + 1] === '"'
    const closing = isQuoted ? text.indexOf('"', equals + 2) : -1
    const end = closing >= 0 ? closing : endOfValue(text, equals)
    attributes.set(name, text.slice(equals + (closing >= 0 ? 2 : 1), end).trim())
    at = end + 1
  }
  return attributes
}

function endOfValue(text: string, start: number): number {
  const comma = text.indexOf(',', start)
  return comma < 0 ? text.length : comma
}
