/** SHA-256 of a content that arrives in pieces. */
import { createHash, webcrypto, type Hash } from 'node:crypto'

export interface ContentHash {
  update(pieces: readonly Uint8Array[]): void
  /** In lower-case hex. Called once, at the end. */
  digest(): Promise<string>
}

/** What came in one update is hashed on a thread of the pool; a longer content piece by piece where it arrives. */
export function createContentHash(): ContentHash {
  let first: readonly Uint8Array[] | null = null
  let hash: Hash | null = null
  const feed = (into: Hash, pieces: readonly Uint8Array[]): void => {
    for (const piece of pieces) into.update(piece)
  }
  return {
    update: (pieces) => {
      if (!first && !hash) {
        first = pieces
        return
      }
      hash ??= createHash('sha256')
      if (first) feed(hash, first)
      first = null
      feed(hash, pieces)
    },
    digest: async () => {
      if (hash) return hash.digest('hex')
      const [only, ...others] = first ?? []
      const whole = only && others.length === 0 ? only : Buffer.concat(first ?? [])
      const digest = await webcrypto.subtle.digest('SHA-256', whole)
      return Buffer.from(digest).toString('hex')
    },
  }
}
