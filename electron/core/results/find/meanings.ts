/**
 * The vocabulary of task results: what the words of a key say about what stands under it.
 *
 * One table, in order of precedence. Nothing here knows a service; a rule that needs more than words is in `classify.ts`
 * (one mention and its surroundings) or `assign-roles.ts` (all mentions together).
 */
import { isFormat } from '../../media/kinds.ts'
import { formatRank, USUAL, VARIANTS } from './ranks.ts'

/**
 * What a key can say. `page` and `link` name addresses that are no files; `link` yields to a file's extension. `aside` and
 * `emblem` are usually what went in and a logo, and may be all that was asked for.
 */
export type Meaning =
  | 'hook'
  | 'failure'
  | 'cited'
  | 'page'
  | 'echo'
  | 'aside'
  | 'person'
  | 'emblem'
  | 'link'
  | 'thumbnail'
  | 'cover'
  | 'part'
  | 'copy'
  | 'stream'

interface Row {
  readonly meaning: Meaning
  /** `any`: one of the words is enough. `whole`: the key consists of such words, apart from words for addresses. */
  readonly match: 'any' | 'whole'
  readonly words: ReadonlySet<string>
}

const row = (meaning: Meaning, match: Row['match'], words: string): Row => ({
  meaning,
  match,
  words: new Set(words.trim().split(/\s+/u)),
})

const MEANINGS: readonly Row[] = [
  row('hook', 'any', 'callback webhook notify notification hook'),
  row('failure', 'any', 'error failure exception warning traceback fail'),
  row(
    'cited',
    'any',
    'citation cited grounding annotation footnote bibliography search websearch retrieved retrieval',
  ),
  row(
    'page',
    'whole',
    `self get fetch cancel status poll polling doc license pricing price term privacy policy help support faq dashboard console
    billing queue log delete retry refresh checkout upgrade login repo repository github huggingface paper blog tutorial
    readme schema api endpoint upload debug debugger inspect inspector admin console folder directory dir`,
  ),
  row(
    'echo',
    'any',
    `input parameter request argument config configuration prompt init initial reference conditioning control controlnet
    firstframe startframe uploaded timeline soundtrack script`,
  ),
  row(
    'aside',
    'any',
    'option setting modification parent template style preset subject driving target swap start tail garment',
  ),
  row(
    'person',
    'whole',
    'user author creator owner profile account provider organization org company brand publisher uploader member vendor image',
  ),
  row(
    'emblem',
    'whole',
    'logo icon favicon avatar badge banner emoji qr code qrcode user creator profile author brand company image',
  ),
  row(
    'link',
    'whole',
    `web website homepage site page share sharing permalink embed player viewer view watch hosted href link next prev previous
    playground response source project task job operation`,
  ),
  row(
    'thumbnail',
    'any',
    `thumbnail preview poster snapshot screenshot small tiny mini min lowres lqip placeholder blur blurhash sprite spritesheet
    storyboard still compressed icon keyframe`,
  ),
  row('cover', 'any', 'cover artwork'),
  row(
    'part',
    'any',
    `mask depth texture material mtl albedo basecolor metallic roughness emission occlusion caption captioned subtitle
    srt vtt ass transcript alignment alpha matte snippet chunk excerpt teaser lastframe endframe turntable spectrogram waveform latent segmentation keypoint
    pose canny lineart workflow timelapse progress intermediate debug wireframe thought draft
    moderation audit check`,
  ),
  row(
    'copy',
    'any',
    'watermark mirror proxy backup fallback alternate alternative alt temporary cached duplicate',
  ),
  row('stream', 'any', 'stream streaming hls dash m3u8 mpd'),
]

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/u))

/** Words for an address or for bytes, and for where they lie. */
const ADDRESS =
  set(`url uri src href link path location address public signed presigned s3 oss cdn r2 gcs cos blob bucket
  storage cloud discord http https remote external b64 base64 hex byte binary encoded inline`)
/** Words for where people look at a result. The kind of media beside them ("video_page") does not make a file of it. */
const SHOWCASE = set('page share sharing permalink embed player website homepage watch')
/** What a link of the service leads to. */
const LED_TO = set('result task job request prediction operation url uri link')
/** Words for a place further from the file than the others. */
const STORAGE = set('s3 oss cdn r2 gcs cos blob bucket storage cloud discord remote external')
/** Wrapping that says nothing about what is inside. */
const ENVELOPE =
  set(`data response payload body task info json meta metadata item list entry object content message choice
  candidate record value job run all resource public raw upstream provider api sources full
  size format variant rendition srcset resolution`)
/** What a service calls what it has made. */
const RESULT =
  set(`result output generated generation final artifact asset creation created rendered render sample prediction
  deliverable produced upscaled enhanced edited restored processed remeshed finished download media file`)
/** The words of `RESULT` that are unambiguous. */
const EXPLICIT = set('result output generated final upscaled enhanced edited restored processed')
const PLAIN_KINDS = set('image video audio text 3d model mesh')
const NEGATIONS = set('no without non un free remove removed clean')

/** What a key says, by the first row of the table that fits; null where it names a file or nothing. */
export function meaningOf(words: readonly string[]): Meaning | null {
  const found = MEANINGS.find((candidate) => fits(candidate, words))
  return found?.meaning ?? null
}

