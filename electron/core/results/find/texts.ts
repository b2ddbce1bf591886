/**
 * Texts that are results themselves: what a language model wrote, lyrics, a transcript. Only where text is what the task makes,
 * or where a response names no file and its keys say which text was made of media.
 */
import { createHash } from 'node:crypto'
import { encodeDataUri } from '../../media/data-uri.ts'
import type { Classifier } from './classify.ts'
import type { ResultKind } from '../../media/kinds.ts'
import type { FoundResult } from './found-result.ts'
import type { Mention } from './walk.ts'

const MIME_TYPE = 'text/plain'
/** Words of the keys that hold the result of a text task. */
const TEXT_KEYS = new Set(
  `text output content answer caption transcript transcription lyric response result completion story description
  generated reply`.split(/\s+/u),
)
/** The same for a task that makes sound and wrote lyrics only, or one that was given media. */
const SPOKEN_KEYS = new Set('lyric text transcript transcription'.split(' '))
/** The same for any other task: what it says without doubt. */
const WRITTEN_KEYS = new Set('transcript transcription'.split(' '))
/** Words beside those that say nothing more. */
const WHOLE = new Set('full final plain whole formatted'.split(' '))

/** The texts nearest to the root, in their order: deeper ones are parts of them, such as a transcript's words. */
export function textResults(
  mentions: readonly Mention[],
  classifier: Classifier,
  task: ResultKind | null,
  hasMediaInput: boolean,
): readonly FoundResult[] {
  const keys = task === 'text' ? TEXT_KEYS : task === 'audio' || hasMediaInput ? SPOKEN_KEYS : WRITTEN_KEYS
  const texts = mentions.filter(({ text, path }) => {
    if (text.trim().length < 2 || /^\s*(?:\{|https?:\/\/\S+\s*$|data:)/iu.test(text)) return false
    const { words, meaning } = classifier.read(path)
    // Of several alternatives the first is the likeliest.
    if (/alternatives\/[1-9]/u.test(path.place)) return false
    const isOpen = meaning === null || ['link', 'part', 'copy'].includes(meaning)
    const named = words.filter((word) => !WHOLE.has(word))
    return isOpen && named.every((word) => keys.has(word)) && (named.length > 0 || task === 'text')
  })
  const nearest = Math.min(...texts.map(({ path }) => path.depth))
  return texts.filter(({ path }) => path.depth === nearest).map(asResult)
}

function asResult({ text, path }: Mention): FoundResult {
  const bytes = new TextEncoder().encode(text)
  return {
    kind: 'text',
    role: 'result',
    place: path.place,
    source: { kind: 'inline', dataUri: encodeDataUri(MIME_TYPE, bytes) },
    mimeType: MIME_TYPE,
    sizeBytes: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
}
