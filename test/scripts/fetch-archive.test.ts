/** The first fetch of Electron's runtime over a connection that is not what it should be. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { SELF_SIGNED, startConnectProxy } from '#test/stand-ins/connect-proxy.ts'
import { listen } from '#test/stand-ins/loopback.ts'
import { slow } from '#test/stand-ins/scale.ts'
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

slow.each([
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

slow('gives up where nothing comes, and at once where the server refuses', async () => {
  const { file, partFile } = await places()
  let asked = 0
  const silent = await serve(() => void (asked += 1))
  // Long enough for a busy machine to be asked at all.
  await expect(fetchArchive(silent, file, { partFile, stallMs: 1_500 })).rejects.toThrow(
    'Nothing came for 1.5 s.',
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

const FETCHES = `
import { fetchArchive } from './electron/scripts/fetch-archive.ts'
const [url, file, partFile] = process.argv.slice(1)
await fetchArchive(url, file, { partFile })
`

/** The tunnels that a process of its own asks a proxy for while it fetches the archive over TLS. */
async function tunnelsFor(environment: (proxy: string) => Readonly<Record<string, string>>) {
  const server = createTlsServer(SELF_SIGNED, (_, response) => response.end(archive))
  const { port, close } = await listen(server)
  const proxy = await startConnectProxy(port)
  onTestFinished(async () => {
    await proxy.close()
    await close()
  })
  const { file, partFile } = await places()
  const store = join(await makeTempDir(), 'store.pem')
  writeFileSync(store, SELF_SIGNED.cert)
  const words = [
    '--input-type=module-typescript',
    '--eval',
    FETCHES,
    `https://localhost:${port}/electron.zip`,
  ]
  await promisify(execFile)(process.execPath, [...words, file, partFile], {
    env: { SSL_CERT_FILE: store, SSL_CERT_DIR: store, ...environment(proxy.address) },
  })
  expect(readFileSync(file).equals(archive)).toBe(true)
  return proxy.asked.map((place) => place.replace(String(port), 'PORT'))
}

slow.runIf(process.platform === 'linux').each([
  ['HTTPS_PROXY', (proxy: string) => ({ HTTPS_PROXY: proxy }), ['localhost:PORT']],
  ['https_proxy', (proxy: string) => ({ https_proxy: proxy }), ['localhost:PORT']],
  ['NO_PROXY', (proxy: string) => ({ HTTPS_PROXY: proxy, NO_PROXY: 'localhost' }), []],
  ['no proxy', () => ({}), []],
])('goes as the environment says: %s', async (_, environment, tunnels) => {
  expect(await tunnelsFor(environment)).toEqual(tunnels)
})
