/** What stands around an entry of a listing, and how much of the listing is still looked at. */
import type { Json, JsonObject } from '#contract/json.ts'
import { asObject, textsAt } from '../../json/read-json.ts'
import { isScene, mediaTypeIn, mediaTypeOfScene, sceneIn } from './read-words.ts'

/** Each takes up to 30 microseconds of the main process; the longest public listings have some hundreds. */
const MAX_MEMBERS = 2_000
/** One with more fields than these counts as several, up to as many fields as are looked at. */
const FIELDS_OF_A_MEMBER = 20
const MAX_FIELDS = 100
/** Of all schemas of a listing together: references repeat what they name. */
const MAX_SCHEMA_VALUES = 400_000
/** Of all entries of a listing together, texts that may name scenes and media types: each takes up to 6 microseconds. */
const MAX_SCENE_TEXTS = 10_000
/** Of all entries of a listing together, values that may be prices: each takes up to 3 microseconds. */
const MAX_FIGURES = 10_000

/** What the containers around an entry say of everything in them. */
export interface Surroundings {
  readonly provider: string
  readonly mediaTypes: readonly string[]
  readonly scenes: readonly string[]
  /** How many more members of lists and objects are looked at in the whole listing. */
  readonly members: { left: number }
  /** How many more values the schemas of the listing may hold. */
  readonly schemaValues: { left: number }
  /** How many more texts that may name scenes and media types are looked at. */
  readonly texts: { left: number }
  /** How many more values that may be prices are looked at. */
  readonly figures: { left: number }
}

export function aroundListing(): Surroundings {
  return {
    provider: '',
    mediaTypes: [],
    scenes: [],
    members: { left: MAX_MEMBERS },
    schemaValues: { left: MAX_SCHEMA_VALUES },
    texts: { left: MAX_SCENE_TEXTS },
    figures: { left: MAX_FIGURES },
  }
}

/** Under a key that names a scene or a media type. */
export function within(around: Surroundings, key: string): Surroundings {
  const scene = isScene(key) ? sceneIn(key) : null
  const mediaType = scene === null ? mediaTypeIn(key) : mediaTypeOfScene(scene)
  if (scene === null && mediaType === null) return around
  return {
    ...around,
    provider: around.provider === key ? '' : around.provider,
    mediaTypes: mediaType === null ? around.mediaTypes : [mediaType],
    scenes: scene === null ? around.scenes : [scene],
  }
}

/** As many of them as are still looked at. `valueOf` is what is looked at of a member that is a key or an entry. */
export function take<Member>(
  members: readonly Member[],
  { members: budget }: Surroundings,
  valueOf: (member: Member) => unknown = (member) => member,
): readonly Member[] {
  const taken: Member[] = []
  for (const member of members) {
    if (budget.left <= 0) break
    budget.left -= weightOf(valueOf(member))
    taken.push(member)
  }
  return taken
}

function weightOf(value: unknown): number {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 1
  const fields = Math.min(MAX_FIELDS, Object.keys(value).length)
  return Math.max(1, Math.ceil(fields / FIELDS_OF_A_MEMBER))
}

/** The texts under these keys, until the listing has had as many as are looked at. */
export function textsUnder(
  parts: readonly JsonObject[],
  keys: readonly string[],
  { texts: budget }: Pick<Surroundings, 'texts'>,
): readonly string[] {
  return parts.flatMap((part) =>
    keys.flatMap((key) => {
      const texts = budget.left > 0 ? textsAt(part, key) : []
      budget.left -= texts.length
      return texts
    }),
  )
}

/** Without the fields that nobody would look at: to name those of a large object takes long, each time. */
export function narrowed(value: Json): Json {
  const object = asObject(value)
  const keys = object ? Object.keys(object) : []
  if (object === null || keys.length <= MAX_MEMBERS) return value
  return Object.fromEntries(keys.slice(0, MAX_MEMBERS).map((key) => [key, object[key] ?? null]))
}
