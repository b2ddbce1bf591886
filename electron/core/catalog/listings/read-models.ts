/**
 * Reads a model listing of a shape that nobody promises: lists and maps of entries, nested by media type, scene or provider,
 * in any envelope.
 *
 * Owns the way through the containers. What one entry says is `read-entry.ts`'s business.
 */
import type { Json, JsonObject } from '#contract/json.ts'
import { message, type Message } from '#contract/messages/message.ts'
import type { Model } from '#contract/models.ts'
import { parseBoundedJson } from '../../json/bounded-json.ts'
import {
  ENVELOPE,
  holdsEntries,
  isEntry,
  isVersion,
  LISTS,
  MAX_TELLING,
  looksLikeId,
  OTHERS,
  saysMediaType,
  idKeyOf,
  idOf,
  isId,
  providerOf,
  providerOfPages,
  readEntry,
} from './read-entry.ts'
import { aroundListing, narrowed, type Surroundings, take, within } from './surroundings.ts'
import { asList, asObject, textAt } from '../../json/read-json.ts'
import { listingIn } from './read-page.ts'
import { problemIn } from './read-problem.ts'
import { isScene, mediaTypeIn } from './read-words.ts'

export interface ModelReading {
  /** In the order of the listing, each provider and id once. */
  readonly models: readonly Model[]
  /** The listing says that there are more pages than this one, or is longer than what is looked at. */
  readonly hasMore: boolean
  /** Why there is no model. */
  readonly problem?: Message
}

const DEEPEST = 10
/** Lists of groups: each member is a provider or a category with its models inside. */
const GROUPS = new Set(
  'providers provider categories groups families vendors sections channels platforms'.split(' '),
)
const GROUP_LISTS = 'models items model_list modelList endpoints children list data options'.split(' ')

/** Never throws. `body` is the parsed answer, or its text where it is not JSON. */
export function readModels(body: Json): ModelReading {
  const parsed = narrowed(
    typeof body === 'string' ? (parseBoundedJson(body) ?? listingIn(body) ?? body) : body,
  )
  const problem = problemIn(parsed)
  if (problem?.isCertain) return { models: [], hasMore: false, problem: problem.said }
  const around = aroundListing()
  const models = new Map<string, Model>()
  const add = (model: Model | null): void => {
    if (!model) return
    const key = `${model.provider}\n${model.id}`
    const known = models.get(key)
    models.set(key, known ? united(known, model) : model)
  }
  const root = asObject(parsed)
  if (root && isSingle(root)) add(readEntry(root, around))
  else if (typeof parsed !== 'string') read(parsed, around, 0, false, add)
  if (models.size === 0)
    return {
      models: [],
      hasMore: false,
      problem: problem?.said ?? message('catalog.noModel'),
    }
  return { models: [...models.values()], hasMore: saysMore(parsed) || around.members.left <= 0 }
}

/** `isInside`: a key named after models is around this, so that unknown keys are providers or ids. */
function read(
  value: Json,
  around: Surroundings,
  depth: number,
  isInside: boolean,
  add: (model: Model | null) => void,
): void {
  if (depth > DEEPEST) return
  const list = asList(value)
  if (list) {
    const items = take(list, around).map(narrowed)
    const entries = items.map(asObject).filter((item) => item !== null)
    const idKey = idKeyOf(entries)
    const inside = { ...around, provider: around.provider || providerOfPages(entries) }
    for (const item of items) {
      const id = idKey === null ? null : textAt(asObject(item) ?? {}, [idKey])
      if (id === null) readMember(item, inside, depth, add)
      else add(readEntry(asObject(item) ?? {}, inside, id))
    }
    return
  }
  const object = asObject(value)
  if (!object) return
  const keys = take(Object.keys(object), around, (key) => object[key])
  const lists = new Set(keys.filter((key) => LISTS.has(key.toLowerCase()) && isContainer(object[key])))
  const named = new Set(
    keys.filter(
      (key) =>
        isContainer(object[key]) && (mediaTypeIn(key) !== null || isScene(key)) && !isEntry(key, object[key]),
    ),
  )
  for (const key of keys) {
    const inner = narrowed(object[key] ?? null)
    const lower = key.toLowerCase()
    if (named.has(key) && !lists.has(key)) read(inner, within(around, key), depth + 1, true, add)
    else if (lists.has(key))
      read(inner, around, depth + 1, /model|endpoint|engine|catalog/u.test(lower) || isInside, add)
    else if (GROUPS.has(lower)) readGroups(inner, around, depth + 1, add)
    else if (lists.size + named.size === 0 && !OTHERS.has(lower))
      readUnderName(key, inner, around, { depth, isInside }, add)
  }
}

