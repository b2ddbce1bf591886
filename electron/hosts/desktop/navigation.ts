/** Keeps every web contents where it is: on the page, without new windows, embedded pages or permissions. */
import type { Session, WebContents } from 'electron'
import { openExternal } from './external-links.ts'
import { isPageAddress, PAGE_ORIGIN } from './protocol.ts'

/** Copying text at the user's press. Everything else a page can ask for is refused. */
const ALLOWED_PERMISSION = 'clipboard-sanitized-write'

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

/** Denies every permission, asked for or checked, but the one to copy, and that to the page alone. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(permission === ALLOWED_PERMISSION && isPageAddress(requestingUrl)),
  )
  session.setPermissionCheckHandler(
    (_contents, permission, origin) =>
      permission === ALLOWED_PERMISSION && origin.replace(/\/$/, '') === PAGE_ORIGIN,
  )
  session.setDevicePermissionHandler(() => false)
}
