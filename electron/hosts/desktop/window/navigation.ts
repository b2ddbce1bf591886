/** Keeps every web contents where it is: on the page, without new windows, embedded pages or permissions. */
import type { Session, WebContents } from 'electron'
import { openExternal } from '../links/external-links.ts'
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

/** Denies every permission, asked for or checked, to the page too: what it copies goes through the host. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
}
