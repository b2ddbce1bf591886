/** A page handler over an application without anything in it, with a few files on disk. */
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mediaFolders, readPageFiles } from '#hosts/page/page-files.ts'
import { createPageHandler, type PageHandler } from '#hosts/page/page-handler.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { createFakeApp, type FakeApp } from '../fake-app.ts'
import { say } from '#test/stand-ins/say.ts'

export const BYTES = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 256))
const SHA256 = createHash('sha256').update(BYTES).digest('hex')
export const ETAG = `"${SHA256}"`
const INDEX = '<!doctype html><title>Atelier</title>'

export interface Fixture {
  readonly app: FakeApp
  readonly dataDir: string
  readonly handle: PageHandler
  readonly get: (path: string, headers?: Record<string, string>, method?: string) => Promise<Response>
}

export function withPage(use: (fixture: Fixture) => Promise<void>): () => Promise<void> {
  return async () => {
    const folder = await makeTempDir()
    const app = createFakeApp()
    const dataDir = join(folder, 'data')
    const pageDir = join(folder, 'page')
    for (const path of ['data/media/ab', 'data/media-other', 'page/assets']) {
      await mkdir(join(folder, path), { recursive: true })
    }
    await writeFile(join(pageDir, 'index.html'), INDEX)
    await writeFile(join(pageDir, 'assets', 'index-AbCd1234.js'), 'export {}')
    await writeFile(join(pageDir, 'assets', 'render-worker-AbCd1234.js'), 'export {}')
    await writeFile(join(pageDir, 'favicon.svg'), '<svg/>')
    await writeFile(join(pageDir, 'notes.txt'), 'not for the page')
    await writeFile(join(folder, 'data/secrets.json'), 'SECRET')
    const path = join(dataDir, 'media', 'ab', 'ab.png')
    await writeFile(path, BYTES)
    app.files.set('asset a1', { path, mimeType: 'image/png', sizeBytes: 1_000, sha256: SHA256 })
    app.files.set('thumb a1', { path, mimeType: 'image/webp', sizeBytes: 1_000 })
    app.files.set('input i1', { path, mimeType: 'image/png', sizeBytes: 1_000, sha256: SHA256 })
    const files = await readPageFiles(pageDir)
    const handle = createPageHandler({
      say,
      app,
      files,
      mediaFolders: mediaFolders(dataDir),
      maxInputBytes: 2_000,
    })
    const get: Fixture['get'] = (address, headers = {}, method = 'GET') =>
      handle(new Request(`http://127.0.0.1${address}`, { headers, method }))
    await use({ app, dataDir, handle, get })
  }
}
