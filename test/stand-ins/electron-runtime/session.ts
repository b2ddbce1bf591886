/**
 * `session.defaultSession`, and sessions of their own by the name of their partition.
 *
 * Assumed (electron.d.ts, `Session`): there is none before the application is ready; `resolveProxy` answers in the words of
 * a PAC script; a proxy is set for requests of Chromium and says nothing about those of Node, nor about those of another session;
 * the same partition is the same session. The first touch of the default session starts the fetch of a spelling dictionary
 * (its source, `spellcheck_service.cc`).
 */
import { EventEmitter } from 'node:events'
import type { Session as PageSession } from './chromium.ts'
import { chromium, needsReady, record, strict, toChromium } from './runtime.ts'

interface ProxyConfig {
  readonly mode?: string
  readonly proxyRules?: string
}

class Session extends EventEmitter {
  /** null: the default session. */
  readonly partition: string | null

  constructor(partition: string | null) {
    super()
    this.partition = partition
  }

  readonly availableSpellCheckerLanguages = ['en-US', 'en-GB', 'de-DE', 'fr', 'es-ES']
  spellCheckerEnabled = true
  dictionaryUrl = 'https://redirector.gvt1.com/edgedl/chrome/dict/'
  isTouched = false
  proxy: ProxyConfig = { mode: 'system' }

  /** Whoever touches the session first starts the fetch of a dictionary, in a later turn. */
  touch(): void {
    if (this.isTouched) return
    this.isTouched = true
    setImmediate(() => {
      if (this.spellCheckerEnabled) record('session fetches a dictionary', this.dictionaryUrl)
    })
  }

  setPermissionRequestHandler(handler: typeof permissionHandlers.request): void {
    permissionHandlers.request = handler
  }
  setPermissionCheckHandler(handler: typeof permissionHandlers.check): void {
    permissionHandlers.check = handler
  }
  setDevicePermissionHandler(handler: object | null): void {
    record('session.setDevicePermissionHandler', handler !== null)
  }

  setSpellCheckerLanguages(languages: string[]): void {
    const unknown = languages.find((language) => !this.availableSpellCheckerLanguages.includes(language))
    if (unknown !== undefined)
      throw new Error(`Invalid language code provided: "${unknown}" is not a valid language code`)
    record('session.setSpellCheckerLanguages', languages)
  }
  setSpellCheckerEnabled(enabled: boolean): void {
    this.spellCheckerEnabled = enabled
    record('session.setSpellCheckerEnabled', enabled)
  }
  addWordToSpellCheckerDictionary(word: string): boolean {
    record('session.addWordToSpellCheckerDictionary', word)
    return true
  }
  setSpellCheckerDictionaryDownloadURL(url: string): void {
    this.dictionaryUrl = url
    record('session.setSpellCheckerDictionaryDownloadURL', url)
  }

  async setProxy(proxy: ProxyConfig): Promise<void> {
    this.proxy = proxy
    record('session.setProxy', this.partition === null ? proxy : { ...proxy, partition: this.partition })
  }
  async resolveProxy(url: string): Promise<string> {
    const { mode, proxyRules } = this.proxy
    record('session.resolveProxy', url)
    if (mode === 'direct' || proxyRules === undefined || proxyRules === '') return 'DIRECT'
    const [, scheme, address] = /^(?:(\w+):\/\/)?([^;,]+)/u.exec(proxyRules) ?? []
    return `${{ socks5: 'SOCKS5', socks4: 'SOCKS', https: 'HTTPS' }[scheme ?? ''] ?? 'PROXY'} ${address}`
  }
}

export const defaultSession = strict('session.defaultSession', new Session(null))
const partitions = new Map<string, Session>()

export const session = strict('session', {
  get defaultSession() {
    needsReady('Session can only be received when app is ready')
    defaultSession.touch()
    return defaultSession
  },
  fromPartition(partition: string): Session {
    needsReady('Session can only be received when app is ready')
    const known = partitions.get(partition) ?? strict(`session ${partition}`, new Session(partition))
    partitions.set(partition, known)
    return known
  },
})

/**
 * What pages may do, as the application's handlers decide.
 *
 * The DevTools protocol does not say when a page asks, so the handlers are asked beforehand, for every permission Chromium
 * knows, and Chromium holds what they answer. Assumed (electron.d.ts, `Session.setPermissionRequestHandler`,
 * `setPermissionCheckHandler`): both must agree, and without a handler everything is granted.
 *
 * Full screen is none of Chromium's permissions: Electron asks its request handler (`WebContentsPermissionHelper`,
 * `RequestFullscreenPermission`), and a page that is refused waits for ever (electron/electron issue 37719).
 */
type RequestHandler = (
  contents: object,
  permission: string,
  answer: (granted: boolean) => void,
  details: object,
) => void
type CheckHandler = (contents: object, permission: string, origin: string, details: object) => boolean

const permissionHandlers = {
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

const WITHOUT_FULL_SCREEN = 'Element.prototype.requestFullscreen = () => new Promise(() => undefined)'

/** Hands the answers for the origin of `address` to Chromium, and to the documents of `page`. */
export async function applyPermissions(
  contents: Contents,
  page: PageSession,
  address: string,
): Promise<void> {
  const { browser } = chromium().connection
  const [, origin] = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]+)/u.exec(address) ?? []
  if (origin === undefined) return
  for (const [permission, descriptor] of PERMISSIONS) {
    const granted = isGranted(contents, permission, origin)
    record('session.permission', { permission, origin, granted })
    await browser.send('Browser.setPermission', {
      permission: descriptor,
      setting: granted ? 'granted' : 'denied',
      origin: toChromium(origin),
    })
  }
  if (!isGranted(contents, 'fullscreen', origin))
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: WITHOUT_FULL_SCREEN })
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
