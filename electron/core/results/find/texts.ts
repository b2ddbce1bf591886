/**
 * Texts that are results themselves: what a language model wrote, lyrics, a transcript. Looked for only where a response names
 * no file, and only where text is what the task makes.
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
/** The same for a music task that wrote lyrics only. */
const LYRIC_KEYS = new Set(['lyric', 'text'])

/** The texts nearest to the root, in their order: deeper ones are parts of them, such as a transcript's words. */
export function textResults(
  mentions: readonly Mention[],
  classifier: Classifier,
  task: ResultKind | null,
): readonly FoundResult[] {
  if (task !== 'text' && task !== 'audio') return []
  const keys = task === 'text' ? TEXT_KEYS : LYRIC_KEYS
  const texts = mentions.filter(({ text, path }) => {
    if (text.trim().length < 2 || /^\s*(?:\{|https?:\/\/\S+\s*$|data:)/iu.test(text)) return false
    const { words, meaning } = classifier.read(path)
    const isOpen = meaning === null || meaning === 'link' || meaning === 'part'
    return isOpen && words.every((word) => keys.has(word)) && (words.length > 0 || task === 'text')
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
