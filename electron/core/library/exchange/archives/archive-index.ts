/**
 * What a tool knows of its whole folder: the boards of InvokeAI's database, the tree of folders of an Eagle library.
 *
 * Sources: invoke-ai/InvokeAI, invokeai/app/services/shared/sqlite_migrator (tables `images`, `boards`, `board_images`);
 * eagle.cool, "Library structure" (`metadata.json`, `images/<id>.info`).
 */
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ArchiveSource } from '#contract/archives.ts'
import { isObject, parseJson } from '../../provenance/clean-json.ts'
import { textIn } from '../beside.ts'
import { EAGLE_NOTE, type FileNote } from './file-note.ts'
import { readInvokeDatabase } from './invokeai-database.ts'

export interface ArchiveIndex {
  /** `files` where no tool is known by its folder. */
  readonly source: Extract<ArchiveSource, 'invokeai' | 'eagle' | 'files'>
  /** By file name. */
  readonly notes: Readonly<Record<string, FileNote>>
  /** Names from the outermost folder to the innermost, by folder id. */
  readonly folders: Readonly<Record<string, readonly string[]>>
  /** Where in the folder what the tool keeps of the whole lies and cannot be read; null where it can. The files themselves can. */
  readonly damaged: string | null
}

const PLAIN: ArchiveIndex = { source: 'files', notes: {}, folders: {}, damaged: null }
const MAX_TREE = 16 * 1024 * 1024
const MAX_FOLDERS = 20_000
const DEEPEST = 20

/** Never rejects because of what lies there. */
export async function readArchiveIndex(root: string, copy: string): Promise<ArchiveIndex> {
  for (const path of ['databases/invokeai.db', 'invokeai.db']) {
    const database = join(root, path)
    if (!(await isFile(database))) continue
    const notes = await readInvokeDatabase(database, copy)
    return { ...PLAIN, source: 'invokeai', notes: notes ?? {}, damaged: notes === null ? path : null }
  }
  if (!(await isFolder(join(root, 'images')))) return PLAIN
  const note = join(root, EAGLE_NOTE)
  if (!(await isFile(note))) return PLAIN
  const tree = parseJson((await textIn(note, MAX_TREE)) ?? '', MAX_TREE)
  if (!isObject(tree)) return { ...PLAIN, source: 'eagle', damaged: EAGLE_NOTE }
  return Array.isArray(tree['folders'])
    ? { ...PLAIN, source: 'eagle', folders: foldersIn(tree['folders']) }
    : PLAIN
}

function foldersIn(folders: unknown): Record<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  const walk = (list: unknown, above: readonly string[]): void => {
    if (!Array.isArray(list) || above.length >= DEEPEST) return
    for (const folder of list as readonly unknown[]) {
      if (!isObject(folder) || typeof folder['id'] !== 'string' || found.size >= MAX_FOLDERS) continue
      const { name } = folder
      const path = [...above, typeof name === 'string' ? name : '']
      found.set(folder['id'], path)
      walk(folder['children'], path)
    }
  }
  walk(folders, [])
  return Object.fromEntries(found)
}

async function isFile(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null))?.isFile() === true
}

async function isFolder(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null))?.isDirectory() === true
}
