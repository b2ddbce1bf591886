/** Secrets that a host makes for those who may talk to it. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits, safe in an address, a header and an attribute. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Compares in a time that tells nothing about either side. */
export function isSameSecret(expected: string, given: string): boolean {
  return timingSafeEqual(digest(expected), digest(given))
}

/** Makes both sides equally long, as the comparison needs. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
