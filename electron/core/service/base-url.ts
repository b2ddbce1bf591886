/** Parses the address of a service as a person types it into the one form that everything else uses. */
import { fail, type Result, succeed } from '#contract/errors.ts'
import { isLoopback, isLocalService } from '../network/safe-address.ts'
import { message, type Message, type PlainMessageId } from '#contract/messages/message.ts'
import type { ServiceApi } from './service-api.ts'

/**
 * The base address without a trailing slash and without what the API's endpoints add.
 *
 * The default scheme is https, and http for this computer. Plain http is refused except for this computer, since the key
 * would travel unencrypted, and for the user's own GPU in a private network, which has no key.
 */
export function parseBaseUrl(text: string, api: ParsedFor): Result<string> {
  const refuse = (why: Message | PlainMessageId) => fail('invalid_input', why, { field: 'baseUrl' })
  const trimmed = text.trim().replace(EVERYWHERE, '127.0.0.1')
  if (trimmed === '' || /\s/.test(trimmed)) return refuse('service.address.none')
  const url = URL.parse(
    /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `${schemeFor(trimmed, api)}${trimmed}`,
  )
  if (!url || url.hostname === '') return refuse('service.address.none')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return refuse(message('service.address.scheme', { scheme: url.protocol }))
  }
  if (url.username !== '' || url.password !== '') {
    return refuse('service.address.password')
  }
  if (url.search !== '' || url.hash !== '') return refuse('service.address.query')
  if (url.protocol === 'http:' && !mayBePlain(url, api)) {
    return refuse(message('service.address.plain', { host: url.hostname }))
  }
  return succeed(api.normalizeBaseUrl(`${url.origin}${url.pathname}`.replace(/\/+$/, '')))
}

/** What a server prints that listens on all addresses of this computer: no address of a host (RFC 1122, 3.2.1.3). */
const EVERYWHERE = /(?<=^(?:https?:\/\/)?)0\.0\.0\.0(?=[:/]|$)/i

type ParsedFor = Pick<ServiceApi, 'normalizeBaseUrl' | 'capabilities'>

function schemeFor(address: string, api: ParsedFor): string {
  const url = URL.parse(`http://${address}`)
  return url && mayBePlain(url, api) ? 'http://' : 'https://'
}

function mayBePlain({ hostname, origin }: URL, { capabilities }: ParsedFor): boolean {
  return isLoopback(hostname) || (capabilities.isFree && isLocalService(origin))
}
