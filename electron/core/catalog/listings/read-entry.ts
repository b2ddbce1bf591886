/**
 * Reads one entry of a listing: its id, its provider, what it makes and for which scenes.
 *
 * A provider is only what the listing calls one. Who trained or owns a model (`owned_by`, `organization`) is something else.
 */
import type { Json, JsonObject } from '#contract/json.ts'
import type { Model } from '#contract/models.ts'
import { asList, asObject, fieldsOf, textAt } from '../../json/read-json.ts'
import { priceIn } from './read-price.ts'
import { schemaOf } from './read-schema.ts'
import { type Surroundings, textsUnder } from './surroundings.ts'
import { isScene, KNOWN_SCENES, mediaTypeIn, mediaTypeInId, mediaTypeOfScene, sceneIn } from './read-words.ts'

const list = (keys: string): readonly string[] => keys.trim().split(/\s+/u)

// As `fieldsOf` spells them.
/** From the surest to the last resort; `name` is often made for people. */
const ID_KEYS =
  list(`endpointid modelid model id modelname slug modelslug modelkey modelcode key value code identifier
  name title`)
const LABEL_KEYS = list('label displayname title name')
const OWNER_KEYS = list('owner namespace username')
const EXAMPLE_KEYS = list(
  'thumbnailurl thumbnail coverimageurl coverimage coverurl cover previewurl previewimage',
)
const PROVIDER_KEYS = list('provider providerid providername providerslug litellmprovider vendor')
const SCENE_KEYS = list('scenes scene supportedscenes scenetypes')
const TASK_KEYS =
  list(`tasks task tasktypes tasktype pipelinetag category categories capabilities capability features
  modes mode type types modeltype generationtypes endpoints operations`)
const MEDIA_KEYS =
  list(`mediatypes mediatype media outputmodalities outputtype outputs output modality modalities modeltype
  type category categories kind mode task tasks group pipelinetag capabilities capability subtype`)
/** Objects inside an entry that speak of the same model. A `specification` or a version has ids of its own. */
const PARTS = ['metadata', 'info', 'architecture', 'attributes', 'details', 'meta', 'model_info']
const MAX_ID = 200
/** The first members of a list or an object tell what kind of thing it holds. */
export const MAX_TELLING = 20
const MAX_URL = 2_000
const OPAQUE = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{16,64}|\d+)$/iu
/** Fields whose values differ from entry to entry without being ids. */
const NO_ID =
  /hash|sha|md5|ur[li]|image|icon|version|date|time|created|updated|color|price|description|path|file/u
const OUT_OF_USE = /^(?:deprecated|retired|sunset|legacy|archived|eol|end[ _-]of[ _-]life|discontinued)$/iu

/** Whether a text can be a model's id: one line, no address, no mark-up, no path from the root. */
export function isId(text: string): boolean {
  return (
    text.length <= MAX_ID &&
    /^[\p{L}\p{N}@~][^\s<>"{}\\]*(?: [^\s<>"{}\\]+){0,6}$/u.test(text) &&
    !/^[a-z]+:\/\//iu.test(text)
  )
}

/** The id of an entry, or null where it has none. */
export function idOf(raw: JsonObject): string | null {
  const entry = fieldsOf(raw)
  const owner = textAt(entry, OWNER_KEYS)
  const name = textAt(entry, ['name'])
  const found = ID_KEYS.map((key) => textAt(entry, [key])).filter((text) => text !== null && isId(text))
  if (
    owner !== null &&
    name !== null &&
    (found[0] === name || found.length === 0) &&
    isId(`${owner}/${name}`)
  ) {
    return name.includes('/') ? name : `${owner}/${name}`
  }
  const isPath = name !== null && /^[@\w.-]+(?:\/[\w.:-]+)+$/u.test(name)
  const written = found.find((text) => text !== null && !text.includes(' ')) ?? found[0]
  // A number of the service's own rows beside the name that requests take.
  if (isPath && typeof written === 'string' && OPAQUE.test(written)) return name
  if (written !== undefined && written !== null) return written
  const number = ['id', 'modelid'].map((key) => entry[key]).find((value) => typeof value === 'number')
  return number === undefined ? null : String(number)
}

/** Whose listing it is, where a model's page is its id under a host: `https://acme.com/owner/model`; else empty. */
export function providerOfPages(entries: readonly JsonObject[]): string {
  const hosts = entries.flatMap((entry) => {
    const page = URL.parse(textAt(fieldsOf(entry), ['url']) ?? '')
    return page && page.pathname === `/${idOf(entry)}` ? [page.hostname.split('.').at(-2) ?? ''] : []
  })
  return new Set(hosts).size === 1 ? (hosts[0] ?? '') : ''
}

