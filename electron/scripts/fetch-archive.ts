/**
 * Fetches one large file as a terminal shows it: how far it is, resumed where the connection broke, ended where nothing comes.
 *
 * It goes as the environment says (HTTPS_PROXY, HTTP_PROXY, NO_PROXY) and trusts whom the system trusts, as company networks need.
 *
 * What is there so far lies in `partFile`, also for the next run. The file is checked by whoever asked for it.
 */
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { getCACertificates } from 'node:tls'

export interface FetchArchiveOptions {
  readonly partFile: string
  /** A connection over which nothing comes for this long is given up. */
  readonly stallMs?: number
  /** Hears bytes so far and bytes in all; null where the server does not say. */
  readonly onProgress?: (bytes: number, total: number | null) => void
}

const STALL_MS = 30_000
/** Connections in a row that brought nothing. */
const MAX_FRUITLESS = 3

/** Resolves when `file` is complete. @throws Error with the last reason when it cannot be had. */
export async function fetchArchive(url: string, file: string, options: FetchArchiveOptions): Promise<void> {
  const { partFile } = options
  await mkdir(dirname(partFile), { recursive: true })
  let fruitless = 0
  for (;;) {
    const before = await sizeOf(partFile)
    try {
      await fetchRest(url, before, options)
      break
    } catch (error) {
      fruitless = (await sizeOf(partFile)) > before ? 0 : fruitless + 1
      if (error instanceof Refused || fruitless === MAX_FRUITLESS) throw error
    }
  }
  await mkdir(dirname(file), { recursive: true })
  await rename(partFile, file)
}

/** The server's answer, which another request would not change. */
class Refused extends Error {}

async function fetchRest(url: string, from: number, options: FetchArchiveOptions): Promise<void> {
  const { partFile, stallMs = STALL_MS, onProgress } = options
  const stalled = new AbortController()
  // Node's own fetch takes no agent of undici's, which is of another version.
  const { EnvHttpProxyAgent, fetch } = await import('undici')
  const trusted = { ca: [...getCACertificates('default'), ...getCACertificates('system')] }
  const ways = new EnvHttpProxyAgent({ connect: trusted, requestTls: trusted, proxyTls: trusted })
  const watch = setTimeout(() => stalled.abort(new Error(`Nothing came for ${stallMs / 1_000} s.`)), stallMs)
  try {
    const headers: Record<string, string> = from > 0 ? { range: `bytes=${from}-` } : {}
    const response = await fetch(url, { headers, signal: stalled.signal, dispatcher: ways })
    if (response.status === 416) {
      await rm(partFile, { force: true })
      throw new Error('What was there is longer than the file.')
    }
    if (!response.ok || response.body === null) throw new Refused(`${url} answers ${response.status}.`)
    let bytes = response.status === 206 ? from : 0
    const length = Number(response.headers.get('content-length') ?? Number.NaN)
    const total = Number.isNaN(length) ? null : bytes + length
    let broken: unknown = null
    // Ends where the connection breaks: a stream that fails throws away what is not written yet.
    const received = async function* (chunks: AsyncIterable<Uint8Array>) {
      try {
        for await (const chunk of chunks) {
          watch.refresh()
          bytes += chunk.byteLength
          onProgress?.(bytes, total)
          yield chunk
        }
      } catch (error) {
        broken = error
      }
    }
    await pipeline(received(response.body), createWriteStream(partFile, { flags: bytes > 0 ? 'a' : 'w' }))
    if (broken !== null) throw broken
  } finally {
    clearTimeout(watch)
    await ways.destroy()
  }
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.size ?? 0
}

/** Writes each tenth of the way as a line, or the percentage in one place where a person watches. */
export function showProgress(
  output: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>,
): (bytes: number, total: number | null) => void {
  let shown = -1
  return (bytes, total) => {
    if (total === null || total === 0) return
    const percent = Math.floor((100 * bytes) / total)
    const step = output.isTTY ? percent : percent - (percent % 10)
    if (step === shown) return
    shown = step
    const ending = output.isTTY && percent < 100 ? '' : '\n'
    output.write(`${output.isTTY ? '\r' : ''}  ${step} % of ${Math.round(total / 1_000_000)} MB${ending}`)
  }
}
