/** Downloads through a real CONNECT proxy: where a name leads is checked before the proxy is asked. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { readFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createDownloader } from '#core/results/download/download.ts'
import { guardedLookup, refusedAddress } from '#core/results/safe-address.ts'
import { startConnectProxy } from '#test/stand-ins/connect-proxy.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)

/** Downloads `http://files.example/a.png` while that name leads to `address`, or nowhere. */
async function fetchWhere(address: string | null) {
  const server = createServer((_, response) => response.end(PNG))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy = await startConnectProxy((server.address() as AddressInfo).port)
  const downloader = createDownloader({
    findProxy: async () => proxy.address,
    guard: () => ({
      // The test's server speaks no TLS.
      refused: (url) => refusedAddress(new URL(url.href.replace('http:', 'https:')), false),
      lookup: () =>
        guardedLookup(false, false, (hostname, _, callback) => {
          if (address) callback(null, [{ address, family: 4 }])
          else callback(Object.assign(new Error(hostname), { code: 'ENOTFOUND' }), [])
        }),
    }),
  })
  onTestFinished(async () => {
    await downloader.close()
    await proxy.close()
    server.close()
  })
  const path = join(await makeTempDir(), 'part')
  const outcome = await downloader.fetch(
    { kind: 'url', url: 'http://files.example/a.png' },
    { partPath: path, allowLocal: false, signal: AbortSignal.timeout(60_000), mayResume: false },
  )
  return { outcome, path, asked: proxy.asked, others: proxy.others }
}

test('fetches a file through a tunnel', async () => {
  const { outcome, path, asked, others } = await fetchWhere('93.184.215.14')
  expect(outcome).toMatchObject({ kind: 'file' })
  expect((await readFile(path)).equals(PNG)).toBe(true)
  expect([asked, others]).toEqual([['files.example:80'], []])
})

test.each([
  ['into a private network', '10.0.0.1'],
  ['to this computer', '127.0.0.1'],
  ['to a link-local address', '169.254.169.254'],
])('asks the proxy for nothing where the name leads %s', async (_, address) => {
  const { outcome, asked } = await fetchWhere(address)
  expect(outcome).toMatchObject({ kind: 'problem', failure: { code: 'unsafe_content' } })
  expect(asked).toEqual([])
})

test('asks the proxy for nothing where the name is not known here', async () => {
  const { outcome, asked } = await fetchWhere(null)
  expect(outcome).toMatchObject({ kind: 'problem', failure: { code: 'service_unavailable' } })
  expect(asked).toEqual([])
})
