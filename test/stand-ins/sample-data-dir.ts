/**
 * A data directory as a day of work leaves it: assets with everything a user says of them, nested collections, saved searches,
 * and tasks in every state. Kept as it lies after a clean end, and as a crash leaves it, with work in the write-ahead log.
 */
import { say } from '#test/stand-ins/say.ts'
import { written } from '#contract/messages/message.ts'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { press } from '#contract/press.ts'
import type { TaskState } from '#contract/rules/task-states.ts'
import { createEventBus } from '#core/calls/events.ts'
import { createLibrary, type Library } from '#core/library/library.ts'
import { openMediaFolder, type MediaFolder } from '#core/library/assets/media-folder.ts'
import { openReader } from '#core/open-reader.ts'
import { openLibraryDatabase } from '#core/open-directory.ts'
import { createTaskStore, type TaskStore } from '#core/tasks/task-store.ts'
import { makeImage } from './faulty-tasks.ts'
import { sha256 } from './hostile-content.ts'
import { sharedReader } from './shared-reader.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'

export interface SampleAsset {
  readonly id: string
  readonly sha256: string
  readonly rating: number
  readonly tags: readonly string[]
  readonly prompt: string | undefined
}

export interface SampleTask {
  readonly id: string
  readonly state: TaskState
  readonly remoteId: string | null
}

export interface SampleDataDir {
  /** After a clean end. */
  readonly closed: string
  /** After a crash. */
  readonly crashed: string
  readonly assets: readonly SampleAsset[]
  readonly tasks: readonly SampleTask[]
  readonly collections: readonly string[]
  readonly searches: readonly string[]
}

const ASSETS = 30
/** How each task came to where it is. */
const LIVES: readonly (readonly TaskState[])[] = [
  ['queued'],
  ['queued'],
  ['queued'],
  ['sending'],
  ['sending', 'running'],
  ['sending', 'running'],
  ['sending', 'running'],
  ['sending', 'running'],
  ['sending', 'running', 'saving'],
  ['sending', 'running', 'saving', 'unsaved'],
  ['sending', 'unknown'],
  ['sending', 'rejected'],
  ['sending', 'running', 'failed'],
  ...Array.from({ length: 8 }, () => ['sending', 'running', 'saving', 'saved'] as const),
]

export async function makeSampleDataDir(root: string): Promise<SampleDataDir> {
  const [dataDir, closed, crashed] = ['work', 'closed', 'crashed'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ]
  const clock = createManualClock()
  const log = () => undefined
  const events = createEventBus(log)
  const media = await openMediaFolder(dataDir)
  const { db, accepted, close } = await openLibraryDatabase(dataDir, clock.now())
  const reader = await openReader({ db, dataDir, clock, spawn: sharedReader, log })
  const library = createLibrary({ dataDir, db, clock, events, log }, media, reader)
  const tasks = createTaskStore({
    db,
    clock,
    events,
    etaOf: () => ({}),
    isFree: () => false,
    costsNothing: () => false,
    say,
    journal: accepted,
  })
  const inserted = addTasks(tasks, clock)
  const ids = await addAssets(library, media, clock)
  for (const [number, id] of ids.entries())
    await library.change([id], { rating: number % 6, addTags: [`tag-${number % 4}`, 'all'] })
  const outer = library.collections.create('Portfolio', null)
  const inner = outer.ok ? library.collections.create('Owls', outer.data.id) : outer
  if (!outer.ok || !inner.ok) throw new Error('The collections were not made.')
  library.collections.add(outer.data.id, ids.slice(0, 10))
  library.collections.add(inner.data.id, ids.slice(5, 20))
  library.searches.create('Best', { minRating: 4 })
  library.searches.create('Owls', { text: 'owl' })
  await library.trash(ids.slice(28))
  await library.sidecarQueue.close()
  await cp(dataDir, crashed, { recursive: true })
  const known = ids.map((id) => library.find(id)).filter((record) => record !== null)
  const sample = {
    assets: known.map(({ id, sha256, rating, tags, prompt }) => ({ id, sha256, rating, tags, prompt })),
    tasks: inserted.map(({ id }): SampleTask => {
      const task = tasks.find(id)
      return { id, state: task?.state ?? 'queued', remoteId: task?.remoteId ?? null }
    }),
    collections: library.collections.list().map(({ name, count }) => `${name}: ${count}`),
    searches: library.searches.list().map(({ name }) => name),
  }
  await library.close()
  await reader.close()
  close(false)
  await cp(dataDir, closed, { recursive: true })
  return { closed, crashed, ...sample }
}

function addTasks(tasks: TaskStore, clock: ManualClock) {
  const batch = LIVES.map((_, number) => ({
    press: press.parse(undefined),
    batchId: `batch_${number % 3}`,
    profileId: 'local',
    request: {
      provider: 'stand-in',
      mediaType: 'image' as const,
      model: 'sample',
      scene: 'text-to-image' as const,
      prompt: `fox ${number} ${'in the snow '.repeat(number * 10)}`,
      options: { seed: number },
    },
  }))
  const inserted = tasks.insert(batch)
  for (const [number, { id }] of inserted.entries()) {
    for (const state of LIVES[number]?.slice(LIVES[number][0] === 'queued' ? 1 : 0) ?? []) {
      const isSent = state === 'running'
      tasks.change(id, {
        ...(state === 'queued' ? { state, press: 'as_before' as const } : { state }),
        durable: true,
        event: { kind: 'other', message: written(`it was ${state}`) },
        ...(isSent ? { remoteId: `remote-${number}`, remoteStatus: 'PENDING', sentAt: clock.now() } : {}),
        // Longer than a page, so that it lies in a chain of them.
        ...(isSent ? { lastResponse: { code: 0, note: 'answer '.repeat(number * 200) } } : {}),
      })
      clock.advance(1_000)
    }
  }
  return inserted
}

async function addAssets(
  library: Library,
  media: MediaFolder,
  clock: ManualClock,
): Promise<readonly string[]> {
  const ids: string[] = []
  for (let number = 0; number < ASSETS; number++) {
    // The last ones share their bytes with the first ones.
    const bytes = await makeImage(number % (ASSETS - 3))
    const path = media.partPath(`sample-${number}`)
    await writeFile(path, bytes)
    const { id } = await library.add({
      file: {
        path,
        sha256: sha256(bytes),
        sizeBytes: bytes.byteLength,
        type: { kind: 'image', mimeType: 'image/png', extension: 'png' },
      },
      facts: {
        taskId: `task_sample-${number}`,
        place: 0,
        mediaType: 'image',
        provider: 'stand-in',
        model: 'sample',
        scene: 'text-to-image',
        prompt: `image ${number} ${'of a patient owl '.repeat(number)}`,
        options: { seed: number },
      },
    })
    clock.advance(60_000)
    ids.push(id)
  }
  return ids
}
