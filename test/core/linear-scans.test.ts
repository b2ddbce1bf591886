/**
 * Everything that searches a text from outside takes time in proportion to its length, whatever the text.
 *
 * @slow Every pair of beginning, piece and end instead of a sample of them.
 */
import { expect } from 'vitest'
import { redact } from '#adapters/node/redact.ts'
import { readModels } from '#core/catalog/listings/read-models.ts'
import { parseBoundedJson } from '#core/json/bounded-json.ts'
import type { CarriedTexts } from '#core/library/provenance/container.ts'
import { readSources } from '#core/library/provenance/sources/read-sources.ts'
import { itemsIn } from '#core/library/provenance/xmp-properties.ts'
import { findResults } from '#core/results/find/find-results.ts'
import { createKeyCleaner } from '#core/service/transport/key-cleaner.ts'
import { scaled, slow } from '#test/stand-ins/scale.ts'
import { seededRandom } from '#test/stand-ins/seeded-random.ts'
import { timeOf } from '#test/stand-ins/loop-silence.ts'

/** Below it the clock is too coarse to tell, and no text is long enough to hold anything up. In milliseconds. */
const NOTHING_MS = 20
const TRIES = 8

const cleaner = createKeyCleaner('key-for-tests+and/more')
const context = { mediaType: 'image', baseUrl: 'https://api.example.com' }

const carried = (texts: CarriedTexts) => readSources({ texts, name: '', beside: {} })
const JOB = 'Job ID: 01234567-89ab-cdef-0123-456789abcdef'

const SCANS: readonly (readonly [string, (text: string) => unknown])[] = [
  ['a result under an address', (text) => findResults({ images: [{ url: text }] }, context)],
  ['a result under a name of text', (text) => findResults({ output: text }, context)],
  ['a result under a name of bytes', (text) => findResults({ image_base64: text }, context)],
  ['a result in pieces', (text) => findResults([text.slice(0, 1_000), text], { mediaType: 'text' })],
  ['a name in a result', (text) => findResults({ [text]: 'https://cdn.example.com/a.png' }, context)],
  ['a model', (text) => readModels([{ id: text, type: text, description: text }])],
  ['a listing in words', (text) => readModels(text)],
  ['a log line', redact],
  ['a text that may hold the key', (text) => cleaner.json(text)],
  ['JSON', parseBoundedJson],
  ['parameters of the web UI', (text) => carried({ parameters: `fox\nSteps: 4, a: ${text}` })],
  ['a list of XMP', (text) => itemsIn(`<a:b><rdf:Bag>${text}</rdf:Bag></a:b>`, 'a:b')],
  ['a command of InvokeAI', (text) => carried({ dream: `"${text}" -s 50` })],
  ['a command of Midjourney', (text) => carried({ description: `${text} ${JOB}` })],
  ['the data of Tensor.Art', (text) => carried({ generation_data: `{"prompt":"x"}${text}` })],
  ['a graph of ComfyUI', (text) => carried({ prompt: graphWith(text) })],
]
/** A prompt that comes from a node of this type. */
function graphWith(type: string): string {
  return JSON.stringify({
    1: { class_type: 'KSampler', inputs: { seed: 1, positive: ['2', 0] } },
    2: { class_type: 'CLIPTextEncode', inputs: { text: ['3', 0] } },
    3: { class_type: type, inputs: { a: 'fox', b: 'snow' } },
  })
}
const PREFIXES = [
  '',
  'x',
  'https://a.example/',
  '"https://',
  'data:image/png;base64,',
  'data:text/plain,',
  '//a.example/',
]
const SUFFIXES = ['', 'x', '\n', '!', '\0', ' https://a.example/b.png', '"']
const CHARACTERS = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))
const PIECES = CHARACTERS.concat(
  ['\n', '\t', '\0', '\u00e9', '\u200b', '\ufeff', '\ud83d\ude00'],
  [
    'https://a.b/c ',
    ',https://',
    'https://',
    '://',
    ' .ab?',
    '.ab?',
    '.png ',
    'a/',
    '../',
    '\\/',
    '\\\\u002b',
  ],
  ['![](', '](', '<img ', '<svg ', '<!--', '```', '{"a":', '[[', '[],', '"\\"', '",', '%41', '%25', '&amp;'],
  [';base64,', 'data:,', 'bearer ', 'token: ', 'eyJ-', 'eyJaaaaaaaa.', 'key-for-', 'password', 'sk-'],
  ['text-to-', 'video, ', ' | ', 'aB', 'A1'],
  ['<rdf:li>', '</rdf:li>', 'Job ID: ', ' --a', '[a] ', 'combine', 'text', '\n Aaa'],
)
/** Each beginning with each piece, each with its own of the ends, so that each piece has all of these too. */
const TEXTS = PREFIXES.flatMap((prefix, first) =>
  PIECES.map((piece, second) => {
    const suffix = SUFFIXES[(first + second) % SUFFIXES.length] ?? ''
    return [prefix, piece, suffix] as const
  }),
)

/** The prefixes are short enough for addresses, the long texts about as long as one may be. */
const SHORT = 15_000

slow.each(SCANS)('reads %s in linear time', async (_, scan) => {
  const random = seededRandom(1)
  const chosen = scaled(
    TEXTS.filter(([prefix]) => prefix === '').concat(
      Array.from({ length: 60 }, () => TEXTS[Math.floor(random() * TEXTS.length)] ?? ['', '', '']),
    ),
    TEXTS,
  )
  for (const [prefix, piece, suffix] of chosen) {
    const text = (length: number) => `${prefix}${piece.repeat(length / piece.length)}${suffix}`
    const steep = await steepGrowth(scan, text(SHORT), text(4 * SHORT))
    expect(steep && { prefix, piece, suffix, ...steep }).toBe(null)
  }
})

/**
 * How the time of a scan grows with its text: four times the text takes four times as long where the scan is linear, sixteen
 * times where it is quadratic. Counts the processor's time of this thread, which a busy machine does not change. Null where
 * the growth is that of a linear scan, else the times of the short and of the long text.
 */
async function steepGrowth(
  scan: (text: string) => unknown,
  short: string,
  long: string,
): Promise<{ readonly shortMs: number; readonly longMs: number } | null> {
  let [shortMs, longMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let attempt = 0; attempt < TRIES; attempt++) {
    longMs = Math.min(longMs, await timeOf(() => scan(long)))
    if (longMs < NOTHING_MS) return null
    shortMs = Math.min(shortMs, await timeOf(() => scan(short)))
    if (longMs < shortMs * 10) return null
  }
  return { shortMs, longMs }
}
