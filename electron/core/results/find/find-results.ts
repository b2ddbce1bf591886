/**
 * Finds every file that the response of a finished task names: its results and what accompanies them, each with its kind,
 * role and place; and what was left out, with the reason.
 *
 * Owns the order of the work: walk, read each text, classify it, compare all of them. Fetching what is found, and
 * believing its bytes, happens elsewhere.
 */
import type { Json } from '#contract/json.ts'
import { createStretches } from '#core/json/bounded-json.ts'
import { readAddress, splitAddresses, type Address, type MayBeRelative, type Refused } from './address.ts'
import { readPlaceholder, type ResponseFile } from '../responses/response-part.ts'
import { createCandidate, type Candidate } from './candidate.ts'
import { readInResponse, readInline, type Inline } from './inline.ts'
import { createClassifier, type Classifier, type Reading } from './classify.ts'
import type { FoundResult } from './found-result.ts'
import { kindOfTask, type ResultKind } from '../../media/kinds.ts'
import { saysOutput } from './meanings.ts'
import { addressesInProse } from './prose.ts'
import { assignRoles } from './assign-roles.ts'
import { textResults } from './texts.ts'
import { roleOfView, viewAddress, viewOf } from './views.ts'
import { holderOf, keysUp, walk, type JsonPath, type Mention } from './walk.ts'

interface IgnoredValue {
  /** As it stands in the response, cut after 300 characters. */
  readonly value: string
  readonly place: string
  /** In plain words. */
  readonly reason: string
}

export interface Findings {
  /** In the order of the response, each file once. */
  readonly found: readonly FoundResult[]
  readonly ignored: readonly IgnoredValue[]
  /** How many values of the response were looked at. */
  readonly visited: number
}

export interface FindContext {
  /** The task's media type and scene, in any vocabulary. */
  readonly mediaType?: string | undefined
  readonly scene?: string | undefined
  /** Completes addresses without a host; decides whether private hosts may be named. */
  readonly baseUrl?: string | undefined
  /** Where the files are that placeholders in the response stand for. */
  readonly response?: ResponseFile | undefined
}

const MAX_VALUE = 300
/** More than any task makes. */
const MAX_CANDIDATES = 20_000
const MAX_IGNORED = 500
/** Words of keys that may hold running text. */
const PROSE_KEYS = new Set(
  'content text output answer markdown html reply response result completion body value'.split(' '),
)
/** Words of keys whose text is never an address, even if it looks like a path. */
const NO_ADDRESS_KEYS = new Set(
  'name filename title id prompt text key type format label description tag model'.split(' '),
)

/** Never throws, whatever the response is. */
export async function findResults(taskResult: Json, context: FindContext = {}): Promise<Findings> {
  const task = kindOfTask(context.mediaType, context.scene)
  const classifier = createClassifier(
    task,
    /character|avatar/iu.test(`${context.mediaType ?? ''} ${context.scene ?? ''}`),
  )
  const { mentions, ids, visited, limits } = await walk(taskResult)
  const candidates: Candidate[] = []
  const ignored: IgnoredValue[] = limits.map(({ place, reason }) => ({ value: '', place, reason }))
  const ignore = (value: string, place: string, reason: string): void => {
    if (ignored.length < MAX_IGNORED) ignored.push({ value: value.slice(0, MAX_VALUE), place, reason })
  }
  const stretches = createStretches()
  for (const mention of mentions) {
    if (stretches.isOver()) await stretches.pause()
    if (candidates.length >= MAX_CANDIDATES) {
      ignore('', mention.path.place, 'the response names too many files; the rest was not searched')
      break
    }
    const { text, path } = mention
    const view = viewOf(path)
    if (view !== null) {
      const source = path.key === view.key ? viewAddress(view, context.baseUrl) : null
      if (source?.kind === 'address') {
        const classification = classifier.classify(classifier.read(path), source, null)
        candidates.push(createCandidate(path, source, { ...classification, ...roleOfView(view) }))
      } else if (source) ignore(text, path.place, source.reason)
      continue
    }
    if (text.length < 4 || /^\s*$/u.test(text.slice(0, 100))) continue
    const reading = classifier.read(path)
    for (const seen of await sourcesIn(mention, reading, context)) {
      if ('reason' in seen) ignore(seen.text, path.place, seen.reason)
      else
        candidates.push(
          createCandidate(path, seen.source, classifier.classify(reading, seen.source, seen.kind)),
        )
    }
  }
  const { kept, left } = assignRoles(
    candidates,
    task,
    classifier.words,
    new Set([...ids, ...idsIn(mentions, classifier)]),
  )
  for (const { source, path, reason } of left) {
    ignore(source.kind === 'address' ? source.url : nameOf(source), path.place, reason)
  }
  const isMade = ({ role, fallback }: Candidate): boolean => role === 'result' && fallback === null
  const hasInput = kept.some(({ role, classification }) => role === 'input' && isMedia(classification.kind))
  const texts =
    task === 'text' || !kept.some(isMade)
      ? textResults(mentions.slice(0, MAX_CANDIDATES), classifier, task, hasInput)
      : []
  if (texts.length > 0) yieldToTexts(kept, new Set(texts.map(({ place }) => place)), classifier)
  const found = kept.flatMap(toFound)
  return { found: [...found, ...texts], ignored, visited }
}

