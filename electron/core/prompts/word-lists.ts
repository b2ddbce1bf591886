/**
 * Word lists: text files in the data directory that `__name__` in a prompt stands for.
 *
 * They are the user's own files, to be edited with anything. Names are parsed strictly and links are not followed, so that
 * no name leads out of the folder; a file that is too large is cut short rather than read whole.
 */
import { lstat, mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { fail, type Result, succeed } from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'
import type { ListedWords, WordList } from '#contract/prompts.ts'
import { writeFileDurably, PRIVATE_FOLDER } from '../store/files.ts'

const MAX_ENTRIES = 10_000
const MAX_LISTS = 2_000
const DEEPEST = 4
/** The rest of a larger file is left out. */
const MAX_FILE_BYTES = 4 * 1_024 * 1_024
const MAX_ENTRY = 2_000
/** Characters that `wordlists.set` takes. */
const MAX_TEXT = 2_000_000
const EXTENSION = '.txt'
const PART = /^[\p{L}\p{N}_-]+$/u
/** Names that Windows gives to devices, whatever their extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/i

export function createWordLists(dataDir: string) {
  const root = join(dataDir, 'wordlists')
  const known = new Map<string, ListedWords & { readonly stamp: string }>()
  let prepared: Promise<void> | null = null

  /** @throws the disk's error; the next call tries again. */
  const prepare = (): Promise<void> => {
    prepared ??= writeSamples(root).catch((error: unknown) => {
      prepared = null
      throw error
    })
    return prepared
  }
  /** One writer at a time: two would share the file they write to. */
  const lock = pLimit(1)
  const readEntries = async (name: string): Promise<readonly string[] | null> => {
    const path = await plainFile(root, name)
    if (!path) return null
    const text = await readStart(path.path)
    const entries = entriesOf(text)
    known.set(name, {
      name,
      count: entries.length,
      isStarter: text === SAMPLE_LISTS[name],
      stamp: path.stamp,
    })
    return entries
  }
  return {
    /** By name, with the number of entries. */
    list: async (): Promise<readonly ListedWords[]> => {
      await prepare()
      const names: string[] = []
      for await (const name of namesIn(root, [])) {
        names.push(name)
        if (names.length >= MAX_LISTS) break
      }
      const items: ListedWords[] = []
      for (const name of names.toSorted((a, b) => (a < b ? -1 : 1))) {
        const stamp = (await plainFile(root, name))?.stamp
        if (stamp === undefined) continue
        if (known.get(name)?.stamp !== stamp) await readEntries(name)
        const { count, isStarter } = known.get(name) ?? {}
        if (count !== undefined && isStarter !== undefined) items.push({ name, count, isStarter })
      }
      return items
    },
    /** Those that exist, in the order asked for. */
    get: async (names: readonly string[]): Promise<readonly WordList[]> => {
      await prepare()
      const items: WordList[] = []
      for (const name of new Set(names)) {
        const entries = await readEntries(name)
        if (entries) items.push({ name, entries })
      }
      return items
    },
    /** All of a list's file, to be written anew. Fails where that would lose a part of it. */
    read: async (name: string): Promise<Result<{ readonly text: string }>> => {
      await prepare()
      const file = await plainFile(root, name)
      if (!file) return fail('not_found', 'prompts.noList')
      const { size } = await lstat(file.path)
      const text = size > MAX_FILE_BYTES ? null : wholeText(await readFile(file.path))
      if (text === null || text.length > MAX_TEXT)
        return fail('conflict', message('prompts.listUneditable', { path: file.path }))
      return succeed({ text })
    },
    /** One entry a line. Null takes the list away. */
    set: async (name: string, text: string | null): Promise<Result<WordList>> => {
      const parts = partsOf(name)
      if (!parts) return fail('invalid_input', 'prompts.badListName', { field: 'name' })
      await prepare()
      return lock(() => {
        known.delete(name)
        return writeList(root, { name, parts }, text)
      })
    },
  }
}

