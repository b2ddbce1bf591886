/**
 * Reads hostile results one after the other, as polling and saving do, in a process of its own, so that its silence and its memory
 * are those of reading alone. Prints what it measured.
 *
 * Silence is the processor's time of this thread between two turns of the event loop: what a busy machine adds is not its fault.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readModels } from '#core/catalog/listings/read-models.ts'
import { forkReader, openReader } from '#core/open-reader.ts'
import { UNREADABLE } from '#core/reading/reader.ts'
import { readFindings } from '#core/results/find/read-findings.ts'
import { readTask } from '#core/service/client.ts'
import { generationService } from '#core/service/apis/generation-service/generation-service.ts'
import { openDatabase } from '#core/store/database.ts'

const [baseUrl = '', first = '0', count = '0'] = process.argv.slice(2)
const address = { api: generationService, baseUrl, apiKey: 'key-for-tests' }
const MEDIA_TYPES = ['image', 'video', 'music', 'character', 'model3d', undefined]
const figures = {
  tried: 0,
  read: 0,
  found: 0,
  unreadable: 0,
  readerStarts: 0,
  longestSilenceMs: 0,
  silentSeed: -1,
  mostMb: 0,
  largestSeed: -1,
}

const dataDir = await mkdtemp(join(tmpdir(), 'atelier-hostile-'))
const db = openDatabase(join(dataDir, 'library.db'))
const reader = await openReader({
  db,
  dataDir,
  clock: Date,
  log: () => undefined,
  spawn: (entry) => {
    figures.readerStarts++
    return forkReader(entry)
  },
})
const { signal } = new AbortController()

const read = async (seed: number): Promise<void> => {
  const outcome = await readTask(address, String(seed), false, Date.now())
  figures.tried++
  if (outcome.kind !== 'ok') return
  const mediaType = MEDIA_TYPES[seed % MEDIA_TYPES.length]
  const context = { mediaType, baseUrl }
  const findings = await readFindings(reader, String(seed), outcome.value.taskResult, context, signal)
  // Both are stored as they came, and a listing may be as hostile.
  JSON.stringify(outcome.raw)
  await pause(0)
  readModels(outcome.value.taskResult)
  figures.read++
  if (findings === UNREADABLE) figures.unreadable++
  else figures.found += findings.found.length
}

await read(1)
await pause(200)
const start = process.memoryUsage().rss
let before = process.threadCpuUsage()
let silenceMs = 0
const watch = setInterval(() => {
  const { user, system } = process.threadCpuUsage(before)
  silenceMs = Math.max(silenceMs, Math.round((user + system) / 1_000))
  before = process.threadCpuUsage()
  note(-1)
}, 1)
const note = (seed: number) => {
  const mb = (process.memoryUsage().rss - start) / 1024 ** 2
  if (mb > figures.mostMb) [figures.mostMb, figures.largestSeed] = [Math.round(mb), seed]
}
for (let seed = Number(first); seed < Number(first) + Number(count); seed++) {
  await read(seed)
  await pause(2)
  note(seed)
  if (silenceMs > figures.longestSilenceMs) [figures.longestSilenceMs, figures.silentSeed] = [silenceMs, seed]
  silenceMs = 0
}
clearInterval(watch)
await reader.close()
db.close()
await rm(dataDir, { recursive: true })
process.stdout.write(`${JSON.stringify(figures)}\n`)
