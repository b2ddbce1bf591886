/**
 * The files of a watched folder, one at a time, so that a folder of very many holds nothing up.
 *
 * Links are not followed. Hidden files and folders, files that are still arriving under a name of their own, and the data of any
 * Atelier are passed over.
 */
import type { Dirent, Stats } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { type ArchiveFile, skipReasonByName, NOTES } from '../archives/walk-archive.ts'

const DEEPEST = 40
const MAX_FILES = 1_000_000
/**
 * What programs call a file until it is whole. Sources: Chromium (.crdownload), Firefox (.part), Safari (.download), Opera
 * (.opdownload), rsync and Nextcloud (hidden names), FileZilla (.filepart), yt-dlp (.part, .ytdl), uTorrent (.!ut), aria2 (.aria2).
 */
const ARRIVING =
  /^[.~]|~$|\.(?:part|partial|crdownload|download|opdownload|filepart|tmp|temp|ytdl|!ut|aria2)$/i
/** Files that lie beside one that is still arriving under its own name. Sources: aria2 and Firefox. */
const BESIDE_ARRIVING = ['.aria2', '.part']

/** `onFolder` is told of every folder. @throws Error when the folder itself cannot be read. */
export async function* walkWatched(
  root: string,
  from: string,
  onFolder: (folder: string) => void,
): AsyncGenerator<ArchiveFile> {
  let found = 0
  const folders = [{ path: from, depth: 0 }]
  for (let folder = folders.pop(); folder; folder = folders.pop()) {
    const { path, depth } = folder
    if (await isLibrary(path)) continue
    onFolder(path)
    for await (const entry of entriesOf(path, path === root)) {
      if (isPassedOver(entry.name)) continue
      if (entry.isDirectory() && depth < DEEPEST)
        folders.push({ path: join(path, entry.name), depth: depth + 1 })
      if (!entry.isFile()) continue
      const file = await watchedFile(root, join(path, entry.name))
      if (file === null) continue
      if (++found > MAX_FILES) return
      yield file
    }
  }
}

async function* entriesOf(folder: string, isRoot: boolean): AsyncGenerator<Dirent> {
  try {
    for await (const entry of await opendir(folder)) yield entry
  } catch (error) {
    if (isRoot) throw error
  }
}

/** What lies at a path that an event named: a file, a folder to be walked, or nothing that counts. */
export async function lookAt(root: string, path: string): Promise<ArchiveFile | 'folder' | null> {
  const parts = relative(root, path).split(sep)
  if (parts.includes('..') || parts.some(isPassedOver)) return null
  for (let folder = dirname(path); folder.length >= root.length; folder = dirname(folder))
    if (await isLibrary(folder)) return null
  const info = await lstat(path).catch(() => null)
  if (info?.isDirectory() === true) return 'folder'
  return info === null ? null : fileOf(root, path, info)
}

/** The file as it is now; null where there is none. */
export async function watchedFile(root: string, path: string): Promise<ArchiveFile | null> {
  const info = await lstat(path).catch(() => null)
  return info === null ? null : fileOf(root, path, info)
}

/** Whether another program says that it is not done with the file. */
export async function isArriving({ path }: ArchiveFile): Promise<boolean> {
  for (const ending of BESIDE_ARRIVING) if (await lstat(`${path}${ending}`).catch(() => null)) return true
  return false
}

function fileOf(root: string, path: string, info: Stats): ArchiveFile | null {
  // A file that has no bytes yet is a name that somebody has claimed.
  if (!info.isFile() || info.size === 0 || NOTES.test(basename(path))) return null
  const inside = relative(root, path).split(sep).join('/')
  const skipReason = skipReasonByName(inside)
  const size = { sizeBytes: info.size, modifiedAt: Math.trunc(info.mtimeMs) }
  return { path, name: basename(path), relative: inside, beside: [], skipReason, ...size }
}

function isPassedOver(name: string): boolean {
  return ARRIVING.test(name)
}

/** Its thumbnails would be taken for results, and two that watch one another would never end. */
async function isLibrary(folder: string): Promise<boolean> {
  if ((await lstat(join(folder, 'library.db')).catch(() => null)) === null) return false
  return (await lstat(join(folder, 'media')).catch(() => null))?.isDirectory() === true
}
