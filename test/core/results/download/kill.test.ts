/** A download whose process is killed in the middle: what was received before is hardly fetched again. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'vitest'
import { createDownloader } from '#core/results/download/download.ts'
import { noiseImage, sha256 } from '#test/stand-ins/hostile-content.ts'
import { rangedFile } from '#test/stand-ins/downloads.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'

const SCRIPT = join(import.meta.dirname, '../../../stand-ins/download-process.ts')

/** Answers how many bytes the process had received when it was killed, after at least `killAfter` of them. */
async function receiveAndBeKilled(url: string, partPath: string, killAfter: number): Promise<number> {
  const child = spawn(process.execPath, [SCRIPT, url, partPath], { stdio: ['ignore', 'pipe', 'inherit'] })
  let received = 0
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    received = (JSON.parse(line) as { receivedBytes?: number }).receivedBytes ?? Infinity
    if (received >= killAfter) child.kill('SIGKILL')
  })
  await Promise.all([once(child, 'exit'), once(lines, 'close')])
  return received
}

slow('fetches at most one byte in twenty twice after a kill', async () => {
  const service = await openFaultyService()
  const bytes = noiseImage(1, 24_000_000)
  const ranges: number[] = []
  service.always('file', {
    name: 'file',
    give: (at) => {
      ranges.push(Number(/\d+/.exec(at.request.headers.range ?? '0')?.[0]))
      // Not all of it: the process must still be at it when it is killed.
      const stall = ranges.length === 1 ? { stallAfter: 20_000_000 } : {}
      return rangedFile({ bytes, etag: '"one"', ...stall }).give(at)
    },
  })
  const partPath = join(await makeTempDir(), 'x.part')
  const url = `${service.baseUrl}/files/x`
  const received = await receiveAndBeKilled(url, partPath, 18_000_000)
  const downloader = createDownloader()
  const { signal } = new AbortController()
  const file = await downloader.fetch({ kind: 'url', url }, { partPath, allowLocal: true, signal })
  await downloader.close()
  expect(file).toMatchObject({ kind: 'file', sha256: sha256(bytes) })
  expect(ranges[1]).toBeGreaterThan(0)
  expect((received - (ranges[1] ?? 0)) / bytes.length).toBeLessThanOrEqual(0.05)
})
