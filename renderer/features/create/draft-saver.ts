/**
 * Keeps the drafts with the host, where they outlive a restart, a crash and another port.
 *
 * A change is on its way to the host at most `WRITE_WAIT_MS` after it was made; one that could not be written is tried again.
 * Nothing is written before the kept drafts have been read: the empty form of a page that starts must not replace them.
 */
import type { Json } from '#contract/json.ts'
import type { MediaType } from '#contract/rules/media.ts'
import type { Bridge } from '../../bridge/bridge.ts'
import { MEDIA } from '../../ui/scenes.ts'
import { EMPTY_DRAFT, readDraft, settledDraft, type Draft, type Drafts } from './draft.ts'

/** What the form of the last time held. */
export interface SavedForm {
  readonly media: MediaType | null
  readonly drafts: Readonly<Partial<Record<MediaType, Draft>>>
}

export interface DraftSaver {
  /** Null while the host cannot be asked. */
  load(): Promise<SavedForm | null>
  /** Call it with every change, and with what became of the loaded form; only what differs from the last time is written. */
  save(media: MediaType, drafts: Drafts): void
  /** Writes what waits at once; resolves when the host has answered. */
  flush(): Promise<void>
}

/** The part of localStorage that drafts of earlier times are read from. */
export interface DraftStorage {
  getItem(key: string): string | null
  removeItem(key: string): void
}

export interface DraftSaverNeeds {
  readonly bridge: Bridge
  readonly storage: DraftStorage
  /** Calls back once, after so many milliseconds. */
  wait(ms: number, then: () => void): void
  /** The host does not take the drafts of these media as they are, for being too large; told when that changes. */
  onOversized(media: readonly MediaType[]): void
}

/** Half of what a crash may cost at most, so that the other half is there for the way to the disk. */
const WRITE_WAIT_MS = 250
const RETRY_WAIT_MS = 2_000
const PREFIX = 'draft/'
const MEDIA_TYPE = 'draft/media-type'
const STORAGE_KEY = 'atelier.drafts'

export function createDraftSaver({ bridge, storage, wait, onOversized }: DraftSaverNeeds): DraftSaver {
  /** What waits to be written, by the name it is kept under. */
  const waiting = new Map<string, () => Json>()
  let oversized: readonly MediaType[] = []
  let last: SavedForm = { media: null, drafts: {} }
  let isLoaded = false
  let isTimed = false
  let writing = Promise.resolve(true)

  function schedule(ms: number): void {
    if (isTimed || waiting.size === 0) return
    isTimed = true
    wait(ms, () => {
      isTimed = false
      void flush()
    })
  }
  function note(name: string, isKept: boolean): void {
    const media = MEDIA.find((one) => PREFIX + one === name)
    if (media === undefined || isKept !== oversized.includes(media)) return
    oversized = isKept ? oversized.filter((one) => one !== media) : [...oversized, media]
    onOversized(oversized)
  }
  async function write(): Promise<boolean> {
    const items = Array.from(waiting)
    waiting.clear()
    const responses = await Promise.all(
      items.map(async ([name, value]) => {
        const response = await bridge.call('uiState.set', { name, value: value() })
        // What the host will never take, such as a text of megabytes, waits for the next change.
        const isRefused = !response.ok && response.error.code === 'invalid_input'
        if (response.ok || isRefused) note(name, response.ok)
        if (response.ok || isRefused) return true
        // A value that came meanwhile is the better one.
        if (!waiting.has(name)) waiting.set(name, value)
        return false
      }),
    )
    return responses.every(Boolean)
  }
  /** One write after another: an older value must never arrive after its successor. */
  async function flush(): Promise<void> {
    writing = writing.then(write)
    if (!(await writing)) schedule(RETRY_WAIT_MS)
  }

  return {
    async load() {
      const response = await bridge.call('uiState.list', { prefix: PREFIX })
      if (!response.ok) return null
      const items = new Map(response.data.items.map(({ name, value }) => [name, value]))
      const saved = readSaved((name) => items.get(name))
      const old = items.size === 0 ? readOld(storage) : null
      if (old !== null) await moveOld(old)
      last = old ?? saved
      isLoaded = true
      return last
    },
    save(media, drafts) {
      if (!isLoaded) return
      if (media !== last.media) waiting.set(MEDIA_TYPE, () => media)
      for (const name of MEDIA) {
        const draft = drafts[name]
        if (draft !== last.drafts[name]) waiting.set(PREFIX + name, () => asJson(settledDraft(draft)))
      }
      last = { media, drafts }
      schedule(WRITE_WAIT_MS)
    },
    flush,
  }

  /** The old place is emptied when the host has everything. */
  async function moveOld({ media, drafts }: SavedForm): Promise<void> {
    const items: [string, Json][] = Object.entries(drafts).map(([name, draft]) => [
      PREFIX + name,
      asJson(draft),
    ])
    if (media !== null) items.push([MEDIA_TYPE, media])
    const responses = await Promise.all(
      items.map(([name, value]) => bridge.call('uiState.set', { name, value })),
    )
    if (responses.every(({ ok }) => ok)) storage.removeItem(STORAGE_KEY)
  }
}

function readSaved(find: (name: string) => unknown): SavedForm {
  const mediaType = find(MEDIA_TYPE)
  const drafts = MEDIA.flatMap((name) => {
    const saved = find(PREFIX + name)
    return saved === undefined ? [] : [[name, readDraft(saved, EMPTY_DRAFT)] as const]
  })
  return { media: MEDIA.find((name) => name === mediaType) ?? null, drafts: Object.fromEntries(drafts) }
}

/** What pages kept in the browser before the host did; null where there is nothing. */
function readOld(storage: DraftStorage): SavedForm | null {
  const saved = readJson(storage.getItem(STORAGE_KEY))
  if (typeof saved !== 'object' || saved === null) return null
  const { media, drafts } = saved as { media?: unknown; drafts?: Record<string, unknown> | null }
  return readSaved((name) => (name === MEDIA_TYPE ? media : drafts?.[name.slice(PREFIX.length)]))
}

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** A draft holds nothing that JSON does not; `undefined` it leaves out. */
function asJson(draft: Draft): Json {
  return JSON.parse(JSON.stringify(draft)) as Json
}
