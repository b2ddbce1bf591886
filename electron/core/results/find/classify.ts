/**
 * Classifies one mention by its keys, its neighbours and its spelling: its role and the kind of file.
 *
 * What only shows when all mentions are compared (duplicates, formats, the better copy) is `assign-roles.ts`'s business.
 */
import type { Address } from './address.ts'
import type { Inline } from './inline.ts'
import { isArchive, kindOfExtension, kindOfMime, kindOfWords, type ResultKind } from '../../media/kinds.ts'
import {
  contentWords,
  isAddressKey,
  isPlainLink,
  isShowcase,
  meaningOf,
  namesNothing,
  saysOutput,
  saysResult,
  type Meaning,
} from './meanings.ts'
import { createEnvelopeReader, createNeighbourReader, type Neighbours } from './neighbours.ts'
import { keysUp, type JsonPath } from './walk.ts'
import { createWordReader } from '../../text/words.ts'

/** The role in a response. A `link` is no file and is never listed among what was found. */
export type Role = 'result' | 'thumbnail' | 'cover' | 'input' | 'stream' | 'alternate' | 'auxiliary' | 'link'

export interface Classification {
  readonly role: Role
  readonly kind: ResultKind
  /** Whether a key, a neighbour or an extension says that this is a file; a bare address may be a page. */
  readonly isSure: boolean
  /** Why it is left out; only with the role `link`. */
  readonly reason: string
  readonly mimeType: string
  /** What tells members of a list apart. */
  readonly variant: readonly string[]
  /** The reason to leave it out is weak enough to be dropped when nothing else is named. */
  readonly mayStandIn: boolean
}

/** What is known of keys before the text at their end is read. */
export interface Reading {
  readonly meaning: Meaning | null
  /** The words of the nearest key. */
  readonly words: readonly string[]
  readonly neighbours: Neighbours
  /** A key close by names a kind of media, bytes, or a result. */
  readonly speaksOfFile: boolean
  readonly kind: ResultKind | null
}

export interface Classifier {
  read(path: JsonPath): Reading
  classify(reading: Reading, source: Address | Inline, kindSaid: ResultKind | null): Classification
  words(key: string): readonly string[]
}

const ANYWHERE: readonly Meaning[] = ['hook', 'failure', 'cited', 'echo', 'aside', 'person', 'emblem']
const ROLES: Partial<Record<Meaning, Role>> = {
  echo: 'input',
  aside: 'input',
  thumbnail: 'thumbnail',
  cover: 'cover',
  part: 'auxiliary',
  copy: 'alternate',
  stream: 'stream',
}
const REASONS: Partial<Record<Meaning, string>> = {
  hook: 'it is where the service reports to',
  failure: 'it belongs to a message about an error',
  cited: 'it is a source of the text, not a result',
  page: 'it is a page or a link of the service, not a file',
  link: 'it is a page or a link of the service, not a file',
  person: 'it is an image of its author, not a result',
  emblem: 'it is a logo or a portrait of its author, not a result',
}
export const UNNAMED = 'nothing says that a file is there'
const HELP_HOST = /^(?:docs?|help|support|developers?|status)\./u
const STREAM_EXTENSIONS = new Set(['m3u8', 'mpd'])
/** Extensions that hold different kinds; a neighbour knows better. */
const AMBIGUOUS = new Set(['zip', 'bin', 'json', 'tar', 'gz', 'rar', '7z'])
/** Extensions of videos that may be sound alone, and of sound that may be a video. */
const MOVING = new Set(['webm', 'ogg', 'mp4'])

interface Context {
  readonly words: (key: string) => readonly string[]
  readonly neighboursOf: (path: JsonPath) => Neighbours
  /** Whether everything that a response says stands under this step. */
  readonly isEnvelope: (step: JsonPath) => boolean
  readonly task: ResultKind | null
  readonly isCharacter: boolean
}

/** `task` is the kind of file that the task makes. `isCharacter`: a portrait of the character is what was asked for. */
export function createClassifier(task: ResultKind | null, isCharacter: boolean): Classifier {
  const words = createWordReader()
  const neighboursOf = createNeighbourReader(words)
  const context: Context = { words, neighboursOf, isEnvelope: createEnvelopeReader(), task, isCharacter }
  return {
    read: (path) => readPath(path, context),
    classify: (reading, source, kindSaid) => classify(reading, source, kindSaid, task),
    words,
  }
}

