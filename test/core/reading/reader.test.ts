/**
 * What a reading leaves behind: nothing on the signal of a job that outlives it, nothing of our secrets in its process.
 *
 * @slow 1,500 images at once instead of 450, and six large JPEGs instead of three.
 */
import { getEventListeners } from 'node:events'
import { mkdir, writeFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { afterEach, expect, test, vi, onTestFinished } from 'vitest'
import { forkReader, openReader } from '#core/open-reader.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { scaled, slow } from '#test/stand-ins/scale.ts'
import { openTestReader } from '#test/stand-ins/shared-reader.ts'
import type { Asset } from '#contract/library.ts'
import { createReadingNotes, createUnreadableFiles, readLeftNotes } from '#core/reading/reading-notes.ts'
import { openDatabase } from '#core/store/database.ts'
import { openTestApp, type TestApp } from '#test/stand-ins/test-app.ts'

afterEach(() => vi.unstubAllEnvs())

async function imageFile(): Promise<string> {
  const path = join(await makeTempDir(), 'fox.png')
  await writeFile(path, await makeImage(1))
  return path
}

test('a job that reads many files has no listener for those it has read', async () => {
  const [path, reader, { signal }] = [await imageFile(), await openTestReader(), new AbortController()]
  for (const sha256 of ['1', '2', '3'].map((digit) => digit.repeat(64))) {
    expect(await reader.read('measure', { path, kind: 'image' }, { sha256, signal })).toMatchObject({
      width: expect.any(Number) as number,
    })
  }
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('what is read is noted again once the disk lets it', async () => {
  const dataDir = join(await makeTempDir(), 'away')
  const said: string[] = []
  const notes = createReadingNotes(dataDir, (line) => said.push(line))
  await notes.begin('4'.repeat(64))
  expect(said).toEqual([expect.stringContaining('not noted')])
  await mkdir(dataDir)
  await notes.begin('5'.repeat(64))
  expect(await readLeftNotes(dataDir)).toEqual(['5'.repeat(64)])
  await notes.close()
})

test('a reading that is cancelled while its note is written does not begin', async () => {
  const [path, reader, job] = [await imageFile(), await openTestReader(), new AbortController()]
  const options = { sha256: '4'.repeat(64), signal: job.signal }
  const reading = reader.read('measure', { path, kind: 'image' }, options)
  job.abort(new Error('The job was cancelled.'))
  await expect(reading).rejects.toThrow('The job was cancelled.')
})

test('an SVG is drawn by none of them', async () => {
  const [folder, reader] = [await makeTempDir(), await openTestReader()]
  const [path, target] = [join(folder, 'a.svg'), join(folder, 'a.webp')]
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><circle r="5"/></svg>'
  await writeFile(path, drawing)
  const sha256 = '5'.repeat(64)
  expect(await reader.read('thumbnail', { source: path, target }, { sha256 })).toBeNull()
  expect(await reader.read('png', { path }, { sha256 })).toBeNull()
  const preview = { kind: 'poster', bytes: Buffer.from(drawing), target } as const
  expect(await reader.read('preview', preview, { sha256 })).toBeNull()
  await expect(reader.read('perceptualHash', { path }, { sha256 })).rejects.toThrow('unsupported')
})

const GUARD = new URL('../../../electron/core/reading/reader-guard-worker.ts', import.meta.url).href

slow.each([
  ['in its heap', 'SIGABRT', 'heapUsed', `kept.push(new Array(1_000_000).fill(1.5))`],
  ['beside its heap', 'SIGKILL', 'rss', `kept.push(Buffer.alloc(20_000_000, 1))`],
])('a process that takes more memory than it may, %s, is ended', async (_, signal, measure, take) => {
  const entry = join(await makeTempDir(), 'entry.mjs')
  await writeFile(
    entry,
    `import { Worker } from 'node:worker_threads'
     new Worker(new URL(${JSON.stringify(GUARD)}), { execArgv: [] })
     const kept = []
     setInterval(() => {
       ${take}
       if (process.memoryUsage().${measure} > 1_000_000_000) process.exit(0)
     }, 10)`,
  )
  const process = forkReader(pathToFileURL(entry))
  expect(await new Promise<string>((resolve) => process.onExit(resolve))).toBe(signal)
})

test('the process learns nothing of our environment but where things are', async () => {
  const entry = join(await makeTempDir(), 'entry.mjs')
  await writeFile(entry, 'process.send(process.env)')
  for (const name of ['ATELIER_API_KEY', 'AWS_SECRET_ACCESS_KEY', 'GITHUB_TOKEN', 'DATABASE_URL'])
    vi.stubEnv(name, 'canary')
  vi.stubEnv('NODE_OPTIONS', '--trace-uncaught')
  const process = forkReader(pathToFileURL(entry))
  const learned = await new Promise((resolve) => process.onMessage(resolve))
  expect(JSON.stringify(learned)).not.toMatch(/canary|trace-uncaught/)
  expect(learned).toMatchObject({ PATH: expect.any(String) as string })
})

/** A file that could not be read is read again when the user asks for it, and only then. */
const MARKED = /is not read again/

async function importFile(app: TestApp, name: string, bytes: Uint8Array): Promise<Asset> {
  const body = (async function* () {
    yield bytes
  })()
  const taken = await app.app.importFile({ name, body })
  if (!taken.ok) throw new Error(taken.error.message)
  return taken.data.asset
}

function isMarkedBeside({ dataDir }: TestApp, { sha256 }: Asset): Promise<boolean> {
  const path = join(dataDir, 'media', sha256.slice(0, 2), `${sha256}.json`)
  return readFile(path, 'utf8').then((text) => text.includes('"unreadable"'))
}

test('one that can be read by now is shown, and is not marked beside its file either', async () => {
  const app = await openTestApp()
  const asset = await importFile(app, 'fox.png', await makeImage(1))
  await app.close()
  const db = openDatabase(join(app.dataDir, 'library.db'))
  createUnreadableFiles(db, Date.now).add(asset.sha256, 'slow')
  db.run('UPDATE assets SET width = NULL, height = NULL')
  db.close()

  const again = await app.reopen()
  await again.ask('library.update', { ids: [asset.id], rating: 3 })
  await again.until(() => isMarkedBeside(again, asset))
  const { unreadable, ...rest } = await again.ask('library.get', { id: asset.id })
  expect(unreadable).toBe(true)
  expect(await again.ask('library.readAgain', { id: asset.id })).toEqual({ ...rest, width: 16, height: 12 })
  await again.until(async () => !(await isMarkedBeside(again, asset)))
  expect(await again.app.media.thumb(asset.id)).toMatchObject({ mimeType: 'image/webp' })
  expect(again.events).toContainEqual({ name: 'library.changed', data: { ids: [asset.id] } })
})

slow('one that stops the reader once more says so, and stays marked', async () => {
  const app = await openTestApp({ readerPatience: 0.1 })
  const video = await readFile(join(import.meta.dirname, '../../data/hostile/mini.webm'))
  const asset = await importFile(app, 'video.webm', video)
  expect(asset).toMatchObject({ unreadable: true })
  expect(await app.ask('library.readAgain', { id: asset.id })).toEqual(asset)
  expect(app.logLines.filter((line) => MARKED.test(line))).toHaveLength(2)

  const again = await app.reopen()
  expect(await again.ask('library.get', { id: asset.id })).toEqual(asset)
  expect(again.logLines.filter((line) => MARKED.test(line))).toEqual([])
})

const IMAGES = scaled(450, 1_500)

slow('hundreds of images that are measured and drawn at once all have their size', async () => {
  const folder = await makeTempDir()
  const path = join(folder, 'image.png')
  await writeFile(
    path,
    await sharp({ create: { width: 16, height: 12, channels: 3, background: 'teal' } })
      .png()
      .toBuffer(),
  )
  const reader = await openTestReader()
  const measured = await Promise.all(
    Array.from({ length: IMAGES }, async (_, number) => {
      const sha256 = number.toString(16).padStart(64, '0')
      if (number % 3 === 0)
        await reader.read('thumbnail', { source: path, target: join(folder, `${number}.webp`) }, { sha256 })
      return reader.read('measure', { path, kind: 'image' }, { sha256 })
    }),
  )
  expect(measured.filter((size) => JSON.stringify(size) !== JSON.stringify(measured[0]))).toEqual([])
  expect(measured[0]).toMatchObject({ width: 16, height: 12 })
})

const JPEGS = scaled(3, 6)

/** Beyond its memory the process ends itself (reader-guard-worker.ts), and another one would be started. */
slow(`${JPEGS} JPEGs of 39 million pixels at once end no process`, async () => {
  const dataDir = await makeTempDir()
  const source = join(dataDir, 'large.jpg')
  const image = sharp({ create: { width: 7_000, height: 5_600, channels: 3, background: 'teal' } })
  await writeFile(
    source,
    await image.jpeg({ progressive: true, chromaSubsampling: '4:4:4', optimizeCoding: false }).toBuffer(),
  )
  const db = openDatabase(join(dataDir, 'library.db'))
  let starts = 0
  const lines: string[] = []
  const reader = await openReader({
    db,
    dataDir,
    clock: Date,
    spawn: (entry) => {
      starts++
      return forkReader(entry)
    },
    log: (line) => void lines.push(line),
  })
  onTestFinished(async () => {
    await reader.close()
    db.close()
  })
  const made = await Promise.all(
    Array.from({ length: JPEGS }, (_, number) =>
      reader.read(
        'thumbnail',
        { source, target: join(dataDir, `${number}.webp`) },
        { sha256: String(number).repeat(64) },
      ),
    ),
  )
  expect(made).toEqual(Array.from({ length: JPEGS }, () => ({ hash: null })))
  expect(lines).toEqual([])
  expect(starts).toBe(1)
})
