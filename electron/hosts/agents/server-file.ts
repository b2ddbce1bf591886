/**
 * `agents-server.json` in the data directory: where the open server is, and a secret that only programs of this user can read.
 *
 * It is how a program without a token finds the running Atelier. The secret is worth no more than that: an agent without a budget.
 */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { parseBoundedJson } from '#core/json/bounded-json.ts'
import { writeFileDurably } from '#core/store/files.ts'
import { closing } from '#hosts/page/result-response.ts'
import { createSecret, isSameSecret } from '#hosts/loopback/secrets.ts'

export const MCP_PATH = '/mcp'

const addressSchema = z.object({
  origin: z.string().regex(/^http:\/\/127\.0\.0\.1:\d{1,5}$/u),
  secret: z.string().min(32).max(200),
  pid: z.int().positive(),
  /** Its host was started by an agent, and closes for one that the user starts. */
  closesForUser: z.boolean().optional(),
})

export type ServerAddress = z.infer<typeof addressSchema>

const MAX_FILE = 2_000

function serverFile(dataDir: string): string {
  return join(dataDir, 'agents-server.json')
}

/** Readable by this user alone. @throws the disk's errors. */
export async function writeServerFile(dataDir: string, server: ServerAddress): Promise<void> {
  await writeFileDurably(serverFile(dataDir), `${JSON.stringify(server)}\n`)
}

/** Null where there is none, where it cannot be read, or where its process has ended without taking it away. */
export async function readServerFile(dataDir: string): Promise<ServerAddress | null> {
  const text = await readFile(serverFile(dataDir), 'utf8').catch(() => '')
  const server = addressSchema.safeParse(text.length > MAX_FILE ? null : parseBoundedJson(text))
  return server.success && isRunning(server.data.pid) ? server.data : null
}

/** Takes the file away if it is still the one with this secret. */
export async function removeServerFile(dataDir: string, secret: string): Promise<void> {
  const server = await readServerFile(dataDir)
  if (server?.secret === secret) await rm(serverFile(dataDir), { force: true })
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It is there, and another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Whoever has read the server file makes sure that it speaks with the host that wrote it, before it sends an agent's token:
 * after a host was killed, somebody else may listen at its port.
 */
const NONCE = 'x-atelier-nonce'
const PROOF = 'x-atelier-proof'
/** For a host that is busy, in milliseconds. */
const TIMEOUT_MS = 5_000

/** False where nobody answers, or somebody who does not know the secret, which is not sent, and when `signal` aborts. */
export async function isProven({ origin, secret }: ServerAddress, signal: AbortSignal): Promise<boolean> {
  const nonce = createSecret()
  try {
    const response = await fetch(new URL(MCP_PATH, origin), {
      headers: { [NONCE]: nonce },
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    await response.body?.cancel()
    return isSameSecret(proofOf(secret, nonce), response.headers.get(PROOF) ?? '')
  } catch {
    return false
  }
}

/** The response to whoever asks for a proof; null to everybody else. */
export function proofFor(headers: Headers, secret: string): Response | null {
  const nonce = headers.get(NONCE)
  if (nonce === null) return null
  return closing(new Response(null, { status: 204, headers: { [PROOF]: proofOf(secret, nonce) } }))
}

function proofOf(secret: string, nonce: string): string {
  return createHmac('sha256', secret).update(nonce).digest('base64url')
}
