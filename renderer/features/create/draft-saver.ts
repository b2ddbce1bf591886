/**
 * Saves the drafts with the host, where they outlive a restart, a crash and another port.
 *
 * A change is on its way to the host at most `WRITE_WAIT_MS` after it was made; one that could not be written is tried again.
 * Nothing is written before the saved drafts have been read: the empty form of a page that starts must not replace them.
 */
import type { Json } from '#contract/json.ts'
import { MEDIA_TYPES, type MediaType } from '#contract/rules/media.ts'
import type { Bridge } from '../../bridge/bridge.ts'
import { readDraft, settledDraft, type Draft, type Drafts } from './draft.ts'

/** What the form held at the last start. */
export interface SavedForm {
  readonly mediaType: MediaType | null
  readonly drafts: Readonly<Partial<Record<MediaType, Draft>>>
}

export interface DraftSaver {
  /** Null while the host cannot be asked. */
  load(): Promise<SavedForm | null>
  /** Takes every change of the form; writes only what differs from the last one. */
  save(mediaType: MediaType, drafts: Drafts): void
  /** Writes what waits at once; resolves when the host has responded. */
  flush(): Promise<void>
}

export interface DraftSaverNeeds {
  readonly bridge: Bridge
  /** Calls back once, after so many milliseconds. */
  wait(ms: number, then: () => void): void
  /** Media types whose drafts the host refuses for their size; told when that changes. */
  onOversized(mediaType: readonly MediaType[]): void
}

/** Half of what a crash may cost at most; the other half is for the way to the disk. */
const WRITE_WAIT_MS = 250
const RETRY_WAIT_MS = 2_000
const PREFIX = 'draft/'
const MEDIA_TYPE = 'draft/media-type'

export function createDraftSaver({ bridge, wait, onOversized }: DraftSaverNeeds): DraftSaver {
  /** What waits to be written, by its name with the host. */
  const waiting = new Map<string, () => Json>()
  let oversized: readonly MediaType[] = []
  let last: SavedForm = { mediaType: null, drafts: {} }
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
  /** False where it has to be tried again. What the host refuses waits for the next change. */
  async function write([name, value]: readonly [string, () => Json]): Promise<boolean> {
    const response = await bridge.call('uiState.set', { name, value: value() })
    if (response.ok || response.error.code === 'invalid_input') {
      tellSize(name, response.ok)
      return true
    }
    // A value that came meanwhile is newer.
    if (!waiting.has(name)) waiting.set(name, value)
    return false
  }
  function tellSize(name: string, fits: boolean): void {
    const mediaType = MEDIA_TYPES.find((one) => PREFIX + one === name)
    if (mediaType === undefined || fits !== oversized.includes(mediaType)) return
    oversized = fits ? oversized.filter((one) => one !== mediaType) : [...oversized, mediaType]
    onOversized(oversized)
  }
  /** One write after another: an older value must never arrive after its successor. */
  async function flush(): Promise<void> {
    writing = writing.then(async () => {
      const items = Array.from(waiting)
      waiting.clear()
      return (await Promise.all(items.map(write))).every(Boolean)
    })
    if (!(await writing)) schedule(RETRY_WAIT_MS)
  }

  return {
    async load() {
      const response = await bridge.call('uiState.list', { prefix: PREFIX })
      if (!response.ok) return null
      last = readSaved(new Map(response.data.items.map(({ name, value }) => [name, value])))
      isLoaded = true
      return last
    },
    save(mediaType, drafts) {
      if (!isLoaded) return
      if (mediaType !== last.mediaType) waiting.set(MEDIA_TYPE, () => mediaType)
      for (const name of MEDIA_TYPES) {
        const draft = drafts[name]
        if (draft !== last.drafts[name]) waiting.set(PREFIX + name, () => asJson(settledDraft(draft)))
      }
      last = { mediaType, drafts }
      schedule(WRITE_WAIT_MS)
    },
    flush,
  }
}

function readSaved(items: ReadonlyMap<string, Json>): SavedForm {
  const mediaType = items.get(MEDIA_TYPE)
  const drafts = MEDIA_TYPES.flatMap((name) =>
    items.has(PREFIX + name) ? [[name, readDraft(items.get(PREFIX + name))] as const] : [],
  )
  return {
    mediaType: MEDIA_TYPES.find((name) => name === mediaType) ?? null,
    drafts: Object.fromEntries(drafts),
  }
}

/** A draft holds nothing that JSON does not; `undefined` is left out. */
function asJson(draft: Draft): Json {
  return JSON.parse(JSON.stringify(draft)) as Json
}
