/**
 * Whoever has read the door file makes sure that it speaks with the host that wrote it, before it sends an agent's token: after a
 * host was killed, somebody else may listen at its port.
 */
import { createHmac } from 'node:crypto'
import { closing } from '#hosts/page/result-response.ts'
import { createSecret, isSameSecret } from '#hosts/web/secrets.ts'
import type { OpenDoor } from './door-file.ts'
import { MCP_PATH } from './http-door.ts'

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
