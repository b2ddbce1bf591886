/**
 * Which addresses a result may be fetched from: https anywhere on the public internet, and this computer and its own networks,
 * also over http, only where the profile itself is there.
 */
import { lookup, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i

/** Asks for every address of a name, as `lookup` of node:dns does. */
export type Resolve = (
  hostname: string,
  options: { readonly all: true; readonly family?: number | 'IPv4' | 'IPv6' | undefined },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** `own`: this computer and private networks. `none`: link-local, multicast, and all that no file comes from. */
type Reach = 'public' | 'own' | 'none'

/** Whether the service of a profile is on this computer or a private network, so that its files may be too. */
export function isLocalService(baseUrl: string): boolean {
  return reachOf(URL.parse(baseUrl)?.hostname ?? '') === 'own'
}

export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname)
}

export type AddressRefusal = 'unsafeProtocol' | 'credentials' | 'noFileHost' | 'privateNetwork'

/** A name that leads where it must not. */
export class RefusedName extends Error {
  readonly code = 'EPRIVATE'
  readonly hostname: string
  readonly refusal: AddressRefusal

  constructor(hostname: string, refusal: AddressRefusal) {
    super(`${hostname}: ${refusal}`)
    this.hostname = hostname
    this.refusal = refusal
  }
}

/** Null for an address that may be fetched. Names are checked again when they resolve. */
export function refusedAddress(url: URL, allowLocal: boolean): AddressRefusal | null {
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && allowLocal)) {
    return 'unsafeProtocol'
  }
  if (url.username !== '' || url.password !== '') return 'credentials'
  const reach = reachOf(url.hostname)
  return reach === null ? null : refusalOf(reach, allowLocal, url.protocol === 'http:')
}

/**
 * The same address with TLS, under which hosts have the same, as browsers take it for images
 * (https://www.w3.org/TR/mixed-content/#upgrade-algorithm); null for one with a port, or with a number in place of a name.
 */
export function withTls(url: URL): URL | null {
  if (url.protocol !== 'http:' || url.port !== '' || reachOf(url.hostname) !== null) return null
  return URL.parse(url.href.replace(/^http:/, 'https:'))
}

/**
 * A resolver for sockets that refuses addresses at the moment of connecting, whatever the name promised before. The error
 * is a RefusedName where a name leads where it must not. `plain` is for connections without TLS. `ownHost` may lead into private
 * networks with TLS, which proves that what answers there is this host.
 */
export function guardedLookup(
  allowLocal: boolean,
  plain = false,
  resolve: Resolve = lookup,
  ownHost?: string,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const mayBeLocal = allowLocal || (!plain && hostname === ownHost)
      const reasons = addresses.map(({ address }) => refusalOf(reachOfLookup(address), mayBeLocal, plain))
      const allowed = addresses.filter((_, index) => reasons[index] === null)
      const first = allowed[0]
      if (!first) {
        return callback(new RefusedName(hostname, reasons[0] ?? 'noFileHost'), [])
      }
      if (options.all) return callback(null, allowed)
      return callback(null, first.address, first.family)
    })
  }
}

/** Why a plain address may not be fetched, where that is its name, which leads to the public internet. */
export async function refusedPlain(
  { protocol, hostname }: URL,
  lookupPlain: LookupFunction,
): Promise<AddressRefusal | null> {
  if (protocol !== 'http:' || reachOf(hostname) !== null) return null
  return new Promise((resolve) => {
    lookupPlain(hostname, { all: true }, (error) => {
      const isPublic = error instanceof RefusedName && error.refusal === 'unsafeProtocol'
      resolve(isPublic ? error.refusal : null)
    })
  })
}

/** Networks for tests of devices (RFC 2544), out of which VPNs and proxies give every public name an address of their own. */
const STAND_INS = ipaddr.IPv4.parseCIDR('198.18.0.0/15')

/** Where a name leads that has this address. TLS proves there that it is the name's own host. */
function reachOfLookup(text: string): Reach {
  const address = ipaddr.isValid(text) ? ipaddr.process(text) : null
  return address instanceof ipaddr.IPv4 && address.match(STAND_INS) ? 'public' : (reachOf(text) ?? 'none')
}

function refusalOf(reach: Reach, allowLocal: boolean, plain: boolean): AddressRefusal | null {
  if (reach === 'none') return 'noFileHost'
  if (reach === 'own') return allowLocal ? null : 'privateNetwork'
  return plain ? 'unsafeProtocol' : null
}

/** Where an address is, or null for a name that has to be resolved first. */
function reachOf(hostname: string): Reach | null {
  // A dot at the end means the same name, and all names below localhost are this computer (RFC 6761, 6.3).
  if (isLoopback(hostname) || /(?:^|\.)localhost\.*$/i.test(hostname)) return 'own'
  const host = hostname.replace(/^\[|\]$/g, '')
  if (!ipaddr.isValid(host)) return null
  // Also unwraps IPv4 addresses that are written as IPv6 (::ffff:0:0/96).
  const address = ipaddr.process(host)
  const inside = address instanceof ipaddr.IPv6 ? embedded(address) : null
  return inside === null ? reachOfRange(address) : inside
}

function reachOfRange(address: ipaddr.IPv4 | ipaddr.IPv6): Reach {
  switch (address.range()) {
    case 'unicast':
      return 'public'
    case 'loopback':
    case 'private':
    case 'uniqueLocal':
    case 'carrierGradeNat':
      return 'own'
    default:
      return 'none'
  }
}

/**
 * Where the IPv4 address inside an IPv6 one leads: a network with IPv6 alone reaches the public internet through 64:ff9b::/96
 * (RFC 6052), and private networks too. IPv4-compatible addresses (::/96, RFC 4291) are out of use. An ISATAP address
 * (RFC 5214, 6.1) may have any prefix and leads to the IPv4 address at its end. Null for all others: 6to4 (retired by
 * RFC 7526) and Teredo are ranges of their own that no file comes from, whatever IPv4 address they hold.
 */
function embedded(address: ipaddr.IPv6): Reach | null {
  const bytes = address.toByteArray()
  const range = address.range()
  if (range === 'rfc6052') {
    return address.match(ipaddr.IPv6.parse('64:ff9b::'), 96)
      ? reachOfRange(new ipaddr.IPv4(bytes.slice(12)))
      : 'none'
  }
  if (range !== 'unicast') return null
  if (bytes.slice(0, 12).every((byte) => byte === 0)) return 'none'
  const isIsatap = [0x0000_5efe, 0x0200_5efe].includes(Buffer.from(bytes).readUInt32BE(8))
  const inside = isIsatap ? reachOfRange(new ipaddr.IPv4(bytes.slice(12))) : 'public'
  return inside === 'public' ? null : inside
}
