/**
 * The folders that the user has watched: which they are, from settings.json, and how they are doing.
 *
 * None by default. A folder that has to do with Atelier's own data is never watched: what Atelier writes would come back as new.
 */
import { randomUUID } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, parse, relative, resolve, sep } from 'node:path'
import pLimit from 'p-limit'
import { z } from 'zod'
import { fail, type Result, succeed } from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'
import type { ParsedInput } from '#contract/routes.ts'
import { MAX_WATCHED_FOLDERS, type WatchedFolder } from '#contract/watched.ts'
import type { Context } from '../../../context/context.ts'
import type { SettingsFile } from '../../../ports/settings.ts'
import { type ArchiveDeps, checkFolder } from '../archives/import-archive.ts'
import { chooseFolder } from '../found-files.ts'
import { createTakeArrived } from './take-arrived.ts'
import { type FolderWatch, type WatchDeps, watchFolder } from './watch-folder.ts'

/** In settings.json. */
const KEY = 'watchedFolders'
const ANNOUNCE_MS = 500

const folderSchema = z.object({ id: z.string(), path: z.string(), mode: z.enum(['copy', 'in-place']) })
type StoredFolder = z.infer<typeof folderSchema>

interface WatchedDeps extends ArchiveDeps, Pick<Context, 'clock' | 'dataDir' | 'db' | 'events' | 'log'> {
  readonly file: SettingsFile
}

export type WatchedFolders = ReturnType<typeof createWatchedFolders>

export function createWatchedFolders(deps: WatchedDeps) {
  const { clock, dataDir, events, file, jobs, log, shell } = deps
  const stored = z.array(folderSchema).max(MAX_WATCHED_FOLDERS).safeParse(file.get(KEY))
  let folders: readonly StoredFolder[] = stored.success ? stored.data : []
  const watches = new Map<string, FolderWatch>()
  let disarm: (() => void) | null = null
  let announced = ''
  const oneAtATime = pLimit(1)
  const list = (): readonly WatchedFolder[] => folders.map((folder) => shown(folder, watches.get(folder.id)))
  const announce = (): void => {
    disarm ??= clock.after(ANNOUNCE_MS, () => {
      disarm = null
      const items = list()
      if (JSON.stringify(items) === announced) return
      announced = JSON.stringify(items)
      events.emit('watched.changed', { items })
    })
  }
  const watchDeps: WatchDeps = {
    clock,
    log,
    arrived: createTakeArrived(deps),
    isBusy: () => jobs.list().some(({ kind, state }) => kind === 'import' && state === 'running'),
    onChange: announce,
  }
  const save = (next: readonly StoredFolder[]): void => {
    file.set(
      KEY,
      next.map((folder) => ({ ...folder })),
    )
    folders = next
    announce()
  }
  const add = async ({ path, mode }: ParsedInput<'watched.add'>): Promise<Result<WatchedFolder>> => {
    if (folders.length >= MAX_WATCHED_FOLDERS)
      return fail('conflict', message('exchange.watch.tooMany', { limit: MAX_WATCHED_FOLDERS }))
    const place = path === undefined ? await chooseFolder(shell) : await checkFolder(path)
    if (!place.ok) return place
    const root = await realOf(place.data)
    const field = { field: 'path' }
    // Every image of every program lies in them.
    if (root === parse(root).root || root === (await realOf(homedir())))
      return fail('invalid_input', 'exchange.watch.tooWide', field)
    if (areNested(root, await realOf(dataDir))) return fail('invalid_input', 'exchange.watch.own', field)
    for (const other of folders)
      if (areNested(root, await realOf(other.path))) return fail('conflict', 'exchange.watch.twice', field)
    const folder = { id: `watch_${randomUUID()}`, path: resolve(place.data), mode }
    save([...folders, folder])
    watches.set(folder.id, watchFolder(watchDeps, folder))
    return succeed(shown(folder, watches.get(folder.id)))
  }
  return {
    list,
    /** Without a path the user is asked for a folder. One after the other: the second is compared with the first. */
    add: (wish: ParsedInput<'watched.add'>) => oneAtATime(() => add(wish)),
    remove: async (id: string): Promise<Result<Record<string, never>>> => {
      if (!folders.some((folder) => folder.id === id)) return fail('not_found', 'exchange.watch.gone')
      save(folders.filter((folder) => folder.id !== id))
      await watches.get(id)?.close()
      watches.delete(id)
      return succeed({})
    },
    /** What came while Atelier was closed is taken in now. */
    start: (): void => {
      for (const folder of folders) watches.set(folder.id, watchFolder(watchDeps, folder))
    },
    close: async (): Promise<void> => {
      await Promise.all([...watches.values()].map((watch) => watch.close()))
      disarm?.()
    },
  }
}

function shown(folder: StoredFolder, watch: FolderWatch | undefined): WatchedFolder {
  return { ...folder, ...(watch?.current() ?? { state: 'watching', added: 0, waiting: 0, unfinished: 0 }) }
}

/** The path without links; as it is where nothing is there. */
function realOf(path: string): Promise<string> {
  return realpath(path).catch(() => path)
}

/** Whether one is the other or lies inside of it. */
function areNested(one: string, other: string): boolean {
  return isInside(one, other) || isInside(other, one)
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way === '' || (!isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`))
}
