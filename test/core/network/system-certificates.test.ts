/** A process that fetches from a server whose authority only the system's store knows, as behind a company's proxy. */
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import { SELF_SIGNED, startConnectProxy } from '#test/stand-ins/connect-proxy.ts'
import { listen } from '#test/stand-ins/loopback.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

const FETCHES = `
import { readFile } from 'node:fs/promises'
import { sendRequest } from '#core/service/transport/send-request.ts'
import { createDownloader } from '#core/results/download/download.ts'

const [url, proxy, partPath] = process.argv.slice(1)
const ask = async (more) => {
  const { kind, reason, status } = await sendRequest({ method: 'GET', url, timeoutMs: 60_000, ...more })
  return [kind, reason ?? status]
}
const straight = await ask({})
const guarded = await ask({ guard: { allowLocal: true } })
const tunnelled = await ask({ findProxy: async () => proxy })
const downloader = createDownloader({})
const source = { kind: 'url', url }
const options = { partPath, allowLocal: true, signal: AbortSignal.timeout(60_000), mayResume: false }
const file = await downloader.fetch(source, options)
await downloader.close()
const said = file.kind === 'file' ? file.sizeBytes : file.failure.values?.reason
console.log(JSON.stringify({ straight, guarded, tunnelled, file: [file.kind, said] }))
`
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)

/** What a process of its own fetches while the system's store of certificates holds `certificates`. */
async function fetchWith(certificates: string) {
  const server = createServer(SELF_SIGNED, (_, response) => response.end(PNG))
  const { port, close } = await listen(server)
  const proxy = await startConnectProxy(port)
  onTestFinished(async () => {
    await proxy.close()
    await close()
  })
  const folder = await makeTempDir()
  await mkdir(join(folder, 'certificates'))
  await writeFile(join(folder, 'store.pem'), certificates)
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      '--input-type=module-typescript',
      '--eval',
      FETCHES,
      `https://127.0.0.1:${port}/a.png`,
      proxy.address,
      join(folder, 'part'),
    ],
    {
      // Where OpenSSL, and so Node, looks for the system's certificates on Linux (node:tls, `getCACertificates`).
      env: { SSL_CERT_FILE: join(folder, 'store.pem'), SSL_CERT_DIR: join(folder, 'certificates') },
      cwd: process.cwd(),
    },
  )
  return JSON.parse(stdout) as unknown
}

slow.runIf(process.platform === 'linux')('trusts the authorities of the system, on every way', async () => {
  const fetched = ['response', 200]
  expect(await fetchWith(SELF_SIGNED.cert)).toEqual({
    straight: fetched,
    guarded: fetched,
    tunnelled: fetched,
    file: ['file', PNG.length],
  })
})

slow.runIf(process.platform === 'linux')('trusts nobody whom neither Node nor the system does', async () => {
  const refused = ['not_sent', 'DEPTH_ZERO_SELF_SIGNED_CERT']
  expect(await fetchWith('')).toEqual({
    straight: refused,
    guarded: refused,
    tunnelled: refused,
    file: ['problem', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  })
})
