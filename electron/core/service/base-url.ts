/** Parses the address of a service as a person types it into the one form that everything else uses. */
import { fail, type Result, succeed } from '#contract/errors.ts'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i
const EXAMPLE = 'Enter something like https://api.example.com.'

/**
 * The base address without a trailing slash and without `/api/v1`, which every endpoint adds.
 *
 * The default scheme is https, and http for this computer. Plain http is refused except for this computer, since the key
 * would travel unencrypted.
 */
export function parseBaseUrl(text: string): Result<string> {
  const refuse = (message: string) => fail('invalid_input', message, { field: 'baseUrl' })
  const trimmed = text.trim()
  if (trimmed === '' || /\s/.test(trimmed)) return refuse(`That is not an address. ${EXAMPLE}`)
  const url = URL.parse(
    /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `${schemeFor(trimmed)}${trimmed}`,
  )
  if (!url || url.hostname === '') return refuse(`That is not an address. ${EXAMPLE}`)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return refuse(`An address of a service starts with https://, not ${url.protocol}//.`)
  }
  if (url.username !== '' || url.password !== '') {
    return refuse('Leave the name and password out of the address. The key has its own field.')
  }
  if (url.search !== '' || url.hash !== '') return refuse('Leave out everything from "?" or "#" on.')
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return refuse(`Use https:// for ${url.hostname}: over http:// the key could be read by others.`)
  }
  return succeed(`${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/api\/v1$/, ''))
}

/** Whether a host name is this computer itself. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname)
}

function schemeFor(address: string): string {
  const hostname = URL.parse(`http://${address}`)?.hostname ?? ''
  return isLoopback(hostname) ? 'http://' : 'https://'
}