function isMedia(kind: ResultKind): boolean {
  return kind !== 'text' && kind !== 'file'
}

/** Where the text is what was asked for, nothing stands in for it; media that nothing calls an output went in, and sources are cited. */
function yieldToTexts(kept: readonly Candidate[], places: ReadonlySet<string>, { words }: Classifier): void {
  for (const candidate of kept) {
    const { path, classification, fallback } = candidate
    if (fallback !== null) candidate.role = fallback
    candidate.fallback = null
    const isOutput = places.has(path.place) || [...keysUp(path)].some(({ key }) => saysOutput(words(key)))
    if (candidate.role !== 'result' || isOutput) continue
    if ([...keysUp(path)].some(({ key }) => /^sources?$/iu.test(key))) candidate.role = 'link'
    else if (isMedia(classification.kind)) candidate.role = 'input'
  }
}

const BASE64 = /^\s*[\w+/-]{64}/u

type Seen =
  | { readonly source: Address | Inline; readonly kind: ResultKind | null }
  | { readonly text: string; readonly reason: string }

function nameOf({ source, mimeType }: Inline): string {
  return source.kind === 'inline' ? source.dataUri : mimeType
}

/** What one text names: usually nothing or one file, more in a list of addresses or running text. */
async function sourcesIn(
  mention: Mention,
  reading: Reading,
  { baseUrl, response }: FindContext,
): Promise<readonly Seen[]> {
  const { text, joined } = mention
  const range = response ? readPlaceholder(text, response) : null
  if (response && range) {
    const inline = await readInResponse(response.path, range, reading.neighbours.mimeType)
    return [inline.kind === 'unreadable' ? { text, reason: inline.reason } : { source: inline, kind: null }]
  }
  const parts = joined ? null : splitAddresses(text)
  if (parts) return parts.flatMap((part) => seenAddress(part, reading, baseUrl) ?? [])
  // JPEG in base64 begins with a slash, and would be a path.
  const inline = joined || !BASE64.test(text) ? null : await seenInline(text, reading)
  if (inline) return [inline]
  const one = joined
    ? null
    : (seenAddress(text, reading, baseUrl, mayBeRelative(mention.path, reading)) ??
      (await seenInline(text, reading)))
  if (one) return [one]
  if (reading.meaning === 'echo') return promptImage(text, baseUrl)
  return mayHoldProse(reading) ? proseIn(text, baseUrl) : []
}

/** A prompt may begin with the address of an image. */
function promptImage(text: string, baseUrl: string | undefined): readonly Seen[] {
  const start = text.slice(0, MAX_PROMPT_IMAGE).trimStart().replace(/^</u, '')
  const [first] = /^https?:/iu.test(start) ? addressesInProse(start) : []
  const address = first && readAddress(first.text, baseUrl, 'no')
  return address?.kind === 'address' ? [{ source: address, kind: 'image' }] : []
}
const MAX_PROMPT_IMAGE = 4_000

