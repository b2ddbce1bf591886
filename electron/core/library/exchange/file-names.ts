/**
 * Makes file names out of any text that every system can keep: short enough, without characters or words that mean something
 * to one of them, and different from one another also where case does not count.
 *
 * Sources: Microsoft, "Naming Files, Paths, and Namespaces"; Unicode Technical Report 36, 2.5 (bidirectional text spoofing).
 */

/** Some systems allow 143 bytes (eCryptfs), and an extension, a number and `.recipe.json` have to follow. */
const MAX_STEM_BYTES = 110
const RESERVED = /[<>:"/\\|?*]+/g
/** Controls and what is not seen, among it what turns the direction of writing; joiners inside words and emoji stay. */
const UNSEEN = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\uFE00-\uFE0E]/gu
/** Made when a name is cut: reading its rules would take 13 ms of every start. */
let segmenter: Intl.Segmenter | undefined
/** Names of devices on Windows, whatever extension follows. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00B9\u00B2\u00B3])(?=\s*(?:\.|$))/i

/** A file name without its extension, never empty. */
export function safeStem(text: string): string {
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\s\p{Z}]+/gu, ' ')
    .replace(UNSEEN, '')
    .replace(RESERVED, '-')
    .replace(/\uFFFD/g, '')
  const stem = trimmed(cut(trimmed(plain), MAX_STEM_BYTES))
  return DEVICE.test(stem) ? `_${stem}` : stem || 'asset'
}

/** The first characters of a text as a reader counts them, in one line. */
export function firstCharacters(text: string, count: number): string {
  const line = text
    .slice(0, count * 40)
    .replace(/\s+/g, ' ')
    .trim()
  return [...graphemes(line)].slice(0, count).join('').trim()
}

export type NameClaims = ReturnType<typeof createNameClaims>

/**
 * A name that is claimed is taken together with those of a recipe and of a packet of XMP beside it.
 *
 * @param there names of files that are there already, with their extensions.
 */
export function createNameClaims(there: readonly string[] = []) {
  const taken = new Set(there.flatMap((name) => stemsOf(name).map(likeness)))
  const next = new Map<string, number>()
  return {
    /** The stem, with a number behind it where a name like it is taken. */
    claim: (stem: string): string => {
      const first = likeness(stem)
      for (;;) {
        const number = next.get(first) ?? 1
        next.set(first, number + 1)
        const name = number === 1 ? stem : `${stem} (${number})`
        const keys = [likeness(name), likeness(`${name}.recipe`)]
        if (keys.some((key) => taken.has(key))) continue
        for (const key of keys) taken.add(key)
        return name
      }
    },
  }
}

/** What no other file may be called without its extension; `fox.png.xmp` would be written over with the sidecar of a `fox.png`. */
function stemsOf(name: string): readonly string[] {
  const stem = withoutExtension(name)
  return /\.xmp$/i.test(name) ? [stem, withoutExtension(stem)] : [stem]
}

function withoutExtension(name: string): string {
  return name.replace(/\.[^.]*$/, '')
}

/** The same for two names that one system or another takes for the same. */
function likeness(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase()
}

/** A leading dot hides a file, a leading dash looks like an option, and Windows drops what trails. */
function trimmed(text: string): string {
  return text.replace(/^[\s.\-~]+/, '').replace(/[\s.]+$/, '')
}

/** At most so many bytes of UTF-8, without half a character at the end. */
function cut(text: string, mostBytes: number): string {
  let kept = ''
  let bytes = 0
  for (const grapheme of graphemes(text.slice(0, mostBytes))) {
    bytes += Buffer.byteLength(grapheme)
    if (bytes > mostBytes) break
    kept += grapheme
  }
  return kept
}

function* graphemes(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  for (const { segment } of segmenter.segment(text)) yield segment
}
