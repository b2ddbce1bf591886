/**
 * Fetches one result into a part file: streamed, hashed on the way, checked for length, synced, and known by its bytes.
 *
 * Sends no credentials, follows redirects by hand and checks every hop. What a problem means for the task is the saver's
 * business.
 */
import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { Agent, request, type Dispatcher } from 'undici'
import type { Failure } from '#contract/errors.ts'
import { diskFailure } from '../store/disk-errors.ts'
import { decodeDataUri } from './data-uri.ts'
import type { ResultSource } from './find-results.ts'
import { guardedLookup, refusedAddress } from './safe-address.ts'
import { sniff, SNIFF_BYTES, type FileType } from './sniff.ts'

const LARGEST_FILE_BYTES = 8 * 1024 ** 3
const MOST_REDIRECTS = 5
const SILENCE_MS = 60_000
const CONNECT_MS = 20_000

export interface Downloaded {
  readonly kind: 'file'
  readonly path: string
  readonly sha256: string
  readonly sizeBytes: number
  readonly type: FileType
}

/**
 * `wait`: the same address may work later. `reread`: the address is dead, the task may name another. `never`: what is there
 * is not a file to keep. `disk`: nothing is wrong with the result.
 */
export interface DownloadProblem {
  readonly kind: 'problem'
  readonly next: 'wait' | 'reread' | 'never' | 'disk'
  readonly failure: Failure
}

export interface DownloadOptions {
  /** Where the part file is written; it is removed again when anything goes wrong. */
  readonly partPath: string
  /** Whether plain http and private addresses are allowed: only where the profile's own service is local. */
  readonly allowLocal: boolean
  readonly signal: AbortSignal
}

/** Never throws, except when `signal` aborts. */
export async function download(
  source: ResultSource,
  options: DownloadOptions,
): Promise<Downloaded | DownloadProblem> {
  const agent = new Agent({
    connect: { lookup: guardedLookup(options.allowLocal), timeout: CONNECT_MS },
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
  })
  try {
    const result = await fetchInto(source, options, agent)
    if (result.kind === 'problem') await rm(options.partPath, { force: true })
    return result
  } catch (error) {
    await rm(options.partPath, { force: true })
    options.signal.throwIfAborted()
    const disk = diskFailure(error)
    if (disk) return { kind: 'problem', next: 'disk', failure: disk }
    const reason = error instanceof Error ? codeOf(error) : String(error)
    const next = reason === 'EPRIVATE' ? 'never' : 'wait'
    return problem(next, 'service_unavailable', `The file cannot be fetched now (${reason}).`)
  } finally {
    await agent.destroy()
  }
}

async function fetchInto(
  source: ResultSource,
  options: DownloadOptions,
  agent: Dispatcher,
): Promise<Downloaded | DownloadProblem> {
  if (source.kind === 'inline') {
    const bytes = decodeDataUri(source.dataUri)
    if (!bytes) return problem('never', 'unreadable_answer', 'The file inside the answer cannot be decoded.')
    return receive([bytes], bytes.byteLength, options)
  }
  const given = URL.parse(source.url)
  if (!given) return problem('reread', 'unreadable_answer', "The file's address is not one that can be read.")
  let url = given
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    const refused = refusedAddress(url, options.allowLocal)
    if (refused) return problem('never', 'unsafe_content', `The file was not fetched: ${refused}.`)
    const response = await request(url.href, {
      dispatcher: agent,
      signal: options.signal,
      headers: { accept: '*/*', 'accept-encoding': 'identity' },
    })
    const location = headerOf(response.headers['location'])
    if (response.statusCode >= 300 && response.statusCode < 400 && location !== null) {
      await response.body.dump()
      const next = URL.parse(location, url.href)
      if (!next) return problem('reread', 'unreadable_answer', 'The address leads nowhere.')
      url = next
      continue
    }
    if (response.statusCode !== 200) {
      await response.body.dump()
      return problemOfStatus(response.statusCode)
    }
    const promised = Number(headerOf(response.headers['content-length']) ?? Number.NaN)
    return await receive(response.body, Number.isFinite(promised) ? promised : null, options)
  }
  return problem('reread', 'unreadable_answer', 'The address redirects without end.')
}

/** Writes the part file. The body is refused when it is not as long as promised. */
async function receive(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  promisedBytes: number | null,
  { partPath, signal }: DownloadOptions,
): Promise<Downloaded | DownloadProblem> {
  if (promisedBytes !== null && promisedBytes > LARGEST_FILE_BYTES) return tooLarge()
  const hash = createHash('sha256')
  const head: Uint8Array[] = []
  let headBytes = 0
  let sizeBytes = 0
  const file = await open(partPath, 'w', 0o600)
  try {
    for await (const chunk of body) {
      signal.throwIfAborted()
      sizeBytes += chunk.byteLength
      if (sizeBytes > LARGEST_FILE_BYTES) return tooLarge()
      if (headBytes < SNIFF_BYTES) {
        head.push(chunk.subarray(0, SNIFF_BYTES - headBytes))
        headBytes += chunk.byteLength
      }
      hash.update(chunk)
      await file.appendFile(chunk)
    }
    if (promisedBytes !== null && promisedBytes !== sizeBytes) {
      return problem('wait', 'service_unavailable', `Only ${sizeBytes} of ${promisedBytes} bytes arrived.`)
    }
    const sniffed = await sniff(Buffer.concat(head))
    if (sniffed.kind === 'web_page') {
      return problem(
        'reread',
        'unsafe_content',
        'A web page came instead of the file; the address has probably expired.',
      )
    }
    if (sniffed.kind === 'refused') {
      return problem('never', 'unsafe_content', `The file was not kept: it is ${sniffed.what}.`)
    }
    await file.sync()
    return { kind: 'file', path: partPath, sha256: hash.digest('hex'), sizeBytes, type: sniffed.type }
  } finally {
    await file.close()
  }
}

function problemOfStatus(status: number): DownloadProblem {
  if ([401, 403, 404, 410].includes(status)) {
    return problem('reread', 'not_found', `The file's address no longer works (${status}).`)
  }
  if (status === 429 || status >= 500) {
    return problem('wait', 'service_unavailable', `The file's server answered ${status}.`)
  }
  return problem('reread', 'service_unavailable', `The file's server answered ${status}.`)
}

function tooLarge(): DownloadProblem {
  return problem('never', 'unsafe_content', 'The file is larger than 8 GB and was not kept.')
}

function problem(next: DownloadProblem['next'], code: Failure['code'], message: string): DownloadProblem {
  return { kind: 'problem', next, failure: { code, message, charged: 'yes' } }
}

function headerOf(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