/** What stands under a key that is neither a list's nor a media type's: a model by its id, or a provider's models. */
function readUnderName(
  key: string,
  value: Json,
  around: Surroundings,
  { depth, isInside }: { readonly depth: number; readonly isInside: boolean },
  add: (model: Model | null) => void,
): void {
  const list = asList(value)
  if (list && isInside && list.length > 0 && list.slice(0, MAX_TELLING).every(isVersion)) {
    if (isId(key)) add(readEntry({ id: key }, around))
    return
  }
  if (list) {
    const holdsModels =
      isInside ||
      list
        .slice(0, MAX_TELLING)
        .some((item) => asObject(item) !== null && idOf(asObject(item) ?? {}) !== null)
    if (holdsModels) read(list, isInside ? { ...around, provider: key } : around, depth + 1, true, add)
    return
  }
  const object = asObject(value)
  if (!object) {
    if (isInside && (value === true || typeof value === 'string') && isId(key)) {
      add(readEntry(typeof value === 'string' ? { id: key, label: value } : { id: key }, around))
    } else if (isInside && (value === null || typeof value === 'number') && looksLikeId(key)) {
      add(readEntry({ id: key }, around))
    }
    return
  }
  const names = Object.keys(object).slice(0, MAX_TELLING)
  const inside = names.filter((name) => isContainer(object[name]))
  const byMedia = inside.some((name) => mediaTypeIn(name) !== null || isScene(name))
  const byList = inside.some((name) => LISTS.has(name.toLowerCase()))
  if ((byMedia || byList) && idOf(object) === null) {
    read(object, ENVELOPE.test(key) ? around : { ...around, provider: key }, depth + 1, true, add)
  } else if (isInside && holdsEntries(object)) {
    read(object, { ...around, provider: key }, depth + 1, true, add)
  } else if (isInside || idOf(object) !== null || saysMediaType(object)) {
    const own = textAt(object, ['id', 'model', 'model_id', 'modelId', 'endpoint_id'])
    add(readEntry(object, around, own !== null && isId(own) ? own : isId(key) ? key : null))
  }
}

function readMember(
  item: Json,
  around: Surroundings,
  depth: number,
  add: (model: Model | null) => void,
): void {
  if (typeof item === 'string') {
    const text = item.trim()
    if (isId(text)) add({ ...emptyModel(text, around), raw: item })
    return
  }
  const object = asObject(item)
  if (!object) {
    if (asList(item)) read(item, around, depth + 1, true, add)
    return
  }
  if (groupListOf(object) !== null) return readGroup(object, around, depth, add)
  const node = asObject(narrowed(object['node'] ?? null))
  if (node) return readMember(node, around, depth + 1, add)
  const what = object['object']
  if (typeof what === 'string' && /^(?:list|file|error|provider|page)$/u.test(what)) return
  const entry = readEntry(object, around)
  if (entry) return add(entry)
  // No model, but models are inside.
  const provider = providerOf(object) || (textAt(object, ['platform', 'company']) ?? '') || around.provider
  const lists = Object.keys(object).filter((key) => LISTS.has(key.toLowerCase()))
  const inside = provider === '' ? lists.map((key) => object[key] ?? null) : Object.values(object)
  for (const inner of take(inside, around).map(narrowed))
    read(inner, { ...around, provider }, depth + 1, true, add)
}

function readGroups(
  value: Json,
  around: Surroundings,
  depth: number,
  add: (model: Model | null) => void,
): void {
  const list = asList(value)
  if (list) {
    for (const item of take(list, around).map(narrowed)) {
      const object = asObject(item)
      if (object && groupListOf(object) !== null) readGroup(object, around, depth, add)
    }
    return
  }
  for (const [key, inner] of take(Object.entries(asObject(value) ?? {}), around, ([, member]) => member)) {
    if (isContainer(inner))
      read(narrowed(inner), within({ ...around, provider: key }, key), depth + 1, true, add)
  }
}

function readGroup(
  group: JsonObject,
  around: Surroundings,
  depth: number,
  add: (model: Model | null) => void,
): void {
  const name =
    textAt(group, [
      'mediaType',
      'media_type',
      'category',
      'type',
      'scene',
      'id',
      'slug',
      'key',
      'value',
      'name',
      'label',
    ]) ?? ''
  const isProvider = mediaTypeIn(name) === null && !isScene(name)
  const provider =
    providerOf(group) || (isProvider ? (textAt(group, ['id', 'slug', 'key', 'value', 'name']) ?? '') : '')
  const inner = within({ ...around, provider: provider || around.provider }, name)
  read(group[groupListOf(group) ?? ''] ?? null, inner, depth + 1, true, add)
}

function groupListOf(object: JsonObject): string | null {
  return (
    GROUP_LISTS.find((key) => {
      const list = Object.hasOwn(object, key) ? asList(object[key])?.slice(0, MAX_TELLING) : null
      if (!list || list.length === 0) return key === 'models' && asObject(object[key]) !== null
      return (
        key === 'models' || list.every((item) => asObject(item) !== null && hasModelId(asObject(item) ?? {}))
      )
    }) ?? null
  )
}

function hasModelId(entry: JsonObject): boolean {
  return (
    textAt(entry, ['model', 'model_id', 'modelId', 'endpoint_id', 'id']) !== null &&
    !Object.hasOwn(entry, 'default')
  )
}

function isSingle(root: JsonObject): boolean {
  return (
    root['object'] === 'model' || textAt(root, ['endpoint_id', 'endpointId', 'model_id', 'modelId']) !== null
  )
}

function emptyModel(id: string, around: Surroundings): Model {
  const { provider, mediaTypes, scenes } = around
  return readEntry({ id }, around) ?? { id, label: id, raw: id, provider, mediaTypes, scenes }
}

function united(one: Model, other: Model): Model {
  const both = (first: readonly string[], second: readonly string[]) => [...new Set([...first, ...second])]
  return {
    ...one,
    mediaTypes: both(one.mediaTypes, other.mediaTypes),
    scenes: both(one.scenes, other.scenes),
  }
}

function isContainer(value: Json | undefined): boolean {
  return typeof value === 'object' && value !== null
}

function saysMore(body: Json): boolean {
  const root = asObject(body)
  const places = [root, asObject(root?.['data']), asObject(root?.['pagination'])]
  return places.some((place) => {
    if (!place) return false
    if (place['has_more'] === true || place['hasMore'] === true || place['has_next'] === true) return true
    return textAt(place, ['next_cursor', 'nextCursor', 'nextPageToken', 'next_page_token', 'next']) !== null
  })
}
