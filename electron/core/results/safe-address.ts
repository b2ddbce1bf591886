/**
 * Which addresses a result may be fetched from: https anywhere on the public internet, and anything on this computer's own
 * networks only where the profile itself is there.
 */
import { lookup as resolve, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isLoopback } from '../service/base-url.ts'

/** Whether the service of a profile is on this computer or a private network, so that its files may be too. */
export function isLocalService(baseUrl: string): boolean {
  const hostname = URL.parse(baseUrl)?.hostname ?? ''
  const host = withoutBrackets(hostname)
  return isLoopback(hostname) || (isAddress(host) && !isPublic(host))
}

/** Why an address may not be fetched, in plain words, or null when it may. Names are checked again when they resolve. */
export function refusedAddress(url: URL, allowLocal: boolean): string | null {
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && allowLocal)) {
    return `${url.protocol}// is not a safe way to fetch a file`
  }
  if (url.username !== '' || url.password !== '') return 'the address contains a name or password'
  const host = withoutBrackets(url.hostname)
  if (!allowLocal && (isLoopback(url.hostname) || (isAddress(host) && !isPublic(host)))) {
    return `${url.hostname} is inside a private network`
  }
  return null
}

/** A resolver for sockets that refuses private addresses at the moment of connecting, whatever the name promised before. */
export function guardedLookup(allowLocal: boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, [])
      const allowed = allowLocal ? addresses : addresses.filter(({ address }) => isPublic(address))
      const first = allowed[0]
      if (!first) {
        const refusal = Object.assign(new Error(`${hostname} is inside a private network`), {
          code: 'EPRIVATE',
        })
        return callback(refusal, [])
      }
      if (options.all) return callback(null, allowed)
      return callback(null, first.address, first.family)
    })
  }
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}

function isAddress(text: string): boolean {
  return ipaddr.isValid(text)
}

/** `process` also unwraps IPv4 addresses that are written as IPv6. */
function isPublic(address: string): boolean {
  return ipaddr.process(address).range() === 'unicast'
}
