/**
 * Files that the page was given by the user, read by the main process itself: their bytes do not go through the page.
 *
 * Owns opening the file. What becomes of it is decided where uploads are received (hosts/page/uploads.ts), which gets it as the
 * same request that the page would have sent. The path comes from the preload, which asks Chromium for that of a File
 * (shell/renderer/api/electron_api_web_utils.cc, `GetPathForFile`): it is empty for one that a page has made.
 */
import { constants } from 'node:fs'
import { lstat, open, type FileHandle } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { PageHandler } from '#hosts/page/page-handler.ts'
import { PAGE_ORIGIN } from '../protocol.ts'

/** A link is not followed: what it leads to may be another file by then. Nobody waits for whoever writes into a pipe. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

const word = z.string().max(4_000)
const fileCall = z.tuple([
  z.enum(['/inputs', '/imports', '/imports/zip', '/sequences', '/recipes']),
  z.string().min(1).max(32_767),
  z.strictObject({
    'content-type': word.exactOptional(),
    'x-file-name': word.exactOptional(),
    'x-file-modified': word.exactOptional(),
    'x-collection': word.exactOptional(),
  }),
])

/**
 * The envelope that the page's own request would have had; null where the file is not read this way (a link, no regular file, one
 * that cannot be opened): the page sends its bytes then.
 */
export async function receiveByPath(handle: PageHandler, call: readonly unknown[]): Promise<unknown> {
  const parsed = fileCall.safeParse(call)
  if (!parsed.success) return null
  const [place, path, headers] = parsed.data
  const file = await openRegular(path)
  if (file === null) return null
  const stream = file.createReadStream({ autoClose: false })
  try {
    const body = Readable.toWeb(stream) as ReadableStream<Uint8Array<ArrayBuffer>>
    // `duplex` is of the Fetch standard and missing in the types of the DOM.
    const init: RequestInit & { readonly duplex: 'half' } = {
      method: 'POST',
      headers: Object.entries(headers),
      body,
      duplex: 'half',
    }
    const response = await handle(new Request(`${PAGE_ORIGIN}${place}`, init))
    return await response.json()
  } finally {
    stream.destroy()
    await file.close().catch(() => undefined)
  }
}

async function openRegular(path: string): Promise<FileHandle | null> {
  // Windows would tell the user's name to whatever computer a path with two slashes names.
  if (!isAbsolute(path) || path.includes('\0') || /^[\\/]{2}/u.test(path)) return null
  let file: FileHandle | null = null
  try {
    // Windows has no flag for it.
    if ((await lstat(path)).isSymbolicLink()) return null
    file = await open(path, OPEN_FLAGS)
    if ((await file.stat()).isFile()) return file
  } catch {
    // The page can say what is wrong with it.
  }
  await file?.close().catch(() => undefined)
  return null
}
