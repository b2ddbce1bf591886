/** The first fetch of Electron's runtime over a connection that is not what it should be. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { fetchArchive, showProgress } from '../../electron/scripts/fetch-archive.ts'

const archive = randomBytes(300_000)

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/electron.zip`
}

async function places() {
  const folder = await makeTempDir()
  return { file: join(folder, 'a', 'electron.zip'), partFile: join(folder, 'b', 'electron.part') }
}

const startOf = (range: string | undefined) => Number(/^bytes=(\d+)-$/u.exec(range ?? '')?.[1] ?? 0)

test.each([
  ['breaks', 5_000],
  ['stalls', 500],
] as const)('goes on where a connection %s', async (fault, stallMs) => {
  const asked: number[] = []
  const url = await serve((request, response) => {
    const from = startOf(request.headers.range)
    asked.push(from)
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': archive.length - from })
    const to = asked.length < 3 ? from + 100_000 : archive.length
    response.write(archive.subarray(from, to), () => {
      if (to < archive.length && fault === 'breaks') response.destroy()
      if (to === archive.length) response.end()
    })
  })
  const { file, partFile } = await places()
  const seen: number[] = []
  await fetchArchive(url, file, { partFile, stallMs, onProgress: (bytes) => seen.push(bytes) })
  expect(readFileSync(file).equals(archive)).toBe(true)
  expect(asked).toHaveLength(3)
  expect(asked[1]).toBeGreaterThan(0)
  expect(seen).toEqual(seen.toSorted((one, other) => one - other))
  expect(existsSync(partFile)).toBe(false)
})

test('begins again at a server that knows no ranges, and where the part is too long', async () => {
  const url = await serve((_request, response) => response.end(archive))
  const { file, partFile } = await places()
  await fetchArchive(url, `${file}.first`, { partFile })
  writeFileSync(partFile, 'of another file')
  await fetchArchive(url, file, { partFile })
  expect(readFileSync(file).equals(archive)).toBe(true)
  const ranges = await serve((request, response) => {
    if (request.headers.range) response.writeHead(416).end()
    else response.end(archive)
  })
  writeFileSync(partFile, Buffer.concat([archive, archive]))
  await fetchArchive(ranges, file, { partFile })
  expect(readFileSync(file).equals(archive)).toBe(true)
})

test('gives up where nothing comes, and at once where the server refuses', async () => {
  const { file, partFile } = await places()
  let asked = 0
  const silent = await serve(() => void (asked += 1))
  await expect(fetchArchive(silent, file, { partFile, stallMs: 300 })).rejects.toThrow(
    'Nothing came for 0.3 s.',
  )
  expect(asked).toBe(3)
  const refusing = await serve((_request, response) => response.writeHead(404).end())
  await expect(fetchArchive(refusing, file, { partFile })).rejects.toThrow('answers 404')
})

test('shows how far it is, in one place or line by line', () => {
  const written = (isTTY: boolean) => {
    let text = ''
    const show = showProgress({ isTTY, write: (words: string) => ((text += words), true) })
    for (let bytes = 0; bytes <= 120_000_000; bytes += 6_000_000) show(bytes, 120_000_000)
    show(1, null)
    return text
  }
  expect(written(false).split('\n')).toHaveLength(12)
  expect(written(false)).toContain('  50 % of 120 MB\n')
  expect(written(true).split('\r')).toHaveLength(22)
  expect(written(true).endsWith('\r  100 % of 120 MB\n')).toBe(true)
})
