/**
 * `agents-door.json` in the data directory: where the open door is, and a secret that only programs of this user can read.
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

/** Where agents come in. */
export const MCP_PATH = '/mcp'

const doorSchema = z.object({
  origin: z.string().regex(/^http:\/\/127\.0\.0\.1:\d{1,5}$/u),
  secret: z.string().min(32).max(200),
  pid: z.int().positive(),
  /** Its host was started by an agent, and makes room for one that the user starts. */
  stepsAside: z.boolean().optional(),
})

export type OpenDoor = z.infer<typeof doorSchema>

const LONGEST_FILE = 2_000

function doorFile(dataDir: string): string {
  return join(dataDir, 'agents-door.json')
}

/** Readable by this user alone. @throws the disk's errors. */
export async function writeDoorFile(dataDir: string, door: OpenDoor): Promise<void> {
  await writeFileDurably(doorFile(dataDir), `${JSON.stringify(door)}\n`)
}

/** Null where there is none, where it cannot be read, or where its process has ended without taking it away. */
export async function readDoorFile(dataDir: string): Promise<OpenDoor | null> {
  const text = await readFile(doorFile(dataDir), 'utf8').catch(() => '')
  const door = doorSchema.safeParse(text.length > LONGEST_FILE ? null : parseBoundedJson(text))
  return door.success && isRunning(door.data.pid) ? door.data : null
}

/** Takes the file away if it is still the one with this secret. */
export async function removeDoorFile(dataDir: string, secret: string): Promise<void> {
  const door = await readDoorFile(dataDir)
  if (door?.secret === secret) await rm(doorFile(dataDir), { force: true })
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
 * Whoever has read the door file makes sure that it speaks with the host that wrote it, before it sends an agent's token:
 * after a host was killed, somebody else may listen at its port.
 */
const NONCE = 'x-atelier-nonce'
const PROOF = 'x-atelier-proof'
/** For a host that is busy, in milliseconds. */
const LONGEST_MS = 5_000

/** False where nobody answers, or somebody who does not know the secret, which is not sent. */
export async function isProven({ origin, secret }: OpenDoor): Promise<boolean> {
  const nonce = createSecret()
  try {
    const response = await fetch(new URL(MCP_PATH, origin), {
      headers: { [NONCE]: nonce },
      redirect: 'error',
      signal: AbortSignal.timeout(LONGEST_MS),
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