/** The field under which the entries of a list have ids, where they have none under a usual name; null otherwise. */
export function idKeyOf(entries: readonly JsonObject[]): string | null {
  const [first] = entries
  const names = entries.map(nameForPeople)
  if (!first || names.includes(null) || !names.some((name) => name?.includes(' '))) return null
  const isOfAll = (key: string): boolean => {
    const values = entries.map((entry) => entry[key])
    return (
      values.every((value) => typeof value === 'string' && isId(value) && /^\S*[\d/:@-]\S*$/u.test(value)) &&
      new Set(values).size === entries.length
    )
  }
  const keys = Object.keys(first).slice(0, MAX_FIELDS)
  return keys.find((key) => !NO_ID.test(key.toLowerCase()) && isOfAll(key)) ?? null
}
const MAX_FIELDS = 100

/** The name of an entry that has nothing that is surely an id, and is nobody's; null of any other. */
function nameForPeople(raw: JsonObject): string | null {
  const entry = fieldsOf(raw)
  const isKnown = [...ID_KEYS.slice(0, -2), ...OWNER_KEYS].some((key) => Object.hasOwn(entry, key))
  return isKnown ? null : textAt(entry, LABEL_KEYS)
}

/** `id` where the container names it: a map from ids to descriptions. */
export function readEntry(entry: JsonObject, around: Surroundings, id = idOf(entry)): Model | null {
  if (id === null || !isId(id)) return null
  const raws = [entry, ...PARTS.map((key) => asObject(entry[key])).filter((part) => part !== null)]
  const parts = raws.map(fieldsOf)
  const label = parts.map((part) => textAt(part, LABEL_KEYS)).find((text) => text !== null) ?? id
  const description = parts.map((part) => textAt(part, ['description'])).find((text) => text !== null)
  const scenes = scenesOf(parts, around)
  const schema = schemaOf(entry, around.schemaValues)
  const price = priceIn(raws, around.figures)
  return {
    id,
    provider: providerOf(entry) || around.provider || providerInId(entry, id),
    label,
    mediaTypes: mediaTypesOf(parts, around, scenes, id),
    scenes,
    raw: entry as Json,
    ...(description ? { description } : {}),
    ...(schema ? { optionSchema: schema } : {}),
    ...(price ? { priceAmount: price } : {}),
    ...exampleIn(...parts.map((part) => textAt(part, EXAMPLE_KEYS))),
    ...(parts.some(isOutOfUse) ? { deprecated: true } : {}),
  }
}

/** The first of the texts that is an address which may be fetched. */
export function exampleIn(...texts: readonly (string | null | undefined)[]): Pick<Model, 'exampleUrl'> {
  const url = texts.find(
    (text) => text && text.length <= MAX_URL && /^https?:$/u.test(URL.parse(text)?.protocol ?? ''),
  )
  return url ? { exampleUrl: url } : {}
}

export function providerOf(raw: JsonObject): string {
  const entry = fieldsOf(raw)
  const text = textAt(entry, PROVIDER_KEYS)
  if (text !== null) return text
  const object = asObject(entry['provider'])
  return (object && textAt(object, ['id', 'slug', 'key', 'name'])) ?? ''
}

/**
 * An endpoint's address begins with whose endpoint it is; "-ai" behind it is a company's ending, not part of the name. So does an
 * id where the model's name begins with the same ("Acme: Paint 1").
 */
