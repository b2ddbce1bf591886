/**
 * Takes one response that carries the result, as a submission does, in a process of its own: keeps it, finds the files in it, saves
 * each. Prints what that cost: memory above the start, and the longest work between two turns of the event loop.
 *
 * Started as `node large-response-process.ts URL SMALL_URL`; the small response comes first, for what is loaded and compiled once.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openKeptResponses } from '#core/results/responses/response-folder.ts'
import { createDownloader } from '#core/results/download/download.ts'
import { findResults } from '#core/results/find/find-results.ts'
import { sendRequest } from '#core/service/transport/send-request.ts'

const [url = '', small = ''] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'atelier-answer-'))
const responses = openKeptResponses(folder)
const downloader = createDownloader()

async function takeIn(address: string, taskId: string): Promise<readonly string[]> {
  const incoming = await responses.begin(taskId)
  const keep = { incoming, untilWritten: <Value>(write: () => Promise<Value>) => write() }
  const response = await sendRequest({ method: 'POST', url: address, timeoutMs: 60_000, keep })
  if (response.kind !== 'response') throw new Error(response.kind)
  const kept = responses.fileOf(taskId)
  const { found } = await findResults(response.json ?? null, { mediaType: 'image', response: kept })
  const saved: string[] = []
  for (const [at, { source }] of found.entries()) {
    const partPath = join(folder, `${taskId}-${at}.part`)
    const file = await downloader.fetch(source, {
      partPath,
      allowLocal: true,
      signal: new AbortController().signal,
    })
    saved.push(file.kind === 'file' ? file.sha256 : file.failure.id)
    await rm(partPath, { force: true })
  }
  return saved
}

/** The processor's time of this thread: a busy machine does not change it. */
function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

await takeIn(small, 'task_small')
const start = process.memoryUsage().rss
let mostBytes = 0
let longestMs = 0
let before = workedMs()
const watch = setInterval(() => {
  const now = workedMs()
  longestMs = Math.max(longestMs, now - before)
  before = now
  mostBytes = Math.max(mostBytes, process.memoryUsage().rss - start)
}, 1)
const begunAt = performance.now()
const saved = await takeIn(url, 'task_large')
clearInterval(watch)
const seconds = (performance.now() - begunAt) / 1_000
await downloader.close()
await rm(folder, { recursive: true })
process.stdout.write(`${JSON.stringify({ saved, mostMb: mostBytes / 1024 ** 2, longestMs, seconds })}\n`)
