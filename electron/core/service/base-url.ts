/** Parses the address of a service as a person types it into the one form that everything else uses. */
import { fail, type Result, succeed } from '#contract/errors.ts'
import { isLoopback, isLocalService } from '../network/safe-address.ts'
import type { ServiceApi } from './service-api.ts'

const EXAMPLE = 'Enter something like https://api.example.com.'

/**
 * The base address without a trailing slash and without what the API's endpoints add.
 *
 * The default scheme is https, and http for this computer. Plain http is refused except for this computer, since the key
 * would travel unencrypted, and for the user's own GPU in a private network, which has no key.
 */
export function parseBaseUrl(text: string, api: ParsedFor): Result<string> {
  const refuse = (message: string) => fail('invalid_input', message, { field: 'baseUrl' })
  const trimmed = text.trim()
  if (trimmed === '' || /\s/.test(trimmed)) return refuse(`That is not an address. ${EXAMPLE}`)
  const url = URL.parse(
    /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `${schemeFor(trimmed, api)}${trimmed}`,
  )
  if (!url || url.hostname === '') return refuse(`That is not an address. ${EXAMPLE}`)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return refuse(`An address of a service starts with https://, not ${url.protocol}//.`)
  }
  if (url.username !== '' || url.password !== '') {
    return refuse('Leave the name and password out of the address. The key has its own field.')
  }
  if (url.search !== '' || url.hash !== '') return refuse('Leave out everything from "?" or "#" on.')
  if (url.protocol === 'http:' && !mayBePlain(url, api)) {
    return refuse(`Use https:// for ${url.hostname}: over http:// the key could be read by others.`)
  }
  return succeed(api.normalizeBaseUrl(`${url.origin}${url.pathname}`.replace(/\/+$/, '')))
}

type ParsedFor = Pick<ServiceApi, 'normalizeBaseUrl' | 'capabilities'>

function schemeFor(address: string, api: ParsedFor): string {
  const url = URL.parse(`http://${address}`)
  return url && mayBePlain(url, api) ? 'http://' : 'https://'
}

function mayBePlain({ hostname, origin }: URL, { capabilities }: ParsedFor): boolean {
  return isLoopback(hostname) || (capabilities.isFree && isLocalService(origin))
}
