/** Keys that must be found nowhere, and where they are looked for. */
import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export const CANARY = 'canary-b6f1d2c9-do-not-tell'
/** The key of every test that needs one and says nothing about it (test-app.ts). */
export const KEY_FOR_TESTS = 'key-for-tests'

/** Of each file so much is looked at: no media is that large in most tests, and no other file ever is. */
const LOOKED_AT_BYTES = 8 * 1024 * 1024

/** A key as it stands in texts: in JSON of JSON, in addresses, in base64 at each offset, in hex. The names say which. */
export function spellingsOf(key: string): Readonly<Record<string, string>> {
  const each = (spell: (character: string) => string) => Array.from(key, spell).join('')
  const hexOf = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0')
  const base64 = (offset: number) => {
    // Without the characters at both ends that hold bits of what is around it.
    const bytes = Buffer.from(`${'.'.repeat(offset)}${key}`)
    return bytes.toString('base64').slice(offset === 0 ? 0 : offset + 1, Math.floor((bytes.length * 4) / 3))
  }
  return {
    plain: key,
    'slashes escaped': key.replaceAll('/', '\\/'),
    'signs escaped': each((one) => (/\w/u.test(one) ? one : `\\u00${hexOf(one)}`)),
    'all escaped': each((one) => `\\u00${hexOf(one).toUpperCase()}`),
    'escaped twice': each((one) => `\\\\u00${hexOf(one)}`),
    'percent-encoded': encodeURIComponent(key),
    'percent-encoded twice': encodeURIComponent(encodeURIComponent(key)),
    'all percent-encoded': each((one) => `%${hexOf(one)}`),
    'character references': each((one) => `&#${one.charCodeAt(0)};`),
    'hexadecimal references': each((one) => `&#x${hexOf(one)};`),
    base64: base64(0),
    'base64 after one': base64(1),
    'base64 after two': base64(2),
    base64url: base64(0).replaceAll('+', '-').replaceAll('/', '_'),
    'base64url after one': base64(1).replaceAll('+', '-').replaceAll('/', '_'),
    'base64url after two': base64(2).replaceAll('+', '-').replaceAll('/', '_'),
    hexadecimal: Buffer.from(key).toString('hex'),
  }
}

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
