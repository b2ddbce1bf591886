/**
 * Damaged files by the hundred, as results, imports and inputs: the host answers all the while, its memory stays where it was, and
 * every start is clean.
 *
 * @slow 1,500 files in place of 54. All 5,000 of the promise: `npm run bench -- hostile-content`.
 */
import { expect, test } from 'vitest'
import { respond, type FaultyResponse } from '#test/stand-ins/faulty-responses.ts'
import { watchLoop } from '#test/stand-ins/loop-silence.ts'
import { createMutatedFiles, type MutatedFile } from '#test/stand-ins/mutated-files.ts'
import { scaled } from '#test/stand-ins/scale.ts'
import { openTestAppAt, type TestApp } from '#test/stand-ins/test-app.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'

const FILES = Number(process.env['ATELIER_HOSTILE_FILES'] ?? scaled(54, 1_500))
const PER_START = Math.min(FILES, 100)
const AT_ONCE = 8
const SEED = 13
/** Files that stop who reads them cost their whole deadline in processor time. */
const READER_PATIENCE = 0.1
const LONGEST_SILENCE_MS = 250
const MOST_MORE_BYTES = 400 * 1024 ** 2
const PATIENCE = { patienceMs: 300_000 }

async function* chunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** One file in five as a result, one as an input, the others as imports. */
async function take(app: TestApp, number: number, { name, bytes }: MutatedFile): Promise<void> {
  if (number % 5 === 0) {
    const { id } = await app.submitOne({ options: { number } })
    await app.until(async () => ['saved', 'unsaved'].includes((await app.task(id)).state), PATIENCE)
  } else if (number % 5 === 1) await app.app.addInput(name, bytes)
  else await app.app.importFile({ name, body: chunks(bytes) })
}

async function thumbnails(app: TestApp): Promise<void> {
  const { items } = await app.ask('library.query', { limit: 500 })
  await Promise.all(items.map(({ id }) => app.app.media.thumb(id)))
}

test(
  `${FILES} damaged files`,
  async () => {
    const files = await createMutatedFiles(SEED)
    const service = await openFaultyService()
    let served = 0
    const give: FaultyResponse = {
      name: 'damaged',
      give: ({ response }) =>
        void response.writeHead(200, { 'content-type': 'image/png' }).end(files(5 * served++).bytes),
    }
    service.always('file', give)
    let app: TestApp = await openTestAppAt(service.baseUrl, { readerPatience: READER_PATIENCE })
    const memory = () => {
      const { heapUsed, external } = process.memoryUsage()
      return heapUsed + external
    }
    const before = memory()
    const silence = watchLoop()
    const figures = { files: 0, unreadable: 0, starts: 0, mostMoreBytes: 0 }
    while (figures.files < FILES) {
      for (let at = 0; at < PER_START; at += AT_ONCE) {
        const numbers = Array.from(
          { length: Math.min(AT_ONCE, PER_START - at) },
          (_, index) => figures.files + at + index,
        )
        await Promise.all(numbers.map((number) => take(app, number, files(number))))
        figures.mostMoreBytes = Math.max(figures.mostMoreBytes, memory() - before)
      }
      await thumbnails(app)
      figures.files += PER_START
      const { items, total } = await app.ask('library.query', { limit: 500 })
      figures.unreadable =
        app.logLines.filter((line) => line.includes('not read again')).length + figures.unreadable
      app = await app.reopen()
      const again = await app.ask('library.query', { limit: 500 })
      expect({ total: again.total, items: again.items }).toEqual({ total, items })
      await thumbnails(app)
      expect(app.logLines.filter((line) => line.includes('not read again'))).toEqual([])
      figures.starts++
    }
    console.log(
      `${figures.files} files, ${figures.unreadable} could not be read, ${figures.starts} starts, all clean; ` +
        `longest silence ${Math.round(silence.longestMs())} ms, of it at work ${Math.round(silence.busiestMs())} ms; ` +
        `memory at most ${Math.round(figures.mostMoreBytes / 1e6)} MB above the start`,
    )
    expect(silence.busiestMs()).toBeLessThan(LONGEST_SILENCE_MS)
    expect(figures.mostMoreBytes).toBeLessThan(MOST_MORE_BYTES)
    service.always('file', respond(404, ''))
  },
  FILES < 100 ? 600_000 : 7_200_000,
)