function providerInId(entry: JsonObject, id: string): string {
  const fields = fieldsOf(entry)
  const [, owner = ''] = /^([\w.-]+)\//u.exec(id) ?? []
  const [, named = ''] = /^([^:]{2,40}): \S/u.exec(textAt(fields, ['name']) ?? '') ?? []
  const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  if (owner !== '' && plain(named) === plain(owner)) return owner
  return textAt(fields, ['endpointid']) === id ? (/^([a-z0-9]+)-ai\//u.exec(id)?.[1] ?? '') : ''
}

function scenesOf(parts: readonly JsonObject[], around: Surroundings): readonly string[] {
  const named = textsUnder(parts, SCENE_KEYS, around)
  if (named.length > 0) return unique(named.map((text) => (isScene(text) ? (sceneIn(text) ?? text) : text)))
  const tasks = textsUnder(parts, TASK_KEYS, around)
  const scenes = tasks.filter(isScene).flatMap((text) => sceneIn(text) ?? [])
  if (scenes.length > 0) return unique(scenes)
  const modal = parts.flatMap((part) => scenesOfModalities(part, around))
  return modal.length > 0 ? unique(modal) : around.scenes
}

/** Lists of what goes in and of what comes out, text first as everywhere. */
function scenesOfModalities(part: JsonObject, around: Surroundings): readonly string[] {
  const [outputs = [], inputs = []] = ['outputmodalities', 'inputmodalities'].map((key) =>
    textsUnder([part], [key], around).flatMap((text) => mediaTypeIn(text) ?? []),
  )
  return outputs
    .filter((output) => output !== 'text')
    .flatMap((output) =>
      [...inputs.filter((input) => input === 'text'), ...inputs].map((input) => `${input}-to-${output}`),
    )
    .filter((scene) => KNOWN_SCENES.has(scene))
}

/** What the entry says, else what its scenes or its container say, else what its id says. */
function mediaTypesOf(
  parts: readonly JsonObject[],
  around: Surroundings,
  scenes: readonly string[],
  id: string,
): readonly string[] {
  for (const key of MEDIA_KEYS) {
    const named = textsUnder(parts, [key], around).flatMap(
      (text) => mediaTypeIn(text) ?? modalityIn(text) ?? [],
    )
    if (named.length > 0) return unique(named)
  }
  const ofScenes = scenes.flatMap((scene) => mediaTypeOfScene(scene) ?? [])
  if (scenes !== around.scenes && ofScenes.length > 0) return unique(ofScenes)
  if (around.mediaTypes.length > 0) return around.mediaTypes
  if (ofScenes.length > 0) return unique(ofScenes)
  const inId = mediaTypeInId(id)
  return inId === null ? [] : [inId]
}

/** "text+image->image": what stands behind the arrow. */
function modalityIn(text: string): readonly string[] | null {
  const behind = text.split('->')[1]
  return behind === undefined
    ? null
    : behind.split('+', MAX_TELLING).flatMap((word) => mediaTypeIn(word) ?? [])
}

function isOutOfUse(part: JsonObject): boolean {
  if (part['deprecated'] === true || part['isdeprecated'] === true) return true
  if (typeof part['deprecatedat'] === 'string') return true
  return ['status', 'state', 'lifecycle', 'stage'].some((key) => OUT_OF_USE.test(textAt(part, [key]) ?? ''))
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)]
}

/** Keys under which listings keep their entries. */
export const LISTS = new Set(
  `data models model modellist model_list model_ids modelids available_models availablemodels supported_models supportedmodels
  items list result results records rows entries catalog endpoints payload response content objects values hits edges node
  nodes docs engines body children`.split(/\s+/u),
)
/** Keys whose lists hold something else. */
export const OTHERS = new Set(
  `links link tags tag filters facets plans pricing price aliases errors error warnings meta metadata pagination page
  permissions permission languages sizes voices thumbnails examples owners authors updatedat version object status message
  code usage limits default`.split(/\s+/u),
)
/** Objects inside an entry. */
const FIELDS = new Set(
  `parameters params options inputs input output outputs schema properties fields arguments spec info details attributes
  architecture capabilities features price cost costs config configuration defaults request version latest_version
  provider author owner`.split(/\s+/u),
)
/** Wrapping around a whole listing, which is nobody's name. */
export const ENVELOPE = /^(?:data|results?|response|payload|body|output|info|api|v\d+|all)$/iu

/** A map from ids to descriptions, where the key around it is whose models they are. */
export function holdsEntries(object: JsonObject): boolean {
  const names = Object.keys(object).slice(0, MAX_TELLING)
  if (names.length === 0 || idOf(object) !== null) return false
  const entries = names.map((name) => asObject(object[name]))
  const areAll =
    entries.every((entry) => entry !== null) && names.every((name) => !isField(name) && isId(name))
  return areAll && (names.some(looksLikeId) || entries.some((entry) => entry !== null && isDescribed(entry)))
}

function isDescribed(entry: JsonObject): boolean {
  return hasLabel(entry) || saysMediaType(entry)
}

function hasLabel(entry: JsonObject): boolean {
  return textAt(entry, ['name', 'label', 'title', 'description', 'display_name', 'displayName']) !== null
}

/** Under a key that could be a scene's too, as the id `film_t2v` could: one model, and not many. */
export function isEntry(key: string, value: Json | undefined): boolean {
  const entry = asObject(value)
  const holdsMore = entry !== null && Object.values(entry).some((inner) => asObject(inner) ?? asList(inner))
  return entry !== null && looksLikeId(key) && hasLabel(entry) && !holdsMore
}

export function saysMediaType(entry: JsonObject): boolean {
  const text = textAt(fieldsOf(entry), list('type mediatype media modality mode category scene task'))
  return text !== null && (mediaTypeIn(text) !== null || isScene(text))
}

/** Whether a name is a field of an entry rather than the id of another. */
function isField(name: string): boolean {
  const lower = name.toLowerCase()
  return OTHERS.has(lower) || LISTS.has(lower) || FIELDS.has(lower)
}

/** Ids have a figure, a dash or a slash in them; the names of fields have none. */
export function looksLikeId(name: string): boolean {
  return isId(name) && /[\d/-]/u.test(name)
}

export function isVersion(item: Json): boolean {
  return typeof item === 'string' && /^\d+(?:\.\d+)+$/u.test(item)
}
