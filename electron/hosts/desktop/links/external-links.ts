/** The only place that hands an address to the system: https, and only to places Atelier itself links to. */
import { shell } from 'electron'

const KNOWN_HOSTS: ReadonlySet<string> = new Set(['github.com'])

/** Opens `address` in the user's browser if it is one of the known places; anything else is dropped. */
export function openExternal(address: string): void {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url?.protocol !== 'https:' || !KNOWN_HOSTS.has(url.host) || url.username || url.password) return
  void shell.openExternal(url.href).catch(() => undefined)
}
