/**
 * What pages may do, as the application's handlers decide.
 *
 * The DevTools protocol does not say when a page asks, so the handlers are asked beforehand, for every permission Chromium
 * knows, and Chromium holds what they answer. Assumed (electron.d.ts, `Session.setPermissionRequestHandler`,
 * `setPermissionCheckHandler`): both must agree, and without a handler everything is granted.
 */
import { toChromium } from '../addresses.ts'
import { chromium, record, runtime } from '../runtime.ts'

type RequestHandler = (
  contents: object,
  permission: string,
  answer: (granted: boolean) => void,
  details: object,
) => void
type CheckHandler = (contents: object, permission: string, origin: string, details: object) => boolean

export const permissionHandlers = {
  request: null as RequestHandler | null,
  check: null as CheckHandler | null,
}

/** Electron's name (electron.d.ts, `setPermissionRequestHandler`) and the protocol's descriptor (Permissions API). */
const PERMISSIONS: readonly (readonly [
  electron: string,
  descriptor: { readonly name: string; readonly sysex?: boolean },
])[] = [
  ['clipboard-read', { name: 'clipboard-read' }],
  ['clipboard-sanitized-write', { name: 'clipboard-write' }],
  ['media', { name: 'camera' }],
  ['media', { name: 'microphone' }],
  ['display-capture', { name: 'display-capture' }],
  ['geolocation', { name: 'geolocation' }],
  ['idle-detection', { name: 'idle-detection' }],
  ['midi', { name: 'midi' }],
  ['midiSysex', { name: 'midi', sysex: true }],
  ['notifications', { name: 'notifications' }],
  ['keyboardLock', { name: 'keyboard-lock' }],
  ['pointerLock', { name: 'pointer-lock' }],
  ['window-management', { name: 'window-management' }],
]

interface Contents {
  readonly mainFrame: object
}

/** Hands the answers for the origin of `address` to Chromium. */
export async function applyPermissions(contents: Contents, address: string): Promise<void> {
  const { browser } = chromium().connection
  const [, origin] = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]+)/u.exec(address) ?? []
  if (origin === undefined) return
  for (const [permission, descriptor] of PERMISSIONS) {
    const granted = isGranted(contents, permission, origin)
    record('session.permission', { permission, origin, granted })
    await browser.send('Browser.setPermission', {
      permission: descriptor,
      setting: granted ? 'granted' : 'denied',
      origin: toChromium(origin, runtime.schemes),
    })
  }
}

function isGranted(contents: Contents, permission: string, origin: string): boolean {
  const details = {
    requestingUrl: `${origin}/`,
    isMainFrame: true,
    embeddingOrigin: origin,
    securityOrigin: `${origin}/`,
  }
  let granted = true
  permissionHandlers.request?.(contents, permission, (answer) => (granted = answer), details)
  return granted && (permissionHandlers.check?.(contents, permission, `${origin}/`, details) ?? true)
}