const MAX_ID = 200

/** The ids that the response names: of the task, of its parts, of requests. */
function idsIn(mentions: readonly Mention[], { words }: Classifier): readonly string[] {
  const isId = ({ text, path }: Mention) => text.length <= MAX_ID && words(path.key).at(-1) === 'id'
  return mentions.filter(isId).map(({ text }) => text)
}

function seenAddress(
  text: string,
  reading: Reading,
  baseUrl: string | undefined,
  mayBeRelative = relativeUnder(reading),
): Seen | null {
  const address: Address | Refused | null = readAddress(text, baseUrl, mayBeRelative)
  if (!address) return null
  return address.kind === 'refused' ? { text, reason: address.reason } : { source: address, kind: null }
}

/** A path is where the service has the file, unless an address beside it says more. */
function mayBeRelative(path: JsonPath, reading: Reading): MayBeRelative {
  if (reading.words.length !== 1 || reading.words[0] !== 'path') return relativeUnder(reading)
  const beside = Object.values(holderOf(path) ?? {}).slice(0, MAX_BESIDE)
  return beside.some((value) => typeof value === 'string' && /^https?:/iu.test(value)) ? 'no' : 'file'
}
const MAX_BESIDE = 100

async function seenInline(text: string, { speaksOfFile, neighbours, words }: Reading): Promise<Seen | null> {
  const isNamed = speaksOfFile || neighbours.mimeType !== '' || words.length === 0
  const inline = await readInline(text, neighbours.mimeType, isNamed)
  if (!inline) return null
  return inline.kind === 'unreadable' ? { text, reason: inline.reason } : { source: inline, kind: null }
}

async function proseIn(text: string, baseUrl: string | undefined): Promise<readonly Seen[]> {
  if (/^\s*<(?:!doctype|html|head|body)/iu.test(text)) return []
  const seen: Seen[] = []
  for (const { text: part, isShown, kind } of addressesInProse(text)) {
    if (/^data:/iu.test(part)) {
      const inline = await readInline(part, '', true)
      if (inline?.kind === 'inline') seen.push({ source: inline, kind: null })
      continue
    }
    const address = readAddress(part, baseUrl, 'no')
    if (address?.kind !== 'address') continue
    const isFile = address.extension !== '' && !/^x?html?$/u.test(address.extension)
    if (isFile) seen.push({ source: address, kind: null })
    else if (isShown) seen.push({ source: address, kind: kind ?? 'image' })
    else seen.push({ text: part, reason: 'it is only mentioned in a text' })
  }
  return seen
}

function relativeUnder({ words, speaksOfFile, kind }: Reading): MayBeRelative {
  const isNamed = words.some((word) => NO_ADDRESS_KEYS.has(word))
  // "model_url": "acme/paint" is a model's name.
  const isName = isNamed && kind === null
  if (words.some((word) => /^(?:url|uri|src|href|download)$/u.test(word))) return isName ? 'file' : 'address'
  return (speaksOfFile || words.length === 0) && !isNamed ? 'file' : 'no'
}

function mayHoldProse({ words, meaning, speaksOfFile }: Reading): boolean {
  if (meaning !== null && meaning !== 'link') return false
  return words.length === 0 || speaksOfFile || words.some((word) => PROSE_KEYS.has(word))
}

function toFound({ source, path, classification, role, fallback }: Candidate): readonly FoundResult[] {
  if (role === 'link') return []
  const common = {
    kind: classification.kind,
    role,
    place: path.place,
    ...(fallback && fallback !== 'link' ? { fallback } : {}),
  }
  if (source.kind === 'address') return [{ ...common, source: { kind: 'url', url: source.url } }]
  const { mimeType, sizeBytes, sha256 } = source
  return [{ ...common, source: source.source, mimeType, sizeBytes, sha256 }]
}