function readPath(path: JsonPath, context: Context): Reading {
  const { words, neighboursOf, isEnvelope, task, isCharacter } = context
  const neighbours = withOuterKind(path, neighboursOf, words)
  let meaning: Meaning | null = null
  let kind: ResultKind | null = null
  let speaksOfFile = false
  let nearest: readonly string[] | null = null
  let isNaming = true
  let far: Meaning | null = null
  let saidResult = false
  let saidOutput = false
  let isLink = false
  let hasOutcome = false
  // In a task of an unknown kind, a model that was put out is no AI model.
  const isPutOut = task === null && [...keysUp(path)].some(({ key }) => saysOutput(words(key)))
  const kindHere = isPutOut ? 'model3d' : task
  for (const step of keysUp(path)) {
    const own = words(step.key)
    const said = meaningOf(own)
    const isLeaf = nearest === null
    nearest ??= own
    if (said === 'echo' && hasOutcome && isEnvelope(step)) continue
    hasOutcome ||= neighboursOf(step).hasOutcome
    if (said !== null && ANYWHERE.includes(said)) {
      if ((said === 'person' || said === 'emblem') && (isCharacter || saidResult)) continue
      if (said === 'aside' && saidOutput) continue
      if (far === null || ANYWHERE.indexOf(said) < ANYWHERE.indexOf(far)) far = said
    } else if (said === 'page' || said === 'link') {
      if (isLeaf && isPlainLink(own)) isLink = true
      else if (isLeaf || (isNaming && said === 'page' && !namesNothing(own))) meaning ??= said
    } else meaning ??= said
    // "download: { href }": the key above says what the link leads to.
    if (!isLeaf && isNaming && (saysResult(own) || kindOfWords(own, kindHere) !== null)) isLink = false
    saidResult ||= saysResult(own)
    saidOutput ||= saysOutput(own)
    kind ??= kindOfWords(own, kindHere)
    if (isNaming && (saysResult(own) || own.some((word) => /^(?:b64|base64|byte|binary|hex)$/u.test(word))))
      speaksOfFile = true
    if (isNaming && kindOfWords(own, kindHere) !== null && kindOfWords(own, kindHere) !== 'text')
      speaksOfFile = true
    isNaming &&= namesNothing(own)
  }
  if (isLink) meaning ??= 'link'
  if (far === null && isOfOtherSide(path, context)) far = 'echo'
  const isMain = nearest === null || contentWords(nearest) === ''
  const beside = meaning === null && isMain ? besideOf(path, neighboursOf) : null
  return { meaning: far ?? meaning ?? beside, words: nearest ?? [], neighbours, speaksOfFile, kind }
}

function classify(
  reading: Reading,
  source: Address | Inline,
  kindSaid: ResultKind | null,
  task: ResultKind | null,
): Classification {
  const { neighbours } = reading
  const extension = source.kind === 'address' ? source.extension : ''
  const isMain = reading.meaning === null || reading.meaning === 'echo' || reading.meaning === 'aside'
  const kind =
    source.kind === 'inline' ? source.media : (kindSaid ?? kindOf(extension, reading, isMain, task))
  const fileExtension = kindOfExtension(extension) !== null
  const base = {
    kind,
    isSure:
      source.kind === 'inline' ||
      fileExtension ||
      neighbours.mimeType !== '' ||
      kindSaid !== null ||
      reading.speaksOfFile ||
      source.isSigned,
    reason: '',
    mimeType: source.kind === 'inline' ? source.mimeType : isMain ? neighbours.mimeType : '',
    variant: neighbours.variant,
    mayStandIn: reading.meaning === 'aside' || reading.meaning === 'emblem',
  }
  const link = (reason: string): Classification => ({ ...base, role: 'link', reason })
  const meaning = reading.meaning
  if (
    meaning === 'hook' ||
    meaning === 'failure' ||
    meaning === 'cited' ||
    meaning === 'person' ||
    meaning === 'emblem' ||
    meaning === 'page'
  ) {
    return link(REASONS[meaning] ?? '')
  }
  if (/^x?html?$/u.test(extension)) return link('it is a web page')
  if (meaning === 'link' && !fileExtension) return link(REASONS.link ?? '')
  if (meaning === 'link' && isShowcase(reading.words)) return { ...base, role: 'alternate' }
  if (meaning === 'stream' && !fileExtension && neighbours.hasTaskLinks) return link(REASONS.page ?? '')
  if (STREAM_EXTENSIONS.has(extension) && meaning !== 'echo')
    return { ...base, role: 'stream', kind: 'video' }
  if (
    meaning === 'part' &&
    kind === 'video' &&
    reading.words.some((word) => /^(?:caption|captioned|subtitle)$/u.test(word))
  ) {
    return { ...base, role: 'alternate' }
  }
  const role = (meaning && ROLES[meaning]) || 'result'
  if (role !== 'result' || base.isSure) return { ...base, role }
  if (source.kind === 'address' && (neighbours.isFailure || HELP_HOST.test(source.host)))
    return link(REASONS.page ?? '')
  const mayBeFile = reading.words.length === 0 || isAddressKey(reading.words) || isBareValue(reading.words)
  return mayBeFile || reading.kind !== null ? { ...base, role } : link(UNNAMED)
}

