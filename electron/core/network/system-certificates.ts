/**
 * Trusts whom the system trusts, beside whom Node does: a company that looks into TLS has put its own authority there.
 *
 * Read once, before the first request that needs it: Node waits some 20 to 100 ms for them, and longer where a keychain answers
 * slowly. What is trusted then holds for every request of this process, Node's own fetch and undici's alike.
 */
import { once } from 'node:events'
import { extname } from 'node:path'
import tls from 'node:tls'
import { Worker } from 'node:worker_threads'

/** A keychain that does not answer must not keep requests from servers that need none of its certificates. */
const TIMEOUT_MS = 10_000

let trusting: Promise<void> | null = null

/** Never rejects: without the system's certificates, those of Node are trusted as before. */
export function trustSystemCertificates(): Promise<void> {
  // Of the shell, perhaps long ago and for another program: every certificate would pass.
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  trusting ??= readSystemCertificates()
    .then(trustToo)
    .catch(() => undefined)
  return trusting
}

/** Node adds nothing by itself: what is handed over replaces all that was trusted, so that comes first. */
function trustToo(found: readonly string[]): void {
  tls.setDefaultCACertificates([...new Set([...tls.getCACertificates('default'), ...found])])
}

async function readSystemCertificates(): Promise<readonly string[]> {
  const script = new URL(`./system-certificates-worker${extname(import.meta.url)}`, import.meta.url)
  const worker = new Worker(script, { execArgv: [] })
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const [certificates] = (await once(worker, 'message', { signal })) as [readonly string[]]
    return certificates
  } finally {
    await worker.terminate()
  }
}
