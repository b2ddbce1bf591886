/**
 * The proxy that the environment names, for hosts without a system to ask: `https_proxy`, `http_proxy`, `all_proxy` and
 * `no_proxy`, in small letters before capitals, as curl reads them (curl manual, "Environment").
 *
 * `HTTP_PROXY` in capitals is not read, as in curl: behind a web server a stranger can set it (CVE-2016-5385).
 */
import type { FindProxy } from '#core/ports/shell.ts'

type Environment = Readonly<Record<string, string | undefined>>

export function createEnvironmentProxy(env: Environment): FindProxy {
  const read = (name: string): string => env[name] || env[name.toUpperCase()] || ''
  return async (url) => {
    if (isExcepted(url, read('no_proxy'))) return null
    const own = url.protocol === 'https:' ? read('https_proxy') : (env['http_proxy'] ?? '')
    const proxy = own || read('all_proxy')
    if (proxy === '') return null
    const address = proxy.includes('://') ? proxy : `http://${proxy}`
    const parsed = URL.parse(address)
    if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') {
      throw new Error("the environment's proxy is of a kind that Atelier cannot use")
    }
    return address
  }
}

/** `*`, or a list of names, each with all below it, with a port or without. */
function isExcepted({ hostname, port, protocol }: URL, list: string): boolean {
  const usedPort = port || (protocol === 'https:' ? '443' : '80')
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === '*') return true
    const [, name = '', entryPort] = /^\*?\.?(.+?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? []
    if (name === '' || (entryPort !== undefined && entryPort !== usedPort)) return false
    return hostname === name || hostname.endsWith(`.${name}`)
  })
}
