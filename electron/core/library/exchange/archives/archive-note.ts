/**
 * What a tool noted of one file: Eagle's `metadata.json` in the folder of an image, and packets of XMP beside any file.
 *
 * Source: eagle.cool, developer documentation, "Item".
 */
import { basename, dirname, extname, join } from 'node:path'
import { cleanLine, cleanText, isObject, parseJson } from '../../provenance/clean-json.ts'
import { MAX_PROMPT } from '../../provenance/embedded-recipe.ts'
import { textIn } from '../beside.ts'
import { factsInPacket, linesOf, MAX_TAGS, ratingOf } from '../packet-facts.ts'
import type { ArchiveIndex } from './archive-index.ts'
import { EAGLE_NOTE, type FileNote } from './file-note.ts'

const MAX_NOTE = 2 * 1024 * 1024
const MAX_FOLDERS = 50

/**
 * `beside`: which of the files are there that may say something of it. Null where nothing is noted; `damaged` where the note is half
 * written, or larger than one can be.
 */
export async function readArchiveNote(
  path: string,
  beside: readonly string[],
  source: ArchiveIndex['source'],
): Promise<FileNote | 'damaged' | null> {
  if (source !== 'eagle') return readXmp(path, beside)
  return beside.includes(EAGLE_NOTE) ? readEagle(path) : null
}

async function readEagle(path: string): Promise<FileNote | 'damaged'> {
  const text = await textIn(join(dirname(path), EAGLE_NOTE))
  if (text === null) return 'damaged'
  const note = parseJson(text, MAX_NOTE)
  if (!isObject(note)) return 'damaged'
  const { name, ext, tags, folders, star, isDeleted, annotation } = note
  if (isDeleted === true) return { skipReason: 'trashed' }
  const isItself = typeof name !== 'string' || typeof ext !== 'string' || basename(path) === `${name}.${ext}`
  if (!isItself && /_thumbnail\.\w+$/.test(path)) return { skipReason: 'thumbnail' }
  const title = typeof name === 'string' ? cleanLine(name, 500) : ''
  const written = typeof annotation === 'string' ? cleanText(annotation, MAX_PROMPT).trim() : ''
  return {
    tags: linesOf(tags, MAX_TAGS),
    folders: linesOf(folders, MAX_FOLDERS),
    ...(typeof star === 'number' && { rating: ratingOf(star) }),
    ...(title !== '' && { title }),
    ...(written !== '' && { annotation: written }),
  }
}

async function readXmp(path: string, beside: readonly string[]): Promise<FileNote | null> {
  const name = beside.find((other) => extname(other) === '.xmp')
  const packet = name === undefined ? null : await textIn(join(dirname(path), name))
  return packet === null ? null : factsInPacket(packet)
}
