/**
 * What a packet of XMP says of a file beside its recipe: what a person gave it.
 *
 * Sources: XMP Specification Part 2 (2016), `xmp:Rating`, `dc:subject`, `dc:title`.
 */
import { cleanLine } from '../provenance/clean-json.ts'
import { itemsIn, propertyIn } from '../provenance/xmp-properties.ts'

export const MAX_TAGS = 100

interface PacketFacts {
  readonly tags: readonly string[]
  readonly rating: number
  readonly title?: string
}

export function factsInPacket(packet: string): PacketFacts {
  const title = cleanLine(propertyIn(packet, 'dc:title') ?? '', 500)
  return {
    tags: linesOf(itemsIn(packet, 'dc:subject'), MAX_TAGS),
    rating: ratingOf(Number(propertyIn(packet, 'xmp:Rating') ?? 0)),
    ...(title !== '' && { title }),
  }
}

/** Rejected ones are -1 elsewhere. */
export function ratingOf(stars: number): number {
  return Number.isFinite(stars) ? Math.min(5, Math.max(0, Math.round(stars))) : 0
}

/** The texts of a list, each once and in one line. */
export function linesOf(list: unknown, most: number): readonly string[] {
  const texts = Array.isArray(list) ? (list as readonly unknown[]).slice(0, most) : []
  const lines = texts.flatMap((text) => (typeof text === 'string' ? [cleanLine(text, 100)] : []))
  return [...new Set(lines.filter((line) => line !== ''))]
}
