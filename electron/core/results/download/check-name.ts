/** Checks where a name leads without connecting to it: for requests that a proxy carries, which looks names up by itself. */
import type { LookupFunction } from 'node:net'

/**
 * Resolves where `lookup` finds an address that may be connected to; rejects with its error, which is `EPRIVATE` where the name
 * leads where it must not, and `ENOTFOUND` for a name that only the proxy knows.
 */
export function checkName(lookup: LookupFunction, hostname: string): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    lookup(host, { all: true }, (error) => (error ? reject(error) : resolve()))
  })
}
