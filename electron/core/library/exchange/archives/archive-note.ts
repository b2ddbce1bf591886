/**
 * What a tool noted of one file: Eagle's `metadata.json` in the folder of an image, and packets of XMP beside any file.
 *
 * Sources: eagle.cool, developer documentation, "Item"; XMP Specification Part 2, 2.1 (`xmp:Rating`), 1.3 (`dc:subject`).
 */
import { basename, dirname, extname, join } from 'node:path'
import { cleanLine, isObject, parseJson } from '../../provenance/clean-json.ts'
import { itemsIn, propertyIn } from '../../provenance/xmp-properties.ts'
import { textIn } from '../beside.ts'
import type { ArchiveIndex } from './archive-index.ts'
import type { FileNote } from './file-note.ts'

const LONGEST_NOTE = 2 * 1024 * 1024
const MOST_TAGS = 100
const MOST_FOLDERS = 50

/** Null where nothing is noted; `damaged` where the note is half written. */
export async function readArchiveNote(
  path: string,
  source: ArchiveIndex['source'],
): Promise<FileNote | 'damaged' | null> {
  return source === 'eagle' ? readEagle(path) : readXmp(path)
}

async function readEagle(path: string): Promise<FileNote | 'damaged' | null> {
  const text = await textIn(join(dirname(path), 'metadata.json'))
  if (text === null) return null
  const note = parseJson(text, LONGEST_NOTE)
  if (!isObject(note)) return 'damaged'
  const { name, ext, tags, folders, star, isDeleted } = note
  if (isDeleted === true) return { leftOut: 'trashed' }
  const isItself = typeof name !== 'string' || typeof ext !== 'string' || basename(path) === `${name}.${ext}`
  if (!isItself && /_thumbnail\.\w+$/.test(path)) return { leftOut: 'thumbnail' }
  const title = typeof name === 'string' ? cleanLine(name, 500) : ''
  return {
    tags: textsOf(tags, MOST_TAGS),
    folders: textsOf(folders, MOST_FOLDERS),
    ...(typeof star === 'number' && { rating: ratingOf(star) }),
    ...(title !== '' && { title }),
  }
}

async function readXmp(path: string): Promise<FileNote | null> {
  const stem = path.slice(0, path.length - extname(path).length)
  const packet = (await textIn(`${stem}.xmp`)) ?? (await textIn(`${path}.xmp`))
  if (packet === null) return null
  const rating = Number(propertyIn(packet, 'xmp:Rating') ?? 0)
  const title = cleanLine(propertyIn(packet, 'dc:title') ?? '', 500)
  return {
    tags: textsOf(itemsIn(packet, 'dc:subject'), MOST_TAGS),
    rating: ratingOf(rating),
    ...(title !== '' && { title }),
  }
}

/** Rejected ones are -1 elsewhere. */
function ratingOf(stars: number): number {
  return Number.isFinite(stars) ? Math.min(5, Math.max(0, Math.round(stars))) : 0
}

function textsOf(list: unknown, most: number): readonly string[] {
  const texts = Array.isArray(list) ? (list as readonly unknown[]).slice(0, most) : []
  const lines = texts.flatMap((text) => (typeof text === 'string' ? [cleanLine(text, 100)] : []))
  return [...new Set(lines.filter((line) => line !== ''))]
}
