/**
 * What the system asks Atelier to open: links, and files that carry a recipe.
 *
 * Owns where such wishes come from (arguments of this start or of a second one, events of macOS) and that they wait until
 * somebody takes them. A file is only read: nothing of it is kept.
 *
 * A second start hands its arguments over as additional data of the lock, because Chromium reorders the command line
 * (electron.d.ts, `App`, event `second-instance`).
 */
import { open } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { app } from 'electron'
import { z } from 'zod'
import { isForAgent } from '../arguments.ts'
import { LINK_START } from './deep-links.ts'

export type Opening =
  | { readonly kind: 'link'; readonly link: string }
  | { readonly kind: 'file'; readonly path: string }

/** Files that can say how they were made, by their extensions. */
export const RECIPE_EXTENSIONS = [
  'atelier',
  'json',
  'png',
  'jpg',
  'jpeg',
  'webp',
  'mp4',
  'webm',
  'mov',
  'mp3',
  'wav',
  'flac',
]
const RECIPE_FILES: ReadonlySet<string> = new Set(RECIPE_EXTENSIONS.map((extension) => `.${extension}`))
const MAX_FILE_BYTES = 256 * 1024 * 1024
const MAX_OPENINGS = 20

const handedOver = z.object({
  words: z.array(z.string().max(40_000)).max(100),
  folder: z.string().max(4_096),
})

/** What a start tells the instance that runs already. */
export function handOver(argv: readonly string[]): Record<string, unknown> {
  return { words: argv.slice(0, 100), folder: process.cwd() }
}

/** The links and files among the arguments of a start in `folder`. Everything else is options, or the program itself. */
export function readOpenings(argv: readonly string[], folder: string): readonly Opening[] {
  return argv
    .flatMap((word): Opening[] => {
      if (word.toLowerCase().startsWith(LINK_START)) return [{ kind: 'link', link: word }]
      const path = pathOf(word)
      if (path === null || path.startsWith('-') || path.includes('\0')) return []
      return RECIPE_FILES.has(extname(path).toLowerCase())
        ? [{ kind: 'file', path: resolve(folder, path) }]
        : []
    })
    .slice(0, MAX_OPENINGS)
}

/** File managers of Linux hand over addresses (`%U`); null for one of another computer. */
function pathOf(word: string): string | null {
  if (!/^file:/iu.test(word)) return word
  try {
    return fileURLToPath(word)
  } catch {
    return null
  }
}

export type Openings = ReturnType<typeof collectOpenings>

/** Listens from here on: on macOS the wish that started the program comes before it is ready. */
export function collectOpenings(argv: readonly string[]) {
  let take: ((opening: Opening) => void) | null = null
  let onAsked = (): void => undefined
  let waiting: readonly Opening[] = readOpenings(argv, process.cwd())
  const add = (opening: Opening): void => {
    if (take) take(opening)
    else waiting = [...waiting, opening].slice(-MAX_OPENINGS)
  }
  app.on('open-url', (event, link) => {
    event.preventDefault()
    add({ kind: 'link', link })
    onAsked()
  })
  app.on('open-file', (event, path) => {
    event.preventDefault()
    add({ kind: 'file', path })
    onAsked()
  })
  app.on('second-instance', (_event, _argv, _folder, data) => {
    const parsed = handedOver.safeParse(data)
    // An agent's, which the user did not ask for.
    if (parsed.success && isForAgent(parsed.data.words)) return
    if (parsed.success)
      for (const opening of readOpenings(parsed.data.words, parsed.data.folder)) add(opening)
    onAsked()
  })
  return {
    /** Hands over what waits, and everything that comes. `onAsked`: the user started Atelier, or opened something with it, again. */
    follow(taker: (opening: Opening) => void, listener: () => void): void {
      take = taker
      onAsked = listener
      const before = waiting
      waiting = []
      before.forEach(taker)
    },
  }
}

/** The bytes of a file that may carry a recipe; null where it is none, cannot be read or is too large. */
export async function readRecipeFile(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    await using file = await open(path, 'r')
    const found = await file.stat()
    if (!found.isFile() || found.size > MAX_FILE_BYTES) return null
    return new Uint8Array(await file.readFile())
  } catch {
    return null
  }
}
