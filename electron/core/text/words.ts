/**
 * Splits the names that services give their fields into words, whatever the spelling: `resultWaterMarkUrls`,
 * `result-watermark-url` and `RESULT_WATERMARK_URL` are the same three words.
 */

/** Parts that are one word although a capital or a digit parts them. */
const COMPOUNDS = new Set(
  `watermark callback webhook thumbnail preview download upload filename lastframe firstframe startframe endframe
  basecolor blurhash lowres storyboard keyframe screenshot subtitle timelapse spritesheet controlnet permalink
  mp3 mp4 m4a m4v m3u8 b64 base64 3d 3gp 7z 360p 480p 540p 720p 768p 1080p 1440p 2160p 1k 2k 4k 8k 3mf s3 r2 artwork
  albumart pointcloud`.split(/\s+/u),
)
const MAX_COMPOUND = 4
/** Words that are written together with what stands before them: `imageurl`, `thumbnailuri`. */
const GLUED = /^([a-z]{3,})(url|uri|link|path|base64)$/u
const SINGULAR_AS_IT_IS = new Set(
  'status canvas lens sources previous this has is bass progress success series axis news ass alias address class gas'.split(
    ' ',
  ),
)
/** Other spellings of a word, and its usual abbreviations. */
const SAME_WORD: Readonly<Record<string, string>> = {
  img: 'image',
  pic: 'image',
  picture: 'image',
  photo: 'image',
  vid: 'video',
  movie: 'video',
  thumb: 'thumbnail',
  thum: 'thumbnail',
  thumnail: 'thumbnail',
  previw: 'preview',
  param: 'parameter',
  arg: 'argument',
  ref: 'reference',
  req: 'request',
  orig: 'original',
  origin: 'original',
  artefact: 'artifact',
  wm: 'watermark',
  watermarked: 'watermark',
  nowatermark: 'unwatermarked',
  '3ds': '3d',
  resp: 'response',
  docs: 'doc',
  documentation: 'doc',
  bytes: 'byte',
  licence: 'license',
  msg: 'message',
  tmp: 'temporary',
  temp: 'temporary',
  err: 'error',
  albumart: 'cover',
  coverart: 'cover',
  jpeg: 'jpg',
}
const MAX_KEY = 120

/** The words of a field's name: lower case, singular, one spelling each, in their order. */
export function wordsOf(key: string): readonly string[] {
  const parts = key
    .slice(0, MAX_KEY)
    .replace(/(UR[LI]|ID)s\b/gu, (_, word: string) => `${word.charAt(0)}${word.slice(1).toLowerCase()}s`)
    .match(/[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\p{ASCII}]+/gu)
  return joinCompounds((parts ?? []).map((part) => part.toLowerCase()))
    .flatMap((word) => {
      const [, before, after] = GLUED.exec(word.replace(/s$/u, '')) ?? []
      return before !== undefined && after !== undefined && !COMPOUNDS.has(word) ? [before, after] : [word]
    })
    .map((word) => {
      const one = singular(word)
      return (Object.hasOwn(SAME_WORD, word) ? SAME_WORD[word] : undefined) ?? lookUp(one)
    })
}

/** `wordsOf` with a memory: responses repeat their few keys often. */
export function createWordReader(): (key: string) => readonly string[] {
  const known = new Map<string, readonly string[]>()
  return (key) => {
    const remembered = known.get(key)
    if (remembered) return remembered
    const words = wordsOf(key)
    if (known.size < 5_000) known.set(key, words)
    return words
  }
}

function lookUp(word: string): string {
  return (Object.hasOwn(SAME_WORD, word) ? SAME_WORD[word] : undefined) ?? word
}

function joinCompounds(parts: readonly string[]): readonly string[] {
  const words: string[] = []
  for (let at = 0; at < parts.length;) {
    let taken = 1
    let word = parts[at] ?? ''
    for (let size = MAX_COMPOUND; size > 1; size--) {
      const joined = parts.slice(at, at + size).join('')
      const one = COMPOUNDS.has(joined) ? joined : singular(joined)
      if (at + size <= parts.length && COMPOUNDS.has(one)) {
        taken = size
        word = one
        break
      }
    }
    words.push(word)
    at += taken
  }
  return words
}

function singular(word: string): string {
  if (word.length < 4 && word !== '3ds' && word !== 'ids') return word
  if (SINGULAR_AS_IT_IS.has(word) || word.endsWith('ss')) return word
  if (word.endsWith('ies') && word.length > 5) return `${word.slice(0, -3)}y`
  return word.endsWith('s') ? word.slice(0, -1) : word
}