async function writeList(
  root: string,
  { name, parts }: { readonly name: string; readonly parts: readonly string[] },
  text: string | null,
): Promise<Result<WordList>> {
  if (!(await isPlainFolder(root, parts.slice(0, -1)))) {
    return fail('conflict', 'prompts.folderTaken')
  }
  const path = join(root, ...parts) + EXTENSION
  const there = await lstatIfThere(path)
  if (there && !there.isFile()) return fail('conflict', message('prompts.notAList', { name }))
  if (text === null) {
    await rm(path, { force: true })
    return succeed({ name, entries: [] })
  }
  await writeFileDurably(path, text)
  return succeed({ name, entries: entriesOf(text) })
}

/** The entries of a list's text: a line each, without blank lines and those that begin with `#`. */
function entriesOf(text: string): readonly string[] {
  const entries: string[] = []
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const entry = line.trim()
    if (entry === '' || entry.startsWith('#')) continue
    entries.push(entry.slice(0, MAX_ENTRY))
    if (entries.length >= MAX_ENTRIES) break
  }
  return entries
}

/** The folders and the file that a name stands for; null where it is none. */
function partsOf(name: string): readonly string[] | null {
  if (name.length > 200) return null
  const parts = name.split('/')
  const isName = parts.length <= DEEPEST && parts.every((part) => PART.test(part) && !DEVICE.test(part))
  return isName ? parts : null
}

/** Where the list lies, and what tells that it has not changed; null where there is no such file, or a link leads to it. */
async function plainFile(root: string, name: string): Promise<{ path: string; stamp: string } | null> {
  const parts = partsOf(name)
  if (!parts || !(await isPlainFolder(root, parts.slice(0, -1)))) return null
  const path = join(root, ...parts) + EXTENSION
  const file = await lstatIfThere(path)
  return file?.isFile() ? { path, stamp: `${file.size} ${file.mtimeMs}` } : null
}

/** Whether each part on the way is a folder, or not there yet. */
async function isPlainFolder(root: string, parts: readonly string[]): Promise<boolean> {
  for (let depth = 0; depth <= parts.length; depth++) {
    const folder = await lstatIfThere(join(root, ...parts.slice(0, depth)))
    if (folder && !folder.isDirectory()) return false
  }
  return true
}

async function* namesIn(root: string, above: readonly string[]): AsyncGenerator<string> {
  const entries = await readdir(join(root, ...above), { withFileTypes: true })
  for (const entry of entries) {
    if (entry.isDirectory() && above.length + 1 < DEEPEST && PART.test(entry.name)) {
      yield* namesIn(root, [...above, entry.name])
      continue
    }
    if (!entry.isFile() || !entry.name.endsWith(EXTENSION)) continue
    const name = [...above, entry.name.slice(0, -EXTENSION.length)].join('/')
    if (partsOf(name)) yield name
  }
}

/** Null where the bytes are no UTF-8: written again, they would be others. */
function wholeText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

async function readStart(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    const bytes = Buffer.alloc(Math.min(MAX_FILE_BYTES, (await file.stat()).size))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    return bytes.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

async function writeSamples(root: string): Promise<void> {
  if (await lstatIfThere(root)) return
  await mkdir(root, PRIVATE_FOLDER)
  for (const [name, text] of Object.entries(SAMPLE_LISTS))
    await writeFile(join(root, `${name}${EXTENSION}`), text, { flag: 'wx' })
}

async function lstatIfThere(path: string) {
  try {
    return await lstat(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return null
    throw error
  }
}

/** A few word lists to begin with: written when there is no folder of lists yet, and the user's own from then on. */
const SAMPLE_LISTS: Readonly<Record<string, string>> = {
  animals: `# One entry a line. In a prompt, __animals__ stands for one of them.
red fox
snow leopard
barn owl
sea turtle
humpback whale
octopus
grey wolf
hare
heron
chameleon
honey bee
elephant
stag
otter
raven
`,
  colours: `# In a prompt, __colours__ stands for one of them.
vermilion
ochre
saffron
moss green
viridian
teal
ultramarine
indigo
mauve
burgundy
ivory
charcoal
`,
  light: `# In a prompt, __light__ stands for one of them.
golden hour
blue hour
overcast daylight
harsh noon sun
candlelight
neon signs at night
rim light against a dark background
soft window light
moonlight
firelight
light through fog
studio softbox
`,
}