/** Keys whose value is whatever the key above names. */
function isBareValue(words: readonly string[]): boolean {
  return words.every((word) =>
    /^(?:data|content|value|object|payload|body|resource|variant|rendition|item|entry|list|all)$/u.test(word),
  )
}

/** `{kind: "music", file: {url}}`: around a key that names nothing, the object around it says the kind. */
function withOuterKind(
  path: JsonPath,
  neighboursOf: Context['neighboursOf'],
  words: Context['words'],
): Neighbours {
  const own = neighboursOf(path)
  let at: JsonPath | null = path
  while (at && at.holder !== null && at.key !== '' && namesNothing(words(at.key))) at = at.up
  if (own.kind !== null || own.mimeType !== '' || !at || at === path || at.key === '') return own
  const isWrapper = words(at.key).every((word) => word === 'file' || word === 'asset' || word === 'media')
  const { kind } = isWrapper ? neighboursOf(at) : own
  return kind === null ? own : { ...own, kind }
}

/** Whether an object around it belongs to whoever asked, and others, in its list or beside it, may not. */
function isOfOtherSide(path: JsonPath, { neighboursOf, isEnvelope }: Context): boolean {
  let isInList = false
  const sides: JsonPath[] = []
  for (let at: JsonPath | null = path; at; at = at.up) {
    if (at.holder !== null && at.key === '') isInList = true
    else if (neighboursOf(at).isOtherSide && at.up) sides.push(at.up)
  }
  return sides.some((step) => step.holder !== null && (isInList || !isEnvelope(step)))
}

/** What the object, or an object around it in the same list item, says about its part. */
function besideOf(path: JsonPath, neighboursOf: (path: JsonPath) => Neighbours): Meaning | null {
  for (let at: JsonPath | null = path; at && at.holder !== null && at.key !== ''; at = at.up) {
    const { meaning } = neighboursOf(at)
    if (meaning !== null && meaning !== 'stream' && meaning !== 'person') return meaning
  }
  return null
}

function kindOf(extension: string, reading: Reading, isMain: boolean, task: ResultKind | null): ResultKind {
  const byExtension = kindOfExtension(extension)
  if (byExtension && !AMBIGUOUS.has(extension) && !MOVING.has(extension)) return byExtension
  const beside = isMain ? (kindOfMime(reading.neighbours.mimeType) ?? reading.neighbours.kind) : null
  if (MOVING.has(extension) && !beside && kindOfWords(reading.words, task) === 'audio') return 'audio'
  const mayBe = !MOVING.has(extension) || beside === 'video' || beside === 'audio'
  if (beside && beside !== 'file' && beside !== 'text' && mayBe) return beside
  if (byExtension && byExtension !== 'file') return byExtension
  if (extension !== '' && byExtension === 'file') {
    // A model comes packed with its textures.
    const isModel =
      reading.kind === 'model3d' || (task === 'model3d' && isArchive(extension) && reading.kind === null)
    return isModel ? 'model3d' : byExtension
  }
  if (reading.meaning === 'thumbnail' || reading.meaning === 'cover')
    return kindOfWords(reading.words, task) ?? 'image'
  return kindOfWords(reading.words, task) ?? reading.kind ?? beside ?? task ?? 'file'
}
