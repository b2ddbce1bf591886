/**
 * Saves the drafts of every profile with the host, where they outlive a restart, a crash and another port, and says what the
 * form holds when they have been read.
 *
 * The first change goes to the host at once: a page that is too busy to hear that it is closed has sent it already. Those after it
 * go together, `WRITE_WAIT_MS` behind the last write; what could not be written is tried again.
 * Nothing is written before the saved drafts have been read: the empty form of a page that starts must not replace them.
 */
import type { Json } from '#contract/json.ts'
import { MEDIA_TYPES, type MediaType } from '#contract/rules/media.ts'
import type { Bridge } from '#renderer/bridge/bridge.ts'
import { readDraft, settledDraft, type Draft, type Drafts, EMPTY_DRAFT } from './draft.ts'

/** What the form held at the last start. */
export interface SavedForm {
  readonly mediaType: MediaType | null
  readonly drafts: Readonly<Partial<Record<MediaType, Draft>>>
}

interface OpenForm {
  readonly profileId: string
  readonly mediaType: MediaType
  readonly drafts: Drafts
}

export interface DraftSaver {
  /** Asks for the drafts ahead of the profile whose they are. */
  read(): Promise<unknown>
  /** Opens the drafts of a profile, '' where there is none. Null while the host cannot be asked. */
  load(profileId: string): Promise<SavedForm | null>
  /** Takes every change of the form; writes only what differs from the last one. */
  save(form: OpenForm): void
  /** Writes what waits behind what is on its way; resolves when the host has responded. */
  flush(): Promise<void>
  /** Whether the host has the draft as the form holds it. */
  isSaved(mediaType: MediaType): boolean
  /** Writes what waits at once, as the page goes away: nobody would begin it when a response comes. */
  leave(): void
}

interface DraftSaverNeeds {
  readonly bridge: Bridge
  /** A new UUID. */
  createKey(): string
  wait(ms: number, then: () => void): void
  /** Media types whose drafts the host refuses for their size; told when that changes. */
  onOversized(mediaType: readonly MediaType[]): void
}

/** Half of what a crash may cost at most; the other half is for the way to the disk. */
const WRITE_WAIT_MS = 250
const RETRY_WAIT_MS = 2_000
const PREFIX = 'draft/'
const MEDIA_TYPE = 'draft/media-type'

type KeptDrafts = Map<string, Draft>

export function createDraftSaver({ bridge, createKey, wait, onOversized }: DraftSaverNeeds): DraftSaver {
  const oversized = new Set<string>()
  /** The drafts of all profiles, by their name with the host; null before they have been read. */
  let drafts: KeptDrafts | null = null
  let reading: Promise<KeptDrafts | null> | null = null
  let profile = ''
  let lastMediaType: MediaType | null = null
  const writer = createWriter(bridge, createKey(), wait, (name, fits) => {
    if (name === MEDIA_TYPE || fits !== oversized.has(name)) return
    if (fits) oversized.delete(name)
    else oversized.add(name)
    onOversized(MEDIA_TYPES.filter((one) => oversized.has(nameOf(profile, one))))
  })

  async function ask(): Promise<KeptDrafts | null> {
    const response = await bridge.call('uiState.list', { prefix: PREFIX })
    if (!response.ok) return null
    const items = new Map(response.data.items.map(({ name, value }) => [name, value]))
    lastMediaType = MEDIA_TYPES.find((name) => name === items.get(MEDIA_TYPE)) ?? null
    items.delete(MEDIA_TYPE)
    drafts = new Map(Array.from(items, ([name, value]) => [name, readDraft(value)]))
    return drafts
  }
  async function read(): Promise<KeptDrafts | null> {
    if (drafts !== null) return drafts
    reading ??= ask()
    const found = await reading
    reading = null
    return found
  }

  return {
    read,
    async load(profileId) {
      const known = await read()
      return known && { mediaType: lastMediaType, drafts: draftsOf(known, profileId) }
    },
    save({ profileId, mediaType, drafts: changed }) {
      if (drafts === null) return
      profile = profileId
      if (mediaType !== lastMediaType) writer.put(MEDIA_TYPE, () => mediaType)
      for (const one of MEDIA_TYPES) {
        const [name, draft] = [nameOf(profileId, one), changed[one]]
        if (draft === drafts.get(name)) continue
        drafts.set(name, draft)
        writer.put(name, () => asJson(settledDraft(draft)))
      }
      lastMediaType = mediaType
    },
    flush: writer.flush,
    isSaved: (mediaType) => drafts !== null && writer.isWritten(nameOf(profile, mediaType)),
    leave: writer.leave,
  }
}

interface Change {
  readonly value: () => Json
  /** Among those of this page: the host keeps the latest, in whatever order they arrive. */
  readonly count: number
}