function fits({ meaning, match, words: row }: Row, words: readonly string[]): boolean {
  const at = words.findIndex((word) => row.has(word))
  if (at === -1) return false
  if (match === 'whole') {
    // "fetch_result" and "get_task" are verbs before what they lead to.
    if (meaning === 'page' && at === 0 && words.slice(1).every((word) => LED_TO.has(word))) return true
    // An address word alone ("link", "href") may itself be in the row; `image` alone is no person.
    const mayNameKind = meaning === 'link' && isShowcase(words)
    return (
      words.every((word) => row.has(word) || ADDRESS.has(word) || (mayNameKind && PLAIN_KINDS.has(word))) &&
      words.some((word) => row.has(word) && word !== 'image')
    )
  }
  if (meaning === 'echo' || meaning === 'aside')
    return !words.slice(at + 1).some((word) => EXPLICIT.has(word))
  if (meaning === 'copy') return !isUnwatermarked(words)
  return true
}

export function isShowcase(words: readonly string[]): boolean {
  return words.some((word) => SHOWCASE.has(word))
}

/** Whether the words say that there is an address and nothing of what it leads to: `href`, `link`. */
export function isPlainLink(words: readonly string[]): boolean {
  return words.length > 0 && words.every((word) => ADDRESS.has(word))
}

function isUnwatermarked(words: readonly string[]): boolean {
  return (
    words.includes('unwatermarked') ||
    (words.includes('watermark') && words.some((word) => NEGATIONS.has(word)))
  )
}

/** Whether all words are about addresses, so that the key above is the one that names the file. */
export function namesNothing(words: readonly string[]): boolean {
  return words.every((word) => ADDRESS.has(word) || ENVELOPE.has(word))
}

/** Whether the words are only about addresses: `url`, `downloadUrl`, `file_url`. */
export function isAddressKey(words: readonly string[]): boolean {
  return words.some((word) => ADDRESS.has(word) || word === 'download' || word === 'file')
}

/** Whether a word says without doubt that what follows was made by the task. */
export function saysOutput(words: readonly string[]): boolean {
  return words.some((word) => EXPLICIT.has(word))
}

/** Whether a word says that what follows was made by the task. */
export function saysResult(words: readonly string[]): boolean {
  return words.some((word) => RESULT.has(word))
}

/** Whether `original` is all that the key adds to the plain name. */
export function isOriginal(words: readonly string[]): boolean {
  return words.includes('original') || words.includes('source') || words.includes('before')
}

/** Whether the key says that the rest was made from what it holds: `source`, `source_url`, not `source_video_url`. */
export function isSource(words: readonly string[]): boolean {
  return (
    words.some((word) => word === 'source' || word === 'before') &&
    words.every((word) => word === 'source' || word === 'before' || ADDRESS.has(word))
  )
}

/** Whether a file's name says nothing but which size or copy of one content it is. */
export function isVariantName(words: readonly string[]): boolean {
  const isSized = words.some((word) => /^(?:w|h|width|height)$/u.test(word))
  const isSize = (word: string): boolean => isSized && /^(?:\d+|w|h|width|height)$/u.test(word)
  const isVariant = (word: string): boolean => Object.hasOwn(VARIANTS, word) || word === 'public'
  return (
    words.length > 0 &&
    words.every((word) => isVariant(word) || isSize(word) || meaningOf([word]) === 'thumbnail')
  )
}

/** Words for the whole beside its parts. */
const WHOLE = set('final full whole complete combined merged stitched joined concatenated')
const PARTS = set('segment scene shot piece clip part')

/** What a key says of parts that were joined: the whole, the parts, or neither. */
export function partitionOf(words: readonly string[]): 'whole' | 'parts' | null {
  if (words.some((word) => WHOLE.has(word))) return 'whole'
  const areAll = words.every((word) => PARTS.has(word) || isPlain(word))
  return areAll && words.some((word) => PARTS.has(word)) ? 'parts' : null
}

/** What tells one content from another in a key: its words without those for addresses, kinds, formats and variants. */
export function contentWords(words: readonly string[]): string {
  return words.filter((word) => !isPlain(word)).join(' ')
}

function isPlain(word: string): boolean {
  return (
    ADDRESS.has(word) ||
    ENVELOPE.has(word) ||
    RESULT.has(word) ||
    PLAIN_KINDS.has(word) ||
    NEGATIONS.has(word) ||
    word === 'watermark' ||
    word === 'source' ||
    word === 'before' ||
    Object.hasOwn(VARIANTS, word) ||
    isFormat(word)
  )
}

/** Which of several names for one content is the best; `leaf` when the key itself holds the address. */
export function variantRank(words: readonly string[], leaf: boolean): number {
  if (isUnwatermarked(words)) return 90
  const variant = words.findLast((word) => Object.hasOwn(VARIANTS, word))
  if (variant !== undefined) return VARIANTS[variant] ?? USUAL
  const format = words.findLast((word) => isFormat(word) && word !== 'json')
  if (format !== undefined) return formatRank(format)
  if (words.includes('source')) return 45
  if (leaf && words.some((word) => EXPLICIT.has(word))) return USUAL + 5
  if (words.some((word) => STORAGE.has(word))) return 40
  return words.includes('download') ? USUAL - 1 : USUAL
}
