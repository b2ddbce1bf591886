/**
 * Texts that are results themselves: what a language model wrote, lyrics, a transcript. Looked for only where an answer names
 * no file, and only where text is what the task makes.
 */
import { createHash } from 'node:crypto'
import { encodeDataUri } from '../data-uri.ts'
import type { Judge } from './judge.ts'
import type { ResultKind } from './kinds.ts'
import type { FoundResult } from './find-results.ts'
import type { Mention } from './walk.ts'

const MIME_TYPE = 'text/plain'
/** Words of the keys under which a text task answers. */
const ANSWER_KEYS = new Set(
  `text output content answer caption transcript transcription lyric response result completion story description
  generated reply`.split(/\s+/u),
)
/** Under which a music task answers when it wrote words only. */
const LYRIC_KEYS = new Set(['lyric', 'text'])

/** The texts nearest to the root, in their order: deeper ones are parts of them, such as a transcript's words. */
export function textResults(
  mentions: readonly Mention[],
  judge: Judge,
  task: ResultKind | null,
): readonly FoundResult[] {
  if (task !== 'text' && task !== 'audio') return []
  const keys = task === 'text' ? ANSWER_KEYS : LYRIC_KEYS
  const texts = mentions.filter(({ text, trail }) => {
    if (text.trim().length < 2 || /^\s*(?:\{|https?:\/\/\S+\s*$|data:)/iu.test(text)) return false
    const { words, meaning } = judge.read(trail)
    const isOpen = meaning === null || meaning === 'link' || meaning === 'part'
    return isOpen && words.every((word) => keys.has(word)) && (words.length > 0 || task === 'text')
  })
  const nearest = Math.min(...texts.map(({ trail }) => trail.depth))
  return texts.filter(({ trail }) => trail.depth === nearest).map(asResult)
}

function asResult({ text, trail }: Mention): FoundResult {
  const bytes = new TextEncoder().encode(text)
  return {
    kind: 'text',
    role: 'result',
    place: trail.place,
    source: { kind: 'inline', dataUri: encodeDataUri(MIME_TYPE, bytes) },
    mimeType: MIME_TYPE,
    sizeBytes: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
}