/** Writes values with the host, the first at once and the others soon after it; `onSize` is told whether one fits. */
function createWriter(
  bridge: Bridge,
  page: string,
  wait: DraftSaverNeeds['wait'],
  onSize: (name: string, fits: boolean) => void,
) {
  /** What waits to be written, by its name with the host. */
  const waiting = new Map<string, Change>()
  /** The last change of each, until the host has it. */
  const unwritten = new Map<string, number>()
  let changes = 0
  let flushes = 0
  let isResting = false
  let writing = Promise.resolve(true)

  /** False where it has to be tried again. What the host refuses waits for the next change. */
  async function write([name, change]: readonly [string, Change]): Promise<boolean> {
    const { value, count } = change
    const response = await bridge.call('uiState.set', { name, value: value(), order: { page, count } })
    if (response.ok && unwritten.get(name) === count) unwritten.delete(name)
    if (response.ok || response.error.code === 'invalid_input') {
      onSize(name, response.ok)
      return true
    }
    // A value that came meanwhile is newer.
    if (!waiting.has(name)) waiting.set(name, change)
    return false
  }
  /** One write after another: a slow host is not asked to take two values of one name at once. Then a rest, and what came meanwhile. */
  async function flush(): Promise<void> {
    const own = ++flushes
    isResting = true
    writing = writing.then(writeAll)
    const restMs = (await writing) ? WRITE_WAIT_MS : RETRY_WAIT_MS
    if (own !== flushes) return
    wait(restMs, () => {
      if (own !== flushes) return
      isResting = false
      if (waiting.size > 0) void flush()
    })
  }
  async function writeAll(): Promise<boolean> {
    const items = Array.from(waiting)
    waiting.clear()
    return (await Promise.all(items.map(write))).every(Boolean)
  }
  function leave(): void {
    writing = Promise.all([writing, writeAll()]).then((written) => written.every(Boolean))
    void flush()
  }
  return {
    put(name: string, value: () => Json): void {
      waiting.set(name, { value, count: ++changes })
      unwritten.set(name, changes)
      if (!isResting) void flush()
    },
    flush,
    leave,
    isWritten: (name: string): boolean => !unwritten.has(name),
  }
}

function nameOf(profileId: string, mediaType: MediaType): string {
  return profileId === '' ? PREFIX + mediaType : `${PREFIX}${profileId}/${mediaType}`
}

/** What was written while there was no profile belongs to the first one. */
function draftsOf(drafts: ReadonlyMap<string, Draft>, profileId: string): SavedForm['drafts'] {
  const found = MEDIA_TYPES.flatMap((mediaType) => {
    const [own, plain] = [nameOf(profileId, mediaType), nameOf('', mediaType)]
    const isTaken = Array.from(drafts.keys()).some((name) => name !== plain && name.endsWith(`/${mediaType}`))
    const draft = drafts.get(drafts.has(own) || isTaken ? own : plain)
    return draft === undefined ? [] : [[mediaType, draft] as const]
  })
  return Object.fromEntries(found)
}

/** A draft holds nothing that JSON does not; `undefined` is left out. */
function asJson(draft: Draft): Json {
  return JSON.parse(JSON.stringify(draft)) as Json
}

export const FIRST_MEDIA_TYPE: MediaType = 'image'

type Written = Pick<OpenForm, 'mediaType' | 'drafts'>

/**
 * The form as it was at the last start, with what was written while it was being read. That stays in sight: who has begun to write stays
 * where they do, and inputs go along to the media type that opens.
 */
export function restored({ mediaType: before, drafts }: Written, saved: SavedForm): Written {
  const isUnchosen = before === FIRST_MEDIA_TYPE && !hasWords(drafts[before])
  const mediaType = isUnchosen ? (saved.mediaType ?? before) : before
  const { inputs } = drafts[before]
  const written = mediaType === before ? drafts : { ...drafts, [before]: EMPTY_DRAFT }
  const opened = MEDIA_TYPES.map((name) => {
    const draft = withEdits(saved.drafts[name] ?? EMPTY_DRAFT, written[name])
    const isFollowed = name === mediaType && name !== before && inputs.length > 0
    return [name, isFollowed ? { ...draft, inputs: [...draft.inputs, ...inputs] } : draft]
  })
  return { mediaType, drafts: Object.fromEntries(opened) as Drafts }
}

/** What was written meanwhile counts. A model that the form chose from the listing by itself is not the user's. */
function withEdits(draft: Draft, written: Draft): Draft {
  if (hasWords(written)) return written
  return written.inputs.length === 0 ? draft : { ...draft, inputs: [...draft.inputs, ...written.inputs] }
}

function hasWords({ prompt, optionsText }: Draft): boolean {
  return prompt !== '' || optionsText !== EMPTY_DRAFT.optionsText
}

/** The drafts of another profile; where it has none, the words of the one that was left. */
export function switched(drafts: Drafts, saved: SavedForm): Drafts {
  // What was still being read when its profile was left is lost.
  const opened = MEDIA_TYPES.map((name) => {
    const draft = saved.drafts[name]
    const isSame = draft === drafts[name]
    return [name, draft === undefined ? wordsOf(drafts[name]) : isSame ? draft : settledDraft(draft)]
  })
  return Object.fromEntries(opened) as Drafts
}

/** What a draft holds that is no service's own. */
function wordsOf(draft: Draft): Draft {
  const { prompt, variables, expansion, picks, pickSeed, fromAssetId } = draft
  const inputs = settledDraft(draft).inputs.map((input) => {
    const { shape: _shape, paint: _paint, ...rest } = input
    return { ...rest, option: null }
  })
  return { ...EMPTY_DRAFT, prompt, variables, expansion, picks, pickSeed, inputs, fromAssetId }
}
