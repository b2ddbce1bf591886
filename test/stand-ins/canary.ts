/** Keys that must be found nowhere, and where they are looked for. */
import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export const CANARY = 'canary-b6f1d2c9-do-not-tell'
/** The key of every test that needs one and says nothing about it (test-app.ts). */
export const KEY_FOR_TESTS = 'key-for-tests'

/** Of each file so much is looked at: no media is that large in most tests, and no other file ever is. */
const LOOKED_AT_BYTES = 8 * 1024 * 1024

/** Names and contents of all files under `folder`, one character a byte. */
export async function textUnder(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const texts = await Promise.all(files.map((path) => readFile(path, 'latin1')))
  return [...files, ...texts].join('\n')
}

/** Where `word` stands in `text`, with what is around it: short enough to be read in a failed test. */
export function tracesOf(word: string, text: string): string[] {
  const parts = text.split(word)
  return parts
    .slice(1)
    .map((after, index) => `${(parts[index] ?? '').slice(-80)}${word}${after.slice(0, 20)}`)
}

/** Files under `folder` in which one of the keys stands. What vanishes meanwhile is not looked at. */
export async function filesWithKeys(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const found: string[] = []
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const head = await headOf(path)
    if ([CANARY, KEY_FOR_TESTS].some((key) => head.includes(key))) found.push(path)
  }
  return found
}

async function headOf(path: string): Promise<Buffer> {
  try {
    await using file = await open(path)
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, LOOKED_AT_BYTES)))
    return buffer.subarray(0, bytesRead)
  } catch {
    return Buffer.alloc(0)
  }
}
