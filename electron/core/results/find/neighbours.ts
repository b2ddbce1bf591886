/** What the fields beside an address say about it: its MIME type, its format, its part in the response. */
import type { Json, JsonObject } from '#contract/json.ts'
import { isFormat, kindOfExtension, kindOfMime, kindOfWords, type ResultKind } from '../../media/kinds.ts'
import { contentWords, meaningOf, namesNothing, type Meaning } from './meanings.ts'
import { holderOf, type JsonPath } from './walk.ts'

export interface Neighbours {
  /** Empty where no field names one. */
  readonly mimeType: string
  /** The format or kind that a field names in a word, else a file's name: `type: "OBJ"`, `format: "wav"`, `name: "a.mp3"`. */
  readonly kind: ResultKind | null
  /** The words that tell members of one list apart: format, quality, resolution. */
  readonly variant: readonly string[]
  readonly meaning: Meaning | null
  /** The object is a report of something that went wrong. */
  readonly isFailure: boolean
  /** Beside it stand the links that steer a task (`get`, `cancel`, `status`). */
  readonly hasTaskLinks: boolean
  /** A field says how the task fares. */
  readonly hasOutcome: boolean
  /** The object belongs to whoever asked for the task. */
  readonly isOtherSide: boolean
}

type ReadWords = (key: string) => readonly string[]

const MIME = /^(?:image|video|audio|model|text|application)\/[\w.+-]+/iu
const TYPE_FIELD =
  /^(?:(?:mime|content|image|video|audio|media|file|asset|output) )?(?:type|format)$|^ext(?:ension)?$|^kind$/u
const PART_FIELD = /^(?:type|kind|role|purpose|variant|usage|rel|asset type|image type|file type|position)$/u
const VARIANT_FIELD = /^(?:format|quality|resolution|type|file type|variant|ext|extension|definition)$/u
const NAME_FIELD = /^(?:name|filename|file name|key)$/u
/** Whose file it is: what the other side brought went in. */
const SIDE_FIELD =
  /^(?:role|owner|owner type|belong to|belongs to|side|from|sender|author|source|origin|original|uploaded by|provided by)$/u
const OTHER_SIDE =
  /^(?:user|client|customer|human|requester|input|upload|uploaded|user upload|user uploaded|user input)$/u
/** By these an object says how its task fares. */
const OUTCOME =
  /^(?:(?:task|job|generation|prediction|request|run|current)? ?(?:status|state)|success|success flag|progress|done|(?:completed|finished) at)$/u
const FLAG = /^(?:is |has )?(?:thought|preview|thumbnail|draft|intermediate)$|^is \w+$/u
const NO_NEIGHBOURS: Neighbours = {
  mimeType: '',
  kind: null,
  variant: [],
  meaning: null,
  isFailure: false,
  hasTaskLinks: false,
  hasOutcome: false,
  isOtherSide: false,
}
const MAX_FIELDS = 100

/** A reader that looks at each object once. */
export function createNeighbourReader(wordsOf: ReadWords): (path: JsonPath) => Neighbours {
  const known = new WeakMap<object, Neighbours>()
  return (path) => {
    const holder = holderOf(path)
    if (!holder) return NO_NEIGHBOURS
    const remembered = known.get(holder)
    if (remembered) return remembered
    const read = readNeighbours(holder, wordsOf)
    known.set(holder, read)
    return read
  }
}

function readNeighbours(holder: JsonObject, wordsOf: ReadWords): Neighbours {
  let mimeType = ''
  let kind: ResultKind | null = null
  let meaning: Meaning | null = null
  let kindNamed: ResultKind | null = null
  let hasTaskLinks = false
  let isOtherSide = false
  const variant: string[] = []
  const names = new Set<string>()
  for (const key of Object.keys(holder).slice(0, MAX_FIELDS)) {
    const value: Json | undefined = holder[key]
    const words = wordsOf(key)
    const name = words.join(' ')
    names.add(name)
    if (value === true && FLAG.test(name))
      meaning ??= partIn(words.filter((word) => word !== 'is' && word !== 'has'))
    if (typeof value !== 'string' || value === '') continue
    if (meaningOf(words) === 'page' && /^https?:/iu.test(value)) hasTaskLinks = true
    if (value.length > 100) continue
    if (MIME.test(value) && words.some((word) => word === 'type' || word === 'mime' || word === 'format')) {
      if (kindOfMime(value)) mimeType ||= value
      continue
    }
    const said = wordsOf(value)
    if (TYPE_FIELD.test(name) && said.length <= 2) kind ??= kindIn(said)
    isOtherSide ||= SIDE_FIELD.test(name) && OTHER_SIDE.test(said.join(' '))
    if (PART_FIELD.test(name) && said.length <= 2) meaning ??= partIn(said)
    if (VARIANT_FIELD.test(name) && said.length === 1 && !namesNothing(said)) variant.push(...said)
    if (NAME_FIELD.test(name) && (said.length === 1 || /\.[a-z0-9]{2,5}$/iu.test(value)))
      meaning ??= nameMeaning(value, wordsOf)
    if (NAME_FIELD.test(name)) kindNamed ??= kindOfExtension(/\.([a-z0-9]{2,5})$/iu.exec(value)?.[1] ?? '')
  }
  const isFailure = names.has('loc') || (names.has('message') && names.has('type'))
  const hasOutcome = [...names].some((name) => OUTCOME.test(name))
  return {
    mimeType,
    kind: kind ?? kindNamed,
    variant,
    meaning,
    isFailure,
    hasTaskLinks,
    hasOutcome,
    isOtherSide,
  }
}

/** A reader that counts in each object once. */
export function createEnvelopeReader(): (step: JsonPath) => boolean {
  const known = new WeakMap<object, boolean>()
  const holdsOne = (holder: object): boolean => {
    const remembered = known.get(holder)
    if (remembered !== undefined) return remembered
    const inside = Object.values(holder).filter(
      (value: unknown) => typeof value === 'object' && value !== null,
    )
    known.set(holder, inside.length === 1)
    return inside.length === 1
  }
  return (step) => {
    for (let at: JsonPath | null = step; at; at = at.up) {
      if (at.holder !== null && at.key !== '' && !holdsOne(at.holder)) return false
    }
    return true
  }
}

/** What the words of a file's name say about its part; a name is a hint, so only small copies and parts count. */
export function nameMeaning(name: string, wordsOf: ReadWords): Meaning | null {
  const said = meaningOf(wordsOf(name.replace(/\.[a-z0-9]{2,5}$/iu, '').slice(-60)))
  return said === 'thumbnail' || said === 'part' || said === 'cover' || said === 'copy' ? said : null
}

function kindIn(words: readonly string[]): ResultKind | null {
  const [word = ''] = words
  return words.length === 1 && isFormat(word) ? kindOfExtension(word) : kindOfWords(words, 'model3d')
}

/** A field's value counts when it says nothing but the part: "preview", "input image"; not "text to 3d preview". */
function partIn(words: readonly string[]): Meaning | null {
  const meaning = meaningOf(words)
  const rest = contentWords(words).split(' ')
  if (meaning === 'hook' || meaning === 'page' || meaning === 'link' || meaning === 'failure') return null
  return rest.length <= 1 ? meaning : null
}
