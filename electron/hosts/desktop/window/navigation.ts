/**
 * Keeps every web contents where it is: on the page, without new windows, embedded pages or permissions. The only place that hands an
 * address to the system.
 */
import { type Certificate, type Event, type Session, type WebContents, shell } from 'electron'
import { APIS } from '#core/service/registry.ts'
import { isPageAddress } from '../protocol.ts'

interface Navigation {
  readonly url: string
  readonly isMainFrame: boolean
  preventDefault(): void
}

/** Denies leaving the page (loading it again is allowed), redirects, new windows and embedded pages. */
export function lockNavigation(contents: WebContents): void {
  const denyLeaving = (event: Navigation) => {
    const isPageItself = isPageAddress(event.url) && new URL(event.url).pathname === '/'
    if (!event.isMainFrame || !isPageItself) event.preventDefault()
  }
  contents.on('will-navigate', denyLeaving)
  contents.on('will-frame-navigate', denyLeaving)
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    openExternal(url)
    return { action: 'deny' }
  })
}

/** Denies every permission but one: the page itself may fill the screen. What it copies goes through the host. */
export function limitPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(mayFillScreen(permission, details)),
  )
  session.setPermissionCheckHandler((_contents, permission, _origin, details) =>
    mayFillScreen(permission, details),
  )
  session.setDevicePermissionHandler(() => false)
}

/** Electron asks its request handler about `requestFullscreen`, and leaves the page waiting for ever where that says no. */
function mayFillScreen(permission: string, { isMainFrame, requestingUrl = '' }: PermissionDetails): boolean {
  return permission === 'fullscreen' && isMainFrame && isPageAddress(requestingUrl)
}

interface PermissionDetails {
  readonly isMainFrame: boolean
  readonly requestingUrl?: string
}

/** Unasked Electron hands whoever wants one the first certificate of the user's (electron.d.ts, `select-client-certificate`). */
export function withoutCertificate(
  event: Event,
  _contents: unknown,
  _url: string,
  _certificates: unknown,
  answer: (certificate?: Certificate) => void,
): void {
  event.preventDefault()
  answer()
}

const KNOWN_HOSTS: ReadonlySet<string> = new Set(['github.com'])
/** Where the keys of services are made. */
const KEY_PAGES: ReadonlySet<string> = new Set(
  APIS.flatMap(({ keyPage }) => (keyPage === undefined ? [] : [new URL(keyPage).href])),
)

/** Opens `address` in the user's browser if it is https and one of the places that Atelier links to; anything else is dropped. */
export function openExternal(address: string): void {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url?.protocol !== 'https:' || url.username || url.password) return
  if (!KNOWN_HOSTS.has(url.host) && !KEY_PAGES.has(url.href)) return
  void shell.openExternal(url.href).catch(() => undefined)
}
